import Yams

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
          return writer.body(renamed, in: old).flow == writer.body(new.bodies[b], in: new).flow
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

  /// Returns true if numbers of groups and bits of categories mean the same in both.
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
              try copy(of: origin, old: index, new: new, isFirst: entries.isEmpty, in: list, key: key))
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

  /// Changes the bodies of an entry; false if the bodies of a repeater need an entry each.
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
    let kept = edits
    guard origin.record.has("repeat") else {
      let attempt = try attempt(object)
      if attempt < 3 { changeBody(first, origin, node, attempt: attempt) }
      guard attempt == 3 || leavesTemplate, let list = list("bodies") else { return true }
      (edits, leavesTemplate) = (kept, false)
      edits.replace(
        item: origin.item, with: [.written(writer.body(new.bodies[first.new], in: new))], in: list)
      return true
    }
    guard changed.count == origin.objects.count, try attempt(object) == 0, let shared = shared(by: pairs)
    else { return false }
    apply(shared.changes, to: origin.record, node)
    if old.bodies[first.old].shapes != new.bodies[first.new].shapes {
      changeShapes(first, origin, node, attempt: 0)
    }
    guard !leavesTemplate else {
      (edits, leavesTemplate) = (kept, false)
      return false
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

  /// Returns true if joints that a rope or the like made are other ones, or gone: then they have to be
  /// listed.
  private func hasChangedJoints(_ origin: Origin) -> Bool {
    let joints = source[Scene.Joint.self]
    let made = joints.indices.filter { joints[$0].place == origin.record.place }
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
    _ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode, attempt: Int
  ) {
    apply(bodyChanges(pair), to: origin.record, node)
    let (a, b) = (old.bodies[pair.old], new.bodies[pair.new])
    let shapes = (a.shapes.map { shape($0, old) }, b.shapes.map { shape($0, new) })
    if shapes.0 != shapes.1 { changeShapes(pair, origin, node, attempt: attempt) }
  }

  private func shape(_ shape: Scene.Shape, _ scene: Scene) -> String { writer.shape(shape, in: scene).flow }

  /// Shapes aside.
  private func bodyChanges(_ pair: ListAlignment.Pair) -> Changes {
    Changes(
      from: writer.body(old.bodies[pair.old], in: old).filter { $0.0 != "shapes" },
      to: writer.body(new.bodies[pair.new], in: new).filter { $0.0 != "shapes" })
  }

  /// Returns what all bodies of a repeater have in common that changed; nil if something changed in some
  /// only.
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

  /// The text of a repeater's or a chain's entry, as the entry of one of its objects.
  mutating func copy(
    of origin: Origin, old: Int, new: Int, isFirst: Bool, in list: TextNode, key: String
  ) throws(SceneTextPatchError) -> TextEdits.Entry {
    let item = list.items[origin.item]
    let name = origin.record.text("id") ?? ""
    guard origin.objects.count <= longestUnrolled else {
      throw .refused(
        "'\(name)' makes \(origin.objects.count) \(key) of one entry, and a change to some of them would "
          + "write each of them out; change the entry in the file, or save the scene as a new file")
    }
    guard let node = tree.mapping(of: origin.record) else {
      throw .layout(line: Int(origin.record.place.line))
    }
    let whole = edits
    defer { edits = whole }
    edits = TextEdits(tree, in: whole.style.scope)
    let pair = ListAlignment.Pair(old: old, new: new)
    if key == "bodies" { becomeBody(pair, origin, node) } else { becomeJoint(pair, origin, node) }
    guard !leavesTemplate else {
      leavesTemplate = false
      return .written(writer.body(self.new.bodies[new], in: self.new))
    }
    // Comments on the repeater's entry are kept at the first copy only.
    if !isFirst { removeComments(in: item.node) }
    let range = item.dash.map { $0..<tree.lineEnd(item.node.range.upperBound) } ?? item.node.range
    return .text(String(decoding: edits.applied(within: range), as: UTF8.self))
  }

  private mutating func becomeBody(_ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode) {
    let section = SectionName.body.section
    let body = new.bodies[pair.new]
    changeBody(pair, origin, node, attempt: 0)
    edits.set("id", .plain(body.id), in: node, section)
    edits.set("at", .vector(body.position), in: node, section)
    if body.angle != origin.record.number("angle") ?? 0 {
      edits.set("angle", .number(body.angle), in: node, section)
    }
    edits.remove("repeat", in: node, section)
    guard origin.record.isSoft else { return }
    // The repeater gave the pieces their shape, group and kind: written out, each says them itself.
    let hasShape = Format.forms.contains(where: origin.record.has) || origin.record.has("shapes")
    if let shape = body.shapes.first, !hasShape {
      for (key, value) in writer.form(of: shape) { edits.set(key, value, in: node, section) }
    }
    if let group = body.shapes.first?.filter.group, group > 0, group <= new.groups.count {
      edits.set("group", .plain(new.groups[Int(group) - 1]), in: node, section)
    }
    if body.kind != old.bodies[pair.old].kind || body.kind.rawValue != origin.record.text("kind") {
      edits.set("kind", .plain(body.kind.rawValue), in: node, section)
    }
  }

  /// Takes out the comments within a value.
  private mutating func removeComments(in node: TextNode) {
    var scalars: [Range<Int>] = []
    Self.collectScalars(of: node, into: &scalars)
    var at = node.range.lowerBound
    // A comment on the last line stands behind the value.
    let end = tree.lineEnd(node.range.upperBound)
    for scalar in scalars + [end..<end] {
      while at < scalar.lowerBound {
        guard tree.bytes[at] == UInt8(ascii: "#") else {
          at += 1
          continue
        }
        let comment = tree.lineEnd(at)
        if tree.isFirstOnLine(at) {
          edits.change(tree.lineStart(at)..<tree.nextLine(at), to: "")
        } else {
          var start = at
          while start > 0, tree.bytes[start - 1].isBlank { start -= 1 }
          edits.change(start..<comment, to: "")
        }
        at = comment
      }
      at = max(at, scalar.upperBound)
    }
  }

  private static func collectScalars(of node: TextNode, into ranges: inout [Range<Int>]) {
    switch node.content {
    case .scalar: if !node.range.isEmpty { ranges.append(node.range) }
    case .list(let items, _): for item in items { collectScalars(of: item.node, into: &ranges) }
    case .mapping(let entries, _):
      for entry in entries {
        ranges.append(entry.keyRange)
        collectScalars(of: entry.node, into: &ranges)
      }
    }
  }
}

extension Record {
  /// Is true for a body of which a rope, a chain, a cloth or a blob is made.
  var isSoft: Bool {
    guard let repeater = record("repeat") else { return false }
    return ["rope", "chain", "cloth", "blob"].contains(where: repeater.has)
  }
}
