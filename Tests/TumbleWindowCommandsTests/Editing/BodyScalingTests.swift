import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleWindowCommands

@Suite("Scaling a body")
struct BodyScalingTests {
  private func edits(_ body: String, _ joints: [String] = [], by factor: Vector) throws -> [Edit] {
    let scaling = Scaling(body: BodyID(0), factor: factor, position: Vector(7, 8))
    return BodyScaling(scaling, name: "b").edits(
      body: try FormatNode(read: body), joints: try joints.map { try FormatNode(read: $0) })
  }

  @Test(
    "Each outline is written again, in its own form",
    arguments: [
      ("{box: [10, 20]}", "box", "[20, 60]"),
      ("{box: {size: [10, 20], radius: 1}}", "box", "{size: [20, 60], radius: 1}"),
      ("{box: {size: [10, 20], center: [1, 1]}}", "box", "{size: [20, 60], center: [2, 3]}"),
      ("{circle: 5}", "circle", "10"),
      ("{circle: {radius: 5, center: [1, 1]}}", "circle", "{radius: 10, center: [2, 3]}"),
      (
        "{segment: {from: [0, 0], to: [1, 1], radius: 2}}", "segment", "{from: [0, 0], to: [2, 3], radius: 2}"
      ),
      (
        "{segment: {from: [0, 0], to: [1, 1], before: [-1, 0]}}", "segment",
        "{from: [0, 0], to: [2, 3], before: [-2, 0]}"
      ),
      ("{polygon: [[0, 0], [1, 0], [1, 1]]}", "polygon", "[[0, 0], [2, 0], [2, 3]]"),
    ])
  func forms(_ shape: String, _ key: String, _ text: String) throws {
    let edits = try edits("{id: b, at: [0, 0], shapes: [\(shape)]}", by: Vector(2, 3))
    #expect(
      edits == [
        .set(.body("b"), path: "shapes[0].\(key)", value: text),
        .set(.body("b"), path: "at", value: "[7, 8]"),
      ])
  }

  @Test("Joints go on holding it where they did, and so does its centre of gravity")
  func joints() throws {
    let edits = try edits(
      "{id: b, at: [0, 0], centerOfGravity: [1, 2], shapes: []}",
      [
        "{id: j, type: pivot, a: b, b: c, anchorA: [3, 4], anchorB: [5, 6]}",
        "{id: k, type: groove, a: c, b: b, from: [1, 1], to: [2, 2], anchorB: [3, 3]}",
        "{id: l, type: motor, a: b, b: c, rate: 1}",
      ], by: Vector(2, 2))
    #expect(
      edits == [
        .set(.body("b"), path: "centerOfGravity", value: "[2, 4]"),
        .set(.joint("j"), path: "anchorA", value: "[6, 8]"),
        .set(.joint("k"), path: "anchorB", value: "[6, 6]"), .set(.body("b"), path: "at", value: "[7, 8]"),
      ])
  }
}
