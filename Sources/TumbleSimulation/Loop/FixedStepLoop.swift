/// Turns frames of any length into whole steps of one length.
///
/// Time comes in as an argument and so does the clock that the cost of a step is measured with: the loop
/// reads none. What a frame owes is counted in nanoseconds × rate, an integer, so that nothing drifts. A
/// frame takes at most `maximumSteps` and at most `frameShare` of its own time (one step always, if one is
/// due), keeps what is shorter than a step for interpolation, drops the whole steps that are left, and
/// reports them. A stall (a pause, a suspended laptop, a debugger) therefore leads neither to a burst of
/// steps nor to a spiral of ever longer frames.
public struct FixedStepLoop: Sendable {
  /// The rates that a loop takes, in steps per second.
  public static let rates = 1...10_000
  /// No frame counts as longer than this when its share is computed: a stall buys no long catching up.
  public static let longestFrame = Duration.milliseconds(250)

  /// Steps per second.
  public let rate: Int
  /// The most steps a frame takes.
  public let maximumSteps: Int
  /// The part of a frame that stepping may use, in 0...1.
  public let frameShare: Double

  /// Steps taken since the loop began.
  public private(set) var steps = 0
  /// Steps that were due and not taken since the loop began.
  public private(set) var droppedSteps = 0
  /// The cost of a step, and whether that is too much.
  public private(set) var cost: StepCost

  /// The time that is owed and shorter than a step, in nanoseconds × rate: 0..<`unit`.
  private var remainder: UInt64 = 0
  /// The whole steps still due after one that threw.
  private var postponed = 0
  private var droppedInLastFrame = false

  /// A step in nanoseconds × rate, whatever the rate.
  private static let unit: UInt64 = 1_000_000_000

  /// Creates a loop that owes no time.
  /// - Parameters:
  ///   - rate: In `rates`.
  ///   - maximumSteps: At least 1. If nil, what 15 frames per second need, and at least 8: 8 at 120 steps per
  ///     second.
  ///   - frameShare: 0...1; 0 takes one step a frame.
  public init(rate: Int, maximumSteps: Int? = nil, frameShare: Double = 0.5) {
    precondition(Self.rates.contains(rate), "A loop's rate is 1 to 10,000 steps per second.")
    precondition(maximumSteps ?? 1 >= 1, "A loop takes at least one step a frame.")
    precondition((0...1).contains(frameShare), "A loop's share of a frame is 0 to 1.")
    self.rate = rate
    self.maximumSteps = maximumSteps ?? max(8, rate / 15)
    self.frameShare = frameShare
    cost = StepCost(rate: rate)
  }
}

extension FixedStepLoop {
  /// The result of a frame.
  public struct Report: Hashable, Sendable {
    /// Steps taken in this frame.
    public var steps: Int
    /// The part of a step by which the moment lies beyond the last step: 0..<1.
    public var alpha: Double
    /// Steps that were due in this frame and were not taken.
    public var droppedSteps: Int
    /// The time those steps would have simulated, to the nanosecond below.
    public var dropped: Duration
    /// Is false if time was dropped in two frames running, or a step costs more than it simulates. (One frame
    /// that drops is a stall.)
    public var keepsUp: Bool
  }

  /// The part of a step by which the moment lies beyond the last step: 0..<1.
  public var alpha: Double { Double(remainder) / Double(Self.unit) }

  /// The rest that is kept for the next frame, in nanoseconds × rate: 0..<1,000,000,000.
  public var remainderUnits: Int { Int(remainder) }

  /// All the time dropped since the loop began.
  public var dropped: Duration { duration(ofSteps: droppedSteps) }

  /// Takes the steps that a frame owes.
  /// - Parameters:
  ///   - frame: The time since the frame before, counted in whole nanoseconds; a negative one (a clock that
  ///     jumped back) counts as none, one over 292 years as 292 years.
  ///   - speed: World time for each second of the frame, 1/1,000...1,000: less than 1 is slow motion. A frame
  ///     may take so many times its steps where that is more than 1; its share of time stays the same.
  ///   - elapsed: A clock that does not jump, such as the time since the program began; read only around
  ///     steps.
  ///   - step: Takes one step. If it throws, that step counts as taken and those that were still due wait for
  ///     the next frame.
  public mutating func advance(
    by frame: Duration, speed: Double = 1, elapsed: () -> Duration, step: () throws -> Void
  ) rethrows -> Report {
    precondition((0.001...1000).contains(speed), "A loop's speed is 1/1,000 to 1,000.")
    let stepLimit = speed > 1 ? Int((Double(maximumSteps) * speed).rounded(.up)) : maximumSteps
    // Whole nanoseconds at real time: nothing is rounded there.
    var due = take(speed == 1 ? frame : frame * speed)
    var taken = 0
    if due > 0 {
      let start = elapsed()
      let budget = min(max(frame, .zero), Self.longestFrame) * frameShare
      var before = start
      while due > 0, taken < stepLimit, taken == 0 || before - start < budget {
        due -= 1
        taken += 1
        steps += 1
        do {
          try step()
        } catch {
          postponed = due
          throw error
        }
        let after = elapsed()
        cost.add(after - before)
        before = after
      }
    }
    let keepsUp = (due == 0 || !droppedInLastFrame) && cost.load < 1
    droppedInLastFrame = due > 0
    droppedSteps = droppedSteps.addingWithoutOverflow(due)
    return Report(
      steps: taken, alpha: alpha, droppedSteps: due, dropped: duration(ofSteps: due), keepsUp: keepsUp)
  }

  /// Adds a frame to what is owed and takes the whole steps out of it.
  private mutating func take(_ frame: Duration) -> Int {
    // 128 bits in between: a frame of 292 years at the highest rate is 10^32.
    let product = frame.wholeNanoseconds.multipliedFullWidth(by: UInt64(rate))
    let (low, carry) = product.low.addingReportingOverflow(remainder)
    let (due, rest) = Self.unit.dividingFullWidth((product.high + (carry ? 1 : 0), low))
    remainder = rest
    defer { postponed = 0 }
    return Int(due) + postponed
  }

  private func duration(ofSteps count: Int) -> Duration {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: rate)
    return .seconds(seconds) + .nanoseconds(rest * Int(Self.unit) / rate)
  }
}

extension Duration {
  /// The whole nanoseconds, at least 0, at most what 63 bits hold.
  fileprivate var wholeNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflow2 ? UInt64(Int64.max) : UInt64(sum)
  }
}

extension Int {
  fileprivate func addingWithoutOverflow(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// The cost of a step for the machine, averaged over the last half second of steps.
public struct StepCost: Hashable, Sendable {
  /// The time that a step simulates.
  public let step: Duration
  /// The time that a step takes; zero before the first.
  public private(set) var average: Duration = .zero
  /// Is true if stepping takes more than half of the time it simulates. It stays true until that is under two
  /// fifths, so that a warning does not flicker.
  public private(set) var isTooHigh = false

  private let window: Int
  private var count = 0
  private var sum: Duration = .zero
  private var hasWindow = false

  init(rate: Int) {
    step = .seconds(1) / rate
    window = max(rate / 2, 1)
  }

  /// The part of its own time that a step takes: 0 for none, 1 where physics alone fills the time.
  public var load: Double { average / step }

  /// Counts one step. A negative time (a clock that jumped back) counts as none.
  mutating func add(_ time: Duration) {
    count += 1
    sum += max(time, .zero)
    // Until the first window is full its own beginning has to do.
    if !hasWindow { average = sum / count }
    guard count == window else { return }
    average = sum / count
    (count, sum, hasWindow) = (0, .zero, true)
    isTooHigh = load > (isTooHigh ? 0.4 : 0.5)
  }

  /// The advice to a person when a step costs too much; nil while it does not.
  public var advice: String? {
    guard isTooHigh else { return nil }
    let cost = Self.milliseconds(average)
    let simulated = Self.milliseconds(step)
    return "a step takes \(cost) of the \(simulated) it simulates, which leaves too little for the rest: "
      + "try a longer step (a lower rate) or fewer bodies"
  }

  /// Returns a duration with two decimals, such as `8.33 ms`.
  private static func milliseconds(_ duration: Duration) -> String {
    let hundredths = Int((duration / .microseconds(10)).rounded())
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) ms"
  }
}
