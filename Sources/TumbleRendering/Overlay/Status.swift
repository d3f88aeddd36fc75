/// What the line of status tells.
package struct Status: Hashable, Sendable {
  package var title: String
  package var step: Int
  /// Steps per second.
  package var rate: Int
  /// Frames per second; nil in a picture, which has none.
  package var framesPerSecond: Int?
  /// Whether frames come noticeably more slowly than the display could show them.
  package var isSlow = false
  /// Time that was not simulated, in milliseconds; nil in a picture.
  package var dropped: Int?
  package var isPaused: Bool
  /// How many times as fast as real time the world runs.
  package var speed = 1.0
  /// What a person should know now, in place of the title.
  package var notice: String?

  package init(
    title: String, step: Int, rate: Int, framesPerSecond: Int? = nil, dropped: Int? = nil,
    isPaused: Bool = false, notice: String? = nil
  ) {
    self.title = title
    self.step = step
    self.rate = rate
    self.framesPerSecond = framesPerSecond
    self.dropped = dropped
    self.isPaused = isPaused
    self.notice = notice
  }
}

extension Status {
  /// World time in seconds, to hundredths.
  package var time: String { Self.hundredths(step * 100 / max(rate, 1)) + " s" }

  /// From the left; the text and the widest text of its kind, so that numbers do not push each other about.
  var fields: [(text: String, room: String)] {
    var fields = [(time, "0000.00 s"), ("step \(step)", "step 000000")]
    if let speedText { fields.insert((speedText, "1/16 speed"), at: 1) }
    if let framesPerSecond { fields.append(("\(framesPerSecond) fps", "000 fps")) }
    // Rounded up: what was dropped is never told as nothing.
    if let dropped {
      fields.append(("dropped " + Self.hundredths((dropped + 9) / 10) + " s", "dropped 00.00 s"))
    }
    return fields
  }

  /// Such as `1/4 speed` or `2 × speed`; nil for real time.
  private var speedText: String? {
    guard speed != 1 else { return nil }
    let (isSlow, times) = (speed < 1, speed < 1 ? 1 / speed : speed)
    // The slider has all between too.
    let number = times == times.rounded() ? "\(Int(times))" : Self.hundredths(Int((times * 100).rounded()))
    return isSlow ? "1/\(number) speed" : "\(number) × speed"
  }

  private static func hundredths(_ value: Int) -> String {
    let rest = value % 100
    return "\(value / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
