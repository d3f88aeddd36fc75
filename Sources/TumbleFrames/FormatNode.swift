import TumbleFiles
import TumbleGeometry

/// A value of the scene format as it is written, taken apart and not checked: what the scene writer writes,
/// the inspector shows and the editor makes. Its text is YAML's flow style.
package indirect enum FormatNode: Sendable {
  /// Keys and values in their order.
  package typealias Mapping = [(String, FormatNode)]

  /// A number or a word that needs no quotes.
  case plain(String)
  case text(String)
  case list([FormatNode])
  case mapping(Mapping)

  package static func number(_ value: Double) -> FormatNode { .plain(value.shortText) }
  package static func vector(_ x: Double, _ y: Double) -> FormatNode { .list([.number(x), .number(y)]) }
  package static func vector(_ vector: Vector) -> FormatNode { .vector(vector.x, vector.y) }
  package static func vectors(_ vectors: [Vector]) -> FormatNode { .list(vectors.map { .vector($0) }) }
}

extension FormatNode: Hashable {
  package static func == (a: FormatNode, b: FormatNode) -> Bool {
    switch (a, b) {
    case (.plain(let a), .plain(let b)), (.text(let a), .text(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.mapping(let a), .mapping(let b)): a.elementsEqual(b) { $0 == $1 }
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(flow) }
}

// MARK: - Writing

extension FormatNode {
  /// The value on one line.
  package var flow: String {
    written(key: { $0 }, scalar: { text, isText in isText ? Self.quoted(text) : text })
  }

  /// The value on one line, with keys and scalars as a caller writes them.
  package func written(key: (String) -> String, scalar: (String, _ isText: Bool) -> String) -> String {
    switch self {
    case .plain(let text): scalar(text, false)
    case .text(let text): scalar(text, true)
    case .list(let list):
      "[" + list.map { $0.written(key: key, scalar: scalar) }.joined(separator: ", ") + "]"
    case .mapping(let mapping):
      "{"
        + mapping.map { "\(key($0.0)): \($0.1.written(key: key, scalar: scalar))" }.joined(separator: ", ")
        + "}"
    }
  }

  /// A text in double quotes; what is not plainly visible is escaped.
  package static func quoted(_ text: String) -> String {
    let quoted = text.escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case " "..."~": nil
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
          "\\U" + scalar.value.hexadecimal
        default: nil
        }
      }
    }
    return "\"" + quoted + "\""
  }
}

// MARK: - Parts

extension FormatNode {
  /// The value of a key of a mapping.
  package subscript(key: String) -> FormatNode? {
    if case .mapping(let mapping) = self { mapping[key] } else { nil }
  }

  /// The mapping with another value for a key that it has.
  package func setting(_ key: String, to value: FormatNode) -> FormatNode {
    guard case .mapping(var mapping) = self, let index = mapping.firstIndex(where: { $0.0 == key }) else {
      return self
    }
    mapping[index].1 = value
    return .mapping(mapping)
  }

  /// The keys and values of a mapping; none where it is something else.
  package var entries: Mapping { if case .mapping(let mapping) = self { mapping } else { [] } }

  /// The values of a list; none where it is something else.
  package var list: [FormatNode] { if case .list(let values) = self { values } else { [] } }

  package var number: Double? { if case .plain(let text) = self { Double(text) } else { nil } }

  /// The vector of [x, y], or of one number for both.
  package var vector: Vector? {
    if let number { return Vector(number, number) }
    let numbers = list.compactMap(\.number)
    return numbers.count == 2 && list.count == 2 ? Vector(numbers[0], numbers[1]) : nil
  }

  /// The text of a scalar, without quotes.
  package var word: String? {
    switch self {
    case .plain(let text), .text(let text): text
    case .list, .mapping: nil
    }
  }
}

extension FormatNode.Mapping {
  /// The mapping on one line.
  package var flow: String { FormatNode.mapping(self).flow }

  package subscript(key: String) -> FormatNode? { first { $0.0 == key }?.1 }

  package func has(_ key: String) -> Bool { contains { $0.0 == key } }

  /// Adds a number that is there, and is not the default.
  package mutating func add(_ key: String, _ value: Double?, unless defaultValue: Double? = nil) {
    if let value, value != defaultValue { append((key, .number(value))) }
  }

  package mutating func add(_ key: String, _ value: Vector, unless defaultValue: Vector) {
    if value != defaultValue { append((key, .vector(value))) }
  }

  package mutating func add(_ key: String, _ value: Color?) {
    if let value { append((key, .text(value.hex))) }
  }
}
