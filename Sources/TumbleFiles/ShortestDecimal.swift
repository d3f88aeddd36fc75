/// The shortest decimal number that reads back to the same double, and of several the nearest: digits ×
/// 10^exponent, without zeros at the end.
///
/// By Raffaele Giulietti's Schubfach ("The Schubfach way to render doubles", 2020). `Double.description`
/// finds the same digits; this takes a third of its time, for a trace is mostly numbers.
struct ShortestDecimal: Equatable {
  /// The decimal digits as a number of 0 to 17 digits.
  private(set) var digits: UInt64
  private(set) var exponent: Int

  /// - Parameter value: Finite; its sign is left out.
  init(_ value: Double) {
    (digits, exponent) = Self.shortest(value)
    // Four at a time: a number of few digits has many zeros.
    while digits != 0, digits.isMultiple(of: 10_000) {
      digits /= 10_000
      exponent += 4
    }
    while digits != 0, digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
  }

  /// All numbers that round to the double lie in an interval; the digits are those of the coarsest decimal
  /// grid that has a point in it.
  private static func shortest(_ value: Double) -> (UInt64, Int) {
    let (fraction, biased) = (value.significandBitPattern, Int(value.exponentBitPattern))
    let c = biased == 0 ? fraction : fraction | 1 << 52
    let q = max(biased, 1) - 1075
    // A whole number of at most 53 bits.
    if (-52...0).contains(q), c & (1 << UInt64(-q) - 1) == 0 { return (c >> UInt64(-q), 0) }
    let isEven: UInt64 = c & 1 == 0 ? 0 : 1
    // Below a power of two the next double is half as far away.
    let isUneven = fraction == 0 && biased > 1
    let k = (q * 1_262_611 - (isUneven ? 524_031 : 0)) >> 22
    let h = UInt64(q + PowersOfTen.binaryExponent(-k) + 1)
    let power = PowersOfTen[-k]
    let lower = power.timesRoundedToOdd((4 * c - (isUneven ? 1 : 2)) << h) + isEven
    let middle = power.timesRoundedToOdd(4 * c << h)
    let upper = power.timesRoundedToOdd((4 * c + 2) << h) - isEven
    let s = middle / 4
    if s >= 10 {
      let tens = s / 10
      let (isUnder, isOver) = (lower <= 40 * tens, 40 * tens + 40 <= upper)
      if isUnder != isOver { return (tens + (isOver ? 1 : 0), k + 1) }
    }
    let (isUnder, isOver) = (lower <= 4 * s, 4 * s + 4 <= upper)
    if isUnder != isOver { return (s + (isOver ? 1 : 0), k) }
    let half = 4 * s + 2
    return (s + (middle > half || middle == half && s & 1 == 1 ? 1 : 0), k)
  }
}

/// The powers 10^k as 128 bits, the highest of which is set, rounded up.
private struct PowersOfTen {
  var high: UInt64
  var low: UInt64

  /// The bits of (self × number) / 2^128, the last of which is 1 too if anything was cut off.
  func timesRoundedToOdd(_ number: UInt64) -> UInt64 {
    let carried = low.multipliedFullWidth(by: number).high
    let product = high.multipliedFullWidth(by: number)
    let (rest, overflow) = product.low.addingReportingOverflow(carried)
    return product.high &+ (overflow ? 1 : 0) | (rest > 1 ? 1 : 0)
  }

  /// The largest b with 2^b <= 10^k.
  static func binaryExponent(_ k: Int) -> Int { (k * 1_741_647) >> 19 }

  static subscript(k: Int) -> PowersOfTen { table[k - exponents.lowerBound] }

  /// The exponents that doubles need.
  private static let exponents = -292...324

  /// The powers to 256 bits, of which the lower half leaves room for the sum of 324 roundings.
  private static let table: [PowersOfTen] = {
    var table = [PowersOfTen](repeating: PowersOfTen(high: 1 << 63, low: 0), count: exponents.count)
    var up = WideNumber.one
    for k in 1...exponents.upperBound {
      up.multiplyByTen()
      table[k - exponents.lowerBound] = up.rounded
    }
    var down = WideNumber.one
    for k in (exponents.lowerBound...(-1)).reversed() {
      down.divideByTen()
      table[k - exponents.lowerBound] = down.rounded
    }
    return table
  }()

  /// A number of 256 bits, the highest of which is set; the binary exponent is left out.
  private struct WideNumber {
    /// The highest first.
    private var words: [UInt64]

    static let one = WideNumber(words: [1 << 63, 0, 0, 0])

    mutating func multiplyByTen() {
      var carry: UInt64 = 0
      for index in words.indices.reversed() {
        let product = words[index].multipliedFullWidth(by: 10)
        let (sum, overflow) = product.low.addingReportingOverflow(carry)
        words[index] = sum
        carry = product.high + (overflow ? 1 : 0)
      }
      // 5 to 9 times 2^64 and more: three bits or four too many.
      let shift = UInt64(64 - carry.leadingZeroBitCount)
      for index in words.indices.reversed() {
        let above = index == 0 ? carry : words[index - 1]
        words[index] = words[index] >> shift | above << (64 - shift)
      }
    }

    mutating func divideByTen() {
      var remainder: UInt64 = 0
      var quotient = words + [0]
      for index in quotient.indices {
        (quotient[index], remainder) = UInt64(10).dividingFullWidth((remainder, quotient[index]))
      }
      let shift = UInt64(quotient[0].leadingZeroBitCount)
      for index in words.indices {
        words[index] = quotient[index] << shift | quotient[index + 1] >> (64 - shift)
      }
    }

    /// The power rounded up to the upper half. What is exact has an empty lower half.
    var rounded: PowersOfTen {
      let isExact = words[2] == 0 && words[3] == 0
      let (low, overflow) = words[1].addingReportingOverflow(isExact ? 0 : 1)
      return PowersOfTen(high: words[0] + (overflow ? 1 : 0), low: low)
    }
  }
}

extension [UInt8] {
  package mutating func append(number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.capacity) {
      var text = NumberText($0, number.magnitude)
      if number < 0 { text.prepend("-") }
      append(contentsOf: text.bytes)
    }
  }

  /// Appends the shortest text that reads back to the same bits: the bytes of `shortText`, without a string
  /// on the way.
  package mutating func append(number: Double) {
    let size = number.magnitude
    if size < 0x1p53, number != 0 || number.sign == .plus, size == size.rounded(.towardZero) {
      return append(number: Int(number))
    }
    guard number.isFinite, number != 0 else { return append(contentsOf: number.description.utf8) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.capacity) {
      var text = NumberText($0, decimal: size)
      if number.sign == .minus { text.prepend("-") }
      append(contentsOf: text.bytes)
    }
  }
}

/// The text of a number that grows at both ends, in memory of its user's.
private struct NumberText {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var start: Int
  private var end: Int

  static let capacity = 64
  /// The index in the memory at which digits end. Before it there is room for `-0.000` and 24 digits.
  private static let middle = 40

  /// The digits of a number.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>, _ number: UInt) {
    self.memory = memory
    start = Self.middle
    end = Self.middle
    var rest = UInt64(number)
    while true {
      let (quotient, part) = rest.quotientAndRemainder(dividingBy: 100_000_000)
      let digits = Self.digits(of: part)
      UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped + start - 8)
        .storeBytes(of: (digits | Self.zeros).littleEndian, as: UInt64.self)
      start -= 8
      rest = quotient
      guard rest == 0 else { continue }
      // Zeros in front are no part of it, but for the last digit of all.
      start += min(digits.trailingZeroBitCount / 8, number == 0 ? 7 : 8)
      return
    }
  }

  /// The digit 0 eight times.
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The eight digits of a number below 10^8, a byte each, the first in the lowest: halves, quarters and
  /// single digits all at once (multiplying by 10486 / 2^20 and by 103 / 2^10 divides small numbers by 100
  /// and by 10).
  private static func digits(of number: UInt64) -> UInt64 {
    let halves = number / 10_000 | (number % 10_000) << 32
    let hundreds = ((halves &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let quarters = (halves &- hundreds &* 100) << 16 | hundreds
    let tens = ((quarters &* 103) >> 10) & 0x000F_000F_000F_000F
    return (quarters &- tens &* 10) << 8 | tens
  }

  /// - Parameter number: Positive and finite.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>, decimal number: Double) {
    let decimal = ShortestDecimal(number)
    self.init(memory, UInt(decimal.digits))
    let count = end - start
    // The number is 0.digits × 10^point.
    let point = count + decimal.exponent
    if point < -3 || number > 0x1p53 {
      if count > 1 { insertPoint(after: 1) }
      append("e")
      append(point > 0 ? "+" : "-")
      let power = Int((point - 1).magnitude)
      if power >= 100 { append(Unicode.Scalar(UInt8(48 + power / 100))) }
      append(Unicode.Scalar(UInt8(48 + power / 10 % 10)))
      append(Unicode.Scalar(UInt8(48 + power % 10)))
    } else if point <= 0 {
      for _ in point..<0 { prepend("0") }
      prepend(".")
      prepend("0")
    } else if point < count {
      insertPoint(after: point)
    } else {
      // 2^53, which is the last that is no longer written as a whole number.
      for _ in count..<point { append("0") }
      append(".")
      append("0")
    }
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[start..<end]) }

  mutating func prepend(_ sign: Unicode.Scalar) {
    start -= 1
    memory[start] = UInt8(ascii: sign)
  }

  private mutating func append(_ sign: Unicode.Scalar) {
    memory[end] = UInt8(ascii: sign)
    end += 1
  }

  private mutating func insertPoint(after count: Int) {
    for index in start..<start + count { memory[index - 1] = memory[index] }
    start -= 1
    memory[start + count] = UInt8(ascii: ".")
  }
}
