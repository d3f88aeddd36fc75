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

extension String {
  /// For a message: signs that a terminal would obey, or that turn the direction of a line, become replacement characters. Line ends and
  /// tabs stay.
  package var printable: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }

  /// true where it has a control character (C0, DEL or C1), such as a line feed: a line of a file cannot
  /// hold one.
  package var hasControlCharacter: Bool { unicodeScalars.contains(where: \.isControl) }

  /// For a sentence in one line: control characters become replacement characters.
  package var withoutControlCharacters: String { escaped { $0.isControl ? "\u{FFFD}" : nil } }

  /// As a field of comma-separated values: quoted only where it must be.
  package var csvField: String {
    guard utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return self }
    return "\"" + escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// As JSON text, quotation marks included.
  package var jsonText: String {
    let text = escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        "\\u" + UInt16(scalar.value).hexadecimal
      default: nil
      }
    }
    return "\"" + text + "\""
  }

  /// As text of XML or HTML, within an attribute in double quotes too. What neither can hold becomes a replacement character.
  package var xmlText: String {
    escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// With what an escape gives for each character; nil for one that stays.
  package func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let escaped = escape(scalar) { text += escaped } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  fileprivate var isPrintable: Bool {
    switch value {
    case 0x09, 0x0A: true
    // C0, DEL and C1; separators of lines and paragraphs; what embeds, overrides or isolates a direction.
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
