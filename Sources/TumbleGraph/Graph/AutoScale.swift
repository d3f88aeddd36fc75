/// The values between a graph's bottom and top: fixed limits, or round ones that follow what is in view.
struct AutoScale: Sendable {
  private(set) var scale = GraphScale()
  /// nil: automatic.
  private var limits: ClosedRange<Double>?
  private var isLogarithmic = false
  /// About how many horizontal lines are wanted.
  private var lines = 4
  private var hasSeenValues = false
  /// The greatest magnitude seen so far.
  private var greatest = 0.0

  /// How often the automatic limits have changed.
  private(set) var changes = 0

  /// What is smaller than this beside the values seen so far is the noise of rounding.
  var noise: Double { isLogarithmic ? 0 : max(greatest, scale.span) * 1e-9 }

  /// Takes over the settings.
  ///
  /// - Returns: whether the automatic limits must be found again.
  mutating func set(limits: ClosedRange<Double>?, lines: Int, isLogarithmic: Bool = false) -> Bool {
    let isOther = self.isLogarithmic != isLogarithmic
    let isDue = limits == nil && (self.limits != nil || self.lines != lines || isOther)
    self.limits = limits
    self.lines = lines
    self.isLogarithmic = isLogarithmic
    if let limits {
      scale =
        isLogarithmic
        ? GraphScale(logarithmic: limits, lines: lines) : GraphScale(fixed: limits, lines: lines)
    } else if isOther {
      // Until there are values.
      scale = isLogarithmic ? GraphScale(logarithmic: 1...10, lines: lines) : GraphScale()
      hasSeenValues = false
    }
    return isDue
  }

  /// Follows the values in view; nil where there are none.
  ///
  /// - Parameter isForced: whether the limits need not be steady.
  /// - Returns: whether the scale has changed.
  mutating func follow(_ values: ClosedRange<Double>?, isForced: Bool) -> Bool {
    guard let values else { return false }
    let (low, high) = (values.lowerBound, values.upperBound)
    // A spike of any height counts as a million, or it would flatten all that comes after it.
    greatest = max(greatest, min(max(abs(low), abs(high)), 1e6))
    guard limits == nil else { return false }
    if isLogarithmic {
      let before = scale
      scale =
        isForced || !hasSeenValues
        ? GraphScale(logarithmicFitting: values, lines: lines) : scale.adapted(to: values, lines: lines)
      hasSeenValues = true
      if scale != before { changes += 1 }
      return scale != before
    }
    var shown = values
    let room = greatest * 1e-9
    if high - low < room {
      // Noise is not blown up to fill the graph: round limits a tenth to either side, as for a constant.
      let middle = low / 2 + high / 2
      let reach = max(abs(middle) / 10, room / 2)
      shown = middle - reach...middle + reach
    }
    let before = scale
    // The first values have nothing to be steady with.
    scale =
      isForced || !hasSeenValues
      ? GraphScale(fitting: shown, lines: lines) : scale.adapted(to: shown, lines: lines)
    hasSeenValues = true
    guard scale != before else { return false }
    changes += 1
    return true
  }
}
