extension [UInt8] {
  package mutating func append(number: Int) {
    append(contentsOf: String(number).utf8)
  }

  /// The shortest text that reads back to the same bits.
  ///
  /// A whole number goes without `.0`; minus zero keeps it, for a reader that takes `-0` as an integer would lose its sign.
  package mutating func append(number: Double) {
    if number.magnitude < 0x1p53, number.rounded(.towardZero) == number, number != 0 || number.sign == .plus {
      append(number: Int(number))
    } else {
      append(contentsOf: number.description.utf8)
    }
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
