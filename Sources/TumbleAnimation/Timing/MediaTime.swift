/// A moment, in seconds, as exact as a clock that counts steps.
///
/// A program that counts steps says `MediaTime(step: 708, rate: 120)`: what starts at one step and takes 0.4 seconds is over
/// 48 steps later, at every step and for hours. `MediaTime(seconds)` is for times that were calculated with doubles: they
/// count as right to four units in their last place.
public struct MediaTime: Hashable, Sendable {
  let number: PreciseNumber

  init(_ number: PreciseNumber) { self.number = number }

  public init(_ seconds: Double) { number = PreciseNumber(seconds, units: 4) }

  /// The time of a step of a clock with a rate in steps per second, which must be positive.
  public init(step: Int, rate: Int) {
    precondition(rate > 0, "the rate of a clock is positive")
    number = PreciseNumber(exactly: Double(step)) / PreciseNumber(exactly: Double(rate))
  }

  /// The nearest double.
  public var seconds: Double { number.high }

  /// The double nearest to it among those that, read as a time as it was written, are not after it: what begins at it
  /// begins at its step when it is read again.
  package var secondsNotAfter: Double {
    let nearest = number.high
    // A reading is taken for as exact as half a unit in its last place.
    return (PreciseNumber(nearest) - number).high > nearest.ulp / 2 ? nearest.nextDown : nearest
  }

  public static func - (a: Self, b: Self) -> Self { MediaTime(a.number - b.number) }
  public static func + (a: Self, b: Self) -> Self { MediaTime(a.number + b.number) }
}
