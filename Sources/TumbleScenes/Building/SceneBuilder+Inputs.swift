extension SceneBuilder {
  func readInputs() {
    var keys: [String: String] = [:]
    // An edit adds to what is there.
    for input in scene.inputs { for name in input.keys + input.reverseKeys { keys[name] = input.id } }
    for record in root.records("keys") where !reading.isFull {
      guard let id = newInput(record) else { continue }
      var input = Scene.Input(id: id)
      input.help = record.value("help")
      for key in ["keys", "reverse"] {
        for (name, place) in record.texts(key) {
          if let other = keys[name] {
            reading.error(
              place, "the key \(name) is used twice", hint: "the input '\(other)' has it already")
          }
          keys[name] = id
          if key == "keys" { input.keys.append(name) } else { input.reverseKeys.append(name) }
        }
      }
      input.pad = record.text("pad")
      guard !input.keys.isEmpty || !input.reverseKeys.isEmpty || input.pad != nil || record.isBroken else {
        reading.error(
          record.place, "the input '\(id)' has neither a key nor a pad", hint: "such as keys: Space")
        continue
      }
      input.drives = record.records("drive").compactMap { drive($0) }
      add(input, from: record)
    }
  }

  /// Reads the uses of the pointer after the keys, for their ids are of one kind.
  func readPointer() {
    for record in root.records("pointer") where !reading.isFull {
      guard let id = newInput(record) else { continue }
      guard !record.isBroken else { continue }
      var input = Scene.Input(id: id)
      input.help = record.value("help")
      input.pointer = record.text("button").flatMap(Scene.Input.Pointer.init) ?? .always
      input.drives = record.records("drive").compactMap { drive($0, ofPointer: true) }
      add(input, from: record)
    }
  }

  /// The id of an input that has one of its own; what has not is reported.
  private func newInput(_ record: Record) -> String? {
    guard let id = record.text("id") else { return nil }
    guard let before = scene.inputs.firstIndex(where: { $0.id == id }) else { return id }
    // What an edit adds to was not read with it.
    let written = source[Scene.Input.self]
    let place = before - (scene.inputs.count - written.count)
    return reading.refuse(
      record.place("id"), "there is another input '\(id)'",
      hint: place < 0 ? nil : reading.given(written[place].place("id")))
  }

  private func drive(_ record: Record, ofPointer isPointer: Bool = false) -> Scene.Drive? {
    guard let type = DriveWord.read("type", of: record) else { return nil }
    switch type {
    case .motor:
      guard let id = joint(record, ofKind: .motor), let rate = record.number("rate") else { return nil }
      return .motor(id, rate: rate)
    case .length:
      guard let id = joint(record, ofKind: .spring), let length = record.number("by") else { return nil }
      return .length(id, by: length)
    case .toward, .follow:
      guard isPointer else {
        return reading.refuse(
          record.place("type"), "a key is nowhere: '\(type.rawValue)' is for the pointer",
          hint: "write it under pointer:")
      }
      guard let selector = record["of"].flatMap({ bodySelector($0, []) }) else { return nil }
      if type == .toward {
        return record.number("force").map { .toward(selector, force: $0, reach: record.value("reach")) }
      }
      guard isKinematic(selector, at: record.place("of")) else { return nil }
      return .follow(selector, speed: record.value("speed"))
    case .thrust, .push:
      guard let selector = record["of"].flatMap({ bodySelector($0, []) }), let force = record.vector("force")
      else { return nil }
      return .force(selector, Scene.Force(force, at: record.vector("at"), isLocal: type == .thrust))
    }
  }

  private func isKinematic(_ selector: Scene.BodySelector, at place: SourcePlace) -> Bool {
    for name in selector.names {
      let id = Scene.BodySelector.owner(of: name)
      guard let body = bodyOrTemplate(id), body.kind != .kinematic else { continue }
      return reading.refuse(
        place, "'\(id)' is \(body.kind.rawValue), and only a kinematic body follows the pointer",
        hint: body.kind == .dynamic ? "type: toward pulls a dynamic one there" : nil)
    }
    guard selector.isAnything else { return true }
    return reading.refuse(place, "name the kinematic bodies that follow the pointer")
  }

  private func joint(_ record: Record, ofKind kind: JointKind) -> String? {
    guard let id = record.text("of"),
      let index = names.resolve(id, at: record.place("of"), among: names[.joint], what: "joint")
    else { return nil }
    let part = id + ComposedJoint.Part.motor.suffix
    if kind == .motor, let own = names[.joint][part], scene.joints[own].partOf == id,
      scene.joints[own].isMotor
    {
      return part
    }
    guard scene.joints[index].form.kind == kind || kind == .motor && scene.joints[index].isMotor else {
      return reading.refuse(
        record.place("of"),
        "'\(id)' is a \(scene.joints[index].form.kind.rawValue) joint, not a \(kind.rawValue)")
    }
    return id
  }
}
