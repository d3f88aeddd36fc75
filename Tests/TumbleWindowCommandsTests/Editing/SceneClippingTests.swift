@testable import TumbleWindowCommands
import Testing
import TumbleFrames
import TumbleGeometry

@testable import TumbleScenes

@Suite("Clipping")
struct SceneClippingTests {
  @Test("Objects get new names, also where joints speak of them, and another place")
  func texts() throws {
    let clipping = SceneClipping(
      bodies: try ["{id: a1, at: [1, 2], shapes: [{circle: 3}]}", "{id: b1, kind: static, at: [0, 0]}"].map {
        try FormatNode(read: $0)
      },
      joints: [try FormatNode(read: "{id: j1, type: pivot, a: a1, b: b1, anchorA: [0, 0], anchorB: [0, 0]}")])
    #expect(clipping.names == ["a1", "b1", "j1"])
    let texts = clipping.texts(named: ["a2", "b2", "j2"], movedBy: Vector(10, -10))
    #expect(
      texts.bodies == [
        "{id: a2, at: [11, -8], shapes: [{circle: 3}]}", "{id: b2, kind: static, at: [10, -10]}",
      ])
    #expect(texts.joints == ["{id: j2, type: pivot, a: a2, b: b2, anchorA: [0, 0], anchorB: [0, 0]}"])
  }

  @Test("A part of a joint that is copied is a part of the copy")
  func parts() throws {
    let clipping = SceneClipping(
      bodies: [],
      joints: try [
        "{id: axle1, type: groove, a: car, b: wheel, from: [0, 0], to: [0, 9]}",
        "{id: axle1-motor, type: motor, a: car, b: wheel, rate: 1, partOf: axle1}",
      ].map { try FormatNode(read: $0) })
    let texts = clipping.texts(named: ["axle2", "axle2-motor"], movedBy: .zero)
    #expect(texts.joints[1] == "{id: axle2-motor, type: motor, a: car, b: wheel, rate: 1, partOf: axle2}")
    #expect(texts.joints[0].hasSuffix("to: [0, 9]}"))
  }
}
