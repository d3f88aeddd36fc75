import TumbleFiles

/// JSON whose keys keep their order.
indirect enum JSONText {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  static func texts(_ texts: [String]) -> JSONText { .list(texts.map { .text($0) }) }

  /// Indented by two spaces a level; what has nothing nested in it stays on its line.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .number(let value): return value.shortText
    case .text(let text): return text.jsonText
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let list):
      if list.allSatisfy(\.isLeaf) { return "[" + list.map { $0.text() }.joined(separator: ", ") + "]" }
      return "[\n" + list.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let object):
      if object.isEmpty { return "{}" }
      if object.count < 3 && object.allSatisfy(\.1.isLeaf) {
        return "{" + object.map { "\($0.0.jsonText): \($0.1.text())" }.joined(separator: ", ") + "}"
      }
      let lines = object.map { "\(inner)\($0.0.jsonText): \($0.1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isLeaf: Bool {
    switch self {
    case .number, .text, .flag: true
    case .list, .object: false
    }
  }
}
