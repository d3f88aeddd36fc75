/// A JSON value (RFC 8259) whose keys keep their order.
package enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  /// A number, written as `null` where it is not finite, which JSON cannot say.
  case number(Double)
  case text(String)
  case list([JSON])
  case object(Object)

  package static func whole(_ number: Int) -> JSON { .number(Double(number)) }
  package static func numbers(_ numbers: [Double]) -> JSON { .list(numbers.map(JSON.number)) }
  package static func texts(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }
}

extension JSON {
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var object: Object? { if case .object(let object) = self { object } else { nil } }
  package var list: [JSON]? { if case .list(let list) = self { list } else { nil } }

  /// Keys and values in their order. Each key is there once.
  package struct Object: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Member: Hashable, Sendable {
      package let key: String
      package var value: JSON
    }

    package private(set) var members: [Member] = []

    /// - Parameter elements: Those with nil are left out.
    package init(dictionaryLiteral elements: (String, JSON?)...) {
      for (key, value) in elements { self[key] = value }
    }

    package init() {}

    /// - Parameter members: Of several with one key the last counts.
    package init(_ members: some Sequence<(String, JSON)>) {
      for (key, value) in members { self[key] = value }
    }

    /// - Parameter members: Each key is there once.
    init(members: [Member]) { self.members = members }

    /// The value of a key. A new key is added at the end, nil removes its key.
    package subscript(key: String) -> JSON? {
      get { members.first { $0.key == key }?.value }
      set {
        let index = members.firstIndex { $0.key == key }
        switch (index, newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(key: key, value: value))
        case (nil, nil): break
        }
      }
    }

    package static func + (first: Object, second: Object) -> Object {
      second.members.reduce(into: first) { $0[$1.key] = $1.value }
    }
  }
}

// MARK: - Writing

extension JSON {
  package enum Layout {
    /// One line without spaces.
    case compact
    /// Lines indented by two spaces a level; what has nothing nested in it stays on its line.
    case indented
  }

  package func written(_ layout: Layout = .compact) -> String {
    var text: [UInt8] = []
    write(layout, "\n", to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes the value as JSON.
  ///
  /// - Parameter lineStart: A line end and the spaces that the value's own line begins with.
  private func write(_ layout: Layout, _ lineStart: String, to text: inout [UInt8]) {
    switch self {
    case .null: text.append(json: String?.none)
    case .flag(let flag): text += (flag ? "true" : "false").utf8
    case .number(let number): text.append(json: number)
    case .text(let content): text.append(json: content)
    case .list(let values):
      let staysOnLine = layout == .compact || values.allSatisfy(\.isLeaf)
      text += "[".utf8
      write(values, layout, staysOnLine ? nil : lineStart, to: &text) { value, text in
        value.write(layout, lineStart + "  ", to: &text)
      }
      text += "]".utf8
    case .object(let object):
      let members = object.members
      let staysOnLine =
        layout == .compact || members.isEmpty || members.count < 3 && members.allSatisfy(\.value.isLeaf)
      text += "{".utf8
      write(members, layout, staysOnLine ? nil : lineStart, to: &text) { member, text in
        text.append(json: member.key)
        text += (layout == .compact ? ":" : ": ").utf8
        member.value.write(layout, lineStart + "  ", to: &text)
      }
      text += "}".utf8
    }
  }

  /// Writes parts between brackets.
  ///
  /// - Parameter lineStart: The start of the line with the brackets; nil for parts that stay on it.
  private func write<Part>(
    _ parts: [Part], _ layout: Layout, _ lineStart: String?, to text: inout [UInt8],
    _ write: (Part, inout [UInt8]) -> Void
  ) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += (layout == .compact || lineStart != nil ? "," : ", ").utf8 }
      if let lineStart { text += (lineStart + "  ").utf8 }
      write(part, &text)
    }
    if let lineStart { text += lineStart.utf8 }
  }

  private var isLeaf: Bool {
    switch self {
    case .null, .flag, .number, .text: true
    case .list, .object: false
    }
  }
}

// Single values, for lines that are written without a tree, such as those of a trace.
extension [UInt8] {
  /// Appends a text as JSON; nil is `null`.
  package mutating func append(json text: String?) { self += (text?.jsonText ?? "null").utf8 }

  /// Appends a number as JSON; nil, and what is not finite, is `null`.
  package mutating func append(json number: Double?) {
    if let number, number.isFinite { append(number: number) } else { self += "null".utf8 }
  }
}

extension JSON {
  package enum Problem: Error, Equatable {
    /// The bytes are not a JSON object.
    case notAnObject
    case twice(key: String)
    /// A number that no `Double` holds.
    case number(key: String)
  }
}

extension JSON.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnObject: "this is not a JSON object"
    case .twice(let key): "the key \"\(key.prefix(40))\" is there twice"
    case .number(let key): "\"\(key.prefix(40))\" has a number that can't be used"
    }
  }
}

extension JSON.Object {
  /// Reads an object that is all of a text. Stricter than JSON: a key that is there twice is an error, for
  /// readers disagree which of the two counts.
  package init(_ bytes: ArraySlice<UInt8>) throws(JSON.Problem) {
    var scanner = JSONScanner(rest: bytes)
    self = try scanner.object(depth: 0)
    guard scanner.isAtEnd else { throw .notAnObject }
  }
}

/// A reader of JSON's tokens.
private struct JSONScanner {
  private var rest: ArraySlice<UInt8>
  /// The key that was read last.
  private var key = ""
  /// Levels of lists and objects within each other; nothing that is written has more than four.
  private static let maxDepth = 64

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

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws(JSON.Problem) {
    guard take(sign) else { throw .notAnObject }
  }

  private mutating func take(word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { rest.starts(with: $0) }
    if isThere { rest.removeFirst(word.utf8CodeUnitCount) }
    return isThere
  }

  /// A word that stands for a value.
  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.Problem) -> JSON {
    guard take(word: word) else { throw .notAnObject }
    return value
  }

  private mutating func value(depth: Int) throws(JSON.Problem) -> JSON {
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "["): return .list(try list(depth: depth))
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    default: return .number(try number())
    }
  }

  private mutating func list(depth: Int) throws(JSON.Problem) -> [JSON] {
    guard depth < Self.maxDepth, take("[") else { throw .notAnObject }
    var values: [JSON] = []
    if take("]") { return values }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    try expect("]")
    return values
  }

  mutating func object(depth: Int) throws(JSON.Problem) -> JSON.Object {
    guard depth < Self.maxDepth, take("{") else { throw .notAnObject }
    if take("}") { return [:] }
    var members: [JSON.Object.Member] = []
    var keys: Set<String> = []
    repeat {
      key = try text()
      try expect(":")
      guard keys.insert(key).inserted else { throw .twice(key: key) }
      members.append(JSON.Object.Member(key: key, value: try value(depth: depth + 1)))
    } while take(",")
    try expect("}")
    return JSON.Object(members: members)
  }

  /// A number as JSON writes it: no leading zero, no sign but a minus, digits on both sides of a point.
  private mutating func number() throws(JSON.Problem) -> Double {
    let before = rest
    func digits(_ scanner: inout JSONScanner) -> Int {
      let count = scanner.rest.prefix { (48...57).contains($0) }.count
      scanner.rest.removeFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let leading = rest.first
    let whole = digits(&self)
    guard whole > 0, whole == 1 || leading != UInt8(ascii: "0") else { throw .notAnObject }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits(&self) > 0 else { throw .notAnObject }
    }
    if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard digits(&self) > 0 else { throw .notAnObject }
    }
    let number = Double(String(decoding: before[..<rest.startIndex], as: UTF8.self)) ?? .nan
    guard number.isFinite else { throw .number(key: key) }
    return number
  }

  /// A text in quotation marks.
  private mutating func text() throws(JSON.Problem) -> String {
    try expect("\"")
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notAnObject }
        return text
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { throw .notAnObject }
        bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      case 0..<0x20: throw .notAnObject
      default: bytes.append(byte)
      }
    }
    throw .notAnObject
  }

  /// The character that an escape after a backslash stands for; nil for an escape that JSON does not have.
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
