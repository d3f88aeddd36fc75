/// Where the vertical lines of a graph stand, and what is written at them.
struct TimeAxis: Hashable, Sendable {
  /// Samples per second.
  let rate: Int
  /// Samples from line to line.
  let step: Int

  /// The narrowest round step of so many samples at least.
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

  /// The time of a line by its number, such as `0.5 s`, `12 s`, `2:05`, `1:00:00`.
  func text(line: Int) -> String {
    let samples = line * step
    let (seconds, rest) = abs(samples).quotientAndRemainder(dividingBy: rate)
    var text = samples < 0 ? "-" : ""
    if seconds < 60 {
      text += String(seconds)
      if !step.isMultiple(of: rate) {
        text += "."
        // As many places as a round step of this size has.
        var unit = step * 10 >= rate ? 10 : step * 100 >= rate ? 100 : 1000
        let fraction = rest * unit / rate
        while unit > 1 {
          unit /= 10
          text += String(fraction / unit % 10)
        }
      }
      text += " s"
      return text
    }
    if seconds >= 3600 {
      text += String(seconds / 3600)
      text += ":"
      if seconds / 60 % 60 < 10 { text += "0" }
    }
    text += String(seconds / 60 % 60)
    text += ":"
    if seconds % 60 < 10 { text += "0" }
    text += String(seconds % 60)
    if !step.isMultiple(of: rate) {
      text += "."
      text += String(rest * 10 / rate)
    }
    return text
  }
}
