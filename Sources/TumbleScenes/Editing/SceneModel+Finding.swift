import TumbleFrames

// Objects by the names that edits give them; a name that nothing has gets the likely one in its message.
extension SceneModel {
  func find(body id: String) throws(EditRefusal) -> Int {
    if let index = body(id) { return index }
    throw missing("body", id, bodyIndices.keys)
  }

  func find(joint id: String) throws(EditRefusal) -> Int {
    if let index = joint(id) { return index }
    throw missing("joint", id, jointIndices.keys)
  }

  func find(animation id: String) throws(EditRefusal) -> Int {
    if let index = animation(id) { return index }
    throw missing("animation", id, scene.animations.map(\.id))
  }

  func find(field id: String) throws(EditRefusal) -> Int {
    if let index = field(id) { return index }
    throw missing("field", id, scene.fields.indices.filter(hasField).map { scene.fields[$0].id })
  }

  func find(fluid id: String) throws(EditRefusal) -> Int {
    if let index = fluid(id) { return index }
    throw missing("fluid", id, scene.fluids.indices.filter(hasFluid).map { scene.fluids[$0].id })
  }

  func find(emitter id: String) throws(EditRefusal) -> Int {
    if let index = emitter(id) { return index }
    throw missing("emitter", id, scene.emitters.indices.filter(hasEmitter).map { scene.emitters[$0].id })
  }

  /// The place of an entry of `keys`; the pointer's are the file's alone.
  func find(input id: String) throws(EditRefusal) -> Int {
    if let index = scene.inputs.firstIndex(where: { $0.id == id && $0.pointer == nil }) { return index }
    throw missing("input", id, scene.inputs.filter { $0.pointer == nil }.map(\.id))
  }

  private func missing(_ what: String, _ id: String, _ known: some Collection<String>) -> EditRefusal {
    let nearest = known.count <= 10_000 ? Nearest.word(to: id, in: known) : nil
    return EditRefusal(
      "there is no \(what) named '\(Excerpts.short(id))'", hint: nearest.map { "did you mean '\($0)'?" })
  }
}
