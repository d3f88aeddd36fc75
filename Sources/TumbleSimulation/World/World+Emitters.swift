import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

// Emitters on bodies: where they are at the ends of steps is remembered for as long as their particles live. It follows from
// the state, and nothing of the state from it.

extension World {
  /// Notes where the emitters on bodies are now, after the bodies' poses have been read into the snapshot.
  func noteEmitters(in snapshot: FrameSnapshot) {
    var first = 0
    for emitter in description.emitters {
      let count = emitter.sampleCount(rate: rate)
      defer { first += count }
      guard count > 0 else { continue }
      emitterSamples[first + steps % count] = sample(of: emitter, in: snapshot, from: first, count)
    }
  }

  private func sample(
    of emitter: EmitterDescription, in snapshot: FrameSnapshot, from first: Int, _ count: Int
  ) -> EmitterSample {
    guard let id = emitter.body, let body = snapshot[id] else {
      // Without its body it stays where it was, and emits no more.
      return steps > 0 ? emitterSamples[first + (steps - 1) % count] : EmitterSample()
    }
    return EmitterSample(
      emitted: emitter.emitter.emitted(at: time),
      position: body.position + emitter.position.rotated(by: body.angle), angle: body.angle + emitter.angle)
  }

  /// Writes what was noted into a snapshot, whose memory is reused.
  func writeEmitters(_ snapshot: inout FrameSnapshot) {
    guard snapshot.emitterSamples.count == emitterSamples.count else {
      return snapshot.emitterSamples = emitterSamples.map { $0 }
    }
    for index in emitterSamples.indices { snapshot.emitterSamples[index] = emitterSamples[index] }
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
