import TumbleGeometry

extension SceneBuilder {
  func readInputs() {
    var ids: [String: SourcePlace] = [:]
    var keys: [String: String] = [:]
    for record in root.records("keys") where !reading.isFull {
      guard let id = record.text("id") else { continue }
      if let before = ids[id] {
        reading.error(
          record.place("id"), "there is another input '\(id)'",
          hint: "it was given before in line \(before.line), column \(before.column)")
        continue
      }
      ids[id] = record.place("id")
      var input = Scene.Input(id: id)
      input.help = record.value("help")
      for key in ["keys", "reverse"] {
        for located in record.list(key) {
          guard case .text(let name) = located.value else { continue }
          if let other = keys[name] {
            reading.error(
              located.place, "the key \(name) is used twice", hint: "the input '\(other)' has it already")
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
      input.drives = record.records("drive").compactMap(drive)
      scene.inputs.append(input)
      source.inputs.append(record)
    }
  }

  private func drive(_ record: Record) -> Scene.Drive? {
    switch record.text("type") {
    case "motor":
      guard let id = joint(record, ofKind: .motor), let rate = record.number("rate") else { return nil }
      return .motor(id, rate: rate)
    case "length":
      guard let id = joint(record, ofKind: .spring), let length = record.number("by") else { return nil }
      return .length(id, by: length)
    case let type?:
      guard let selector = record["of"].flatMap({ bodySelector($0, []) }), let force = record.vector("force")
      else {
        return nil
      }
      return .force(selector, Scene.Force(force, at: record.vector("at"), isLocal: type == "thrust"))
    case nil: return nil
    }
  }

  private func joint(_ record: Record, ofKind kind: Scene.JointForm.Kind) -> String? {
    guard let id = record.text("of"),
      let index = names.resolve(id, at: record.place("of"), among: names.joints, what: "joint")
    else { return nil }
    guard scene.joints[index].form.kind == kind else {
      reading.error(
        record.place("of"),
        "'\(id)' is a \(scene.joints[index].form.kind.rawValue) joint, not a \(kind.rawValue)")
      return nil
    }
    return id
  }
}

extension Scene.JointForm {
  typealias Kind = JointKind
}
