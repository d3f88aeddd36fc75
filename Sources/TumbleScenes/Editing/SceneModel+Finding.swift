import TumbleFrames

// Objects by the names that edits give them; a name that nothing has gets the likely one in its message.
extension SceneModel {
  func find(_ kind: SceneObject.Kind, _ id: String) throws(EditRefusal) -> Int {
    if let index = index(of: kind, id) { return index }
    let known = indices(of: kind).keys.filter { index(of: kind, $0) != nil }
    let nearest = known.count <= 10_000 ? Nearest.word(to: id, in: known) : nil
    throw EditRefusal(
      "there is no \(kind.rawValue) named '\(Excerpts.short(id))'",
      hint: nearest.map { "did you mean '\($0)'?" })
  }
}
