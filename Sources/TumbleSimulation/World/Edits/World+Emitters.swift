import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

// Emitters are looks: what is remembered of them follows from the state, and nothing of the state from it.

extension World {
  func add(emitter index: Int) {
    description.emitters.append(
      EmitterDescription(of: model.scene.emitters[index], bodies: description.bodies))
    emitters.append(state(ofEmitter: index))
  }

  /// A new one: on a body it has no past.
  func state(ofEmitter index: Int) -> EmitterState {
    let own = model.scene.emitters[index]
    var state = EmitterState(own.held(own.emitter.multipliers, rate: rate))
    if own.body != nil { startSampling(index, &state, own.emitter) }
    return state
  }

  /// Puts those on bodies where the bodies are at the beginning.
  func placeEmitters() {
    for index in emitters.indices where description.emitters[index].body != nil {
      if let pose = pose(ofEmitter: index) { emitters[index].place(pose.position, pose.angle) }
    }
  }

  func remove(emitter index: Int) {
    emitters[index].isGone = true
    animation.values.forget(.emitter(index))
    removeOrphans()
  }

  /// What was born before stays as it was.
  func change(emitter index: Int) {
    let (old, own) = (description.emitters[index].emitter, model.scene.emitters[index])
    startSampling(index, &emitters[index], old)
    description.emitters[index] = EmitterDescription(of: own, bodies: description.bodies)
    for property in Emitter.Multipliers.properties {
      animation.values[.emitter(index), property]?.model = .number(own.emitter.multipliers[property])
    }
    let multipliers = shownMultipliers(of: index)
    emitters[index].change(
      to: own.held(multipliers, rate: rate), from: old, to: description.emitters[index].emitter, at: time,
      rate: rate)
  }

  /// Those that have the shape of a body which has another one now.
  func reshapeEmitters(ofBody body: Int) {
    for index in emitters.indices {
      let own = model.scene.emitters[index]
      guard own.body == body, case .polygons = own.emitter.shape else { continue }
      description.emitters[index] = EmitterDescription(of: own, bodies: description.bodies)
    }
  }

  /// The multipliers of the scene, and over them those that animations show.
  private func shownMultipliers(of index: Int) -> Emitter.Multipliers {
    var multipliers = model.scene.emitters[index].emitter.multipliers
    for property in Emitter.Multipliers.properties {
      if let shown = animation.values[.emitter(index), property]?.shown.number {
        multipliers[property] = shown
      }
    }
    return multipliers
  }

  /// Puts into effect what animations show of multipliers.
  func showAnimatedMultipliers(of index: Int) {
    guard !emitters[index].isGone else { return }
    let multipliers = model.scene.emitters[index].held(shownMultipliers(of: index), rate: rate)
    guard multipliers != emitters[index].multipliers else { return }
    let emitter = description.emitters[index].emitter
    startSampling(index, &emitters[index], emitter)
    emitters[index].change(to: multipliers, from: emitter, to: emitter, at: time, rate: rate)
  }

  private func startSampling(_ index: Int, _ state: inout EmitterState, _ emitter: Emitter) {
    guard state.samples.isEmpty else { return }
    let now = state
    let own = description.emitters[index]
    let pose = pose(ofEmitter: index)
    state.startSampling(emitter, step: steps, rate: rate) { step in
      EmitterSample(
        emitted: now.emitted(emitter, at: Double(step) / Double(rate)),
        position: pose?.position ?? own.position, angle: pose?.angle ?? own.angle,
        multipliers: now.multipliers)
    }
  }

  /// Where it is now; nil without its body.
  private func pose(ofEmitter index: Int) -> (position: Vector, angle: Double)? {
    let own = description.emitters[index]
    guard let id = own.body else { return (own.position, own.angle) }
    guard let body = bodies.find(id.number)?.body else { return nil }
    return (body.position + own.position.rotated(by: body.angle), body.angle + own.angle)
  }

  /// Notes how the emitters are now, at the end of a step, and writes what was noted into a snapshot, whose memory is reused.
  func writeEmitters(_ snapshot: inout FrameSnapshot) {
    var count = 0
    if snapshot.emitterCounts.count != emitters.count {
      snapshot.emitterCounts = Array(repeating: 0, count: emitters.count)
    }
    for index in emitters.indices {
      noteEmitter(index)
      let own = emitters[index].isGone ? -1 : emitters[index].samples.count
      snapshot.emitterCounts[index] = own
      count += max(own, 0)
    }
    if snapshot.emitterSamples.count != count {
      snapshot.emitterSamples = Array(repeating: EmitterSample(), count: count)
    }
    var first = 0
    for index in emitters.indices where !emitters[index].isGone {
      let own = emitters[index].samples.count
      for place in 0..<own { snapshot.emitterSamples[first + place] = emitters[index].samples[place] }
      first += own
    }
  }

  private func noteEmitter(_ index: Int) {
    guard !emitters[index].samples.isEmpty, emitters[index].latest < steps else { return }
    // No copy of the state: while there is one, its samples cannot be written in their place.
    let sample: EmitterSample
    if let pose = pose(ofEmitter: index) {
      let emitted = emitters[index].emitted(description.emitters[index].emitter, at: time)
      sample = EmitterSample(
        emitted: emitted, position: pose.position, angle: pose.angle,
        multipliers: emitters[index].multipliers)
    } else {
      // Without its body it stays where it was, and emits no more.
      sample = emitters[index].samples[emitters[index].latest % emitters[index].samples.count]
    }
    emitters[index].note(sample, step: steps)
  }
}

extension EmitterDescription {
  init(of own: Scene.Emitter, bodies: [BodyDescription]) {
    var emitter = own.emitter
    if case .polygons = emitter.shape, let body = own.body, bodies.indices.contains(body) {
      emitter.shape = .polygons(bodies[body].outlines.map(\.emitterCorners))
    }
    emitter.cells = emitter.cells.map { $0.withPaths(of: own.textures) }
    self.init(
      name: own.id, emitter: emitter, body: own.body.map { BodyID($0) }, position: own.position,
      angle: own.angle)
  }
}

extension ParticleCell {
  /// With the files of its pictures in place of their names.
  fileprivate func withPaths(of textures: [Scene.Texture]) -> ParticleCell {
    var cell = self
    if let name = picture { cell.picture = textures.first { $0.name == name }?.path }
    cell.cells = cells.map { $0.withPaths(of: textures) }
    return cell
  }
}

extension Outline {
  /// A polygon that goes around it.
  fileprivate var emitterCorners: [Vector] {
    func arc(_ center: Vector, _ radius: Double, from start: Double, _ turn: Double, _ count: Int) -> [Vector]
    {
      (0...count).map { i in
        let angle = start + turn * Double(i) / Double(count)
        return center + Vector(cosine(angle), sine(angle)) * radius
      }
    }
    switch self {
    case .circle(let center, let radius):
      return Array(arc(center, radius, from: 0, 2 * .pi, 48).dropLast())
    case .segment(let from, let to, let radius):
      let radius = max(radius, 0.5)
      let way = to - from
      let angle = arcTangent(way.y, way.x)
      return arc(to, radius, from: angle - .pi / 2, .pi, 12)
        + arc(from, radius, from: angle + .pi / 2, .pi, 12)
    // Rounded corners add little: the particles are near them.
    case .polygon(let corners, _): return corners
    case .rect(let rect, _): return rect.corners
    }
  }
}
