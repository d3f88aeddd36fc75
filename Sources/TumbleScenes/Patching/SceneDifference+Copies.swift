import Yams

extension SceneDifference {
  /// The text of a repeater's or a chain's entry, as the entry of one of its objects.
  mutating func copy(
    of origin: Origin, old: Int, new: Int, isFirst: Bool, in list: TextNode, key: String
  ) throws(SceneTextPatchError) -> String {
    let item = list.items[origin.item]
    let name = origin.record.text("id") ?? ""
    guard origin.objects.count <= longestUnrolled else {
      throw .refused(
        "'\(name)' makes \(origin.objects.count) \(key) of one entry, and a change to some of them would write each of them out; change the entry in the file, or save the scene as a new file"
      )
    }
    guard let node = tree.mapping(of: origin.record) else {
      throw .layout(line: Int(origin.record.place.line))
    }
    let whole = edits
    defer { edits = whole }
    edits = TextEdits(tree, in: whole.style.scope)
    let pair = ListAlignment.Pair(old: old, new: new)
    if key == "bodies" {
      try becomeBody(pair, origin, node)
    } else {
      try becomeJoint(pair, origin, node)
    }
    // Comments on the repeater's entry are kept at the first copy only.
    if !isFirst { removeComments(in: item.node) }
    let range = item.dash.map { $0..<tree.lineEnd(item.node.range.upperBound) } ?? item.node.range
    return String(decoding: edits.applied(within: range), as: UTF8.self)
  }

  private mutating func becomeBody(
    _ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode
  ) throws(SceneTextPatchError) {
    let section = SectionName.body.section
    let body = new.bodies[pair.new]
    try changeBody(pair, origin, node, "the body '\(body.id)'", attempt: 0)
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
  /// Whether it is a body of which a rope, a chain, a cloth or a blob is made.
  var isSoft: Bool {
    guard let repeater = record("repeat") else { return false }
    return ["rope", "chain", "cloth", "blob"].contains(where: repeater.has)
  }
}
