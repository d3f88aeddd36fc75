/// A damped spring that is released at distance 1 from rest, in closed form.
///
/// `value` runs from 0 (where it is released) to 1 (at rest), past it where the spring is underdamped.
public struct Spring: Hashable, Sendable {
  /// The mass in kilograms.
  public let mass: Double
  /// The stiffness in newtons a meter; any unit of length.
  public let stiffness: Double
  /// The damping in newton seconds per meter; 0 swings forever.
  public let damping: Double
  /// The initial velocity in distances per second, towards the rest: 1 would cover the distance in a second.
  public let initialVelocity: Double

  /// The frequencies and decays that a motion can be calculated with, per second: no product of theirs
  /// overflows or vanishes.
  private static let rates = 1e-9...1e9

  /// The spring of Core Animation's defaults.
  public init() { self.init(checked: 1, 100, 10, 0) }

  /// A spring by its numbers; the defaults are those of Core Animation's spring.
  /// - Throws: `AnimationError` unless mass and stiffness are positive, the damping is not negative, all are
  ///   finite, and so is the motion they make: its ``frequency`` lies in 1e-9...1e9, it decays by at most 1e9
  ///   per second, and the initial velocity is in ``TimingFunction/outputs``.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
  ) throws(AnimationError) {
    guard mass > 0, stiffness > 0, damping >= 0 else {
      throw .invalid("a spring's mass and stiffness must be positive, and its damping not negative")
    }
    guard mass.isFinite, stiffness.isFinite, damping.isFinite,
      Self.rates.contains((stiffness / mass).squareRoot()), damping / (2 * mass) <= Self.rates.upperBound,
      TimingFunction.outputs.contains(initialVelocity)
    else {
      throw .invalid(
        """
        these numbers are too large or too small for a spring: a swing takes 1e-8 to 1e9 seconds, and it is \
        damped and moves at most 1e9 per second
        """
      )
    }
    self.init(checked: mass, stiffness, damping, initialVelocity)
  }

  /// Creates a spring of mass 1 by the period without damping, in seconds, and the damping as a share of
  /// critical damping: below 1 it swings, at 1 it is fastest without swinging.
  ///
  /// - Throws: `AnimationError` unless the response is positive, the ratio not negative, and the motion
  ///   finite, as above.
  public init(response: Double, dampingRatio: Double, initialVelocity: Double = 0) throws(AnimationError) {
    guard response > 0, dampingRatio >= 0 else {
      throw .invalid("a spring's response must be positive, and its damping ratio not negative")
    }
    let frequency = 2 * Double.pi / response
    try self.init(
      stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
      initialVelocity: initialVelocity)
  }

  private init(checked mass: Double, _ stiffness: Double, _ damping: Double, _ initialVelocity: Double) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// Creates a spring of mass 1 from numbers that are known to be valid.
  init(checkedResponse response: Double, dampingRatio: Double) {
    let frequency = 2 * Double.pi / response
    self.init(checked: 1, frequency * frequency, 2 * dampingRatio * frequency, 0)
  }

  /// The same spring released with another velocity, in distances per second; one out of
  /// ``TimingFunction/outputs`` counts as 0.
  public func withInitialVelocity(_ velocity: Double) -> Spring {
    Spring(checked: mass, stiffness, damping, TimingFunction.outputs.contains(velocity) ? velocity : 0)
  }
}

extension Spring {
  /// The frequency without damping, in radians per second.
  public var frequency: Double { (stiffness / mass).squareRoot() }

  /// The period without damping, in seconds.
  public var response: Double { 2 * .pi / frequency }

  /// The damping as a part of the critical one, at which nothing swings: 1 is critical.
  public var dampingRatio: Double { damping / (2 * mass) / frequency }

  /// The share of the way covered; 0 up to time 0, in seconds.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    return 1 - motion(displacement: 1, velocity: -initialVelocity, after: time).displacement
  }

  /// Returns the velocity in shares of the way per second.
  public func velocity(at time: Double) -> Double {
    -motion(displacement: 1, velocity: -initialVelocity, after: max(time, 0)).velocity
  }

  /// The exact motion from any displacement from rest and any velocity.
  public func motion(
    displacement x0: Double, velocity v0: Double, after time: Double
  ) -> (displacement: Double, velocity: Double) {
    let decay = damping / (2 * mass)
    let squared = stiffness / mass
    let (c, s) = Self.waves(decay: decay, squared: squared, time: time)
    // x = c·x0 + s·(v0 + decay·x0), where c and s carry the factor exp(-decay·t).
    return (c * x0 + s * (v0 + decay * x0), c * v0 - s * (squared * x0 + decay * v0))
  }

  /// The motions from displacement 1 at rest, and from rest's place with velocity 1, of which all others are
  /// sums.
  func unitMotions(
    after time: Double
  ) -> (
    fromPlace: (displacement: Double, velocity: Double),
    fromVelocity: (displacement: Double, velocity: Double)
  ) {
    let decay = damping / (2 * mass)
    let squared = stiffness / mass
    let (c, s) = Self.waves(decay: decay, squared: squared, time: time)
    return ((c + s * decay, -(s * squared)), (s, c - s * decay))
  }

  /// exp(-decay·t) times the cosine, and times the sine over its frequency, circular or hyperbolic as the
  /// damping is. One formula near critical damping, where the usual ones divide by zero.
  private static func waves(decay: Double, squared: Double, time t: Double) -> (Double, Double) {
    let difference = decay * decay - squared
    let q = difference * t * t
    if q.magnitude < 1e-4 {
      let envelope = exponential(-decay * t)
      let even = 1 + q / 2 * (1 + q / 12 * (1 + q / 30))
      let odd = t * (1 + q / 6 * (1 + q / 20 * (1 + q / 42)))
      return (envelope * even, envelope * odd)
    }
    if difference < 0 {
      let frequency = (-difference).squareRoot()
      let envelope = exponential(-decay * t)
      return (envelope * cosine(frequency * t), envelope * sine(frequency * t) / frequency)
    }
    let rate = difference.squareRoot()
    // decay - rate without cancellation; neither exponent is positive, so nothing overflows.
    let slow = exponential(-squared / (decay + rate) * t)
    let fast = exponential(-(decay + rate) * t)
    return ((slow + fast) / 2, (slow - fast) / (2 * rate))
  }

  /// The time after which the value stays within `tolerance` of 1, by the curve's envelope: never too short,
  /// at most one swing too long. Infinite without damping.
  public func settlingDuration(tolerance: Double = 0.001) -> Double {
    settle(
      displacement: 1, momentum: (damping / (2 * mass) - initialVelocity).magnitude, tolerance: tolerance)
  }

  /// The same from a distance at a speed whose direction is not known.
  func settlingDuration(displacement: Double, speed: Double, tolerance: Double) -> Double {
    settle(
      displacement: displacement, momentum: speed + damping / (2 * mass) * displacement, tolerance: tolerance)
  }

  /// The motion is c·displacement + s·momentum, c and s being the `waves`; this bounds it from both.
  private func settle(displacement: Double, momentum: Double, tolerance: Double) -> Double {
    guard damping > 0, tolerance > 0 else { return .infinity }
    let decay = damping / (2 * mass)
    let squared = stiffness / mass
    let difference = decay * decay - squared
    if difference < -1e-8 * squared {
      let amplitude = (displacement * displacement + momentum * momentum / -difference).squareRoot()
      return max(0, logarithm(amplitude / tolerance) / decay)
    }
    // Not swinging: once the bound has fallen it goes on falling; found by doubling, then by halving.
    let slow = squared / (decay + max(difference, 0).squareRoot())
    func bound(_ t: Double) -> Double {
      let (c, s) = Self.waves(decay: decay, squared: min(squared, decay * decay), time: t)
      return c * displacement + s * momentum
    }
    var high = 2 / slow
    for _ in 0..<64 where bound(high) > tolerance { high *= 2 }
    var low = 0.0
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if bound(middle) > tolerance { low = middle } else { high = middle }
    }
    return high
  }
}

// A spring that moves a value, without anything around it: `spring.value(from: 0, to: 100, at: 0.25)`.
extension Spring {
  /// Returns a value that the spring pulls to rest, at a time.
  /// - Parameters:
  ///   - from: Where it is released.
  ///   - to: Where it comes to rest.
  ///   - velocity: Its velocity at the release, per second; the spring's own initial velocity along the way
  ///     comes on top.
  ///   - time: In seconds since its release; before 0 it has not moved.
  public func value<Value: LinearValue>(
    from: Value, to: Value, velocity: Value, at time: Double
  ) -> Value {
    SpringMotion(self, from: from, to: to, velocity: velocity).value(at: time)
  }

  /// The same, released at rest.
  public func value<Value: LinearValue>(from: Value, to: Value, at time: Double) -> Value {
    value(from: from, to: to, velocity: to * 0, at: time)
  }

  /// Returns the change of the value, per second.
  public func velocity<Value: LinearValue>(
    from: Value, to: Value, velocity: Value, at time: Double
  ) -> Value {
    SpringMotion(self, from: from, to: to, velocity: velocity).velocity(at: time)
  }

  /// The same, released at rest.
  public func velocity<Value: LinearValue>(from: Value, to: Value, at time: Double) -> Value {
    self.velocity(from: from, to: to, velocity: to * 0, at: time)
  }
}

// MARK: - Springs to begin with

extension Spring {
  /// Comes to rest within half a second, without swinging past it.
  public static let smooth = Spring(checkedResponse: 0.5, dampingRatio: 1)
  /// A spring that goes a little past its rest and back.
  public static let snappy = Spring(checkedResponse: 0.5, dampingRatio: 0.85)
  /// A spring that swings past its rest and back more than once.
  public static let bouncy = Spring(checkedResponse: 0.5, dampingRatio: 0.5)
}

/// The motion of a value on a spring in closed form: where it is and how fast, at any time since its release.
public struct SpringMotion<Value: LinearValue>: Sendable, Equatable {
  /// The spring.
  public let spring: Spring
  /// The value at which the motion begins.
  public let from: Value
  /// The value at rest.
  public let to: Value
  /// The velocity at the start, per second; the spring's own initial velocity along the way is in it.
  public let initialVelocity: Value

  /// The velocity comes on top of the spring's own initial velocity along the way.
  public init(_ spring: Spring, from: Value, to: Value, velocity: Value) {
    self.spring = spring
    self.from = from
    self.to = to
    initialVelocity = velocity + (to - from) * spring.initialVelocity
  }

  /// The value at a time in seconds after the begin.
  public func value(at time: Double) -> Value {
    guard time > 0 else { return from }
    // The motion is linear in its start: a displacement of 1 at rest, and a velocity of 1 at rest's place.
    let fromPlace = spring.motion(displacement: 1, velocity: 0, after: time).displacement
    let fromVelocity = spring.motion(displacement: 0, velocity: 1, after: time).displacement
    return to + (from - to) * fromPlace + initialVelocity * fromVelocity
  }

  /// The velocity at a time in seconds, per second.
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
