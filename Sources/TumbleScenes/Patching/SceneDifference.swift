/// The changes of a text that reads as one scene for it to read as another.
struct SceneDifference {
  let old: Scene
  let new: Scene
  let source: SceneSource
  let tree: TextTree
  let writer: SceneWriter
  var edits: TextEdits
  /// The number of times that each object has been changed: what a small change does not settle is written
  /// again as a whole.
  var attempts: [String: Int]
  var longestUnrolled = 500
  /// The ids of repeaters that give way to an entry for each of their bodies.
  var unrolled: Set<String> = []
  /// Is true if one of them is a rope, chain, cloth or blob, whose joints are then written into the list of
  /// joints. Those of all later ones must be written there too, so that the joints keep their order.
  var hasUnrolledSoft = false
  /// Is true while a body is to leave out what its template gives: it is written as a whole, without one.
  var leavesTemplate = false
  /// The entries of joints as they were and are written, a hinge with its parts.
  var jointEntries: (old: [FormatNode.Mapping], new: [FormatNode.Mapping]) = ([], [])

  init(from old: Scene, to new: Scene, source: SceneSource, tree: TextTree, attempts: [String: Int]) {
    (self.old, self.new, self.source, self.tree, self.attempts) = (old, new, source, tree, attempts)
    writer = SceneWriter()
    edits = TextEdits(tree, in: source.scope)
  }

  mutating func find() throws(SceneTextPatchError) {
    findTexts()
    findSection("view", Format.viewFields.write(old.view), Format.viewFields.write(new.view))
    if let camera = new.camera {
      findSection("camera", old.camera.map(writer.camera) ?? [], writer.camera(camera))
    }
    findSection("world", writer.world(old.world), writer.world(new.world))
    try findTemplates()
    try findBodies()
    try findJoints()
    try findOthers()
  }

  // MARK: - The scene's own keys

  private mutating func findTexts() {
    put("title", old.title, new.title)
    put("note", old.note, new.note)
    if old.categories != new.categories {
      let value = FormatNode.list(new.categories.map { FormatNode.plain($0) })
      put("categories", new.categories.isEmpty ? nil : value)
    }
  }

  private mutating func put(_ key: String, _ old: String, _ new: String) {
    if old != new { put(key, new.isEmpty ? nil : .text(new)) }
  }

  private mutating func put(_ key: String, _ value: FormatNode?) {
    edits.put(key, value, in: tree.root, SectionName.scene.section)
  }

  /// Templates of which something is made while the scene runs; one that bodies of the file are of stays for
  /// them.
  private mutating func findTemplates() throws(SceneTextPatchError) {
    let (before, after) = (writer.templates(old), writer.templates(new))
    guard before.flow != after.flow else { return }
    guard let list = list("templates"), list.isMapping else { return put("templates", .mapping(after)) }
    for (id, value) in after where before[id]?.flow != value.flow {
      _ = try attempt("the template '\(id)'")
      edits.set(id, value, in: list, nil)
    }
    let used = Set(source.root.records("bodies").compactMap { $0.text("template") })
    for (id, _) in before where !after.has(id) && !used.contains(id) { edits.remove(id, in: list, nil) }
  }

  /// Finds what differs in a mapping that the scene has once.
  private mutating func findSection(_ key: String, _ old: FormatNode.Mapping, _ new: FormatNode.Mapping) {
    let changes = Changes(from: old, to: new)
    guard !changes.isEmpty else { return }
    let scene = SectionName.scene.section
    guard let entry = tree.root.entry(key, in: scene), entry.node.isMapping else {
      return edits.set(key, .mapping(changes.given), in: tree.root, scene)
    }
    let section = SectionName(rawValue: key)?.section
    for (key, value) in changes.given { edits.set(key, value, in: entry.node, section) }
    for key in changes.cleared { edits.remove(key, in: entry.node, section) }
  }
}

extension SceneDifference {
  /// The keys of a mapping that are to be set, and those that are to be taken out.
  struct Changes {
    var given: FormatNode.Mapping
    var cleared: [String]

    init(from old: FormatNode.Mapping, to new: FormatNode.Mapping) {
      given = new.filter { old[$0.0]?.flow != $0.1.flow }
      cleared = old.map(\.0).filter { !new.has($0) }
    }

    var isEmpty: Bool { given.isEmpty && cleared.isEmpty }

    func isSame(as other: Changes) -> Bool { given.flow == other.given.flow && cleared == other.cleared }
  }

  /// Counts the attempts to change an object's text; returns how many there were before.
  mutating func attempt(_ object: String) throws(SceneTextPatchError) -> Int {
    let before = attempts[object, default: 0]
    guard before < 4 else {
      throw .refused(
        "\(object) cannot be written into the file's text as it is now; save the scene as a new file")
    }
    attempts[object] = before + 1
    return before
  }

  /// The list of a key of the scene; nil if it has none.
  func list(_ key: String) -> TextNode? { tree.root.entry(key, in: SectionName.scene.section)?.node }

  /// Returns the index of the list's item that a record stands in.
  func item(of record: Record, in list: TextNode) -> Int? {
    guard record.place.file == 0 else { return nil }
    let goal = (record.place.line, record.place.column)
    // They stand in their order.
    let item = list.items.partitioningIndex { ($0.node.place.line, $0.node.place.column) >= goal }
    guard item < list.items.count else { return nil }
    let place = list.items[item].node.place
    return (place.line, place.column) == goal ? item : nil
  }

  /// Adds entries to a list behind the item of another, or makes the list.
  mutating func add(_ additions: [(entry: FormatNode.Mapping, before: Int)], to key: String) {
    guard !additions.isEmpty else { return }
    guard let list = list(key), case .list = list.content else {
      edits.remove(key, in: tree.root, nil)
      return edits.add(key, additions.map(\.entry), to: tree.root)
    }
    for addition in additions { edits.insert(.written(addition.entry), before: addition.before, in: list) }
  }

  /// Makes an entry say what it is to say, by the keys that differ.
  ///
  /// - Parameters:
  ///   - record: The record as it was read, a template's keys among its own.
  ///   - node: Its own mapping.
  mutating func apply(_ changes: Changes, to record: Record, _ node: TextNode) {
    let section = record.section.section
    let word = section.chooser.flatMap { key in changes.given[key]?.word ?? record.text(key) }
    for (key, value) in changes.given { edits.set(key, value, in: node, section, for: word) }
    for key in changes.cleared { clear(key, record, node, for: word) }
  }

  /// Gives a key its default: by leaving it out, or, where a template gives it, in so many words.
  private mutating func clear(_ key: String, _ record: Record, _ node: TextNode, for word: String?) {
    let section = record.section.section
    guard templateGives(key, record) else { return edits.remove(key, in: node, section) }
    if let value = section.key(key, for: word)?.defaultValue?.written {
      edits.set(key, value, in: node, section, for: word)
    } else {
      leavesTemplate = true
    }
  }

  /// Returns true if the template that a body names gives a key.
  func templateGives(_ key: String, _ record: Record) -> Bool {
    guard let name = record.text("template"),
      let template = source.root.names("templates").last(where: { $0.name == name })?.value.record
    else { return false }
    return template.has(key)
  }

  /// Finds what differs in lists whose elements are one entry each: all but bodies and joints.
  mutating func findOthers() throws(SceneTextPatchError) {
    for type in SceneWriter.lists.dropFirst(2) { try findEntries(of: type) }
  }

  private mutating func findEntries<Entry: SceneEntry>(of type: Entry.Type) throws(SceneTextPatchError) {
    let (old, new) = (self.old, self.new)
    for key in Entry.place.keys {
      let written = zip(old[keyPath: Entry.list], source[type]).filter { $0.0.key == key }
      let (before, after) = (written.map(\.0), new[keyPath: Entry.list].filter { $0.key == key })
      try findEntries(
        key, written.map(\.1), before.map { $0.written(by: writer, in: old) },
        after.map { $0.written(by: writer, in: new) },
        ids: Entry.self is any Identifiable.Type ? (before.map(\.name), after.map(\.name)) : nil)
    }
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
        apply(changes, to: records[pair.old], list.items[item].node)
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
    guard let ids else { return ListAlignment(old.map { $0.flow }, new.map { $0.flow }) }
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

extension SceneDifference {
  mutating func findJoints() throws(SceneTextPatchError) {
    let haveSameBodies = old.bodies.elementsEqual(new.bodies) { $0.id == $1.id }
    guard old.joints != new.joints || !haveSameBodies || !unrolled.isEmpty else { return }
    let records = source[Scene.Joint.self]
    // A hinge is one entry where the file has one, or where it is new.
    let oldEntries = old.joints.entries.flatMap { entry -> [Range<Int>] in
      let places = Set(entry.map { records[$0].place })
      return places.count == 1 ? [entry] : entry.map { $0..<$0 + 1 }
    }
    let whole = Set(oldEntries.filter { $0.count > 1 }.map { old.joints[$0.lowerBound].id })
    let known = Set(old.joints.map(\.id))
    let newEntries = new.joints.entries.flatMap { entry -> [Range<Int>] in
      let ids = entry.map { new.joints[$0].id }
      let isNew = known.isDisjoint(with: ids.dropFirst())
      return isNew || whole.contains(ids[0]) ? [entry] : entry.map { $0..<$0 + 1 }
    }
    let (before, after) = (written(oldEntries, of: old), written(newEntries, of: new))
    jointEntries = (before, after)
    let ids = (
      oldEntries.map { old.joints[$0.lowerBound].id }, newEntries.map { new.joints[$0.lowerBound].id }
    )
    let alignment = try align("joints", before, after, ids: ids)
    let entries = list("joints").map { origins(of: oldEntries.map { records[$0.lowerBound] }, in: $0) } ?? []
    try find(entries, alignment, key: "joints") { (difference, origin, pairs) throws(SceneTextPatchError) in
      try difference.changeJoints(of: origin, pairs, before, after)
    } write: { _, index in
      after[index]
    }
  }

  private func written(_ entries: [Range<Int>], of scene: Scene) -> [FormatNode.Mapping] {
    entries.map { writer.joint(scene.joints[$0.lowerBound], scene.joints[$0].dropFirst(), in: scene) }
  }

  /// Changes the joints of an entry; false if the joints of a chain need an entry each.
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
    let object = "the joint '\(before[pairs[index].old]["id"]?.word ?? "")'"
    let attempt = try attempt(object)
    if origin.record.makesSeveralJoints {
      let isShared = changes.allSatisfy { $0.isSame(as: changes[0]) }
      let isWhole = ["id", "a", "b"].allSatisfy { !changes[0].given.has($0) }
      guard attempt == 0, isShared, isWhole else { return false }
    } else if attempt >= 2, let list = list("joints") {
      edits.replace(item: origin.item, with: [.written(after[pairs[index].new])], in: list)
      return true
    }
    change(changes[index], to: after[pairs[index].new], origin, node)
    return true
  }

  mutating func becomeJoint(_ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode) {
    let joint = jointEntries.new[pair.new]
    let changes = Changes(from: jointEntries.old[pair.old], to: joint)
    change(changes, to: joint, origin, node)
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
    _ changes: Changes, to joint: FormatNode.Mapping, _ origin: Origin, _ node: TextNode
  ) {
    var changes = changes
    // A place in the world gives both anchors: what takes its place must too.
    if origin.record.has("at"), changes.given.has("anchorA") || changes.given.has("anchorB") {
      for key in ["anchorA", "anchorB"] where !changes.given.has(key) {
        if let value = joint[key] { changes.given.append((key, value)) }
      }
    }
    apply(changes, to: origin.record, node)
  }
}
