/// Cuts the lines that diagnostics show out of a text that may be megabytes, in one line.
struct Excerpts {
  private let bytes: ArraySlice<UInt8>
  /// Offsets of the first byte of each line.
  private let starts: [Int]
  /// Characters of a line that are shown.
  static let width = 96

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var starts = [bytes.startIndex]
    bytes.withUnsafeBufferPointer { buffer in
      for (offset, byte) in buffer.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(bytes.startIndex + offset + 1)
      }
    }
    self.starts = starts
  }

  /// The bytes of a line, from 1.
  func line(_ line: Int) -> ArraySlice<UInt8>? {
    guard line >= 1, line <= starts.count else { return nil }
    return bytes[starts[line - 1]..<(line < starts.count ? starts[line] : bytes.endIndex)]
  }

  /// The line (from 1), cut around a column (from 1), with a mark of a length below it.
  func excerpt(line: Int, column: Int, length: Int) -> SceneDiagnostic.Excerpt? {
    guard let whole = self.line(line) else { return nil }
    let column = max(column - 1, 0)
    // A line may be megabytes long: only what is shown is decoded.
    let indent = whole.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let first = min(indent, column) + max(0, column - min(indent, column) - Self.width * 2 / 3)
    var start = whole.startIndex
    var skipped = 0
    while start < whole.endIndex, skipped < first || whole[start] & 0xC0 == 0x80 {
      if whole[start] & 0xC0 != 0x80 { skipped += 1 }
      start += 1
    }
    let window = whole[start...].prefix(4 * Self.width + 8)
    var characters = Array(String(decoding: window, as: UTF8.self).unicodeScalars)
    while let last = characters.last, last == "\n" || last == "\r" { characters.removeLast() }
    guard !characters.isEmpty else { return nil }

    let shown = characters.prefix(Self.width).map { scalar in
      scalar == "\t" ? " " : Self.isShown(scalar) ? scalar : "\u{FFFD}"
    }
    let head = skipped > indent ? "…" : ""
    let caret = min(column - skipped, shown.count)
    return SceneDiagnostic.Excerpt(
      text: head + String(String.UnicodeScalarView(shown)) + (characters.count > shown.count ? "…" : ""),
      start: caret + head.unicodeScalars.count, length: max(1, min(length, shown.count - caret)))
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // What could move the cursor, or turn the direction of a terminal's text.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      return scalar == "\t"
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return false
    default:
      return true
    }
  }

  /// A text from a file, safe and short enough to stand in a sentence.
  static func short(_ text: String, limit: Int = 40) -> String {
    var short = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return short + "…" }
      short.unicodeScalars.append(isShown(scalar) ? (scalar == "\t" ? " " : scalar) : "\u{FFFD}")
    }
    return short
  }
}
