import Foundation

extension Double {
  /// The shortest text that reads back to the same bits.
  ///
  /// A whole number goes without `.0`; minus zero keeps it, for a reader that takes `-0` as an integer would
  /// lose its sign.
  package var shortText: String {
    let isWhole = magnitude < 0x1p53 && rounded(.towardZero) == self && (self != 0 || sign == .plus)
    return isWhole ? String(Int(self)) : description
  }

  /// The number for people: rounded to a thousandth.
  package var thousandthsText: String { ((self * 1000).rounded() / 1000).shortText }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits, zeros too.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension UInt8 {
  /// Is true for an ASCII letter.
  package var isLetter: Bool { (65...90).contains(self & 0xDF) }

  /// Is true for an ASCII digit.
  package var isDigit: Bool { (48...57).contains(self) }

  /// Is true for what a name may have behind its first letter.
  package var isOfName: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}

extension String {
  /// Is true for a name as scenes have them: a letter, then letters, digits, `-` and `_`.
  package var isName: Bool { utf8.first?.isLetter == true && utf8.allSatisfy(\.isOfName) }

  /// The text for a message: signs that a terminal would obey, or that turn the direction of a line, become
  /// replacement characters. Line ends and tabs stay.
  package var printable: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }

  /// Is true if the text has a control character (C0, DEL or C1), such as a line feed: a line of a file
  /// cannot hold one.
  package var hasControlCharacter: Bool { unicodeScalars.contains(where: \.isControl) }

  /// The text for a sentence in one line: control characters become replacement characters.
  package var withoutControlCharacters: String { escaped { $0.isControl ? "\u{FFFD}" : nil } }

  /// The text as a field of comma-separated values: quoted only where it must be.
  package var csvField: String {
    guard utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return self }
    return "\"" + escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// The text as JSON, quotation marks included.
  package var jsonText: String {
    let text = escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}": "\\u" + UInt16(scalar.value).hexadecimal
      default: nil
      }
    }
    return "\"" + text + "\""
  }

  /// The text as XML or HTML, within an attribute in double quotes too. Characters that neither can hold
  /// become replacement characters.
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

  /// Returns the text with the escape of each character; nil keeps a character.
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

/// Colours of messages for a person at a terminal.
package enum TerminalColors {
  /// Returns true if output there is seen by a person who wants colors: it is a terminal, NO_COLOR is not set
  /// (https://no-color.org), and TERM is not `dumb`.
  package static func areWanted(on descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Colours the words by which each line of a message says what it is, and the marks under a line of a file.
  /// The text without the colors is the same.
  package static func colored(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let mark = line.drop { $0 == " " }
      if mark.first == "^", mark.dropFirst().allSatisfy({ $0 == "~" }) { return green + line + plain }
      for (word, color) in words {
        // At the line's start, or behind the place in a file.
        if line.hasPrefix(word) { return color + word + plain + line.dropFirst(word.count) }
        if let found = line.range(of: ": " + word + " ") {
          return line[..<found.lowerBound] + ": " + color + word + plain + " " + line[found.upperBound...]
        }
      }
      return String(line)
    }.joined(separator: "\n")
  }

  private static let words = [("error:", red), ("Error:", red), ("warning:", magenta), ("note:", cyan)]
  private static let red = "\u{1B}[1;31m"
  private static let magenta = "\u{1B}[1;35m"
  private static let cyan = "\u{1B}[1;36m"
  private static let green = "\u{1B}[32m"
  private static let plain = "\u{1B}[0m"
}

/// Lines for a person.
package enum StandardError {
  private static let isColored = TerminalColors.areWanted(
    on: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)

  /// Writes a line to standard error, without what of it a terminal would obey: much of a message was written
  /// by others. If it cannot be written (closed, full, a closed pipe) it is lost, and the program goes on:
  /// what it was asked for is worth more than what it says on the way.
  package static func say(_ text: String) {
    let text = text.printable
    write((isColored ? TerminalColors.colored(text) : text) + "\n")
  }

  /// Writes a line as `say` does, if that can be done at once: a program that is being ended does not wait
  /// for whoever reads a pipe.
  package static func sayAtOnce(_ text: String) {
    var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    // A pipe that is ready takes a short line whole.
    guard text.utf8.count < 400, poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT) != 0 else { return }
    say(text)
  }

  /// Writes a part of a line to standard error, as it is.
  package static func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
  }
}
