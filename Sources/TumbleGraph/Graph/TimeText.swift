/// Times as people read them: `12.5 s`, from a minute on `1:04.5`, from an hour on `1:00:00`.
enum TimeText {
  /// The time that so many samples take, to so many decimal places (0...3).
  static func text(samples: Int, rate: Int, places: Int) -> String {
    var (seconds, rest) = samples.magnitude.quotientAndRemainder(dividingBy: UInt(max(rate, 1)))
    var unit: UInt = 1
    for _ in 0..<places { unit *= 10 }
    var fraction = (rest * unit + UInt(max(rate, 1)) / 2) / UInt(max(rate, 1))
    if fraction == unit {
      seconds += 1
      fraction = 0
    }
    var text = samples < 0 && (seconds > 0 || fraction > 0) ? "-" : ""
    if seconds < 60 {
      text += String(seconds)
    } else {
      if seconds >= 3600 {
        text += String(seconds / 3600)
        text += ":"
        if seconds / 60 % 60 < 10 { text += "0" }
      }
      text += String(seconds / 60 % 60)
      text += ":"
      if seconds % 60 < 10 { text += "0" }
      text += String(seconds % 60)
    }
    if places > 0 { text += "." }
    while unit > 1 {
      unit /= 10
      text += String(fraction / unit % 10)
    }
    if seconds < 60 { text += " s" }
    return text
  }
}
