import Testing
import TumbleGeometry

@testable import TumbleWindowCommands

@Suite("Values in flow style")
struct FlowValueTests {
  @Test(
    "what the scene writer writes is taken apart and put together again",
    arguments: [
      "0.5", "[1, -2.5e-7]", "{id: b, at: [1, 2], shapes: [{box: [3, 4], friction: 1}]}", "[]", "{}",
      "{title: \"a, {b: [c]} \\\"d\\\"\"}", "{click: 30 deg, rate: 1 turn/s}",
    ])
  func roundTrip(_ text: String) {
    #expect(FlowValue(text)?.text == text)
  }

  @Test("what is not whole is no value", arguments: ["", "{a: 1", "[1, 2", "{a}", "1, 2", "\"a", "[1] 2"])
  func broken(_ text: String) {
    #expect(FlowValue(text) == nil)
  }

  @Test("numbers, pairs and words are found by their keys")
  func parts() throws {
    let value = try #require(FlowValue("{id: \"b\", at: [1, 2], scale: 3, mass: 4}"))
    #expect(value["id"]?.word == "b")
    #expect(value["at"]?.vector == Vector(1, 2))
    #expect(value["scale"]?.vector == Vector(3, 3))
    #expect(value["mass"]?.number == 4)
    #expect(value["none"] == nil)
  }

  @Test("a clipping's objects get new names, also where its joints speak of them, and another place")
  func clipping() {
    let clipping = SceneClipping(
      bodies: ["{id: a1, at: [1, 2], shapes: [{circle: 3}]}", "{id: b1, kind: static, at: [0, 0]}"],
      joints: ["{id: j1, type: pivot, a: a1, b: b1, anchorA: [0, 0], anchorB: [0, 0]}"])
    #expect(clipping.names == ["a1", "b1", "j1"])
    let texts = clipping.texts(named: ["a2", "b2", "j2"], movedBy: Vector(10, -10))
    #expect(
      texts.bodies == [
        "{id: a2, at: [11, -8], shapes: [{circle: 3}]}", "{id: b2, kind: static, at: [10, -10]}",
      ])
    #expect(texts.joints == ["{id: j2, type: pivot, a: a2, b: b2, anchorA: [0, 0], anchorB: [0, 0]}"])
  }
}
