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
    var rest = Substring(text)
    guard let value = FlowValue.read(&rest) else { return nil }
    rest = rest.drop { $0 == " " }
    guard rest.isEmpty else { return nil }
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

  // MARK: Reading

  private static func read(_ rest: inout Substring) -> FlowValue? {
    rest = rest.drop { $0 == " " }
    switch rest.first {
    case "[":
      rest.removeFirst()
      var values: [FlowValue] = []
      while !skip("]", &rest) {
        guard let value = read(&rest) else { return nil }
        values.append(value)
        guard skip(",", &rest) || rest.first == "]" else { return nil }
      }
      return .list(values)
    case "{":
      rest.removeFirst()
      var entries: [Entry] = []
      while !skip("}", &rest) {
        guard let key = scalar(&rest), skip(":", &rest), let value = read(&rest) else { return nil }
        entries.append(Entry(key: key, value: value))
        guard skip(",", &rest) || rest.first == "}" else { return nil }
      }
      return .mapping(entries)
    case nil: return nil
    default: return scalar(&rest).map { .scalar($0) }
    }
  }

  private static func skip(_ sign: Character, _ rest: inout Substring) -> Bool {
    rest = rest.drop { $0 == " " }
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// To the end of its quotes, or to what ends an entry; nil for nothing.
  private static func scalar(_ rest: inout Substring) -> String? {
    rest = rest.drop { $0 == " " }
    var text = ""
    if rest.first == "\"" {
      text.append(rest.removeFirst())
      while let letter = rest.popFirst() {
        text.append(letter)
        if letter == "\"" { return text }
        if letter == "\\", let escaped = rest.popFirst() { text.append(escaped) }
      }
      return nil
    }
    while let letter = rest.first, !"[]{},:\"".contains(letter) { text.append(rest.removeFirst()) }
    while text.last == " " { text.removeLast() }
    return text.isEmpty ? nil : text
  }
}
