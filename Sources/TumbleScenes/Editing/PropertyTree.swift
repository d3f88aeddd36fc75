import Foundation
import TumbleFiles
import Yams

/// An object of a scene as the tree that the reader reads, whose properties can be set and asked for by their
/// paths.
struct PropertyTree {
  private(set) var root: Node
  let section: SectionName

  init(_ root: Node, _ section: SectionName) { (self.root, self.section) = (root, section) }

  /// The text of a property; nil where it is left out.
  func text(_ path: PropertyPath) -> String? {
    node(path.steps[...], in: root, .record(section)).map { FormatNode($0).flow }
  }

  /// Sets a property; nil takes it out.
  mutating func set(_ path: PropertyPath, to value: Node?) throws(EditRefusal) {
    root = try set(path.steps[...], in: root, .record(section), to: value, name: path.head) ?? root
  }

  mutating func remove(_ keys: String...) {
    for key in keys { root = root.setting(key, to: nil) }
  }

  func has(_ key: String) -> Bool { root.value(of: key) != nil }

  /// The plain text of a key's scalar.
  subscript(key: String) -> String? { root.value(of: key)?.scalar?.string }

  /// The entries of a list; 0 where there is none.
  func count(_ key: String) -> Int { root.value(of: key)?.sequence?.count ?? 0 }

  // MARK: - The way along a path

  private func node(_ steps: ArraySlice<PropertyPath.Step>, in node: Node, _ type: ValueType) -> Node? {
    guard let step = steps.first else { return node }
    let rest = steps.dropFirst()
    switch (step, type) {
    case (.key(let key), .record(let section, let short)):
      let whole = Self.expanded(node, section, short)
      guard let child = whole.value(of: key), let known = Self.key(key, of: whole, section) else {
        return nil
      }
      return self.node(rest, in: child, known.type)
    case (.place(let place), _):
      guard case .sequence(let list) = node, list.indices.contains(place) else { return nil }
      return self.node(rest, in: list[place], Self.element(of: type))
    default: return nil
    }
  }

  private func set(
    _ steps: ArraySlice<PropertyPath.Step>, in node: Node, _ type: ValueType, to value: Node?, name: String
  ) throws(EditRefusal) -> Node? {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch (step, type) {
    case (.key(let key), .record(let name, let short)):
      var whole = Self.expanded(node, name, short)
      guard case .mapping = whole else {
        throw EditRefusal("\(name.section.noun) is a mapping of keys to values")
      }
      // What the reader does not know it will tell of.
      let known = Self.key(key, of: whole, name)
      var child = whole.value(of: key) ?? Node([(Node, Node)]())
      // A component of what is left out, or of what one number stands for, is set in both.
      if case .place? = rest.first, let known, child.sequence == nil,
        let both = FormatNode(child).vector ?? known.defaultValue?.written?.vector
      {
        child = Node([both.x, both.y].map { Node($0.shortText) })
      }
      let changed = try set(rest, in: child, known?.type ?? .text, to: value, name: key)
      for set in name.section.exclusive where set.contains(key) && changed != nil {
        for rival in set where rival != key { whole = whole.setting(rival, to: nil) }
      }
      return whole.setting(key, to: changed)
    case (.place(let place), .list), (.place(let place), .vector), (.place(let place), .scale):
      guard case .sequence(var list) = node, list.indices.contains(place) else {
        let count = node.sequence?.count ?? 0
        throw EditRefusal(
          "there is no '\(name)[\(place)]'",
          hint: count == 0 ? nil : "'\(name)' has \(count), counted from 0")
      }
      if let changed = try set(rest, in: list[place], Self.element(of: type), to: value, name: name) {
        list[place] = changed
      } else if case .list = type {
        list.remove(at: place)
      } else {
        throw EditRefusal("'\(name)' is two numbers, [x, y]")
      }
      return .sequence(list)
    default: throw EditRefusal("'\(name)' has no parts")
    }
  }

  /// A short form as the mapping that it is short for.
  private static func expanded(_ node: Node, _ section: SectionName, _ short: String?) -> Node {
    if case .mapping = node { return node }
    return short.map { Node([(Node($0), node)]) } ?? node
  }

  private static func key(_ key: String, of node: Node, _ section: SectionName) -> Key? {
    let section = section.section
    return section.key(key, for: section.chooser.flatMap { node.value(of: $0)?.scalar?.string })
  }

  private static func element(of type: ValueType) -> ValueType {
    if case .list(let element, _, _) = type { element } else { .number(.number) }
  }
}

extension Node {
  /// Returns a value by the text of its key, whatever tag the key has.
  fileprivate func value(of key: String) -> Node? { mapping?.first { $0.key.scalar?.string == key }?.value }

  fileprivate func setting(_ key: String, to value: Node?) -> Node {
    var pairs = mapping.map { $0.map { ($0.key, $0.value) } } ?? []
    let place = pairs.firstIndex { $0.0.scalar?.string == key }
    switch (place, value) {
    case (let place?, let value?): pairs[place].1 = value
    case (let place?, nil): pairs.remove(at: place)
    case (nil, let value?): pairs.append((Node(key), value))
    case (nil, nil): break
    }
    return Node(pairs)
  }
}

/// The path of a property in an object of a scene: keys and indices in lists, such as `shapes[0].friction`.
struct PropertyPath {
  enum Step: Hashable {
    case key(String)
    case place(Int)
  }

  let steps: [Step]

  /// The path has a key at its start.
  init(_ text: String) throws(EditRefusal) {
    let shown = Excerpts.short(text)
    let wrong = EditRefusal(
      "'\(shown)' is not a property",
      hint: "keys of the scene format with dots between them, such as friction or shapes[0].friction")
    guard text.utf8.count <= 200 else { throw wrong }
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let key = pieces.first, !key.isEmpty, key.utf8.allSatisfy(\.isLetter) else { throw wrong }
      steps.append(.key(String(key)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let place = Int(piece.dropLast()), (0...100_000).contains(place) else {
          throw wrong
        }
        steps.append(.place(place))
      }
    }
    self.steps = steps
  }

  init(steps: [Step]) { self.steps = steps }

  /// The key at the start.
  var head: String {
    if case .key(let key)? = steps.first { key } else { "" }
  }

  /// Is true if what it sets decides what other objects may say of this one.
  var isCountedOn: Bool {
    steps.contains { step in
      if case .key(let key) = step { Self.countedOn.contains(key) } else { false }
    }
  }

  private static let countedOn: Set = ["kind", "type", "id", "of", "a", "b", "sleepAfter", "pointsPerMeter"]
}

/// A piece of a scene's text that comes by itself: an object to add, or the value of a property.
enum SceneSnippet {
  /// The piece as a tree, looked over as a whole file is.
  static func node(_ text: String) throws(EditRefusal) -> Node {
    guard text.utf8.count <= maxBytes else {
      throw EditRefusal("the text has \(text.utf8.count) bytes, and \(maxBytes) are the most")
    }
    let root: Node?
    do throws(SceneText.Unreadable) {
      root = try SceneText.parsed(Data(text.utf8), limits: limits).root
    } catch {
      throw EditRefusal(error.refusal)
    }
    guard let root else { throw EditRefusal("there is no value", hint: "such as 0.5 or [10, 20]") }
    return root
  }

  /// Objects that were written have their place in memory already.
  private static let maxBytes = 1 << 22

  private static let limits: SceneLimits = {
    var limits = SceneLimits()
    limits.errors = 1
    return limits
  }()

  /// A reading of a piece, in which nothing has been found yet.
  static func reading(pointsPerMeter: Double?) -> Reading {
    let reading = Reading(DiagnosticList(file: "", limits: limits, excerpts: Excerpts([])))
    reading.scope.pointsPerMeter = pointsPerMeter
    return reading
  }
}

extension Node {
  /// The tree that the reader would make of the text of a written value.
  init(_ written: FormatNode) {
    self =
      switch written {
      case .plain(let text): Self.piece(text)
      case .text(let text): Node(text, .implicit, .doubleQuoted)
      case .list(let values): Node(values.map { Node($0) }, .implicit, .flow)
      case .mapping(let mapping): Node(mapping.map { (Self.piece($0.0), Node($0.1)) }, .implicit, .flow)
      }
  }

  /// The node of a plain piece of text. Actions and controls hold whole values as such a piece, and a key has
  /// the quotes that it needs.
  private static func piece(_ text: String) -> Node {
    let isTakenApart = text.utf8.first.map { "{[\"'".utf8.contains($0) } ?? false
    return (isTakenApart ? try? SceneSnippet.node(text) : nil) ?? Node(text, .implicit, .plain)
  }
}

extension FormatNode {
  init(_ node: Node) {
    switch node {
    case .scalar(let scalar): self = scalar.isText ? .text(scalar.string) : .plain(scalar.string)
    case .sequence(let list): self = .list(list.map { FormatNode($0) })
    case .mapping(let mapping): self = .mapping(mapping.map { (Self.key($0.key), FormatNode($0.value)) })
    case .alias: self = .plain("")
    }
  }

  /// The text of a key: a name goes without the quotes that it needs in JSON.
  private static func key(_ node: Node) -> String {
    node.scalar.flatMap { $0.string.isName ? $0.string : nil } ?? FormatNode(node).flow
  }
}
