import TumbleGeometry

/// A value of the scene format as the scene writer has it, in YAML's flow style: taken apart, not checked.
indirect enum FlowValue: Hashable {
  /// As it stands, in quotes or not.
  case scalar(String)
  case list([FlowValue])
  case mapping([Entry])

  struct Entry: Hashable {
    var key: String
    var value: FlowValue
  }

  /// nil for what the scene writer does not write.
  init?(_ text: String) {
    var text = text
    let read = text.withUTF8 { bytes in
      var reader = FlowReader(bytes)
      return reader.whole()
    }
    guard let value = read else { return nil }
    self = value
  }
}

extension FlowValue {
  /// As it is written.
  var text: String {
    switch self {
    case .scalar(let text): text
    case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  /// The value of a key of a mapping.
  subscript(key: String) -> FlowValue? {
    guard case .mapping(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// With another value for a key that it has.
  func setting(_ key: String, to text: String) -> FlowValue {
    guard case .mapping(var entries) = self, let place = entries.firstIndex(where: { $0.key == key }) else {
      return self
    }
    entries[place].value = .scalar(text)
    return .mapping(entries)
  }

  var list: [FlowValue] { if case .list(let values) = self { values } else { [] } }

  var number: Double? { if case .scalar(let text) = self { Double(text) } else { nil } }

  /// [x, y], or one number for both.
  var vector: Vector? {
    if let number { return Vector(number, number) }
    let numbers = list.compactMap(\.number)
    return numbers.count == 2 && list.count == 2 ? Vector(numbers[0], numbers[1]) : nil
  }

  /// The text of a scalar without its quotes.
  var word: String? {
    guard case .scalar(let text) = self else { return nil }
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }

}

// MARK: - Reading

/// Reads bytes from a place on.
private struct FlowReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The whole of the text; nil if more than a value is there.
  mutating func whole() -> FlowValue? {
    guard let value = value() else { return nil }
    skipSpaces()
    return place == bytes.count ? value : nil
  }

  private mutating func value() -> FlowValue? {
    skipSpaces()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "["):
      place += 1
      var values: [FlowValue] = []
      while !skip(UInt8(ascii: "]")) {
        guard let value = value() else { return nil }
        values.append(value)
        guard skip(UInt8(ascii: ",")) || isAt(UInt8(ascii: "]")) else { return nil }
      }
      return .list(values)
    case UInt8(ascii: "{"):
      place += 1
      var entries: [FlowValue.Entry] = []
      while !skip(UInt8(ascii: "}")) {
        guard let key = scalar(), skip(UInt8(ascii: ":")), let value = value() else { return nil }
        entries.append(FlowValue.Entry(key: key, value: value))
        guard skip(UInt8(ascii: ",")) || isAt(UInt8(ascii: "}")) else { return nil }
      }
      return .mapping(entries)
    default: return scalar().map { .scalar($0) }
    }
  }

  private func isAt(_ sign: UInt8) -> Bool { place < bytes.count && bytes[place] == sign }

  private mutating func skipSpaces() { while isAt(UInt8(ascii: " ")) { place += 1 } }

  private mutating func skip(_ sign: UInt8) -> Bool {
    skipSpaces()
    guard isAt(sign) else { return false }
    place += 1
    return true
  }

  /// A quoted text with its quotes, or plain text up to the next `,`, `]`, `}` or `:`; nil if it is empty.
  private mutating func scalar() -> String? {
    skipSpaces()
    let start = place
    if isAt(UInt8(ascii: "\"")) {
      place += 1
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: bytes[start..<place], as: UTF8.self) }
        if byte == UInt8(ascii: "\\") { place += 1 }
      }
      return nil
    }
    while place < bytes.count, !Self.isSign(bytes[place]) { place += 1 }
    var end = place
    while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Whether a byte ends plain text.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ":"), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}
