/// Where the vertical lines of a graph are, and what is written at them.
struct TimeAxis: Hashable, Sendable {
  /// Samples per second.
  let rate: Int
  /// Samples from line to line.
  let step: Int

  /// The narrowest round step of at least so many samples.
  init(rate: Int, atLeast samples: Double) {
    self.rate = max(rate, 1)
    // In seconds as a fraction, so that a step is a whole number of samples or is passed over.
    let seconds: [(Int, Int)] = [
      (1, 1000), (1, 500), (1, 200), (1, 100), (1, 50), (1, 20), (1, 10), (1, 5), (1, 2), (1, 1), (2, 1),
      (5, 1),
      (10, 1), (20, 1), (30, 1), (60, 1), (120, 1), (300, 1), (600, 1), (1200, 1), (1800, 1), (3600, 1),
    ]
    for (count, part) in seconds where (self.rate * count).isMultiple(of: part) {
      let candidate = self.rate * count / part
      if candidate > 0, Double(candidate) >= samples {
        step = candidate
        return
      }
    }
    let hours = (samples / Double(self.rate) / 3600).rounded(.up)
    step = self.rate * 3600 * (hours.isFinite ? max(Int(min(hours, 1e6)), 1) : 1)
  }

  /// The time of a line, such as `0.5 s`, `12 s`, `2:05`, `1:00:00`.
  ///
  /// - Parameter sample: the line's, counted from its run's first sample.
  func text(at sample: Int) -> String {
    // As many decimal places as a round step of this size has.
    let places = step.isMultiple(of: rate) ? 0 : step * 10 >= rate ? 1 : step * 100 >= rate ? 2 : 3
    return TimeText.text(samples: sample, rate: rate, places: places)
  }

  /// Passes the samples of a range that have a line, in order. Lines are counted from the beginning of each run; before
  /// the first run they go on as if it had begun earlier.
  func forEachLine(in range: Range<Int>, of history: SampleHistory, _ body: (_ index: Int) -> Void) {
    let starts = history.runStarts
    for run in history.run(of: range.lowerBound)..<starts.count {
      let lower = run == 0 ? range.lowerBound : max(range.lowerBound, starts[run])
      let upper = run + 1 < starts.count ? min(range.upperBound, starts[run + 1]) : range.upperBound
      var index = starts[run] - floorDivide(starts[run] - lower, step) * step
      while index < upper {
        body(index)
        index += step
      }
      if upper == range.upperBound { return }
    }
  }
}
