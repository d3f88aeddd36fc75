extension [UInt8] {
  package mutating func append(number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.capacity) {
      var text = NumberText($0, number.magnitude)
      if number < 0 { text.prepend("-") }
      append(contentsOf: text.bytes)
    }
  }

  /// As the shortest text that reads back to the same bits: the bytes of `shortText`, without a string on the way.
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
  /// In the memory: where digits end. Before them there is room for `-0.000` and 24 digits.
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

  /// Eight times the digit 0.
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The eight digits of a number below 10^8, a byte each, the first in the lowest: halves, quarters and single digits all at once
  /// (multiplying by 10486 / 2^20 and by 103 / 2^10 divides small numbers by 100 and by 10).
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
