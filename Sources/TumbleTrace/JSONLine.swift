/// A line of JSON Lines (RFC 8259, an object a line) as its keys and values. Stricter than JSON: a key that is there
/// twice is an error, for readers disagree which of the two counts.
struct JSONLine {
  indirect enum Value {
    case text(String)
    /// Finite.
    case number(Double)
    case bool(Bool)
    case null
    case list([Value])
    case object
  }

  enum Problem: Error {
    /// The bytes are not a JSON object.
    case notAnObject
    case twice(key: String)
    /// A number that no `Double` holds.
    case number(key: String)
  }

  /// In the order of the line.
  private(set) var fields: [(key: String, value: Value)] = []

  init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    var scanner = Scanner(rest: bytes)
    guard scanner.take("{") else { throw .notAnObject }
    var keys: Set<String> = []
    if !scanner.take("}") {
      repeat {
        guard let key = scanner.text(), scanner.take(":") else { throw .notAnObject }
        guard keys.insert(key).inserted else { throw .twice(key: key) }
        guard let value = scanner.value(depth: 0) else { throw .notAnObject }
        guard !scanner.sawInfinity else { throw .number(key: key) }
        fields.append((key, value))
      } while scanner.take(",")
      guard scanner.take("}") else { throw .notAnObject }
    }
    guard scanner.isAtEnd else { throw .notAnObject }
  }

  subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }
}

/// Reads JSON's tokens; nil is a mistake.
private struct Scanner {
  var rest: ArraySlice<UInt8>
  /// Whether a number was too large for a `Double`.
  private(set) var sawInfinity = false
  /// Lists within each other; nothing that is written has more than two.
  private static let maxDepth = 4

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return rest.isEmpty
    }
  }

  private mutating func skipSpace() {
    while let byte = rest.first, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      rest.removeFirst()
    }
  }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { rest.starts(with: $0) }
    if isThere { rest.removeFirst(word.utf8CodeUnitCount) }
    return isThere
  }

  mutating func value(depth: Int) -> JSONLine.Value? {
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "{"): return skipObject(depth: depth) ? .object : nil
    default: return number().map { .number($0) }
    }
  }

  private mutating func list(depth: Int) -> JSONLine.Value? {
    guard depth < Self.maxDepth, take("[") else { return nil }
    var values: [JSONLine.Value] = []
    if take("]") { return .list(values) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .list(values) : nil
  }

  private mutating func skipObject(depth: Int) -> Bool {
    guard depth < Self.maxDepth, take("{") else { return false }
    if take("}") { return true }
    repeat {
      guard text() != nil, take(":"), value(depth: depth + 1) != nil else { return false }
    } while take(",")
    return take("}")
  }

  /// As JSON writes numbers: no leading zero, no sign but a minus, digits on both sides of a point.
  private mutating func number() -> Double? {
    let before = rest
    func digits(_ scanner: inout Scanner) -> Int {
      let count = scanner.rest.prefix { (48...57).contains($0) }.count
      scanner.rest.removeFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let leading = rest.first
    let whole = digits(&self)
    guard whole > 0, whole == 1 || leading != UInt8(ascii: "0") else { return nil }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits(&self) > 0 else { return nil }
    }
    if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard digits(&self) > 0 else { return nil }
    }
    let number = Double(String(decoding: before[..<rest.startIndex], as: UTF8.self))
    if let number, !number.isFinite { sawInfinity = true }
    return number
  }

  /// A text in quotation marks.
  mutating func text() -> String? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      case 0..<0x20: return nil
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// What follows a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
      guard take(word: "\\u"), let trail = codeUnit(), UTF16.isTrailSurrogate(trail) else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    rest.removeFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
