extension SceneDifference {
  private static let surface = (Format.surfaceFields + [Format.massField, Format.sensorField]).map(\.key.name)
  private static let filters = Format.filterKeys.map(\.name)

  /// Makes a body's shapes what they are to be: by the keys that differ, or, where that cannot be or was not
  /// enough, by a list of all of them in the place of what gave them.
  mutating func changeShapes(
    _ pair: ListAlignment.Pair, _ origin: Origin, _ node: TextNode, attempt: Int
  ) {
    let written = source.bodies[pair.old].shapes
    let (a, b) = (old.bodies[pair.old], new.bodies[pair.new])
    let (before, after) = (a.shapes.map { explicit($0, old) }, b.shapes.map { explicit($0, new) })
    let before0 = edits
    if attempt < 2, before.count == after.count, zip(a.shapes, b.shapes).allSatisfy({ $0.name == $1.name }) {
      var isDone = true
      for index in before.indices where isDone && outline(a.shapes[index]) != outline(b.shapes[index]) {
        isDone = changeForm(of: index, to: b.shapes[index], written, node)
      }
      for key in Self.surface + Self.filters where isDone {
        isDone = changeKey(key, before.map { $0[key] }, after.map { $0[key] }, written, origin, node)
      }
      if isDone { return }
    }
    edits = before0
    writeShapes(b, origin, node)
  }

  private func outline(_ shape: Scene.Shape) -> String { writer.form(of: shape).flow }

  /// A shape's keys with its defaults, but for what is left out to have no limits.
  private func explicit(_ shape: Scene.Shape, _ scene: Scene) -> FormatNode.Mapping {
    var mapping = writer.shape(shape, in: scene)
    for field in Format.surfaceFields + [Format.sensorField] where !mapping.has(field.key.name) {
      if case .mass = shape.mass, field.key.name == "density" { continue }
      if let value = field.key.defaultValue?.written { mapping.append((field.key.name, value)) }
    }
    return mapping
  }

  /// The mapping of a shape's own entry; nil where the body gives the shape itself, or a template does.
  private func entry(of record: Record, in node: TextNode) -> TextNode? {
    guard record.section == .shape, let entry = tree.mapping(of: record),
      node.range.contains(entry.range.lowerBound)
    else { return nil }
    return entry
  }

  /// Changes a form; false if the shape has no place of its own to say it.
  private mutating func changeForm(
    of index: Int, to shape: Scene.Shape, _ written: [Record], _ node: TextNode
  ) -> Bool {
    let record = written[index]
    guard let (key, value) = writer.form(of: shape).first,
      written.filter({ $0.place == record.place }).count == 1 || record.section == .body && written.count == 1
    else { return false }
    if record.section == .shape {
      guard let entry = entry(of: record, in: node) else { return false }
      edits.set(key, value, in: entry, SectionName.shape.section)
    } else {
      edits.set(key, value, in: node, SectionName.body.section)
    }
    return true
  }

  private mutating func changeKey(
    _ key: String, _ before: [FormatNode?], _ after: [FormatNode?], _ written: [Record], _ origin: Origin,
    _ node: TextNode
  ) -> Bool {
    guard before.map(\.?.flow) != after.map(\.?.flow) else { return true }
    let entries = written.filter { $0.section == .shape }
    let isShared = after.dropFirst().allSatisfy { $0?.flow == after[0]?.flow }
    let hasOwn = entries.contains { $0.has(key) || $0.has("material") || $0.has("mass") && key == "density" }
    let body = SectionName.body.section
    // A body's own mass stands in the way of a density, and is no shape's.
    let isBodys = key != "mass" && !(key == "density" && origin.record.has("mass"))
    if isShared && !hasOwn && isBodys {
      guard after[0] != nil || !templateGives(key, origin.record) else { return false }
      edits.put(key, after[0], in: node, body)
      return true
    }
    for index in after.indices where before[index]?.flow != after[index]?.flow {
      let alike = written.indices.filter { written[$0].place == written[index].place }
      guard let entry = entry(of: written[index], in: node),
        alike.allSatisfy({ after[$0]?.flow == after[index]?.flow })
      else { return false }
      edits.put(key, after[index], in: entry, SectionName.shape.section)
    }
    return true
  }

  private mutating func writeShapes(_ body: Scene.Body, _ origin: Origin, _ node: TextNode) {
    let section = SectionName.body.section
    for key in Self.filters where origin.record.has(key) {
      guard templateGives(key, origin.record) else {
        edits.remove(key, in: node, section)
        continue
      }
      // What every shape says itself is not taken from there.
      if !body.shapes.allSatisfy({ writer.shape($0, in: new).has(key) }) { leavesTemplate = true }
    }
    let hasMaterial = origin.record.has("material")
    let shapes = body.shapes.map { shape in
      let plain = writer.shape(shape, in: new)
      return FormatNode.mapping(
        explicit(shape, new).filter { key, _ in
          // A value at its default is left out unless the body gives another.
          plain.has(key) || origin.record.has(key) || hasMaterial
        })
    }
    for key in Format.forms { edits.remove(key, in: node, section) }
    edits.set("shapes", .list(shapes), in: node, section)
  }
}
