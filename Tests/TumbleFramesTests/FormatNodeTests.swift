import Testing
import TumbleFrames
import TumbleGeometry

@Suite("Values of the scene format")
struct FormatNodeTests {
  private let body: FormatNode = .mapping([
    ("id", .text("b")), ("at", .vector(1, -2.5e-7)), ("scale", .number(3)), ("angle", .plain("40 deg")),
  ])

  @Test("Values of the scene format are written on one line, texts in quotes and escaped")
  func writing() {
    #expect(body.flow == "{id: \"b\", at: [1, -2.5e-07], scale: 3, angle: 40 deg}")
    #expect(FormatNode.list([.mapping([]), .list([])]).flow == "[{}, []]")
    #expect(FormatNode.text("a \"b\"\n\\\u{7}é").flow == #""a \"b\"\n\\\U00000007é""#)
  }

  @Test("Values of the scene format give numbers, pairs and words by their keys")
  func parts() {
    #expect(body["id"]?.word == "b")
    #expect(body["at"]?.vector == Vector(1, -2.5e-7))
    #expect(body["scale"]?.vector == Vector(3, 3))
    #expect(body["scale"]?.number == 3)
    #expect(body["angle"]?.number == nil)
    #expect(body["none"] == nil)
    #expect(body["at"]?.list.count == 2)
  }

  @Test("Values of the scene format are equal where both are the same, quotes and order included")
  func equality() {
    #expect(body == body.setting("scale", to: .plain("3")))
    #expect(body != body.setting("scale", to: .text("3")))
    #expect(body != body.setting("scale", to: .number(4)))
    #expect(body == body.setting("none", to: .number(4)))
    #expect(
      FormatNode.mapping([("a", .number(1)), ("b", .number(2))])
        != .mapping([("b", .number(2)), ("a", .number(1))]))
  }
}
