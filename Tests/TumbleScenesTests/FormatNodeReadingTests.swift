import Testing
import TumbleFrames
import TumbleTestSupport
import Yams

@testable import TumbleScenes

@Suite("Reading values of the scene format")
struct FormatNodeReadingTests {
  @Test(
    "What is written is read as the same tree, whatever is in its texts", arguments: Seeds.list(default: 300))
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let node = node(depth: 0, &random)
    #expect(try FormatNode(SceneSnippet.node(node.flow)) == node, "\(node.flow)")
  }

  @Test(
    "The tree that is made of a value without its text is the one that is read",
    arguments: Seeds.list(default: 300))
  func tree(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let node = node(depth: 0, &random)
    #expect(FormatNode(Node(node)) == FormatNode(try SceneSnippet.node(node.flow)), "\(node.flow)")
  }

  @Test(
    "A value that an action holds as one text is taken apart in the tree that is made without its text",
    arguments: ["{of: lamp.opacity, to: 0}", "[10, 20]", "\"#ff0000\"", "'it''s'", "0.5", "static"])
  func treeOfHeldValue(_ text: String) throws {
    let node = FormatNode.mapping([("to", .plain(text))])
    #expect(FormatNode(Node(node)) == FormatNode(try SceneSnippet.node(node.flow)))
  }

  @Test("A key in quotes is the same key in the tree that is made without its text")
  func treeOfQuotedKey() {
    let node = FormatNode.mapping([("\"two words\"", .plain("2")), ("of", .plain("1"))])
    #expect(Node(node).mapping?.keys.compactMap(\.scalar?.string) == ["two words", "of"])
  }

  @Test("a key is found by its name, in quotes or not", arguments: ["of: 1", "\"of\": 1", "'of': 1"])
  func quotedKey(_ entry: String) throws {
    let node = FormatNode(try SceneSnippet.node("{\(entry), \"two words\": 2}"))
    #expect(node["of"] == .plain("1"))
    #expect(node.flow == "{of: 1, \"two words\": 2}")
  }

  @Test("the bodies of an event take their places in an action, also in one that is written as JSON")
  func quotedAction() throws {
    let action = try ActionText("{\"id\": \"hold\", \"type\": \"pin\", \"a\": \"hook\", \"b\": \"it\"}")
    #expect(action.id == "hold")
    #expect(action.owners == ["hook", "it"])
    #expect(
      try action.named(it: "ball", other: nil).text == "{id: \"hold\", type: \"pin\", a: \"hook\", b: ball}")
  }

  private func node(depth: Int, _ random: inout SeededGenerator) -> FormatNode {
    switch Int.random(in: 0..<(depth < 3 ? 6 : 3), using: &random) {
    case 0: return .number(.random(in: -1e6...1e6, using: &random))
    case 1:
      return .plain(["static", "40 deg", "true", "infinite", "a.b-c_1"].randomElement(using: &random) ?? "")
    case 2:
      let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1_FFFF), using: &random))
      }
      return .text(String(String.UnicodeScalarView(scalars)))
    case 3:
      return .list(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in self.node(depth: depth + 1, &random) })
    default:
      return .mapping(
        (0..<Int.random(in: 0...3, using: &random)).map { ("key\($0)", self.node(depth: depth + 1, &random)) }
      )
    }
  }
}
