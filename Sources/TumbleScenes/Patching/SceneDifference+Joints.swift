import TumbleFrames

extension SceneDifference {
  mutating func findJoints() throws(SceneTextPatchError) {
    let haveSameBodies = old.bodies.elementsEqual(new.bodies) { $0.id == $1.id }
    guard old.joints != new.joints || !haveSameBodies || !unrolled.isEmpty else { return }
    let before = old.joints.map { writer.joint($0, in: old) }
    let after = new.joints.map { writer.joint($0, in: new) }
    let alignment = try align("joints", before, after, ids: (old.joints.map(\.id), new.joints.map(\.id)))
    let entries = list("joints").map { origins(of: source.joints, in: $0) } ?? []
    try find(entries, alignment, key: "joints") { (difference, origin, pairs) throws(SceneTextPatchError) in
      try difference.changeJoints(of: origin, pairs, before, after)
    } write: { _, index in
      after[index]
    }
  }

  /// False where the joints of a chain need an entry each.
  private mutating func changeJoints(
    of origin: Origin, _ pairs: [ListAlignment.Pair], _ before: [FormatNode.Mapping],
    _ after: [FormatNode.Mapping]
  ) throws(SceneTextPatchError) -> Bool {
    if let chain = origin.record.text("chain"), unrolled.contains(chain) { return false }
    let changes = pairs.map { Changes(from: before[$0.old], to: after[$0.new]) }
    guard let index = changes.firstIndex(where: { !$0.isEmpty }) else { return true }
    guard let node = tree.mapping(of: origin.record) else {
      throw .layout(line: Int(origin.record.place.line))
    }
    let object = "the joint '\(old.joints[pairs[index].old].id)'"
    let attempt = try attempt(object)
    if origin.record.makesSeveralJoints {
      let isShared = changes.allSatisfy { $0.isSame(as: changes[0]) }
      let isWhole = ["id", "a", "b"].allSatisfy { !changes[0].given.has($0) }
      guard attempt == 0, isShared, isWhole else { return false }
    } else if attempt >= 2, let list = list("joints") {
      edits.replace(item: origin.item, with: [.written(after[pairs[index].new])], in: list)
      return true
    }
    try change(changes[index], to: object, after[pairs[index].new], origin, node)
    return true
  }

  mutating func becomeJoint(
    _ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode
  ) throws(SceneTextPatchError) {
    let joint = writer.joint(new.joints[pair.new], in: new)
    let changes = Changes(from: writer.joint(old.joints[pair.old], in: old), to: joint)
    try change(changes, to: "the joint '\(new.joints[pair.new].id)'", joint, origin, node)
    let section = SectionName.joint.section
    if let type = origin.record.text("type"), ComposedJoint(rawValue: type) != nil {
      // One of the engine's joints stands in the entry's place: of its own keys none need mean the same.
      for key in section.keys.map(\.name) where joint[key] == nil { edits.remove(key, in: node, section) }
      for (key, value) in joint { edits.set(key, value, in: node, section) }
    }
    for key in ["chain", "loop"] { edits.remove(key, in: node, section) }
    for key in ["id", "a", "b"] { if let value = joint[key] { edits.set(key, value, in: node, section) } }
  }

  private mutating func change(
    _ changes: Changes, to object: String, _ joint: FormatNode.Mapping, _ origin: Origin, _ node: TextNode
  ) throws(SceneTextPatchError) {
    var changes = changes
    // A place in the world gives both anchors: what takes its place must too.
    if origin.record.has("at"), changes.given.has("anchorA") || changes.given.has("anchorB") {
      for key in ["anchorA", "anchorB"] where !changes.given.has(key) {
        if let value = joint[key] { changes.given.append((key, value)) }
      }
    }
    try apply(changes, to: object, origin.record, node)
  }
}
