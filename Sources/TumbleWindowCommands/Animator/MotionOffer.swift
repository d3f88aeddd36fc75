import TumblePictureCommands
import TumbleSimulation

/// Keys made of the motion of bodies: their places and angles, each within a tolerance.
struct MotionOffer: Sendable {
  /// The animations that go: what they did is in the motion.
  private let replaced: [Edit]
  /// The animations that lead the bodies so.
  private(set) var animations: [Scene.Animation] = []
  private(set) var title = ""
  /// A sentence about what they come to.
  private(set) var text = ""

  /// The edits of the start that animate the bodies so; empty where none of them has moved.
  var edits: [Edit] { animations.isEmpty ? [] : replaced + animations.map { .add($0) } }

  /// Starts to make keys, by running the session once more from its first step.
  ///
  /// - Parameters:
  ///   - bodies: The ids of bodies; one that is added on the way has keys from there, and waits for them.
  ///   - old: The animations that go: what they did is in the motion.
  /// - Returns: A job that fails with `WorldError` where the run does, and with `AnimationError` where the
  ///   motion has no keys.
  static func job(
    of bodies: [String], in session: Session, _ steps: ClosedRange<Int>, replacing old: [Scene.Animation]
  ) -> BackgroundJob<Result<MotionOffer, any Error>> {
    let (copy, rate) = (session.copy, session.world.rate)
    let started = Set(session.startScene.bodies.map(\.id))
    let taken = Set(session.startScene.animations.map(\.id)).subtracting(old.map(\.id))
    return BackgroundJob("tumble-keys") { job in
      Result {
        var offer = MotionOffer(replaced: old.map { .remove(.animation($0.id)) })
        let run = try MotionSamples(of: bodies, in: copy, steps, job)
        try offer.add(run, rate, steps, taken, started)
        return offer
      }
    }
  }

  private mutating func add(
    _ run: MotionSamples, _ rate: Int, _ steps: ClosedRange<Int>, _ taken: Set<String>, _ started: Set<String>
  ) throws(AnimationError) {
    var taken = taken
    var (keys, samples, error, angleError) = (0, 0, 0.0, 0.0)
    let places = try MotionFit()
    let angles = try MotionFit(tolerance: MotionFit.angles)
    for body in run.bodies {
      let timing = MediaTiming(
        beginTime: Double(steps.lowerBound + body.first) / Double(rate),
        fillMode: started.contains(body.id) ? .removed : .backwards)
      for (property, values) in [
        (AnimatableProperty.positionX, body.x), (.positionY, body.y), (.angle, body.angle),
      ] {
        let isAngle = property == .angle
        let fitted = try (isAngle ? angles : places).keys(for: values, breaks: body.contacts)
        keys += fitted.steps.count
        samples += values.count
        let off = fitted.largestError(of: values)
        if isAngle { angleError = max(angleError, off) } else { error = max(error, off) }
        let target = AnimationTarget(body.id, property)
        let id = target.freeAnimationID(besides: taken)
        taken.insert(id)
        let definition = AnimationDefinition(keys: fitted.frames(rate: Double(rate)), timing: timing)
        animations.append(Scene.Animation(id: id, target: target, definition: definition))
      }
    }
    guard !run.bodies.isEmpty else { return }
    title = run.bodies.count == 1 ? run.bodies[0].id : "\(run.bodies.count) bodies"
    let degrees = angleError * 180 / .pi
    text =
      "\(title): \(keys) keys for \(samples) samples, \((error * 1000).rounded() / 1000) pt and "
      + "\((degrees * 1000).rounded() / 1000)° off at most"
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
private struct MotionSamples {
  struct Body {
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

  init<Value>(
    of ids: [String], in session: SessionCopy, _ steps: ClosedRange<Int>, _ job: BackgroundJob<Value>
  ) throws(WorldError) {
    var bodies = ids.map { Body(id: $0) }
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
