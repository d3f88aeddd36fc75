/// The times at which an animation plays in its parent's time: begin, speed, repetition, and the values shown
/// outside.
///
/// The words are Core Animation's. Where its documents leave a case open this is the choice:
/// - An animation plays from `beginTime` on for as long as its cycles take at its speed, whatever its offset:
///   the offset turns the cycle so that it starts part-way, and wraps.
/// - It is active from its first moment to just before its last; at the last it is already over. What is
///   filled forwards is the limit from before: at the end of a whole number of cycles the value of a cycle's
///   end.
/// - A negative speed plays the same time backwards, from the end to the start; repeated forever, it starts
///   at the end of a cycle.
/// - Speed 0 never ends. The offset then is the place in the whole animation, cycles and all, held within it:
///   at the offset of its end it shows its end.
/// - A duration of 0 is Core Animation's default of 0.25 seconds. Scenes, where a duration can be left out,
///   take 0 for 0 (``isInstant``): such an animation takes what it moves to its end in the step that begins
///   at or before it.
/// - Its numbers mean the decimal fractions that they are written as, and passes are counted with twice a
///   double's digits: 0.3 is three cycles of 0.1, and what starts at any step of a clock ends with the step
///   that its duration says (``MediaTime``). A time given as a double is a boundary if it is within four
///   units of its last place.
public struct MediaTiming: Hashable, Sendable {
  /// The number of passes, or the time, for which an animation goes on.
  public enum Repetition: Hashable, Sendable {
    /// Cycles, fractions allowed; 0 means one. However many there are, the begin time stands.
    case count(Double)
    /// Seconds of the animation's own time; 0 means one cycle.
    case duration(Double)

    /// One pass.
    public static let once = Repetition.count(1)
    /// Passes without end.
    public static let forever = Repetition.count(.infinity)
  }

  /// The times outside the active time at which the value applies.
  public enum FillMode: String, CaseIterable, Hashable, Sendable {
    /// No value, neither before nor after: the model value shows.
    case removed
    /// The value of the end, after it.
    case forwards
    /// The value of the begin, before it.
    case backwards
    /// The value of the begin before it, and that of the end after it.
    case both
  }

  /// The begin in seconds of the parent's time.
  public var beginTime: Double
  /// The length of one pass in seconds of the animation's own time; 0 means 0.25, as in Core Animation,
  /// unless it ``isInstant``.
  public var duration: Double
  /// Is true if a pass takes no time, so that the animation is over as it begins: what a duration of 0 means
  /// in a scene. It cannot be repeated.
  public var isInstant: Bool
  /// The local seconds that pass in a second of the parent; below 0 it plays backwards, at 0 it stands still.
  public var speed: Double
  /// The time of its cycle at which it starts, in seconds of its own time.
  public var timeOffset: Double
  /// The number of passes, or the time, for which it goes on; one pass by default.
  public var repetition: Repetition
  /// Is true if each pass is followed by one backwards, which makes a cycle twice as long.
  public var autoreverses: Bool
  /// The values that show before the begin and after the end; none by default.
  public var fillMode: FillMode

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    beginTime: Double = 0, duration: Double = 0, speed: Double = 1, timeOffset: Double = 0,
    repetition: Repetition = .once, autoreverses: Bool = false, fillMode: FillMode = .removed,
    isInstant: Bool = false
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repetition = repetition
    self.autoreverses = autoreverses
    self.fillMode = fillMode
    self.isInstant = isInstant
  }

  /// The meaning of duration 0, in seconds.
  public static let defaultDuration = 0.25

  /// Checks the numbers.
  /// - Throws: `AnimationError` that says which of them is wrong.
  public func check() throws(AnimationError) {
    if !(duration >= 0 && duration.isFinite) {
      throw .invalid("the duration must be finite and not negative")
    }
    if !beginTime.isFinite { throw .invalid("the begin time must be finite") }
    if !speed.isFinite { throw .invalid("the speed must be finite") }
    if !timeOffset.isFinite { throw .invalid("the time offset must be finite") }
    if isInstant, duration != 0 { throw .invalid("what takes no time has no duration") }
    if isInstant, isRepeated { throw .invalid("what takes no time cannot be repeated") }
    switch repetition {
    case .count(let count) where !(count >= 0): throw .invalid("the repeat count must not be negative")
    case .duration(let time) where !(time >= 0): throw .invalid("the repeat duration must not be negative")
    default: break
    }
  }
}

extension MediaTiming {
  var isValid: Bool { (try? check()) != nil }

  /// The duration of one pass, in own seconds, with the default filled in.
  public var passDuration: Double { duration > 0 ? duration : isInstant ? 0 : Self.defaultDuration }

  /// Is true if it plays other than just once.
  package var isRepeated: Bool {
    switch repetition {
    case .count(let count): count != 0 && count != 1
    case .duration(let time): time != 0
    }
  }

  /// The duration of one cycle, in own seconds: twice the pass if it autoreverses.
  public var cycleDuration: Double { autoreverses ? 2 * passDuration : passDuration }

  /// The duration of all cycles, in own seconds; may be infinite.
  public var activeDuration: Double {
    switch repetition {
    case .count(let count): cycleDuration * (count > 0 ? count : 1)
    case .duration(let time): time > 0 ? time : cycleDuration
    }
  }

  /// The time at which it is over, in the parent's time; infinite if never.
  public var endTime: Double { speed == 0 ? .infinity : beginTime + activeDuration / speed.magnitude }
}

/// A moment, in seconds, as exact as a clock that counts steps.
///
/// A program that counts steps says `MediaTime(step: 708, rate: 120)`: what starts at one step and takes 0.4
/// seconds is over 48 steps later, at every step and for hours. `MediaTime(seconds)` is for times that were
/// calculated with doubles: they count as right to four units in their last place.
public struct MediaTime: Hashable, Sendable {
  let number: PreciseNumber

  init(_ number: PreciseNumber) { self.number = number }

  /// Creates a time that was calculated with doubles: it counts as right to four units in its last place.
  public init(_ seconds: Double) { number = PreciseNumber(seconds, units: 4) }

  /// The time of a step of a clock with a rate in steps per second, which must be positive.
  public init(step: Int, rate: Int) {
    precondition(rate > 0, "the rate of a clock is positive")
    number = PreciseNumber(exactly: Double(step)) / PreciseNumber(exactly: Double(rate))
  }

  /// The nearest double.
  public var seconds: Double { number.high }

  /// The double nearest to it among those that, read as a time as it was written, are not after it: what
  /// begins at it begins at its step when it is read again.
  package var secondsNotAfter: Double {
    let nearest = number.high
    // A reading is taken for as exact as half a unit in its last place.
    return (PreciseNumber(nearest) - number).high > nearest.ulp / 2 ? nearest.nextDown : nearest
  }

  /// The difference of two times.
  public static func - (a: Self, b: Self) -> Self { MediaTime(a.number - b.number) }
  /// The sum of two times.
  public static func + (a: Self, b: Self) -> Self { MediaTime(a.number + b.number) }
}

/// The time of a layer in its parent's: local = (parent - beginTime) × speed + timeOffset, without an end.
public struct LayerTiming: Hashable, Sendable {
  /// The begin in seconds of the parent's time.
  public var beginTime: Double
  /// The seconds of the layer that pass in a second of its parent: 0 stands still, a negative speed rewinds.
  public var speed: Double
  /// The own time at the begin, in seconds.
  public var timeOffset: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
    self.beginTime = beginTime
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// The layer's time at a time of its parent, both in seconds.
  public func localTime(at parentTime: Double) -> Double { (parentTime - beginTime) * speed + timeOffset }

  /// The parent's time at a local time; nil while it stands still, when one local time is many of the
  /// parent's.
  public func parentTime(at localTime: Double) -> Double? {
    speed == 0 ? nil : (localTime - timeOffset) / speed + beginTime
  }

  /// Goes on from where it is, at another speed: the local time does not jump.
  public mutating func setSpeed(_ speed: Double, at parentTime: Double) {
    seek(to: localTime(at: parentTime), at: parentTime)
    self.speed = speed
  }

  /// Stops the layer's time at a time of its parent, in seconds.
  public mutating func pause(at parentTime: Double) { setSpeed(0, at: parentTime) }

  /// Lets the layer's time go on from where it stands, at a speed, from a time of its parent in seconds.
  public mutating func resume(at parentTime: Double, speed: Double = 1) { setSpeed(speed, at: parentTime) }

  /// Puts the local time where it is wanted, at the speed it has: scrubbing while it stands, a jump while it
  /// runs.
  public mutating func seek(to localTime: Double, at parentTime: Double) {
    beginTime = parentTime
    timeOffset = localTime
  }
}

/// The state of a timing at one moment.
public struct TimingState: Hashable, Sendable {
  /// The parts of time into which a timing divides it.
  public enum Phase: String, Hashable, Sendable {
    /// The time before the begin.
    case before
    /// The time from the begin to the end.
    case active
    /// The time after the end.
    case after
  }

  /// The part of time that the moment lies in.
  public var phase: Phase
  /// Cycles begun since the start, from 0; before the start 0, after the end the last.
  public var iteration: Int
  /// The share of the pass, 0 at its begin and 1 at its end; it falls while the pass runs backwards.
  public var progress: Double
  /// The change of the progress, a parent's second; 0 outside the active time.
  public var progressRate: Double
  /// Is true if this pass is an autoreversing cycle's way back.
  public var isReversing: Bool
  /// Is true if a value shows: while active, and where the fill mode says so.
  public var applies: Bool
  /// The cycle in which the place lies, counted from that of the begin of all cycles; falls if the speed is
  /// negative.
  var cycle: Int
}

extension MediaTiming {
  /// The state at a time of the parent's; costs the same at every time.
  ///
  /// NaN is before the begin, and so is every time of a timing that is not valid: nothing shows.
  /// - Parameters:
  ///   - time: In seconds; one within four units of the last place of a boundary is the boundary.
  ///   - isParentsEnd: Whether the parent stands at its end. What shows then is the limit from before: a
  ///     child that ends with it is still active, and one that repeats stands at the end of a cycle, not at
  ///     the begin of the next.
  public func state(at time: Double, isParentsEnd: Bool = false) -> TimingState {
    state(at: MediaTime(time), isParentsEnd: isParentsEnd)
  }

  /// The same at a moment of a clock that counts steps.
  public func state(at time: MediaTime, isParentsEnd: Bool = false) -> TimingState {
    PreciseTiming(self).state(at: time.number, isLimit: isParentsEnd).state
  }
}
