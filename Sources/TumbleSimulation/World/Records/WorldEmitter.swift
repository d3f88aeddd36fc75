/// The record of an emitter. Emitters are looks: what is remembered of them follows from the state, and
/// nothing of the state from it.
final class WorldEmitter: ValuedRecord {
  static let kind = SceneObject.Kind.emitter
  static var records: ReferenceWritableKeyPath<World, Records<WorldEmitter>> { \.emitters }
  static var descriptions: WritableKeyPath<WorldDescription, [EmitterDescription]> { \.emitters }

  let index: Int
  var values = AnimatedValues()
  /// Is true if an edit removed it; one whose body has gone emits no more, and what it emitted is still seen.
  private(set) var isRemoved = false
  /// The multipliers in effect, held within what an emitter may be.
  private(set) var multipliers: Emitter.Multipliers
  /// The integral of the rate up to the latest change, which counts births, and the time that the emitter had
  /// been active: from there it is the rate times the time. So nothing is summed up while the rate stays the
  /// same.
  private var base = (emitted: 0.0, active: 0.0)
  /// The samples at the ends of the latest steps: that of step n stands at n modulo their count.
  ///
  /// One that stands still and is what it always was has none: its particles are a function of the time. One
  /// on a body has them from the beginning, and any other from its first change on.
  private(set) var samples: [EmitterSample] = []
  /// The latest step of which there is a sample.
  private var latest = -1

  init(_ index: Int, in world: World) {
    self.index = index
    let own = world.model.scene.emitters[index]
    multipliers = own.held(own.emitter.multipliers, rate: world.rate)
  }

  static func path(_ index: Int) -> Scene.ObjectPath { .emitter(index) }

  func description(in world: World) -> EmitterDescription {
    EmitterDescription(of: world.model.scene.emitters[index], bodies: world.description.bodies)
  }

  /// Begins its past, which a new emitter on a body does not have.
  func didCome(to world: World) {
    let own = world.model.scene.emitters[index]
    if own.body != nil { startSampling(own.emitter, in: world) }
  }

  func leave(_ world: World) { isRemoved = true }

  func forget(in world: World) { values = AnimatedValues() }

  /// Follows a change of the scene's emitter: what was born before stays as it was.
  func change(in world: World) {
    let (old, own) = (world.description.emitters[index].emitter, world.model.scene.emitters[index])
    startSampling(old, in: world)
    let description = description(in: world)
    world.description.emitters[index] = description
    takePlainValues(in: world)
    change(
      to: own.held(shownMultipliers(of: own), rate: world.rate), from: old, to: description.emitter, in: world
    )
  }

  /// Changes the multipliers, or all of the emitter: what was born up to now stays as it is.
  private func change(
    to multipliers: Emitter.Multipliers, from old: Emitter, to new: Emitter, in world: World
  ) {
    base = (emitted(old, at: world.time), new.timeActive(at: world.time))
    self.multipliers = multipliers
    var lasting = new
    lasting.multipliers = multipliers
    remember(lasting.sampleCount(rate: world.rate))
  }

  /// The multipliers of the scene, and over them those that animations show.
  private func shownMultipliers(of own: Scene.Emitter) -> Emitter.Multipliers {
    var multipliers = own.emitter.multipliers
    for property in Emitter.Multipliers.properties {
      if let shown = values[property]?.shown.number { multipliers[property] = shown }
    }
    return multipliers
  }

  // MARK: - What is remembered

  /// The integral of its rate up to a time, in seconds.
  private func emitted(_ emitter: Emitter, at time: Double) -> Double {
    base.emitted + multipliers.rate * (emitter.timeActive(at: time) - base.active)
  }

  /// Begins to remember, with the latest steps as they were.
  private func startSampling(_ emitter: Emitter, in world: World) {
    guard samples.isEmpty else { return }
    let (own, pose) = (world.description.emitters[index], pose(in: world))
    let count = emitter.sampleCount(rate: world.rate)
    samples = Array(repeating: EmitterSample(), count: count)
    for step in max(world.steps - count + 1, 0)...world.steps {
      samples[step % count] = EmitterSample(
        emitted: emitted(emitter, at: Double(step) / Double(world.rate)),
        position: pose?.position ?? own.position, angle: pose?.angle ?? own.angle, multipliers: multipliers)
    }
    latest = world.steps
  }

  /// Remembers at least so many steps.
  private func remember(_ count: Int) {
    guard !samples.isEmpty, count > samples.count else { return }
    // A lifetime that rises bit by bit asks often.
    let more = max(count, samples.count * 2)
    var longer = Array(repeating: EmitterSample(), count: more)
    for step in max(latest - samples.count + 1, 0)..<max(latest + 1, 0) {
      longer[step % more] = samples[step % samples.count]
    }
    samples = longer
  }

  /// Returns its position and angle now; nil without its body.
  private func pose(in world: World) -> (position: Vector, angle: Double)? {
    let own = world.description.emitters[index]
    guard let id = own.body else { return (own.position, own.angle) }
    guard let body = world.bodies.find(id.number)?.body else { return nil }
    return (body.position + own.position.rotated(by: body.angle), body.angle + own.angle)
  }

  /// Corrects where one on a body is at step 0: animations of the body have been placed since that was noted.
  func place(in world: World) {
    guard world.description.emitters[index].body != nil, !samples.isEmpty, latest == 0,
      let pose = pose(in: world)
    else { return }
    (samples[0].position, samples[0].angle) = pose
  }

  /// Notes how it is at the end of a step, once: an edit between two steps is seen at the end of the next
  /// one, as if it had come with it.
  func note(in world: World) {
    guard !samples.isEmpty, latest < world.steps else { return }
    // Without its body it stays where it was, and emits no more.
    var sample = samples[latest % samples.count]
    if let pose = pose(in: world) {
      let emitted = emitted(world.description.emitters[index].emitter, at: world.time)
      sample = EmitterSample(
        emitted: emitted, position: pose.position, angle: pose.angle, multipliers: multipliers)
    }
    samples[world.steps % samples.count] = sample
    latest = world.steps
  }

  // MARK: - What animations say

  func isThere(in world: World) -> Bool { world.model.has(.emitter, index) }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(world.model.scene.emitters[index].emitter.multipliers[property])
  }

  func shownValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(multipliers[property])
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(multipliers[property])
  }

  func apply(_ property: AnimatableProperty, in world: World) {
    guard !isRemoved else { return }
    let own = world.model.scene.emitters[index]
    let multipliers = own.held(shownMultipliers(of: own), rate: world.rate)
    guard multipliers != self.multipliers else { return }
    let emitter = world.description.emitters[index].emitter
    startSampling(emitter, in: world)
    change(to: multipliers, from: emitter, to: emitter, in: world)
  }
}

extension World {
  /// Describes the emitters anew that have the shape of a body which has another one now.
  func reshapeEmitters(ofBody body: Int) {
    for emitter in emitters.all {
      let own = model.scene.emitters[emitter.index]
      guard own.body == body, case .polygons = own.emitter.shape else { continue }
      description.emitters[emitter.index] = emitter.description(in: self)
    }
  }

  /// Notes how the emitters are now, at the end of a step, and writes what was noted into a snapshot, whose
  /// memory is reused.
  func writeEmitters(_ snapshot: inout FrameSnapshot) {
    let emitters = emitters.all
    var count = 0
    snapshot.emitterCounts.fill(with: 0, count: emitters.count)
    for emitter in emitters {
      emitter.note(in: self)
      let own = emitter.isRemoved ? -1 : emitter.samples.count
      snapshot.emitterCounts[emitter.index] = own
      count += max(own, 0)
    }
    snapshot.emitterSamples.fill(with: EmitterSample(), count: count)
    var first = 0
    for emitter in emitters where !emitter.isRemoved {
      let samples = emitter.samples
      for place in samples.indices { snapshot.emitterSamples[first + place] = samples[place] }
      first += samples.count
    }
  }
}

extension Emitter.Multipliers {
  static let properties = AnimatableProperty.all(of: .emitter)

  /// The one that a property of an emitter is; 1 for what is none.
  subscript(property: AnimatableProperty) -> Double {
    get {
      switch property {
      case .emitterRate: rate
      case .emitterLifetime: lifetime
      case .emitterVelocity: velocity
      case .emitterScale: scale
      case .emitterSpin: spin
      default: 1
      }
    }
    set {
      switch property {
      case .emitterRate: rate = newValue
      case .emitterLifetime: lifetime = newValue
      case .emitterVelocity: velocity = newValue
      case .emitterScale: scale = newValue
      case .emitterSpin: spin = newValue
      default: break
      }
    }
  }
}
