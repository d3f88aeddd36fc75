/// On which vertical axis of a scrolling graph each channel stands, and how values lie on them.
struct GraphAxes: Hashable, Sendable {
  /// By channel; empty where there is one axis only.
  private(set) var isSecond: [Bool] = []
  private(set) var isLogarithmic = false

  init() {}

  /// Channels of another unit than the first one that is on stand on the second axis, where there is one.
  init(_ channels: [GraphChannel], _ settings: GraphSettings) {
    isLogarithmic = settings.isLogarithmic
    guard settings.hasSecondAxis, let first = (channels.first { $0.isOn } ?? channels.first)?.unit,
      channels.contains(where: { $0.isOn && $0.unit != first })
    else { return }
    isSecond = channels.map { $0.unit != first }
  }

  var hasSecond: Bool { !isSecond.isEmpty }

  func isOnSecond(_ channel: Int) -> Bool { isSecond.indices.contains(channel) && isSecond[channel] }

  /// Whether a value has a place: a logarithmic axis has none for what is not above 0.
  func shows(_ value: Double) -> Bool { value.isFinite && (!isLogarithmic || value > 0) }
}

/// The lowest and the highest of some values, for each of two axes.
struct AxisExtremes: Sendable {
  private var first = (low: Double.infinity, high: -Double.infinity)
  private var second = (low: Double.infinity, high: -Double.infinity)

  init() {}

  /// - Parameter value: One that the axis shows.
  mutating func include(_ value: Double, isSecond: Bool) {
    if isSecond {
      second = (min(second.low, value), max(second.high, value))
    } else {
      first = (min(first.low, value), max(first.high, value))
    }
  }

  mutating func include(_ other: AxisExtremes) {
    first = (min(first.low, other.first.low), max(first.high, other.first.high))
    second = (min(second.low, other.second.low), max(second.high, other.second.high))
  }

  /// nil where there is no value.
  subscript(isSecond isSecond: Bool) -> ClosedRange<Double>? {
    let (low, high) = isSecond ? second : first
    return low <= high ? low...high : nil
  }
}
