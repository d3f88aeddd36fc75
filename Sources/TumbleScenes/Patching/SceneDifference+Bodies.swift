import TumbleFrames
import TumbleGeometry

extension SceneDifference {
  /// Objects that come from one entry of a list: one, or the copies that a repeater or a chain makes.
  struct Origin {
    var record: Record
    var item: Int
    var objects: Range<Int>
  }

  mutating func findBodies() throws(SceneTextPatchError) {
    let (old, new) = (self.old, self.new)
    // Once a joint of a rope or the like changes, all of its joints and bodies are written one by one.
    let hasSoft = source.bodies.contains { $0.record.isSoft } && old.joints != new.joints
    guard old.bodies != new.bodies || !hasSameNames(old, new) || hasSoft else { return }
    guard
      let alignment = ListAlignment(
        old.bodies.map(\.id), new.bodies.map(\.id),
        isAlike: { [writer] a, b in
          var renamed = old.bodies[a]
          renamed.id = new.bodies[b].id
          return writer.body(renamed, in: old).flow
            == writer.body(new.bodies[b], in: new).flow
        })
    else {
      throw .refused("the order of the bodies was changed, which cannot be saved into the file's text")
    }
    let entries = list("bodies").map { origins(of: source.bodies.map(\.record), in: $0) } ?? []
    try find(entries, alignment, key: "bodies") { (difference, origin, pairs) throws(SceneTextPatchError) in
      try difference.changeBodies(of: origin, pairs)
    } write: {
      $0.writer.body($0.new.bodies[$1], in: $0.new)
    }
  }

  /// Whether numbers of groups and bits of categories mean the same in both.
  private func hasSameNames(_ old: Scene, _ new: Scene) -> Bool {
    old.groups == new.groups && old.categories == new.categories
  }

  func origins(of records: [Record], in list: TextNode) -> [Origin] {
    var origins: [Origin] = []
    for (index, record) in records.enumerated() {
      if let last = origins.last, last.record.place == record.place {
        origins[origins.count - 1].objects = last.objects.lowerBound..<index + 1
      } else if let item = item(of: record, in: list) {
        origins.append(Origin(record: record, item: item, objects: index..<index + 1))
      }
    }
    return origins
  }

  /// Goes over the entries of a list; of those that are to be written once for each object it writes them.
  ///
  /// - Parameters:
  ///   - change: Changes one entry; false where its objects need one each.
  ///   - write: An object that is added.
  mutating func find(
    _ origins: [Origin], _ alignment: ListAlignment, key: String,
    change: (inout SceneDifference, Origin, [ListAlignment.Pair]) throws(SceneTextPatchError) -> Bool,
    write: (SceneDifference, Int) -> FormatNode.Mapping
  ) throws(SceneTextPatchError) {
    let news = Dictionary(uniqueKeysWithValues: alignment.kept.map { ($0.old, $0.new) })
    var additions = Dictionary(grouping: alignment.added, by: \.after)
    let list = list(key)
    for origin in origins {
      guard let list else { break }
      let pairs = origin.objects.compactMap { index in
        news[index].map { ListAlignment.Pair(old: index, new: $0) }
      }
      let hasInner = origin.objects.dropLast().contains { additions[$0] != nil }
      let isWhole = pairs.count == origin.objects.count && !hasInner
      let isSplit = isWhole ? !(try change(&self, origin, pairs)) : true
      if pairs.isEmpty {
        edits.remove(item: origin.item, in: list)
      } else if isSplit {
        var entries: [TextEdits.Entry] = []
        for index in origin.objects {
          if let new = news[index] {
            entries.append(
              .text(try copy(of: origin, old: index, new: new, isFirst: entries.isEmpty, in: list, key: key)))
          }
          guard index != origin.objects.last else { break }
          entries += (additions.removeValue(forKey: index) ?? []).map { .written(write(self, $0.new)) }
        }
        edits.replace(item: origin.item, with: entries, in: list)
        if let id = origin.record.text("id"), key == "bodies" { unrolled.insert(id) }
        if origin.record.isSoft, key == "bodies" { hasUnrolledSoft = true }
      }
    }
    let items = origins.reduce(into: [Int: Int]()) { items, origin in
      for index in origin.objects { items[index] = origin.item }
    }
    let rest = additions.values.joined().sorted { $0.new < $1.new }
    add(rest.map { (write(self, $0.new), $0.after.flatMap { items[$0] }.map { $0 + 1 } ?? 0) }, to: key)
  }

  /// False where the bodies of a repeater need an entry each.
  private mutating func changeBodies(of origin: Origin, _ pairs: [ListAlignment.Pair])
    throws(SceneTextPatchError) -> Bool
  {
    if origin.record.isSoft, hasUnrolledSoft || hasChangedJoints(origin) { return false }
    let changed = pairs.filter { isChanged($0) }
    guard let first = changed.first else { return true }
    guard let node = tree.mapping(of: origin.record) else {
      throw .layout(line: Int(origin.record.place.line))
    }
    let object = "the body '\(old.bodies[first.old].id)'"
    guard origin.record.has("repeat") else {
      let attempt = try attempt(object)
      guard attempt < 3 else {
        guard let list = list("bodies") else { return true }
        edits.replace(
          item: origin.item, with: [.written(writer.body(new.bodies[first.new], in: new))], in: list)
        return true
      }
      try changeBody(first, origin, node, object, attempt: attempt)
      return true
    }
    guard changed.count == origin.objects.count, try attempt(object) == 0, let shared = shared(by: pairs)
    else {
      return false
    }
    try apply(shared.changes, to: object, origin.record, node)
    if old.bodies[first.old].shapes != new.bodies[first.new].shapes {
      try changeShapes(first, origin, node, attempt: 0)
    }
    let at = (origin.record.vector("at") ?? .zero) + shared.move
    if shared.move != .zero { edits.set("at", .vector(at), in: node, SectionName.body.section) }
    if shared.turn != 0 {
      edits.set(
        "angle", .number((origin.record.number("angle") ?? 0) + shared.turn), in: node,
        SectionName.body.section)
    }
    return true
  }

  /// Whether joints that a rope or the like made are other ones, or gone: then they have to be listed.
  private func hasChangedJoints(_ origin: Origin) -> Bool {
    let made = source.joints.indices.filter { source.joints[$0].place == origin.record.place }
    guard !made.isEmpty else { return false }
    let flows = new.joints.map { ($0.id, writer.joint($0, in: new).flow) }
    let news = Dictionary(flows, uniquingKeysWith: { first, _ in first })
    return made.contains { index in
      let joint = old.joints[index]
      return news[joint.id] != writer.joint(joint, in: old).flow
    }
  }

  private func isChanged(_ pair: ListAlignment.Pair) -> Bool {
    let (a, b) = (old.bodies[pair.old], new.bodies[pair.new])
    if a == b && old.groups == new.groups && old.categories == new.categories { return false }
    return writer.body(a, in: old).flow != writer.body(b, in: new).flow
  }

  mutating func changeBody(
    _ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode, _ object: String, attempt: Int
  ) throws(SceneTextPatchError) {
    try apply(bodyChanges(pair), to: object, origin.record, node)
    let (a, b) = (old.bodies[pair.old], new.bodies[pair.new])
    let shapes = (a.shapes.map { shape($0, old) }, b.shapes.map { shape($0, new) })
    if shapes.0 != shapes.1 { try changeShapes(pair, origin, node, attempt: attempt) }
  }

  private func shape(_ shape: Scene.Shape, _ scene: Scene) -> String {
    writer.shape(shape, in: scene).flow
  }

  /// Shapes aside.
  private func bodyChanges(_ pair: ListAlignment.Pair) -> Changes {
    Changes(
      from: writer.body(old.bodies[pair.old], in: old).filter { $0.0 != "shapes" },
      to: writer.body(new.bodies[pair.new], in: new).filter { $0.0 != "shapes" })
  }

  /// What all bodies of a repeater have in common that changed; nil where something changed in some only.
  private func shared(by pairs: [ListAlignment.Pair]) -> (changes: Changes, move: Vector, turn: Double)? {
    func own(_ pair: ListAlignment.Pair) -> Changes {
      var changes = bodyChanges(pair)
      changes.given.removeAll { $0.0 == "at" || $0.0 == "angle" }
      changes.cleared.removeAll { $0 == "angle" }
      return changes
    }
    func move(_ pair: ListAlignment.Pair) -> Vector {
      new.bodies[pair.new].position - old.bodies[pair.old].position
    }
    func turn(_ pair: ListAlignment.Pair) -> Double {
      new.bodies[pair.new].angle - old.bodies[pair.old].angle
    }
    let first = pairs[0]
    let changes = own(first)
    let shapes = new.bodies[first.new].shapes
    let isShared = pairs.dropFirst().allSatisfy { pair in
      own(pair).isSame(as: changes) && new.bodies[pair.new].shapes == shapes
        && (move(pair) - move(first)).length < 1e-6 && abs(turn(pair) - turn(first)) < 1e-9
    }
    return isShared && !changes.given.has("id") ? (changes, move(first), turn(first)) : nil
  }
}
