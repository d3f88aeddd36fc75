/// Reads a number as YAML 1.2's core schema writes decimals, and nothing that could be meant otherwise: no octal, no
/// hexadecimal, no `1_000`, no `12:30`, no infinity.
enum NumberText {
  /// The length of the number that the text starts with; nil if it starts with none.
  static func length(_ text: some Collection<UInt8>) -> Int? {
    var index = text.startIndex
    func digits() -> Int {
      var count = 0
      while index < text.endIndex, (48...57).contains(text[index]) {
        index = text.index(after: index)
        count += 1
      }
      return count
    }
    func skip(_ characters: UInt8...) -> Bool {
      guard index < text.endIndex, characters.contains(text[index]) else { return false }
      index = text.index(after: index)
      return true
    }

    _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
    var count = digits()
    if skip(UInt8(ascii: ".")) { count += digits() }
    guard count > 0 else { return nil }
    let end = index
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
      if digits() == 0 { index = end }
    }
    return text.distance(from: text.startIndex, to: index)
  }

  /// The whole text as a number; nil if it is none. Infinite where it is beyond a Double.
  static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in
      guard length(bytes) == bytes.count else { return nil }
      return number(bytes)
    }
  }

  /// Short integers, which most numbers are, without going by way of the library.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    if bytes.count <= 10 {
      var value = 0
      var isPlain = true
      for byte in bytes where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
        guard (48...57).contains(byte) else {
          isPlain = false
          break
        }
        value = value * 10 + Int(byte - 48)
      }
      // -0 keeps its sign by the other way.
      if isPlain && value != 0 { return Double(bytes[0] == UInt8(ascii: "-") ? -value : value) }
    }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
