import Foundation
import Testing
import TumbleTestSupport

@testable import TumbleScenes

@Suite("Two scenes, compared")
struct SceneComparisonTests {
  private static let text = """
    tumble: 1
    title: Two
    world: {gravity: [0, -1000]}
    templates: {spare: {circle: 4}}
    bodies:
      - {id: ball, at: [10, 20], circle: 8, mass: 2, friction: 0.5}
      - {id: box, at: [50, 20], box: [10, 10], mass: 1}
      - {id: pair, kind: static, shapes: [{circle: 3}, {circle: 4, friction: 0.25}]}
    joints:
      - {id: rope, type: slide, a: ball, b: box, min: 0, max: 80}
    rules:
      - {between: [ball, box], ignore: true}
    graph:
      - {title: Height, channels: [ball.y]}

    """

  private func scene(_ text: String) throws -> Scene {
    try Scene(text: text, name: "test")
  }

  /// The lines of what differs where parts of the text are replaced.
  private func lines(_ changes: (String, String)...) throws -> [String] {
    let new = changes.reduce(Self.text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    return try SceneComparison(scene(Self.text), scene(new)).differences.map(\.description)
  }

  @Test("Two scenes differ in no key for comments, spacing, units, and a value that is the default")
  func same() throws {
    #expect(
      try lines(
        ("tumble: 1", "# A comment\ntumble: 1"), ("mass: 2", "mass:   2 kg  "), ("0.25", "25 %"),
        ("gravity: [0, -1000]", "gravity: [0, -1000], iterations: 10")) == [])
  }

  @Test(
    "Two scenes differ by the path of each key that changed",
    arguments: [
      ("friction: 0.5", "friction: 0.7", "ball.friction: 0.5 (default) → 0.7"),
      (", friction: 0.5", ", friction: 0", "ball.friction: 0.5 (default) → 0"),
      ("friction: 0.25", "friction: 0.75", "pair.shapes[1].friction: 0.25 → 0.75"),
      ("gravity: [0, -1000]", "gravity: [0, -900]", "world.gravity: [0, -1000] → [0, -900]"),
      ("title: Two", "title: Three", "title: \"Two\" → \"Three\""),
      ("max: 80", "max: 90", "rope.max: 80 → 90"),
      ("circle: 8", "circle: 9", "ball.circle.radius: 8 → 9"),
      ("ignore: true", "oneWay: up", "rules[0].ignore: true → not set"),
      ("[ball.y]", "[ball.x]", "graph[0].channels[0]: \"ball.y\" → \"ball.x\""),
    ])
  func keys(old: String, new: String, line: String) throws {
    let lines = try lines((old, new))
    #expect(lines.contains(line), "\(lines)")
  }

  @Test("Two scenes differ in objects that came and went, and in their order")
  func objects() throws {
    let rope = "  - {id: rope, type: slide, a: ball, b: box, min: 0, max: 80}\n"
    #expect(try lines(("joints:\n" + rope, "")).map { $0.prefix(18) } == ["removed joint rope"])
    let added = try lines(("joints:", "  - {id: new, circle: 3}\njoints:"))
    #expect(added.count == 1 && added[0].hasPrefix("added body new: {id: new"))
    let (ball, box) = (
      "  - {id: ball, at: [10, 20], circle: 8, mass: 2, friction: 0.5}\n",
      "  - {id: box, at: [50, 20], box: [10, 10], mass: 1}\n"
    )
    #expect(try lines((ball + box, box + ball)) == ["bodies: the order is another one from box on"])
    let rules = try lines(("rules:\n", "rules:\n  - {between: [pair, box], ignore: true}\n"))
    #expect(rules.count == 1 && rules[0].hasPrefix("added rule rules[0]"))
  }

  @Test(
    "Two scenes differ in nothing if they are one shipped scene, and in something if any body of it is moved",
    arguments: ShippedScenesTests.library.names())
  func shipped(name: String) throws {
    let scene = try ShippedScenesTests.library.scene(name)
    #expect(SceneComparison(scene, scene).isEmpty)
    guard let index = scene.bodies.indices.last else { return }
    var other = scene
    other.bodies[index].position.x += 1
    let differences = SceneComparison(scene, other).differences
    #expect(differences.count == 1)
    #expect(differences[0].description.hasPrefix("\(scene.bodies[index].id).at"), "\(differences)")
  }
}
