import TumbleFrames

extension SceneModel {
  /// What a property stands for, such as `breeze` and `strength`; nil where its object is gone.
  package func property(_ text: String) -> (object: SceneObject, path: String)? {
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let owner = String(text[..<dot])
    let object = object(named: owner)
    if object.kind == .body, body(owner) == nil { return nil }
    return (object, String(text[text.index(after: dot)...]))
  }

  /// What a control sets its properties to, as edits: those of what is there.
  package func edits(control id: String, to value: Double) throws(EditRefusal) -> [Edit] {
    guard let control = scene.controls.first(where: { $0.id == id }) else {
      let hint = Nearest.word(to: id, in: scene.controls.map(\.id)).map { "did you mean '\($0)'?" }
      throw EditRefusal("there is no control '\(Excerpts.short(id))'", hint: hint)
    }
    guard let text = control.text(for: value) else {
      throw EditRefusal("'\(id)' " + (control.refusal(of: value) ?? ""))
    }
    return control.properties.compactMap { property($0).map { .set($0.object, path: $0.path, value: text) } }
  }

  /// Sets a control in the scene as it is written.
  mutating func set(control id: String, to value: Double) throws(EditRefusal) {
    var next = self
    for edit in try edits(control: id, to: value) { _ = try next.apply(edit) }
    self = next
  }

  /// What a control shows: what the first of its properties is; nil where that is gone, or is nothing that it
  /// can set.
  package func value(ofControl id: String) -> Double? {
    guard let control = scene.controls.first(where: { $0.id == id }), let first = control.properties.first,
      let (object, path) = property(first)
    else { return nil }
    let text = text(of: object, path) ?? defaultText(of: object, path)
    return text.flatMap { control.value(ofProperty: $0, pointsPerMeter: scene.world.pointsPerMeter) }
  }

  /// What a key that is left out stands for; nil where that is no plain value.
  private func defaultText(of object: SceneObject, _ path: String) -> String? {
    let known = SceneProperty.all(of: object.kind) + (object.kind == .body ? SceneProperty.ofShape : [])
    return known.first { $0.name == path }?.defaultText
  }

  /// Without what it sets of what is gone; nil where nothing is left.
  func control(_ control: Scene.Control) -> Scene.Control? {
    var control = control
    control.properties = control.properties.filter { property($0) != nil }
    return control.properties.isEmpty ? nil : control
  }
}

extension Scene {
  /// Sets a control in the scene as it is written: what it sets is what the scene starts with.
  ///
  /// - Throws: `EditRefusal`, and nothing has changed.
  public mutating func set(control id: String, to value: Double) throws(EditRefusal) {
    var model = SceneModel(self)
    try model.set(control: id, to: value)
    self = model.compact
  }
}
