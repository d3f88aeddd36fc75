import TumbleFiles
import TumblePictureCommands
import TumbleSimulation

/// The distances by which keys may be off from the motion that they are made of.
struct MotionTolerance: Hashable, Sendable {
  /// The tolerance of places, in points; 0.1 by default.
  var places = MotionFit.places
  /// The tolerance of angles, in radians; 0.1 degrees by default.
  var angles = MotionFit.angles

  /// Returns the fit of a property's numbers.
  func fit(_ property: AnimatableProperty) throws(AnimationError) -> MotionFit {
    try MotionFit(tolerance: property == .angle ? angles : places)
  }
}

/// Keys made of the motion of bodies: their places and angles, each within a tolerance.
struct MotionOffer: Sendable {
  /// The motion, of which keys within another tolerance can be made.
  let samples: MotionSamples
  /// The animations that lead the bodies so.
  private(set) var animations: [Scene.Animation] = []
  private(set) var title = ""
  /// A sentence about what they come to.
  private(set) var text = ""

  /// The edits of the start that animate the bodies so; none where there is no motion.
  var edits: [Edit] {
    animations.isEmpty ? [] : samples.old.map { .remove(.animation($0)) } + animations.map { .add($0) }
  }

  /// Starts to make keys, by running the session once more from its first step.
  ///
  /// - Parameters:
  ///   - bodies: The ids of bodies; one that is added on the way has keys from there, and waits for them.
  ///   - old: The animations that go: what they did is in the motion.
  /// - Returns: A job that fails with `WorldError` where the run does, and with `AnimationError` where the
  ///   motion has no keys.
  static func job(
    of bodies: [String], in session: Session, _ steps: ClosedRange<Int>, replacing old: [Scene.Animation],
    within tolerance: MotionTolerance = MotionTolerance()
  ) -> BackgroundJob<Result<MotionOffer, any Error>> {
    let (copy, start, rate) = (session.copy, session.startScene, session.world.rate)
    return BackgroundJob("tumble-keys") { job in
      Result {
        var samples = MotionSamples(of: bodies, steps, rate: rate, start, replacing: old)
        try samples.read(copy, job)
        return try MotionOffer(samples, within: tolerance)
      }
    }
  }

  /// Starts to make keys of the same motion within another tolerance.
  func job(within tolerance: MotionTolerance) -> BackgroundJob<Result<MotionOffer, any Error>> {
    BackgroundJob("tumble-keys") { [samples] _ in Result { try MotionOffer(samples, within: tolerance) } }
  }

  private init(_ samples: MotionSamples, within tolerance: MotionTolerance) throws(AnimationError) {
    self.samples = samples
    guard !samples.bodies.isEmpty else { return }
    var taken = samples.taken
    let rate = Double(samples.rate)
    var (keys, count, error, angleError) = (0, 0, 0.0, 0.0)
    for body in samples.bodies {
      let timing = MediaTiming(
        beginTime: Double(samples.steps.lowerBound + body.first) / rate,
        fillMode: samples.started.contains(body.id) ? .removed : .backwards)
      for (property, values) in [
        (AnimatableProperty.positionX, body.x), (.positionY, body.y), (.angle, body.angle),
      ] {
        let fitted = try tolerance.fit(property).keys(for: values, breaks: body.contacts)
        keys += fitted.steps.count
        count += values.count
        let off = fitted.largestError(of: values)
        if property == .angle { angleError = max(angleError, off) } else { error = max(error, off) }
        let target = AnimationTarget(body.id, property)
        let id = target.freeAnimationID(besides: taken)
        taken.insert(id)
        let definition = AnimationDefinition(keys: fitted.frames(rate: rate), timing: timing)
        animations.append(Scene.Animation(id: id, target: target, definition: definition))
      }
    }
    title = samples.bodies.count == 1 ? samples.bodies[0].id : "\(samples.bodies.count) bodies"
    let (begin, end) = (Double(samples.steps.lowerBound) / rate, Double(samples.steps.upperBound) / rate)
    // A number and its unit stay on one line.
    text =
      "\(title): \(keys) keys in place of \(count) values, off by \(error.thousandthsText)\u{a0}pt and "
      + "\((angleError * 180 / .pi).thousandthsText)° at most, from \(begin.thousandthsText)\u{a0}s to "
      + "\(end.thousandthsText)\u{a0}s"
  }
}

extension MotionKeys {
  /// A time by which a value that is not held any more comes early, in seconds: times of steps are more
  /// precise than those of keys, and would lie before the key.
  private static let early = 1e-9

  /// The keys with times from the first sample; of one value there are two.
  ///
  /// - Parameter rate: Samples per second.
  func frames(rate: Double) -> [Keyframe<AnimatableValue>] {
    var frames = steps.indices.map { index in
      let curve = index > 0 ? timing[index - 1] : .linear
      return Keyframe(
        at: Double(steps[index]) / rate - (curve == .hold ? Self.early : 0),
        AnimatableValue.number(values[index]), timing: curve)
    }
    if frames.count == 1 { frames.append(Keyframe(at: 1 / rate, frames[0].value)) }
    return frames
  }
}

/// The places and angles of bodies in each step of a session's past.
struct MotionSamples: Sendable {
  struct Body: Sendable {
    var id: String
    /// The index of the first sample, in steps from the first.
    var first = 0
    var x: [Double] = []
    var y: [Double] = []
    var angle: [Double] = []
    /// The indices of samples in which a contact begins.
    var contacts: [Int] = []
  }

  private(set) var bodies: [Body]
  let steps: ClosedRange<Int>
  /// Steps per second.
  let rate: Int
  /// The ids of the bodies that are there from the start.
  fileprivate let started: Set<String>
  /// The ids of the animations that go, and those that new ones cannot have.
  fileprivate let old: [String]
  fileprivate let taken: Set<String>

  fileprivate init(
    of ids: [String], _ steps: ClosedRange<Int>, rate: Int, _ start: Scene, replacing old: [Scene.Animation]
  ) {
    (bodies, self.steps, self.rate) = (ids.map { Body(id: $0) }, steps, rate)
    self.old = old.map(\.id)
    started = Set(start.bodies.map(\.id))
    taken = Set(start.animations.map(\.id)).subtracting(self.old)
  }

  fileprivate mutating func read<Value>(_ session: SessionCopy, _ job: BackgroundJob<Value>)
    throws(WorldError)
  {
    var bodies = bodies
    try session.run { world in
      job.progress = Double(world.steps) / Double(max(steps.upperBound, 1))
      guard world.steps >= steps.lowerBound else { return !job.isCancelled }
      let index = world.steps - steps.lowerBound
      for place in bodies.indices {
        guard let body = world.snapshot[bodies[place].id] else { continue }
        if bodies[place].x.isEmpty { bodies[place].first = index }
        let sample = index - bodies[place].first
        // One that is gone for a while ends there.
        guard bodies[place].x.count == sample else { continue }
        bodies[place].x.append(body.position.x)
        bodies[place].y.append(body.position.y)
        bodies[place].angle.append(body.angle)
        let began = world.contacts.contains { contact in
          contact.kind == .began && !contact.isSensor && (contact.a == body.id || contact.b == body.id)
        }
        if began { bodies[place].contacts.append(sample) }
      }
      return world.steps < steps.upperBound && !job.isCancelled
    }
    self.bodies = bodies.filter { $0.x.count > 1 }
  }
}
