/// Straight lines between points, as CSS's `linear()` has it.
public struct PiecewiseLinear: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// Where in the time, 0...1 usually.
    public var input: Double
    public var output: Double

    public init(_ input: Double, _ output: Double) {
      self.input = input
      self.output = output
    }
  }

  /// A point as it is written, whose place may be left open.
  public struct Stop: Hashable, Sendable {
    public var output: Double
    public var input: Double?

    public init(_ output: Double, at input: Double? = nil) {
      self.output = output
      self.input = input
    }
  }

  /// At least one, in rising order of their inputs.
  public let points: [Point]

  /// Places what is open as CSS does: the first at 0, the last at 1, others evenly between their neighbours; a
  /// place before an earlier one moves up to it. nil for no stops, for a number out of ``TimingFunction/outputs``, and
  /// for a line at an end that is so steep that it leaves them within 0...1.
  public init?(_ stops: [Stop]) {
    let outputs = TimingFunction.outputs
    guard !stops.isEmpty, stops.allSatisfy({ outputs.contains($0.output) && outputs.contains($0.input ?? 0) })
    else { return nil }
    var inputs = stops.map(\.input)
    inputs[0] = inputs[0] ?? 0
    if stops.count > 1 { inputs[stops.count - 1] = inputs[stops.count - 1] ?? 1 }
    var highest = -Double.infinity
    for i in inputs.indices {
      guard let input = inputs[i] else { continue }
      highest = max(highest, input)
      inputs[i] = highest
    }
    var points: [Point] = []
    var previous = 0
    for i in inputs.indices {
      guard let input = inputs[i] else { continue }
      // The open ones since the last placed one.
      for open in points.count..<i {
        let start = points[previous].input
        let share = Double(open - previous) / Double(i - previous)
        points.append(Point(start + (input - start) * share, stops[open].output))
      }
      points.append(Point(input, stops[i].output))
      previous = i
    }
    self.points = points
    guard outputs.contains(value(at: 0)), outputs.contains(value(at: 1)) else { return nil }
  }

  /// At a place that two points share, the later one's; beyond the ends the nearest line goes on.
  public func value(at t: Double) -> Double {
    guard points.count > 1 else { return points[0].output }
    let i = index(at: t)
    let (a, b) = (points[i], points[i + 1])
    if t == b.input { return b.output }
    if t == a.input { return a.output }
    if a.input == b.input { return t < a.input ? a.output : b.output }
    return a.output + (b.output - a.output) * ((t - a.input) / (b.input - a.input))
  }

  /// That of the line to the right, at the last point of the one to the left.
  public func slope(at t: Double) -> Double {
    guard points.count > 1 else { return 0 }
    let i = index(at: t)
    let (a, b) = (points[i], points[i + 1])
    return a.input == b.input ? 0 : (b.output - a.output) / (b.input - a.input)
  }

  /// The last point at or before t that has a successor; 0 if all lie after it.
  private func index(at t: Double) -> Int {
    // A time that is no number lies before all points.
    let next = points.partitioningIndex { !($0.input <= t) }
    return min(max(next - 1, 0), points.count - 2)
  }
}
