/// Sine and cosine by multiplications and additions alone, so that a scene file says the same bits on every processor: the C
/// library's own differ in the last bit between those with and without fused multiplication. Right to about one unit in the
/// last place for angles of up to a million radians.
enum Trigonometry {
  static func sine(_ angle: Double) -> Double {
    let (quarter, rest) = reduced(angle)
    switch quarter & 3 {
    case 0: return nearSine(rest)
    case 1: return nearCosine(rest)
    case 2: return -nearSine(rest)
    default: return -nearCosine(rest)
    }
  }

  static func cosine(_ angle: Double) -> Double {
    let (quarter, rest) = reduced(angle)
    switch quarter & 3 {
    case 0: return nearCosine(rest)
    case 1: return -nearSine(rest)
    case 2: return -nearCosine(rest)
    default: return nearSine(rest)
    }
  }

  /// How many quarter turns, and what is left of the angle, at most an eighth of a turn.
  private static func reduced(_ angle: Double) -> (quarter: Int, rest: Double) {
    guard abs(angle) < 1e15 else { return (0, 0) }
    let quarter = (angle / halfPi.high).rounded()
    // The first part has so few digits that its multiples are exact; the second takes up what it lacks of a quarter turn.
    let rest = ((angle - quarter * halfPi.high) - quarter * halfPi.middle) - quarter * halfPi.low
    return (Int(quarter), rest)
  }

  /// A quarter turn as a sum of three numbers, the first two of 33 binary digits.
  private static let halfPi: (high: Double, middle: Double, low: Double) = {
    func short(_ value: Double) -> Double { Double(bitPattern: value.bitPattern & ~0xF_FFFF) }
    let high = short(Double.pi / 2)
    // What the nearest Double lacks of half of π.
    let lack = 6.123233995736766e-17
    let left = Double.pi / 2 - high
    let middle = short(left)
    return (high, middle, (left - middle) + lack)
  }()

  /// Taylor's series; the terms beyond are less than half a unit in the last place.
  private static func nearSine(_ x: Double) -> Double {
    let square = x * x
    var sum = 0.0
    for n in stride(from: 21.0, through: 3, by: -2) { sum = -square / (n * (n - 1)) * (1 + sum) }
    return x + x * sum
  }

  private static func nearCosine(_ x: Double) -> Double {
    let square = x * x
    var sum = 0.0
    for n in stride(from: 20.0, through: 4, by: -2) { sum = -square / (n * (n - 1)) * (1 + sum) }
    let half = 0.5 * square
    let main = 1 - half
    // What rounding took from the main part is given back.
    return main + (((1 - main) - half) - half * sum)
  }
}
