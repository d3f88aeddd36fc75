import Foundation

/// The functions of arithmetic in scene files, by their names there.
enum ArithmeticFunction: String, CaseIterable, Sendable {
  case sin, cos, tan, asin, acos, atan, sqrt, hypot, exp, log
  case abs, sign, floor, ceil, round, mod, min, max, clamp, lerp, random, plain

  /// The number of values that it takes, and its signature as messages and the reference have it.
  var takes: (counts: ClosedRange<Int>, signature: String) {
    switch self {
    case .sin, .cos, .tan: (1...1, "(angle)")
    case .asin, .acos, .sqrt, .exp, .log, .abs, .sign, .floor, .ceil, .round, .plain: (1...1, "(x)")
    case .atan: (1...2, "(x) or (y, x)")
    case .hypot: (2...2, "(x, y)")
    case .mod: (2...2, "(x, divisor)")
    case .min, .max: (1...100, "(a, b, …)")
    case .clamp: (3...3, "(x, least, greatest)")
    case .lerp: (3...3, "(from, to, part)")
    case .random: (1...3, "(seed) or (seed, least, greatest)")
    }
  }

  /// - Parameter range: Where it stands, for errors.
  func value(_ x: [Amount], _ range: Range<Int>) throws(ArithmeticError) -> Amount {
    let a = x[0]
    switch self {
    case .sin: return Amount(value: Trigonometry.sine(try turned(a, range)))
    case .cos: return Amount(value: Trigonometry.cosine(try turned(a, range)))
    case .tan:
      let angle = try turned(a, range)
      return Amount(value: Trigonometry.sine(angle) / Trigonometry.cosine(angle))
    case .asin: return Amount(value: Foundation.asin(try part(a, range)), dimension: .angle)
    case .acos: return Amount(value: Foundation.acos(try part(a, range)), dimension: .angle)
    case .atan:
      guard x.count == 2 else {
        return Amount(value: Foundation.atan(try bare(a, range)), dimension: .angle)
      }
      _ = try Expression.common(rawValue, a, x[1], range)
      return Amount(value: Foundation.atan2(a.value, x[1].value), dimension: .angle)
    case .exp: return Amount(value: Foundation.exp(try bare(a, range)))
    case .log:
      let value = try bare(a, range)
      guard value > 0 else { throw wrong("takes a number above 0, not \(value.shortText)", range) }
      return Amount(value: Foundation.log(value))
    case .sqrt:
      guard a.value >= 0 else {
        throw wrong("takes no negative number, and this is \(a.value.shortText)", range)
      }
      guard let dimension = a.dimension.raised(to: 0.5) else {
        throw wrong("of \(a.dimension.noun) measures nothing", range)
      }
      return Amount(value: a.value.squareRoot(), dimension: dimension)
    case .hypot:
      let dimension = try Expression.common(rawValue, a, x[1], range)
      return Amount(value: (a.value * a.value + x[1].value * x[1].value).squareRoot(), dimension: dimension)
    case .abs: return Amount(value: Swift.abs(a.value), dimension: a.dimension)
    case .sign: return Amount(value: a.value > 0 ? 1 : a.value < 0 ? -1 : 0)
    case .floor: return Amount(value: a.value.rounded(.down), dimension: a.dimension)
    case .ceil: return Amount(value: a.value.rounded(.up), dimension: a.dimension)
    case .round: return Amount(value: a.value.rounded(), dimension: a.dimension)
    case .mod:
      let dimension = try Expression.common(rawValue, a, x[1], range)
      guard x[1].value != 0 else { throw wrong("divides by 0", range) }
      let rest = a.value.truncatingRemainder(dividingBy: x[1].value)
      return Amount(value: rest * x[1].value < 0 ? rest + x[1].value : rest, dimension: dimension)
    case .min, .max, .clamp, .lerp, .random: return try several(x, range)
    case .plain: return Amount(value: a.value)
    }
  }

  private func several(_ x: [Amount], _ range: Range<Int>) throws(ArithmeticError) -> Amount {
    let values = x.map(\.value)
    func common(_ some: ArraySlice<Amount>) throws(ArithmeticError) -> Dimension {
      var dimension = some[some.startIndex].dimension
      for other in some.dropFirst() {
        dimension = try Expression.common(rawValue, Amount(value: 0, dimension: dimension), other, range)
      }
      return dimension
    }
    switch self {
    case .min: return Amount(value: values.reduce(values[0], Swift.min), dimension: try common(x[...]))
    case .max: return Amount(value: values.reduce(values[0], Swift.max), dimension: try common(x[...]))
    case .clamp:
      guard values[1] <= values[2] else {
        throw wrong(
          "takes the least before the greatest, not \(values[1].shortText) and \(values[2].shortText)", range)
      }
      return Amount(
        value: Swift.min(Swift.max(values[0], values[1]), values[2]), dimension: try common(x[...]))
    case .lerp:
      let part = try bare(x[2], range)
      return Amount(value: values[0] + (values[1] - values[0]) * part, dimension: try common(x[..<2]))
    default:
      let seed = try bare(x[0], range)
      guard let whole = Int32(exactly: seed), whole >= 0 else {
        throw wrong("takes a whole number from 0 on as its seed, not \(seed.shortText)", range)
      }
      var random = SplitMix64(seed: UInt64(whole))
      let part = random.nextFraction()
      guard x.count > 1 else { return Amount(value: part) }
      guard x.count == 3 else { throw wrong("takes \(takes.signature)", range) }
      return Amount(value: values[1] + (values[2] - values[1]) * part, dimension: try common(x[1...]))
    }
  }

  /// Computes a power by multiplication if the exponent is whole and small, which rounds alike everywhere.
  static func power(_ a: Amount, _ b: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Amount {
    guard b.dimension == .none else {
      throw ArithmeticError(message: "an exponent is a plain number, not \(b.dimension.noun)", range: range)
    }
    guard let dimension = a.dimension.raised(to: b.value) else {
      throw ArithmeticError(message: "this power of \(a.dimension.noun) measures nothing", range: range)
    }
    guard let count = Int(exactly: b.value), Swift.abs(count) <= 64 else {
      return Amount(value: Foundation.pow(a.value, b.value), dimension: dimension)
    }
    let product = (0..<Swift.abs(count)).reduce(1.0) { result, _ in result * a.value }
    guard count >= 0 || product != 0 else {
      throw ArithmeticError(message: "this divides by 0", range: range)
    }
    return Amount(value: count < 0 ? 1 / product : product, dimension: dimension)
  }

  // MARK: - What it takes

  private func bare(_ amount: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Double {
    guard amount.dimension == .none else {
      throw wrong("takes a plain number, not \(amount.dimension.noun)", range)
    }
    return amount.value
  }

  private func part(_ amount: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Double {
    let value = try bare(amount, range)
    guard Swift.abs(value) <= 1 else {
      throw wrong("takes a number from -1 to 1, not \(value.shortText)", range)
    }
    return value
  }

  private func turned(_ amount: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Double {
    guard amount.dimension == .none || amount.dimension == .angle else {
      throw wrong("takes an angle, not \(amount.dimension.noun)", range)
    }
    return amount.value
  }

  private func wrong(_ message: String, _ range: Range<Int>) -> ArithmeticError {
    ArithmeticError(message: "'\(rawValue)' \(message)", range: range)
  }
}

/// Sine and cosine by multiplications and additions alone, so that a scene file says the same bits on every
/// processor: the C library's own differ in the last bit between those with and without fused multiplication.
/// Right to about one unit in the last place for angles of up to a million radians.
enum Trigonometry {
  static func sine(_ angle: Double) -> Double { sine(angle, quarters: 0) }
  static func cosine(_ angle: Double) -> Double { sine(angle, quarters: 1) }

  private static func sine(_ angle: Double, quarters: Int) -> Double {
    let (quarter, rest) = reduced(angle)
    let place = quarter + quarters
    let value = place & 1 == 0 ? nearSine(rest) : nearCosine(rest)
    return place & 2 == 0 ? value : -value
  }

  /// Returns the number of quarter turns, and the rest of the angle, at most an eighth of a turn.
  private static func reduced(_ angle: Double) -> (quarter: Int, rest: Double) {
    guard abs(angle) < 1e15 else { return (0, 0) }
    let quarter = (angle / halfPi.high).rounded()
    // The first part has so few digits that its multiples are exact; the second takes up what it lacks of a
    // quarter turn.
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
