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
