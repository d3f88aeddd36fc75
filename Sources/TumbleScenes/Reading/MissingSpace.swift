/// Looks for a `:` that was meant to divide a key from its value, and has no space after it.
enum MissingSpace {
  /// Where the first one of a line stands, quotes and comments left out.
  static func colon(in line: [UInt8]) -> Int? {
    var quote: UInt8?
    for (index, byte) in line.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "#") where index == 0 || line[index - 1] == UInt8(ascii: " "): return nil
      case UInt8(ascii: ":") where isDivider(index, in: line): return index
      default: break
      }
    }
    return nil
  }

  /// The word that ends at a colon.
  static func key(before colon: Int, in line: [UInt8]) -> Range<Int> {
    let start = line[..<colon].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
    return start..<colon
  }

  /// Between a word that begins something and a value.
  private static func isDivider(_ colon: Int, in line: [UInt8]) -> Bool {
    let key = key(before: colon, in: line)
    guard colon + 1 < line.count, let first = line[key].first, isLetter(first) else { return false }
    let next = line[colon + 1]
    guard isWord(next) || "[{\"'.+#".utf8.contains(next) else { return false }
    // A word within a text does not begin anything.
    let before = line[..<key.lowerBound].last { $0 != UInt8(ascii: " ") }
    return before.map { "{,-[".utf8.contains($0) } ?? true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
