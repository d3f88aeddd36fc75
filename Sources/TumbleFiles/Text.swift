extension Double {
  /// The shortest text that reads back to the same bits.
  ///
  /// A whole number goes without `.0`; minus zero keeps it, for a reader that takes `-0` as an integer would lose its sign.
  package var shortText: String {
    let isWhole = magnitude < 0x1p53 && rounded(.towardZero) == self && (self != 0 || sign == .plus)
    return isWhole ? String(Int(self)) : description
  }

  /// For people: rounded to a thousandth.
  package var thousandthsText: String { ((self * 1000).rounded() / 1000).shortText }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits, zeros too.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension [UInt8] {
  package mutating func append(number: Int) {
    append(contentsOf: String(number).utf8)
  }

  /// As the shortest text that reads back to the same bits.
  package mutating func append(number: Double) {
    append(contentsOf: number.shortText.utf8)
  }
}

extension String {
  /// As a field of comma-separated values: quoted only where it must be.
  package var csvField: String {
    guard utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return self }
    return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// As JSON text, quotation marks included.
  package var jsonText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
