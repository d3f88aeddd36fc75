/// The ends of a slider for a quantity.
struct SliderRange: Hashable {
  var range: ClosedRange<Double>
  var isLogarithmic = false
}

extension SliderRange {
  /// Sensible ends about a value where the format sets none that a slider could have.
  ///
  /// - Parameters:
  ///   - value: As it is shown.
  ///   - bounds: What the format allows, as it is shown; infinite where nothing limits it.
  ///   - unit: The format's own.
  init(about value: Double, within bounds: ClosedRange<Double>, unit: String) {
    let (low, high) = (bounds.lowerBound, bounds.upperBound)
    if low.isFinite, high.isFinite {
      // Where there is room for both 1 and 1000, equal steps would leave no room for the small ones.
      self.init(range: bounds, isLogarithmic: low > 0 && high / low >= 1000)
      return
    }
    let size = max(abs(value), 1e-9)
    if Self.isSteep(unit), low >= 0, value > 0 {
      let decade = Self.decade(below: size)
      self.init(range: max(decade / 10, low)...decade * 100, isLogarithmic: true)
      return
    }
    let standard = Self.standard(unit)
    let reach = size <= standard ? standard : Self.round(above: size * 2)
    self.init(range: max(low, low >= 0 ? low : -reach)...min(max(reach, low + 1e-6), high))
  }

  /// What is distinguished by factors: a thing may weigh a gram or a ton.
  private static func isSteep(_ unit: String) -> Bool {
    ["kg", "kg/pt^2", "kg/s^2", "kg/s", "kg*pt^2", "kg*pt^2/s^2", "kg*pt^2/s", "kg*pt/s^2"].contains(unit)
  }

  /// How far a slider usually reaches, as it is shown.
  private static func standard(_ unit: String) -> Double {
    switch unit {
    case "rad": 180
    case "rad/s": 720
    case "pt": 100
    case "pt/s": 500
    case "pt/s^2": 2000
    case "s": 10
    case "": 2
    default: 100
    }
  }

  /// The power of ten at or below a positive number.
  private static func decade(below value: Double) -> Double {
    var decade = 1.0
    while decade > value, decade > 1e-15 { decade /= 10 }
    while decade * 10 <= value, decade < 1e15 { decade *= 10 }
    return decade
  }

  /// 1, 2 or 5 times a power of ten, at or above a positive number.
  private static func round(above value: Double) -> Double {
    let decade = decade(below: value)
    return [1, 2, 5, 10].map { $0 * decade }.first { $0 >= value } ?? decade * 10
  }
}
