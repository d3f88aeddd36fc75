import TumbleFrames
import Yams

/// A mapping that an action adds as a joint or an animation, in which `it` and `other` stand for bodies.
package struct ActionText {
  private let node: Node

  package init(_ text: String) throws(EditRefusal) { node = try SceneSnippet.node(text) }

  package var id: String? { node.mapping?.first { $0.key.scalar?.string == "id" }?.value.scalar?.string }

  package var text: String { FormatNode(node).flow }

  private init(node: Node) { self.node = node }

  /// The ids of what it is about, `it` and `other` among them.
  package var owners: [String] { Self.owners(node) }

  /// The properties that an animation moves, such as `lamp.opacity` and `it.position`.
  package var targets: [String] { Self.values(node, of: ["of"]) }

  private static func owners(_ node: Node) -> [String] {
    values(node, of: ["a", "b", "of"]).map(Scene.BodySelector.owner)
  }

  /// The texts of some keys, those of a group's members too.
  private static func values(_ node: Node, of keys: Set<String>) -> [String] {
    (node.mapping ?? [:]).flatMap { key, value -> [String] in
      switch key.scalar?.string {
      case "animations": (value.sequence ?? []).flatMap { values($0, of: keys) }
      case let key? where keys.contains(key): [value.scalar?.string ?? ""]
      default: []
      }
    }
  }

  /// With the names of bodies in their places. An animation that is about them has their name at the end of its id.
  package func named(it: String?, other: String?) throws(EditRefusal) -> ActionText {
    let names = [Scene.BodySelector.it: it, Scene.BodySelector.other: other].compactMapValues { $0 }
    var used: String?
    let named = Self.named(node, names, &used)
    guard let used, let id, node.mapping?["type"] != nil, named.mapping?["a"] == nil else {
      return ActionText(node: named)
    }
    return ActionText(node: Self.setting("id", to: Node("\(id)-\(used)"), in: named))
  }

  private static func named(_ node: Node, _ names: [String: String], _ used: inout String?) -> Node {
    guard case .mapping(let mapping) = node else { return node }
    var pairs: [(Node, Node)] = []
    for (key, value) in mapping {
      var value = value
      switch key.scalar?.string {
      case "a", "b":
        if let name = value.scalar.flatMap({ names[$0.string] }) { value = Node(name) }
      case "of":
        guard let text = value.scalar?.string, let dot = text.firstIndex(of: ".") else { break }
        if let name = names[String(text[..<dot])] {
          used = used ?? name
          value = Node(name + text[dot...])
        }
      case "animations":
        if case .sequence(let list) = value {
          var members: [Node] = []
          for member in list { members.append(named(member, names, &used)) }
          value = Node(members)
        }
      default: break
      }
      pairs.append((key, value))
    }
    return Node(pairs)
  }

  private static func setting(_ key: String, to value: Node, in node: Node) -> Node {
    Node((node.mapping ?? [:]).map { $0.key.scalar?.string == key ? ($0.key, value) : ($0.key, $0.value) })
  }
}

extension RawValue {
  var node: FormatNode {
    switch self {
    case .scalar(let text, let isQuoted): isQuoted ? .text(text) : .plain(text)
    case .list(let list): .list(list.map(\.value.node))
    }
  }

  /// The value as it is written.
  var text: String { node.flow }
}
