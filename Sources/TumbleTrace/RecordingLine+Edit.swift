import TumbleFrames
import TumbleGeometry

extension RecordingLine {
  /// The edit of a line, as far as that can be reported without its scene.
  func edit(_ action: Key) throws(Wrong) -> Edit {
    let others: [Key] =
      switch action {
      case .add: [.value]
      case .remove: [.id]
      case .set: [.of, .id, .value]
      case .duplicate: [.names, .by]
      case .pin: [.at, .name]
      default: []
      }
    if let odd = editKeys.first(where: { $0 != action && !others.contains($0) }) {
      throw Wrong(problem: "\"\(odd.rawValue)\" does not stand beside \"\(action.rawValue)\"")
    }
    switch action {
    case .add:
      let text = try given(.value)
      try checkLength(text)
      return .add(try kind(.add), text)
    case .remove: return .remove(try object(.remove))
    case .set:
      if let value = text(.value) { try checkLength(value) }
      let path = try given(.set)
      guard path.utf8.count <= 200 else { throw Wrong(problem: "the path of a property is too long") }
      return .set(try object(.of), path: path, value: text(.value))
    case .duplicate:
      let (ids, names) = (try self.names(.duplicate), try self.names(.names))
      guard ids.count == names.count, ids.count <= Edit.maxCopies else {
        throw Wrong(problem: "each of at most \(Edit.maxCopies) copies has one name")
      }
      return .duplicate(ids, names: names, by: try point(.by))
    case .pin: return .pin(try name(.pin), at: try point(.at), name: try name(.name))
    case .slice:
      let numbers = numbers(.slice) ?? []
      guard numbers.count == 4 else { throw Wrong(problem: "\"slice\" has four numbers: x, y, x and y") }
      return .slice(from: try Self.point(Array(numbers[..<2])), to: try Self.point(Array(numbers[2...])))
    default: return .unpin(try name(.unpin))
    }
  }

  private func given(_ key: Key) throws(Wrong) -> String {
    guard let text = text(key) else { throw Wrong(problem: "\"\(key.rawValue)\" is missing") }
    return text
  }

  private func checkLength(_ text: String) throws(Wrong) {
    guard text.utf8.count <= Edit.maxTextBytes else {
      throw Wrong(problem: "the text of an edit has at most \(Edit.maxTextBytes) bytes")
    }
  }

  private func kind(_ key: Key) throws(Wrong) -> SceneObject.Kind {
    guard let kind = SceneObject.Kind(rawValue: try given(key)) else {
      let words = SceneObject.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Wrong(problem: "\"\(key.rawValue)\" is one of \(words)")
    }
    return kind
  }

  private func object(_ key: Key) throws(Wrong) -> SceneObject {
    let kind = try kind(key)
    if text(.id) != nil { _ = try name(.id) }
    guard let object = SceneObject(kind, id: text(.id)) else {
      throw Wrong(problem: "the world and the view have no id, and all other objects have one")
    }
    return object
  }

  private func name(_ key: Key) throws(Wrong) -> String { try Self.checked(name: try given(key), key) }

  private func names(_ key: Key) throws(Wrong) -> [String] {
    try (texts(key) ?? []).map { (name) throws(Wrong) in try Self.checked(name: name, key) }
  }

  private static func checked(name: String, _ key: Key) throws(Wrong) -> String {
    guard isName(name) else {
      throw Wrong(
        problem:
          "\"\(key.rawValue)\" is a name: it starts with a letter and goes on with letters, digits, '-' and"
          + " '_', 64 at most")
    }
    return name
  }

  private func point(_ key: Key) throws(Wrong) -> Vector {
    guard let numbers = numbers(key) else { throw Wrong(problem: "\"\(key.rawValue)\" is missing") }
    return try Self.point(numbers)
  }
}
