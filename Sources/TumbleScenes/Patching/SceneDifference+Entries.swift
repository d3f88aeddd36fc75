import TumbleFrames

extension SceneDifference {
  /// Makes an entry say what it is to say, by the keys that differ.
  ///
  /// - Parameters:
  ///   - object: What messages call it.
  ///   - record: As it was read, a template's keys among its own.
  ///   - node: Its own mapping.
  mutating func apply(
    _ changes: Changes, to object: String, _ record: Record, _ node: TextNode
  ) throws(SceneTextPatchError) {
    let section = record.section.section
    let word = section.chooser.flatMap { key in changes.given[key]?.word ?? record.text(key) }
    for (key, value) in changes.given { edits.set(key, value, in: node, section, for: word) }
    for key in changes.cleared { try clear(key, of: object, record, node, for: word) }
  }

  /// Gives a key its default: by leaving it out, or, where a template gives it, in so many words.
  private mutating func clear(
    _ key: String, of object: String, _ record: Record, _ node: TextNode, for word: String?
  ) throws(SceneTextPatchError) {
    let section = record.section.section
    guard templateGives(key, record) else { return edits.remove(key, in: node, section) }
    guard let value = section.key(key, for: word)?.defaultValue?.written else {
      throw .refused(
        "\(object) takes '\(key)' from the template '\(record.text("template") ?? "")', and a body cannot leave out what its template gives; change it in the file"
      )
    }
    edits.set(key, value, in: node, section, for: word)
  }

  /// Whether the template that a body names gives a key.
  func templateGives(_ key: String, _ record: Record) -> Bool {
    guard let name = record.text("template"),
      case .record(let template)? = source.root.names("templates").last(where: { $0.name == name })?.value
        .value
    else { return false }
    return template.has(key)
  }

  /// Lists whose elements are one entry each.
  mutating func findOthers() throws(SceneTextPatchError) {
    try findEntries(
      "rules", source.rules, old.rules.map { writer.rule($0, in: old) },
      new.rules.map { writer.rule($0, in: new) },
      ids: nil)
    try findEntries(
      "fields", source.fields, old.fields.map { writer.field($0, in: old) },
      new.fields.map { writer.field($0, in: new) }, ids: (old.fields.map(\.id), new.fields.map(\.id)))
    try findEntries(
      "fluids", source.fluids, old.fluids.map { writer.fluid($0, in: old) },
      new.fluids.map { writer.fluid($0, in: new) }, ids: (old.fluids.map(\.id), new.fluids.map(\.id)))
    try findEntries(
      "emitters", source.emitters, old.emitters.map { writer.emitter($0, in: old) },
      new.emitters.map { writer.emitter($0, in: new) }, ids: (old.emitters.map(\.id), new.emitters.map(\.id)))
    try findEntries(
      "scenery", source.scenery, old.scenery.map(writer.scenery), new.scenery.map(writer.scenery),
      ids: (old.scenery.map(\.id), new.scenery.map(\.id)))
    try findEntries(
      "when", source.triggers, old.triggers.map(writer.trigger), new.triggers.map(writer.trigger), ids: nil)
    for (key, isPointer) in [("keys", false), ("pointer", true)] {
      let records = zip(old.inputs, source.inputs).filter { ($0.0.pointer != nil) == isPointer }.map(\.1)
      let (before, after) = (
        old.inputs.filter { ($0.pointer != nil) == isPointer },
        new.inputs.filter { ($0.pointer != nil) == isPointer }
      )
      try findEntries(
        key, records, before.map(writer.input), after.map(writer.input),
        ids: (before.map(\.id), after.map(\.id)))
    }
    try findEntries(
      "controls", source.controls, old.controls.map(writer.control), new.controls.map(writer.control),
      ids: (old.controls.map(\.id), new.controls.map(\.id)))
    try findEntries(
      "layers", source.layers, old.layers.map(writer.layer), new.layers.map(writer.layer),
      ids: (old.layers.map(\.id), new.layers.map(\.id)))
    try findEntries(
      "animations", source.animations, old.animations.map(writer.animation),
      new.animations.map(writer.animation),
      ids: (old.animations.map(\.id), new.animations.map(\.id)))
    try findEntries(
      "graph", source.graphs, old.graphs.map(writer.graph), new.graphs.map(writer.graph), ids: nil)
    try findEntries(
      "expect", source.expectations, old.expectations.map(writer.expectation),
      new.expectations.map(writer.expectation), ids: nil)
  }

  private mutating func findEntries(
    _ key: String, _ records: [Record], _ old: [FormatNode.Mapping], _ new: [FormatNode.Mapping],
    ids: (old: [String], new: [String])?
  ) throws(SceneTextPatchError) {
    let alignment = try align(key, old, new, ids: ids)
    let list = list(key)
    let items = records.map { record in list.flatMap { item(of: record, in: $0) } }
    for pair in alignment.kept {
      var changes = Changes(from: old[pair.old], to: new[pair.new])
      // What names a repeater whose bodies have an entry each now has to name them.
      let stale = unrolled.isEmpty ? [] : records[pair.old].keys(naming: unrolled)
      for key in stale where !changes.given.has(key) {
        if let value = new[pair.new][key] { changes.given.append((key, value)) }
      }
      guard !changes.isEmpty || !stale.isEmpty, let list, let item = items[pair.old] else { continue }
      let name = ids.map { "'\($0.old[pair.old])'" } ?? "\(pair.old + 1)"
      let object = "\(key) \(name)"
      if try attempt(object) < 2, stale.allSatisfy(changes.given.has) {
        try apply(changes, to: object, records[pair.old], list.items[item].node)
      } else {
        edits.replace(item: item, with: [.written(new[pair.new])], in: list)
      }
    }
    for index in alignment.removed {
      if let list, let item = items[index] { edits.remove(item: item, in: list) }
    }
    add(
      alignment.added.map { addition in
        (new[addition.new], addition.after.flatMap { items[$0] }.map { $0 + 1 } ?? 0)
      }, to: key)
  }

  func align(
    _ key: String, _ old: [FormatNode.Mapping], _ new: [FormatNode.Mapping],
    ids: (old: [String], new: [String])?
  ) throws(SceneTextPatchError) -> ListAlignment {
    func bare(_ mapping: FormatNode.Mapping) -> String { mapping.filter { $0.0 != "id" }.flow }
    guard let ids else {
      return ListAlignment(old.map { $0.flow }, new.map { $0.flow })
    }
    guard let alignment = ListAlignment(ids.old, ids.new, isAlike: { bare(old[$0]) == bare(new[$1]) }) else {
      throw .refused("the order of the \(key) was changed, which cannot be saved into the file's text")
    }
    return alignment
  }
}

extension Record {
  /// The keys whose values name one of some repeaters, its shapes or its properties, at any depth.
  fileprivate func keys(naming repeaters: Set<String>) -> [String] {
    entries.filter { $0.located.names(repeaters) }.map(\.name)
  }
}

extension Located {
  fileprivate func names(_ repeaters: Set<String>) -> Bool {
    switch value {
    case .text(let text): repeaters.contains(Scene.BodySelector.owner(of: text))
    case .list(let list): list.contains { $0.names(repeaters) }
    case .record(let record): record.entries.contains { $0.located.names(repeaters) }
    case .names(let names): names.contains { $0.value.names(repeaters) }
    case .broken, .number, .count, .flag, .vector, .color, .raw: false
    }
  }
}
