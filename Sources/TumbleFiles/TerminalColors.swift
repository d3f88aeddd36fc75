import Foundation

/// Colours of messages for a person at a terminal.
package enum TerminalColors {
  /// Whether what is written there is seen by a person who wants colours: it is a terminal, NO_COLOR is not set
  /// (https://no-color.org), and TERM is not `dumb`.
  package static func areWanted(on descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Colours the words by which each line of a message says what it is, and the marks under a line of a file. The text without
  /// the colours is the same.
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

  private static let words = [
    ("error:", red), ("Error:", red), ("warning:", magenta), ("note:", cyan),
  ]
  private static let red = "\u{1B}[1;31m"
  private static let magenta = "\u{1B}[1;35m"
  private static let cyan = "\u{1B}[1;36m"
  private static let green = "\u{1B}[32m"
  private static let plain = "\u{1B}[0m"
}
