/// The differences between two scenes, by the objects and keys of the scene format.
///
/// Both are compared as they are written in full: templates and repeaters unrolled, defaults left out. So
/// comments, spacing and other ways to write the same do not count.
package struct SceneComparison: Sendable {
  package enum Difference: Hashable, Sendable {
    /// A key has another value: its path, such as `crate1.friction`, and both values as they would be
    /// written.
    case changed(String, from: String, to: String)
    /// An object that only the first scene has: what it is, such as `body crate1`, and its text.
    case removed(String, text: String)
    /// An object that only the second scene has.
    case added(String, text: String)
    /// The objects of a list that both have stand in another order, from the first one of the second scene's
    /// order on.
    case order(list: String, from: String)
  }

  /// The differences in the order of the scene format's keys, and of the first scene.
  package private(set) var differences: [Difference] = []

  package init(_ old: Scene, _ new: Scene) {
    let writer = SceneWriter()
    let (olds, news) = (writer.written(old), writer.written(new))
    // The writer's order is that of the format; either scene may lack some keys.
    for key in SectionName.scene.section.keys {
      let (old, new) = (olds[key.name], news[key.name])
      switch key.type {
      case .list(.record(let section, _), _, _): compareObjects(old, new, section, list: key.name)
      case .names(.record(let section, _)): compareNamed(old, new, section, list: key.name)
      default: compare(old, new, key, key.name)
      }
    }
  }

  package var isEmpty: Bool { differences.isEmpty }

  // MARK: - Objects

  private struct Object {
    /// The name that identifies it: its id, or its index among those without one.
    var name: String
    var mapping: FormatNode.Mapping

    static func all(in list: FormatNode?, _ key: String) -> [Object] {
      guard case .list(let entries)? = list else { return [] }
      return entries.enumerated().compactMap { index, entry in
        guard case .mapping(let mapping) = entry else { return nil }
        return Object(name: mapping.id ?? "\(key)[\(index)]", mapping: mapping)
      }
    }
  }

  private mutating func compareObjects(
    _ old: FormatNode?, _ new: FormatNode?, _ section: SectionName, list: String
  ) {
    let (olds, news) = (Object.all(in: old, list), Object.all(in: new, list))
    compareIdentified(
      olds.filter { $0.mapping.id != nil }, news.filter { $0.mapping.id != nil }, section, list: list)
    compareUnidentified(olds.filter { $0.mapping.id == nil }, news.filter { $0.mapping.id == nil }, section)
  }

  private mutating func compareIdentified(
    _ olds: [Object], _ news: [Object], _ section: SectionName, list: String
  ) {
    let places = Dictionary(news.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: [(name: String, place: Int)] = []
    for old in olds {
      guard let place = places[old.name] else {
        differences.append(.removed(Self.title(old, section), text: old.mapping.flow))
        continue
      }
      kept.append((old.name, place))
      compare(old.mapping, news[place].mapping, section, old.name)
    }
    let oldNames = Set(olds.map(\.name))
    for new in news where !oldNames.contains(new.name) {
      differences.append(.added(Self.title(new, section), text: new.mapping.flow))
    }
    let moved = zip(kept, kept.sorted { $0.place < $1.place }).first { $0.name != $1.name }
    if let moved { differences.append(.order(list: list, from: moved.1.name)) }
  }

  /// Compares lists without ids: what stands at both ends and is equal is the same; between them the first is
  /// the first.
  private mutating func compareUnidentified(_ olds: [Object], _ news: [Object], _ section: SectionName) {
    let alignment = ListAlignment(olds.map { $0.mapping.flow }, news.map { $0.mapping.flow })
    for pair in alignment.kept {
      compare(olds[pair.old].mapping, news[pair.new].mapping, section, olds[pair.old].name)
    }
    for index in alignment.removed {
      let old = olds[index]
      differences.append(.removed(Self.title(old, section), text: old.mapping.flow))
    }
    for addition in alignment.added {
      let new = news[addition.new]
      differences.append(.added(Self.title(new, section), text: new.mapping.flow))
    }
  }

  /// Objects by name, such as templates.
  private mutating func compareNamed(
    _ old: FormatNode?, _ new: FormatNode?, _ section: SectionName, list: String
  ) {
    func objects(_ written: FormatNode?) -> [Object] {
      guard case .mapping(let entries)? = written else { return [] }
      return entries.compactMap { name, entry in
        guard case .mapping(let mapping) = entry else { return nil }
        return Object(name: "\(list).\(name)", mapping: mapping)
      }
    }
    compareIdentified(objects(old), objects(new), section, list: list)
  }

  /// The title `body crate1` or `rule rules[2]`: the section's noun without its article.
  private static func title(_ object: Object, _ section: SectionName) -> String {
    let words = section.section.noun.split(separator: " ", maxSplits: 1)
    return "\(words.last ?? "") \(object.name)"
  }

  // MARK: - Values

  private mutating func compare(
    _ old: FormatNode.Mapping, _ new: FormatNode.Mapping, _ section: SectionName, _ path: String
  ) {
    let chooser = section.section.chooser
    let words = [old, new].map { mapping in chooser.flatMap { mapping[$0]?.word } }
    var keys = old.map(\.0)
    keys += new.map(\.0).filter { !old.has($0) }
    for key in keys {
      let known = words.compactMap { section.section.key(key, for: $0) }.first
      if key == "shapes", case .list(let a)? = old[key], case .list(let b)? = new[key], a.count == 1,
        b.count == 1, case .mapping(let a) = a[0], case .mapping(let b) = b[0]
      {
        // A body of one shape has the shape's keys.
        compare(a, b, .shape, path)
      } else {
        compare(old[key], new[key], known, "\(path).\(key)")
      }
    }
  }

  /// - Parameter key: What the format says of the value; nil for one that it does not know.
  private mutating func compare(_ old: FormatNode?, _ new: FormatNode?, _ key: Key?, _ path: String) {
    guard old?.flow != new?.flow else { return }
    guard let old, let new else {
      let usual = key?.defaultText.map { Self.shown($0) + " (default)" } ?? "not set"
      return note(path, old.map { Self.shown($0.flow) } ?? usual, new.map { Self.shown($0.flow) } ?? usual)
    }
    compare(old, new, key?.type ?? .text, path)
  }

  private mutating func compare(_ old: FormatNode, _ new: FormatNode, _ type: ValueType, _ path: String) {
    guard old.flow != new.flow else { return }
    switch (type, old, new) {
    case (.record(let section, let short), _, _):
      guard let old = Self.mapping(old, short), let new = Self.mapping(new, short) else { break }
      return compare(old, new, section, path)
    case (.list(let element, _, _), .list(let olds), .list(let news)) where olds.count == news.count:
      for (index, pair) in zip(olds, news).enumerated() {
        compare(pair.0, pair.1, element, "\(path)[\(index)]")
      }
      return
    default: break
    }
    note(path, Self.shown(old.flow), Self.shown(new.flow))
  }

  /// A short form as the mapping that it is short for.
  private static func mapping(_ written: FormatNode, _ short: String?) -> FormatNode.Mapping? {
    if case .mapping(let mapping) = written { return mapping }
    return short.map { [($0, written)] }
  }

  private mutating func note(_ path: String, _ old: String, _ new: String) {
    differences.append(.changed(path, from: old, to: new))
  }

  /// The text of a value; long ones are cut, for an outline may have thousands of corners.
  private static func shown(_ flow: String) -> String { Excerpts.short(flow, limit: 120) }
}

extension FormatNode.Mapping {
  fileprivate var id: String? { self["id"]?.word }
}

extension SceneComparison.Difference: CustomStringConvertible {
  /// A line, such as `crate1.friction: 0.5 → 0.7`.
  package var description: String {
    switch self {
    case .changed(let path, let old, let new): "\(path): \(old) → \(new)"
    case .removed(let object, let text): "removed \(object): \(Excerpts.short(text, limit: 120))"
    case .added(let object, let text): "added \(object): \(Excerpts.short(text, limit: 120))"
    case .order(let list, let name): "\(list): the order is another one from \(name) on"
    }
  }
}
