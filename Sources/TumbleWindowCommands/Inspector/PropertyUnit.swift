/// How a quantity of the scene format is shown: angles in degrees, all else as the format has it.
struct PropertyUnit: Hashable {
  /// As it is shown after the number.
  var shown: String
  /// Plain units in one shown unit, such as π / 180 radians in a degree.
  var scale: Double
  /// What a number that is typed alone gets after it, for the reader to know.
  var suffix: String

  /// - Parameter plain: The format's own, such as `rad`.
  init(_ plain: String) {
    switch plain {
    case "rad": self.init(shown: "°", scale: .pi / 180, suffix: " deg")
    case "rad/s": self.init(shown: "°/s", scale: .pi / 180, suffix: " deg/s")
    default:
      self.init(shown: plain.replacing("^2", with: "²").replacing("*", with: "·"), scale: 1, suffix: "")
    }
  }

  private init(shown: String, scale: Double, suffix: String) {
    self.shown = shown
    self.scale = scale
    self.suffix = suffix
  }

  /// A plain number as it is shown. What was typed as 30 degrees is shown as 30, and not as 29.999999999999996.
  func shown(_ plain: Double) -> Double {
    guard scale != 1 else { return plain }
    let value = plain / scale
    let rounded = (value * 1e9).rounded() / 1e9
    return abs(value) < 1e5 ? rounded : value
  }

  func plain(_ shown: Double) -> Double { shown * scale }
}
