/// Fits keys to the samples of a number: cubic segments in least squares, each as long as no sample is
/// further off than a tolerance.
///
/// The control points of a segment's curve stand at a third and two thirds of its time, so its progress is
/// any cubic of time: a free flight, which is a parabola, is one segment. A curve of progress cannot leave a
/// value and return to it; such a stretch is split at its extreme, so a flight that returns to its height is
/// two segments.
public struct MotionFit: Hashable, Sendable {
  /// The largest distance of a sample from the curve, in the unit of the samples.
  public let tolerance: Double

  /// The tolerance of a place in points, unless another one is given.
  public static let places = 0.1
  /// The tolerance of an angle in radians, unless another one is given: 0.1 degrees.
  public static let angles = 0.1 * Double.pi / 180

  /// - Throws: `AnimationError` unless the tolerance is finite and above 0.
  public init(tolerance: Double = MotionFit.places) throws(AnimationError) {
    guard tolerance > 0, tolerance.isFinite else {
      throw .invalid("the tolerance must be a number above 0, not \(tolerance)")
    }
    self.tolerance = tolerance
  }

  /// Returns keys for samples in even steps.
  /// - Parameters:
  ///   - samples: The values, one a step.
  ///   - breaks: The indices of samples at which a contact begins, in any order. A segment that would end a
  ///     little behind one ends there.
  /// - Throws: `AnimationError` if there is no sample, or if one is not finite or beyond ±1e15.
  public func keys(for samples: [Double], breaks: [Int] = []) throws(AnimationError) -> MotionKeys {
    guard let first = samples.first else { throw .invalid("there are no samples to make keys of") }
    if let wrong = samples.firstIndex(where: { !($0.magnitude <= 1e15) }) {
      throw .invalid("sample \(wrong) is \(samples[wrong]); keys need finite numbers, and at most 1e15")
    }
    let run = FittedRun(samples: samples, tolerance: tolerance, breaks: breaks)
    var keys = MotionKeys(steps: [0], values: [first], timing: [])
    var start = 0
    while start < samples.count - 1 {
      let segment = run.segment(from: start)
      keys.append(segment.timing, to: segment.end, samples[segment.end])
      start = segment.end
    }
    return keys
  }
}

/// The keys of a number: its values at steps, and the curve that leads from each to the next.
public struct MotionKeys: Hashable, Sendable {
  /// The times of the keys, rising, in steps from the first sample, which is at 0.
  public private(set) var steps: [Int]
  /// The values at the keys.
  public private(set) var values: [Double]
  /// The curves between keys, one fewer than keys: linear, a cubic curve, or one step at its end, which holds
  /// the value until the next key.
  public private(set) var timing: [TimingFunction]

  fileprivate init(steps: [Int], values: [Double], timing: [TimingFunction]) {
    (self.steps, self.values, self.timing) = (steps, values, timing)
  }

  fileprivate mutating func append(_ curve: TimingFunction, to step: Int, _ value: Double) {
    steps.append(step)
    values.append(value)
    timing.append(curve)
  }

  /// The step of the last key.
  public var end: Int { steps[steps.count - 1] }

  /// Is true if the value never changes.
  public var isConstant: Bool { values.allSatisfy { $0 == values[0] } }

  /// Returns the keys with their values mapped along a straight line, as another unit has them.
  public func scaled(by factor: Double, plus offset: Double = 0) -> MotionKeys {
    MotionKeys(steps: steps, values: values.map { $0 * factor + offset }, timing: timing)
  }

  /// The keys as an animation from the first key to the last; of one key, its value alone.
  public var animation: KeyframeAnimation<Double> {
    let last = Double(end)
    return KeyframeAnimation(
      values: values, keyTimes: steps.count > 1 ? steps.map { Double($0) / last } : nil, timing: timing)
  }

  /// The keys as an animation that is written, and that stays at its last value.
  /// - Parameters:
  ///   - rate: Steps per second, above 0.
  ///   - begin: The time of the first key, in seconds.
  ///   - key: The type of the animation's targets; left out where the result's type says it.
  public func animation<Key>(rate: Int, begin: Double = 0, of key: Key.Type = Key.self) -> KeyedAnimation<Key>
  {
    let duration = Double(end) / Double(rate)
    return KeyedAnimation(
      .keyframes(values, keyTimes: animation.keyTimes, timing: timing),
      timing: MediaTiming(
        beginTime: begin, duration: duration, fillMode: .forwards, isInstant: duration == 0))
  }

  /// Returns the value at a time in steps; before the first key and after the last one theirs.
  public func value(at step: Double) -> Double {
    let next = steps.partitioningIndex { Double($0) > step }
    guard next > 0 else { return values[0] }
    guard next < steps.count else { return values[steps.count - 1] }
    let (from, to) = (Double(steps[next - 1]), Double(steps[next]))
    let progress = timing[next - 1].value(at: (step - from) / (to - from))
    return values[next - 1].interpolated(to: values[next], by: progress)
  }

  /// Returns the largest distance of a sample from the curve.
  public func largestError(of samples: [Double]) -> Double {
    samples.enumerated().reduce(0) { max($0, ($1.element - value(at: Double($1.offset))).magnitude) }
  }
}

/// The samples that are being fitted.
private struct FittedRun {
  let samples: [Double]
  let tolerance: Double
  /// The breaks, rising.
  let breaks: [Int]
  /// The samples, rising, from which the value is put elsewhere at once.
  let jumps: [Int]
  /// The distances by which a control point may be outside of a segment's ends, in distances of the ends.
  /// Beyond it the progress has too few digits left.
  private static let reach = 50.0

  init(samples: [Double], tolerance: Double, breaks: [Int]) {
    (self.samples, self.tolerance, self.breaks) = (samples, tolerance, breaks.sorted())
    /// The change from a sample to the next; 0 beyond the ends.
    func change(_ index: Int) -> Double {
      index >= 0 && index + 1 < samples.count ? (samples[index + 1] - samples[index]).magnitude : 0
    }
    // A step many times as large as those beside it. Of two samples nothing can be said.
    jumps = samples.indices.filter { index in
      samples.count > 2 && change(index) > 50 * tolerance + 10 * (change(index - 1) + change(index + 1))
    }
  }

  /// A segment's end, and its curve.
  struct Segment {
    var end: Int
    var timing: TimingFunction
  }

  /// The longest segment from a sample on. One of two samples always fits.
  func segment(from start: Int) -> Segment {
    let next = jumps.partitioningIndex { $0 >= start }
    let last = next < jumps.count ? jumps[next] : samples.count - 1
    if last == start { return Segment(end: start + 1, timing: .steps(.one(.end))) }
    var (good, bad, length) = (start + 1, last + 1, 2)
    while start + length < bad {
      if fit(start, start + length) != nil { good = start + length } else { bad = start + length }
      length *= 2
    }
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      if fit(start, middle) != nil { good = middle } else { bad = middle }
    }
    return whole(start, atBreak(start, good))
  }

  /// The break that lies in the last eighth of a segment, or its end.
  private func atBreak(_ start: Int, _ end: Int) -> Int {
    let next = breaks.partitioningIndex { $0 >= end }
    guard next > 0, end - breaks[next - 1] <= (end - start) / 8, fit(start, breaks[next - 1]) != nil else {
      return end
    }
    return breaks[next - 1]
  }

  /// The segment between two samples that a cubic fits, or the first part of it where no curve of progress
  /// can show all.
  private func whole(_ start: Int, _ end: Int) -> Segment {
    var end = end
    while end > start + 1 {
      if let curve = fit(start, end), let timing = timing(curve, start, end) {
        return Segment(end: end, timing: timing)
      }
      let extreme = self.extreme(start, end)
      end = extreme < end ? extreme : (start + end) / 2
    }
    return Segment(end: start + 1, timing: .linear)
  }

  /// The sample between two that is furthest from the first.
  private func extreme(_ start: Int, _ end: Int) -> Int {
    var (extreme, distance) = (start + 1, 0.0)
    for index in start + 1...end where (samples[index] - samples[start]).magnitude > distance {
      (extreme, distance) = (index, (samples[index] - samples[start]).magnitude)
    }
    return extreme
  }

  /// The inner control values of a cubic.
  private struct Cubic {
    var a: Double
    var b: Double
    var isLine = false
  }

  /// The cubic between two samples that is nearest to those between; nil where one is too far off.
  private func fit(_ start: Int, _ end: Int) -> Cubic? {
    let (from, to) = (samples[start], samples[end])
    let count = Double(end - start)
    let line = Cubic(a: from + (to - from) / 3, b: to - (to - from) / 3, isLine: true)
    if isWithin(line, start, end) { return line }
    var (aa, ab, bb, ra, rb) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in start + 1..<max(end, start + 1) {
      let s = Double(index - start) / count
      let r = 1 - s
      let (wa, wb) = (3 * r * r * s, 3 * r * s * s)
      // From the straight line, so that large values keep their digits.
      let rest = samples[index] - (from + (to - from) * s)
      aa += wa * wa
      ab += wa * wb
      bb += wb * wb
      ra += wa * rest
      rb += wb * rest
    }
    let determinant = aa * bb - ab * ab
    guard determinant > 1e-12 else {
      // One sample between: any curve through it; the parabola.
      guard aa + ab > 0 else { return nil }
      let lift = ra / (aa + ab)
      let curve = Cubic(a: line.a + lift, b: line.b + lift)
      return isWithin(curve, start, end) ? curve : nil
    }
    let curve = Cubic(
      a: line.a + (ra * bb - rb * ab) / determinant, b: line.b + (rb * aa - ra * ab) / determinant)
    return isWithin(curve, start, end) ? curve : nil
  }

  private func isWithin(_ curve: Cubic, _ start: Int, _ end: Int) -> Bool {
    let (from, to, count) = (samples[start], samples[end], Double(end - start))
    // What is played is rounded in other places.
    let distance = tolerance * (1 - 1e-9) - 16 * max(from.magnitude, to.magnitude).ulp
    for index in start + 1..<max(end, start + 1) {
      let s = Double(index - start) / count
      let r = 1 - s
      let value = from + s * (3 * r * (r * (curve.a - from) + s * (curve.b - from)) + s * s * (to - from))
      if !((value - samples[index]).magnitude <= distance) { return false }
    }
    return true
  }

  /// The curve of progress of a cubic; nil where it leaves and returns.
  private func timing(_ curve: Cubic, _ start: Int, _ end: Int) -> TimingFunction? {
    if curve.isLine { return .linear }
    let way = samples[end] - samples[start]
    let (a, b) = (curve.a - samples[start], curve.b - samples[start])
    guard max(a.magnitude, b.magnitude) <= Self.reach * way.magnitude,
      let bezier = try? CubicBezier(1.0 / 3, a / way, 2.0 / 3, b / way)
    else { return nil }
    return .cubicBezier(bezier)
  }
}
