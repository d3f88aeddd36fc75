#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Numbers as short text for people: four figures, prefixes or exponents for the far away.
///
/// A text has at most 15 bytes wherever it can, which Swift keeps without a heap allocation.
enum NumberText {
  /// A value with its unit, such as `12.5 ms`, `3.21M`, `-0.5 rad`, `1e300`; `–` for none.
  static func text(_ value: Double, unit: String = "") -> String {
    guard value.isFinite else { return "–" }
    if value == 0 { return unit.isEmpty ? "0" : "0 " + unit }
    let magnitude = abs(value)
    var text: String
    if magnitude >= 1e15 || magnitude < (takesPrefix(unit) ? 1e-9 : 1e-4) {
      text = exponent(value)
      if !unit.isEmpty { text += " " }
    } else {
      let power = prefixPower(magnitude, unit: unit)
      text = figures(value / factor(power))
      if takesPrefix(unit) {
        text += " "
        text += prefix(power)
      } else {
        text += prefix(power)
        if !unit.isEmpty { text += " " }
      }
    }
    text += unit
    return text
  }

  /// A grid line's value with as many figures as tell it from its neighbours.
  static func text(line value: Double, step: Double) -> String {
    if value == 0 { return "0" }
    let largest = max(abs(value), step)
    if largest >= 1e15 || step < 1e-9 { return exponent(value) }
    // Lines of one graph share a prefix only by chance; each is read by itself.
    let power = prefixPower(abs(value), unit: "")
    let scaled = step / factor(power)
    let places = min(max(Int((-log10(scaled) - 1e-9).rounded(.up)), 0), 9)
    return decimal(value / factor(power), places: places) + prefix(power)
  }

  /// A number at an axis' line, whose unit is written elsewhere: with as many places as the lines' distance needs.
  static func text(tick value: Double, step: Double) -> String {
    guard value.isFinite, step > 0 else { return "–" }
    if abs(value) < step * 1e-6 { return "0" }
    guard abs(value) < 1e15, step >= 1e-9, abs(value) / step < 1e15 else { return exponent(value) }
    return decimal(value, places: min(max(Int((-log10(step) - 1e-9).rounded(.up)), 0), 9))
  }

  private static func takesPrefix(_ unit: String) -> Bool {
    unit == "s" || unit == "J" || unit == "N" || unit == "W"
  }

  private static func prefixPower(_ magnitude: Double, unit: String) -> Int {
    if magnitude >= 999_950_000_000 { return 4 }
    if magnitude >= 999_950_000 { return 3 }
    if magnitude >= 999_950 { return 2 }
    if magnitude >= (takesPrefix(unit) ? 999.95 : 9999.5) { return 1 }
    guard takesPrefix(unit), magnitude > 0 else { return 0 }
    if magnitude < 0.99995e-6 { return -3 }
    if magnitude < 0.99995e-3 { return -2 }
    return magnitude < 0.99995 ? -1 : 0
  }

  private static func factor(_ power: Int) -> Double {
    switch power {
    case 4: 1e12
    case 3: 1e9
    case 2: 1e6
    case 1: 1e3
    case -1: 1e-3
    case -2: 1e-6
    case -3: 1e-9
    default: 1
    }
  }

  private static func prefix(_ power: Int) -> String {
    switch power {
    case 4: "T"
    case 3: "G"
    case 2: "M"
    case 1: "k"
    case -1: "m"
    case -2: "µ"
    case -3: "n"
    default: ""
    }
  }

  /// Four figures, fewer where they are zeros, at most four places.
  private static func figures(_ value: Double) -> String {
    let magnitude = abs(value)
    let places = magnitude >= 999.95 ? 0 : magnitude >= 99.995 ? 1 : magnitude >= 9.9995 ? 2 : 3
    return decimal(value, places: magnitude < 0.1 && magnitude != 0 ? 4 : places)
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let digits = Int((abs(value) * Double(scale)).rounded())
    var text = value < 0 && digits > 0 ? "-" : ""
    text += String(digits / scale)
    guard places > 0 else { return text }
    text += "."
    var unit = scale / 10
    while unit > 0 {
      text += String(digits / unit % 10)
      unit /= 10
    }
    return text
  }

  private static func exponent(_ value: Double) -> String {
    let magnitude = abs(value)
    // A value below the normal numbers has no exact power of ten to divide by.
    guard magnitude >= 1e-307 else { return value < 0 ? "-0" : "0" }
    var power = Int(log10(magnitude).rounded(.down))
    var mantissa = magnitude / pow(10, Double(power))
    if mantissa >= 9.995 { (mantissa, power) = (mantissa / 10, power + 1) }
    let hundredths = Int((mantissa * 100).rounded())
    var text = value < 0 ? "-" : ""
    text += String(hundredths / 100)
    if hundredths % 100 != 0 {
      text += "."
      text += String(hundredths / 10 % 10)
      if hundredths % 10 != 0 { text += String(hundredths % 10) }
    }
    text += "e"
    text += String(power)
    return text
  }
}
