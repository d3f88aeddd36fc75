import Testing
import TumbleGeometry

@testable import TumbleScenes

@Suite("A shape's form as a file says it")
struct ShapeFormTests {
  private func shapes(_ text: String) throws -> [Scene.Shape] {
    try Scene(text: "tumble: 1\nbodies: [{id: b, kind: static, \(text)}]", name: "forms").bodies[0].shapes
  }

  private func written(_ shape: Scene.Shape) -> String {
    let entry = SceneWriter().form(of: shape)
    return entry.map { "\($0.0): \($0.1.flow)" }.joined(separator: ", ")
  }

  @Test(
    "A shape's form is written with the keys that it was read with, and shortly where there is nothing more to say",
    arguments: [
      "box: [10, 20]", "box: {size: [10, 20], radius: 2}", "circle: 5", "circle: {radius: 5, center: [1, 2]}",
      "segment: {from: [0, 0], to: [9, 1]}",
      "segment: {from: [0, 0], to: [9, 1], radius: 2, before: [-5, 0], after: [20, 3]}",
      "polygon: [[0, 0], [4, 0], [0, 3]]", "polygon: {corners: [[0, 0], [4, 0], [0, 3]], radius: 1}",
    ])
  func same(_ text: String) throws {
    let shapes = try shapes(text)
    #expect(shapes.count == 1 && shapes.map(written) == [text])
  }

  @Test("A shape's form that the engine has not becomes one that it has")
  func other() throws {
    #expect(
      try shapes("box: {size: [10, 20], center: [1, 2], radius: 3}").map(written) == [
        "polygon: {corners: [[-4, -8], [6, -8], [6, 12], [-4, 12]], radius: 3}"
      ])
    #expect(
      try shapes("line: {points: [[0, 0], [9, 0], [9, 9]], radius: 1, closed: true}").map(written) == [
        "segment: {from: [0, 0], to: [9, 0], radius: 1, before: [9, 9], after: [9, 9]}",
        "segment: {from: [9, 0], to: [9, 9], radius: 1, before: [0, 0], after: [0, 0]}",
        "segment: {from: [9, 9], to: [0, 0], radius: 1, before: [9, 0], after: [9, 0]}",
      ])
  }

  @Test(
    "A shape's form has a section of the format for its keys, of which those without a default are the required ones"
  )
  func keys() {
    #expect(Format.forms == ["box", "circle", "segment", "polygon", "line"])
    for key in Format.formKeys {
      guard case .record(let name, let short) = key.type else {
        Issue.record("\(key.name) is no mapping")
        continue
      }
      let required = name.section.keys.filter(\.isRequired)
      #expect(name.rawValue == key.name && !required.isEmpty)
      #expect(required.allSatisfy { $0.defaultValue == nil })
      #expect(short == nil || required.map(\.name) == [short])
    }
  }

  @Test("A shape's form weighs what its own mass or density says, and not what its body's material does")
  func mass() throws {
    let scene = try Scene(
      text: """
        tumble: 1
        materials: {lead: {density: 5}}
        bodies: [{id: b, material: lead, shapes: [{circle: 1, mass: 3}, {circle: 1, density: 2}, {circle: 1}]}]
        """, name: "masses")
    #expect(scene.bodies[0].shapes.map(\.mass) == [.mass(3), .density(2), .density(5)])
  }
}
