import Foundation
import TumbleFrames

extension SceneModel {
  /// Makes an edit of a person's, as `apply` does. Where it changes what other objects may count on, such as
  /// a body's kind, it is refused if the scene's text could not be read any more.
  package mutating func take(
    _ edit: Edit, motion: (Int) -> Motion? = { _ in nil }
  ) throws(EditRefusal) -> [SceneChange] {
    var next = self
    let changes = try next.apply(edit, motion: motion)
    if case .set(let object, let path, _) = edit, try PropertyPath(path).isCountedOn,
      let refusal = next.refusalOfText(about: object), refusalOfText(about: object) == nil
    {
      throw refusal
    }
    self = next
    return changes
  }

  /// What is wrong with the scene's text, first of an object; nil if it reads.
  private func refusalOfText(about object: SceneObject) -> EditRefusal? {
    let read = SceneReader().read(Data(SceneWriter().text(compact).utf8), file: "", name: scene.name)
    let errors = read.diagnostics.filter { $0.severity == .error }
    let first = errors.first { error in object.id.map { error.message.contains("'\($0)'") } ?? false }
    return (first ?? errors.first).map { EditRefusal($0.message, hint: $0.hint) }
  }

  /// Makes an edit, or leaves everything as it is.
  ///
  /// - Parameter motion: Where a body is now; nil where the model knows best.
  package mutating func apply(
    _ edit: Edit, motion: (Int) -> Motion? = { _ in nil }
  ) throws(EditRefusal) -> [SceneChange] {
    var next = self
    let changes = try next.make(edit, motion)
    self = next
    return changes
  }

  private mutating func make(
    _ edit: Edit, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    switch edit {
    case .add(let kind, let text):
      guard text.utf8.count <= Edit.maxTextBytes else {
        throw EditRefusal("the text has \(text.utf8.count) bytes, and \(Edit.maxTextBytes) are the most")
      }
      return try add(kind, try SceneSnippet.node(text), motion)
    case .remove(let object): return try remove(object)
    case .set(let object, let path, let value):
      guard value?.utf8.count ?? 0 <= Edit.maxTextBytes else {
        throw EditRefusal("the value has more than \(Edit.maxTextBytes) bytes")
      }
      return try set(PropertyPath(path), of: object, to: try value.map(SceneSnippet.node), motion)
    case .duplicate(let ids, let names, let offset): return try duplicate(ids, names, by: offset, motion)
    case .pin(let id, let place, let name): return try pin(id, at: place, name: name, motion)
    case .unpin(let id): return try unpin(id)
    }
  }
}
