/// The motion of a value on a spring in closed form: where it is and how fast, at any time since its release.
public struct SpringMotion<Value: LinearValue>: Sendable, Equatable {
  public let spring: Spring
  public let from: Value
  /// Where it comes to rest.
  public let to: Value
  /// At the start, per second; the spring's own initial velocity along the way is in it.
  public let initialVelocity: Value

  /// The velocity comes on top of the spring's own initial velocity along the way.
  public init(_ spring: Spring, from: Value, to: Value, velocity: Value) {
    self.spring = spring
    self.from = from
    self.to = to
    initialVelocity = velocity + (to - from) * spring.initialVelocity
  }

  public func value(at time: Double) -> Value {
    guard time > 0 else { return from }
    // The motion is linear in its start: a displacement of 1 at rest, and a velocity of 1 at rest's place.
    let fromPlace = spring.motion(displacement: 1, velocity: 0, after: time).displacement
    let fromVelocity = spring.motion(displacement: 0, velocity: 1, after: time).displacement
    return to + (from - to) * fromPlace + initialVelocity * fromVelocity
  }

  /// Per second.
  public func velocity(at time: Double) -> Value {
    let fromPlace = spring.motion(displacement: 1, velocity: 0, after: max(time, 0)).velocity
    let fromVelocity = spring.motion(displacement: 0, velocity: 1, after: max(time, 0)).velocity
    return (from - to) * fromPlace + initialVelocity * fromVelocity
  }

  /// Both after a positive time, of one look at the spring.
  func valueAndVelocity(at time: Double) -> (value: Value, velocity: Value) {
    let (place, speed) = spring.unitMotions(after: time)
    return (
      to + (from - to) * place.displacement + initialVelocity * speed.displacement,
      (from - to) * place.velocity + initialVelocity * speed.velocity
    )
  }

  /// The motion from here on to another rest: place and velocity go on without a jump. Its time starts again.
  public func retargeted(to target: Value, at time: Double) -> SpringMotion {
    SpringMotion(
      spring.withInitialVelocity(0), from: value(at: time), to: target, velocity: velocity(at: time))
  }

  /// The time after which the value stays within a share of its amplitude from rest; 0 if it rests already,
  /// infinite without damping.
  public func settlingDuration(tolerance: Double = 0.0001) -> Double {
    let (distance, speed) = ((from - to).length, initialVelocity.length)
    let amplitude = max(distance, speed / spring.frequency)
    guard amplitude > 0 else { return 0 }
    return spring.settlingDuration(
      displacement: distance / amplitude, speed: speed / amplitude, tolerance: tolerance)
  }
}
