import Yams

// What is read again while the scene runs, where no variable is known, has numbers in place of arithmetic.
extension Reading {
  /// A value of a type as it was written, arithmetic worked out.
  func resolved(_ node: Node, _ type: ValueType) -> Node {
    switch (node, type) {
    case (.scalar(let scalar), .number), (.scalar(let scalar), .count), (.scalar(let scalar), .animated),
      (.scalar(let scalar), .vector), (.scalar(let scalar), .scale), (.scalar(let scalar), .direction):
      return resolved(scalar.string).map { Node($0) } ?? node
    case (.sequence(let list), .list(let element, _, _)): return Node(list.map { resolved($0, element) })
    case (.sequence(let list), .vector), (.sequence(let list), .scale), (.sequence(let list), .direction),
      (.sequence(let list), .animated):
      return Node(list.map { resolved($0, .animated) })
    case (.scalar, .list(let element, _, true)): return resolved(node, element)
    case (.mapping(let mapping), .record(let name, _)), (.mapping(let mapping), .source(let name)):
      let section = name.section
      let word = section.chooser.flatMap { mapping[$0]?.scalar?.string }
      return Node(
        mapping.map { key, value in
          let type = key.scalar.flatMap { section.key($0.string, for: word)?.type }
          return (key, type.map { resolved(value, $0) } ?? value)
        })
    case (_, .record(let name, let short?)):
      return name.section.key(short, for: nil).map { resolved(node, $0.type) } ?? node
    case (.mapping(let mapping), .names(let type)):
      return Node(mapping.map { ($0.key, resolved($0.value, type)) })
    default: return node
    }
  }

  /// Numbers and texts, arithmetic worked out.
  func resolved(_ value: RawValue) -> RawValue {
    switch value {
    case .scalar(let text, _):
      return resolved(text).map { .scalar(text: $0, isQuoted: false) } ?? value
    case .list(let list):
      return .list(list.map { RawValue.Element(value: resolved($0.value), place: $0.place) })
    }
  }

  /// The number that arithmetic comes to, in the plain unit; nil for a number as it is, and for what is no arithmetic.
  private func resolved(_ text: String) -> String? {
    guard NumberText.number(text) == nil, !isSingleNumber(text) else { return nil }
    let amount = try? scope.variables.amount(of: text, pointsPerMeter: scope.pointsPerMeter) {
      usedVariables.insert($0)
    }
    return amount.flatMap { $0 }.map { "\($0.value)" }
  }
}
