import TumbleFrames
import TumbleGeometry

/// What has to change in a text that reads as one scene for it to read as another.
struct SceneDifference {
  let old: Scene
  let new: Scene
  let source: SceneSource
  let tree: TextTree
  let writer: SceneWriter
  var edits: TextEdits
  /// How often each object has been changed: what a small change does not settle is written again as a whole.
  var attempts: [String: Int]
  var longestUnrolled = 500
  /// The ids of repeaters that give way to an entry for each of their bodies.
  var unrolled: Set<String> = []
  /// Whether one of them is a rope, chain, cloth or blob, whose joints are then written into the list of
  /// joints. Those of all later ones must be written there too, so that the joints keep their order.
  var hasUnrolledSoft = false

  init(from old: Scene, to new: Scene, source: SceneSource, tree: TextTree, attempts: [String: Int]) {
    self.old = old
    self.new = new
    self.source = source
    self.tree = tree
    self.attempts = attempts
    writer = SceneWriter()
    edits = TextEdits(tree, in: source.scope)
  }

  mutating func find() throws(SceneTextPatchError) {
    findTexts()
    findSection("view", Format.viewFields.write(old.view), Format.viewFields.write(new.view))
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
    let section = SectionName.scene.section
    if let value {
      edits.set(key, value, in: tree.root, section)
    } else {
      edits.remove(key, in: tree.root, section)
    }
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

  /// A mapping that the scene has once.
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
  /// Which keys of a mapping are to be set, and which to be taken out.
  struct Changes {
    var given: FormatNode.Mapping
    var cleared: [String]

    init(from old: FormatNode.Mapping, to new: FormatNode.Mapping) {
      given = new.filter { old[$0.0]?.flow != $0.1.flow }
      cleared = old.map(\.0).filter { !new.has($0) }
    }

    var isEmpty: Bool { given.isEmpty && cleared.isEmpty }

    func isSame(as other: Changes) -> Bool {
      given.flow == other.given.flow && cleared == other.cleared
    }
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

  /// Which item of a list a record stands in.
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
}
