import TumbleFiles
import TumbleGeometry

/// Keys and what is written after them, in their order.
typealias WrittenMapping = [(String, Written)]

/// A value as it is written, in YAML's flow style.
indirect enum Written: Sendable {
  typealias Mapping = WrittenMapping

  /// A number or a word that needs no quotes.
  case plain(String)
  case text(String)
  case list([Written])
  case mapping([(String, Written)])

  static func number(_ value: Double) -> Written { .plain(value.shortText) }
  static func vector(_ x: Double, _ y: Double) -> Written { .list([.number(x), .number(y)]) }
  static func vector(_ vector: Vector) -> Written { .vector(vector.x, vector.y) }

  var flow: String {
    switch self {
    case .plain(let text): text
    case .text(let text): Self.quoted(text)
    case .list(let list): "[" + list.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let mapping):
      "{" + mapping.map { "\($0.0): \($0.1.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// In double quotes; what is not plainly visible is escaped.
  static func quoted(_ text: String) -> String {
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

extension WrittenMapping {
  subscript(key: String) -> Written? {
    for (name, value) in self where name == key { return value }
    return nil
  }

  func has(_ key: String) -> Bool {
    for (name, _) in self where name == key { return true }
    return false
  }

  /// Nothing for nil, and for the default value.
  mutating func add(_ key: String, _ value: Double?, unless defaultValue: Double? = nil) {
    if let value, value != defaultValue { append((key, .number(value))) }
  }

  mutating func add(_ key: String, _ value: Vector, unless defaultValue: Vector) {
    if value != defaultValue { append((key, .vector(value))) }
  }

  mutating func add(_ key: String, _ value: Color?) {
    if let value { append((key, .text(value.hex))) }
  }
}
