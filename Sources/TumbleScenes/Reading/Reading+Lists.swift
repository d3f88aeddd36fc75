import Yams

// What holds other values.
extension Reading {
  func section(_ node: Node, _ name: SectionName, short: String?, _ key: String) -> Located.Value? {
    if case .mapping = node { return record(node, name).map { .record($0) } }
    guard let short, let shortKey = name.section.key(short, for: nil) else {
      let subject = name.isEntry ? "each of '\(key)'" : "'\(key)'"
      var hint = name.section.examples.first.map { "such as " + (name.isEntry ? $0 : "\(key): \($0)") }
      if name == .segment, case .sequence = node {
        hint = "such as segment: {from: [0, 0], to: [300, 0]}, or line: [[0, 0], [300, 0]]"
      }
      error(place(of: node), "\(subject) must be a mapping, not \(kind(node))", hint: hint)
      return nil
    }
    guard let value = value(node, shortKey.type, of: key) else { return nil }
    let place = place(of: node)
    var record = Record(section: name, place: place)
    record.add(short, place, Located(value: value, place: place))
    return .record(record)
  }

  func list(_ node: Node, _ element: ValueType, _ range: ClosedRange<Int>, _ orOne: Bool, _ key: String)
    -> Located.Value?
  {
    guard case .sequence(let nodes) = node else {
      if orOne, let value = value(node, element, of: key) {
        return .list([Located(value: value, place: place(of: node))])
      }
      return orOne ? nil : wrong(node, key, "a list", hint: listHint(node, element, key))
    }
    guard range.contains(nodes.count) else {
      let expected =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)"
        : nodes.count < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
      error(
        place(of: node), "'\(key)' is a list of \(expected), not of \(nodes.count)",
        hint: key == "between" ? Self.sidesHint : nil)
      return nil
    }
    return .list(
      nodes.map { Located(value: value($0, element, of: key) ?? .broken, place: place(of: $0)) })
  }

  private static let sidesHint =
    "one side and the other, such as [ball, [left, right]] or [ball, anything]"

  /// How a list is written, for one who wrote something else in its place.
  private func listHint(_ node: Node, _ element: ValueType, _ key: String) -> String? {
    if key == "between" { return Self.sidesHint }
    if case .scalar(let scalar) = node, case .id = element, !scalar.string.isEmpty {
      return "write [\(Excerpts.short(scalar.string))]"
    }
    guard case .mapping = node, case .record(let name, _) = element else { return nil }
    let first = name.section.keys.first { $0.isRequired }.map { "'- \($0.name): …'" } ?? "'- '"
    return "each entry of a list starts with a dash: \(first)"
  }

  func names(_ node: Node, _ type: ValueType, _ key: String) -> Located.Value? {
    guard case .mapping(let mapping) = node else {
      guard case .record(let name, _) = type, let example = name.section.examples.first else {
        return wrong(node, key, "a mapping of names")
      }
      return wrong(node, key, "a mapping of names", hint: "such as \(key): {NAME: \(example)}")
    }
    var names: [Located.Named] = []
    for (keyNode, valueNode) in mapping where !isFull {
      let located = Located(
        value: value(valueNode, type, of: key) ?? .broken, place: place(of: valueNode))
      if let name = id(keyNode, key) {
        names.append(Located.Named(name: name, place: place(of: keyNode), value: located))
      }
    }
    return .names(names)
  }

  func raw(_ node: Node, _ key: String) -> RawValue? {
    switch node {
    case .scalar(let scalar) where !scalar.string.isEmpty:
      return .scalar(text: scalar.string, isQuoted: scalar.isText)
    case .sequence(let nodes):
      var list: [RawValue.Element] = []
      for node in nodes {
        guard let value = raw(node, key) else { return nil }
        list.append(RawValue.Element(value: value, place: place(of: node)))
      }
      return .list(list)
    default: return wrong(node, key, "a number, a color, or a list")
    }
  }
}
