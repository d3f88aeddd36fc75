/// A color in sRGB with straight (not premultiplied) alpha; components in 0...1.
public struct Color: Hashable, Sendable, Codable {
  /// The red component, 0 to 1 in sRGB.
  public var red: Double
  /// The green component, 0 to 1 in sRGB.
  public var green: Double
  /// The blue component, 0 to 1 in sRGB.
  public var blue: Double
  /// The straight alpha: 0 is unseen, 1 is opaque.
  public var alpha: Double

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Transparent black, which draws nothing.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Creates a value by its parts, which are the properties of the same names.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(hex text: String) {
    let digits = Array(text.utf8)
    guard digits.first == UInt8(ascii: "#"), [4, 7, 9].contains(digits.count) else { return nil }
    var values: [Int] = []
    for digit in digits.dropFirst() {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      values.append(value)
    }
    let bytes =
      values.count == 3
      ? values.map { $0 * 17 }
      : stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    self.init(
      red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255, blue: Double(bytes[2]) / 255,
      alpha: bytes.count == 4 ? Double(bytes[3]) / 255 : 1)
  }

  /// The text `#rrggbb`, or `#rrggbbaa` where it is not opaque; components are rounded to 255ths.
  public var hex: String {
    let bytes = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return bytes.reduce(into: "#") { text, component in
      let byte = Int((Swift.min(Swift.max(component, 0), 1) * 255).rounded())
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// Is true if no component is infinite or NaN.
  public var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }

  /// Returns the color with another alpha.
  public func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  /// Returns the color that is seen where this one lies on an opaque one.
  package func over(_ other: Color) -> Color {
    let share = Swift.min(Swift.max(alpha, 0), 1)
    func mixed(_ own: Double, _ below: Double) -> Double { own * share + below * (1 - share) }
    return Color(
      red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue))
  }

  /// Returns the light of this color as seen through a glass of the other.
  public func multiplied(by other: Color) -> Color {
    Color(
      red: red * other.red, green: green * other.green, blue: blue * other.blue, alpha: alpha * other.alpha)
  }

  /// The brightness, 0 (black) to 1 (white), whatever the alpha: the relative luminance of WCAG 2.
  public var luminance: Double {
    // Close to sRGB's own curve, which needs a power: exact enough to tell light from dark.
    func linear(_ component: Double) -> Double {
      let value = Swift.min(Swift.max(component, 0), 1)
      return value * value * (0.68 + 0.32 * value)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The color, black or white, that is easier to read on it.
  public var contrasting: Color {
    // (1 + 0.05) / (l + 0.05) = (l + 0.05) / (0 + 0.05): there both contrasts are the same.
    luminance > 0.179 ? .black : .white
  }
}
