/// Keyframes made ready: the value at any progress, found in a time that grows with the logarithm of their number.
public struct KeyframeTrack<Value: Interpolatable>: Sendable, Equatable {
  public let values: [Value]
  /// The begin of each value, and in discrete mode the end of the last.
  public let times: [Double]
  let timing: [TimingFunction]
  public let mode: KeyframeAnimation<Value>.Mode

  public init(_ animation: KeyframeAnimation<Value>) throws(AnimationError) {
    if let problem = animation.problem { throw .invalid(problem) }
    values = animation.values
    mode = animation.mode
    timing = mode == .paced || mode == .discrete ? [] : animation.timing
    switch mode {
    case .paced: times = Self.pacedTimes(values)
    case .discrete: times = animation.keyTimes ?? Self.evenTimes(values.count + 1)
    case .linear, .cubic: times = animation.keyTimes ?? Self.evenTimes(values.count)
    }
  }

  private static func evenTimes(_ count: Int) -> [Double] {
    count < 2 ? [0] : (0..<count).map { Double($0) / Double(count - 1) }
  }

  /// Shares of the whole way; even where there is no way at all.
  private static func pacedTimes(_ values: [Value]) -> [Double] {
    var ways = [0.0]
    for (a, b) in zip(values, values.dropFirst()) { ways.append((ways.last ?? 0) + a.distance(to: b)) }
    guard let total = ways.last, total > 0, total.isFinite else { return evenTimes(values.count) }
    return ways.map { $0 / total }
  }

  /// At a progress. Beyond 0...1, where a curve of the whole may lead, the first and the last segment go on as their own
  /// curves do; a cubic one goes on straight. In discrete mode the first or the last value stays.
  public func value(at progress: Double) -> Value {
    guard !progress.isNaN, values.count > 1 || mode == .discrete else { return values[0] }
    if progress == 1 || progress == .infinity { return values[values.count - 1] }
    if progress == -.infinity { return values[0] }
    let i = segment(at: progress)
    if mode == .discrete { return values[min(i, values.count - 1)] }
    let fraction = curve(i)?.value(at: share(of: i, at: progress)) ?? share(of: i, at: progress)
    return mode == .cubic ? spline(i, fraction) : values[i].interpolated(to: values[i + 1], by: fraction)
  }

  /// The last segment that begins at or before a progress.
  private func segment(at progress: Double) -> Int {
    let next = times.partitioningIndex { $0 > progress }
    return min(max(next - 1, 0), max(times.count - 2, 0))
  }

  private func share(of i: Int, at progress: Double) -> Double {
    let length = times[i + 1] - times[i]
    return length > 0 ? (progress - times[i]) / length : progress < times[i] ? 0 : 1
  }

  private func curve(_ i: Int) -> TimingFunction? {
    timing.isEmpty ? nil : timing.count == 1 ? timing[0] : timing[i]
  }

  private func spline(_ i: Int, _ fraction: Double) -> Value {
    if fraction == 0 { return values[i] }
    if fraction == 1 { return values[i + 1] }
    let f = fraction
    // Beyond its ends along the tangent there.
    if f < 0 { return blend(i, h00: 1, h10: f, h01: 0, h11: 0, fraction: f) }
    if f > 1 { return blend(i, h00: 0, h10: 0, h01: 1, h11: f - 1, fraction: f) }
    let h00 = (1 + 2 * f) * (1 - f) * (1 - f)
    let h10 = f * (1 - f) * (1 - f)
    let h01 = f * f * (3 - 2 * f)
    let h11 = f * f * (f - 1)
    return blend(i, h00: h00, h10: h10, h01: h01, h11: h11, fraction: f)
  }

  /// Hermite's form with Catmull-Rom's tangents, measured in time so that velocity does not jump where key times
  /// are uneven; at the ends the tangent is the chord.
  private func blend(
    _ i: Int, h00: Double, h10: Double, h01: Double, h11: Double, fraction: Double
  ) -> Value {
    let length = times[i + 1] - times[i]
    let before = max(i - 1, 0)
    let after = min(i + 2, values.count - 1)
    let left = h10 * (i > 0 ? length / (times[i + 1] - times[i - 1]) : 1)
    let right = h11 * (i + 2 < values.count ? length / (times[i + 2] - times[i]) : 1)
    return Value.blend(
      values[before], values[i], values[i + 1], values[after],
      weights: SIMD4(-left, h00 - right, h01 + left, right), fraction: fraction)
  }
}

extension KeyframeTrack where Value: LinearValue {
  /// How fast the value changes with the progress; at a key, on the side after it (at 1 before it). 0 in discrete mode and
  /// for a single value.
  public func slope(at progress: Double) -> Value {
    guard values.count > 1, mode != .discrete, progress.isFinite else { return values[0] * 0 }
    let i = segment(at: progress)
    let length = times[i + 1] - times[i]
    guard length > 0 else { return values[0] * 0 }
    let share = share(of: i, at: progress)
    let curve = curve(i)
    // A vertical tangent is taken as very steep: infinity times a length of 0 would be NaN.
    let steepness = min(max((curve?.slope(at: share) ?? 1) / length, -0x1p256), 0x1p256)
    guard mode == .cubic else { return (values[i + 1] - values[i]) * steepness }
    let f = curve?.value(at: share) ?? share
    return splineSlope(i, f) * steepness
  }

  /// Both, with one search and one curve solved.
  func valueAndSlope(at progress: Double) -> (value: Value, slope: Value) {
    guard values.count > 1, mode != .discrete, progress > 0, progress < 1 else {
      return (value(at: progress), slope(at: progress))
    }
    let i = segment(at: progress)
    let (f, slope) =
      curve(i)?.valueAndSlope(at: share(of: i, at: progress)) ?? (share(of: i, at: progress), 1)
    let steepness = min(max(slope / (times[i + 1] - times[i]), -0x1p256), 0x1p256)
    guard mode == .cubic else {
      return (values[i].interpolated(to: values[i + 1], by: f), (values[i + 1] - values[i]) * steepness)
    }
    return (spline(i, f), splineSlope(i, f) * steepness)
  }

  /// By the fraction of the segment.
  private func splineSlope(_ i: Int, _ fraction: Double) -> Value {
    let f = min(max(fraction, 0), 1)
    return blend(
      i, h00: 6 * f * (f - 1), h10: (1 - f) * (1 - 3 * f), h01: 6 * f * (1 - f), h11: f * (3 * f - 2),
      fraction: f)
  }
}
