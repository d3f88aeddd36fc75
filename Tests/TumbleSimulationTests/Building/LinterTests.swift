import Foundation
import Testing
import TumbleScenes
import TumbleSimulation

@Suite("The linter")
struct LinterTests {
  private func read(_ text: String) -> SceneReader.Outcome {
    SceneReader().read(Data(("tumble: 1\n" + text).utf8), file: "f", name: "f")
  }

  /// The line, column, severity and message of each finding.
  private func findings(_ text: String) -> [String] {
    SceneLinter().lint(read(text)).diagnostics.map {
      "\($0.line):\($0.column) \($0.severity.rawValue): \($0.message)"
    }
  }

  @Test("The linter adds nothing to what the reader refused, and keeps what it warned of")
  func refused() {
    let broken = read("bodies: [{id: a, circl: 5}]\n")
    #expect(SceneLinter().lint(broken).diagnostics == broken.diagnostics)
    #expect(
      findings("materials: {m: {friction: 1}}\nbodies: [{id: a, kind: static, circle: 5}]\n")
        == ["2:13 warning: the material 'm' is never used"])
  }

  @Test(
    "A body with a mass whose shapes lie beside its origin is told, unless its centre or its moment is given")
  func offCenter() {
    func warned(_ keys: String) -> Bool {
      findings("world: {gravity: [0, 0]}\nbodies: [{id: a, \(keys)}]\n").contains {
        $0.contains("turns about its origin")
      }
    }
    let shape = "polygon: [[0, 0], [40, 0], [0, 40]]"
    #expect(warned("\(shape), mass: 1"))
    #expect(!warned(shape))
    #expect(!warned("\(shape), mass: 1, centerOfGravity: [0, 0]"))
    #expect(!warned("\(shape), mass: 1, moment: 90"))
    #expect(!warned("\(shape), mass: 1, kind: kinematic"))
    #expect(warned("box: {size: [100, 10], center: [5.01, 0]}, mass: 1"))
    #expect(!warned("box: {size: [100, 10], center: [5, 0]}, mass: 1"))
    // What only tells of something is no part of the body's weight.
    #expect(
      !warned("shapes: [{box: [10, 10]}, {circle: {radius: 90, center: [80, 0]}, sensor: true}], mass: 1"))
  }

  @Test(
    "A load that the engine's iterations cannot hold by light links is warned of, one that they hold is not")
  func heavyLoads() {
    func warned(link: Double, load: Double, iterations: Int = 10, end: String = "load") -> Bool {
      findings(
        """
        world: {iterations: \(iterations)}
        bodies:
          - {id: nail, kind: static, at: [0, 300]}
          - {id: link, at: [0, 280], box: [4, 20], mass: \(link)}
          - {id: load, at: [0, 250], box: [40, 40], mass: \(load)}
        joints:
          - {id: top, type: pivot, a: nail, b: \(end == "load" ? "link" : "load"), at: [0, 290]}
          - {id: bottom, type: pivot, a: link, b: load, at: [0, 270]}

        """
      ).contains { $0.contains("too light to hold") }
    }
    #expect(warned(link: 0.1, load: 100))
    #expect(!warned(link: 0.5, load: 100))
    #expect(warned(link: 0.49, load: 100))
    #expect(!warned(link: 0.1, load: 100, iterations: 50))
    // At the end of the load it carries nothing.
    #expect(!warned(link: 0.1, load: 100, end: "link"))
  }

  @Test("The linter tells of all that the engine refuses at once, each where it was written")
  func several() {
    let found = findings(
      """
      world: {spatialHash: {cell: 1, count: 100}}
      templates: {wire: {segment: {from: [0, 0], to: [9, 0]}}}
      bodies:
        - {id: light, template: wire}
        - {id: floor, kind: static, shapes: [{circle: 1}, {box: [900, 900]}]}
        - {id: a, circle: 5}
        - {id: b, circle: 5, at: [50, 0]}
      joints:
        - {id: j, type: pivot, a: a, b: b, anchorA: [9e8, 0]}
      """)
    #expect(
      found.map { $0.prefix { $0 != "," } } == [
        "5:10 error: the body 'light' weighs nothing: it has no mass",
        "6:59 error: a shape of 'floor' covers 811801 cells of the spatial hash; 10",
        "10:47 error: 'j' holds its bodies too far out for the engine to solve",
      ])
  }

  @Test("The linter leads to the entry of each object, through templates, repeaters and chains")
  func places() throws {
    let outcome = read(
      """
      world: {gravity: [0, -10]}
      templates: {ball: {circle: {radius: 5, center: [1, 1]}}}
      bodies:
        - {id: a, template: ball, repeat: {stack: 3}}
        - {id: b, kind: static, shapes: [{circle: 1}, {line: [[0, 0], [9, 0], [9, 9]]}, {box: [2, 2]}]}
      joints:
        - {id: j, type: pin, chain: a, length: 9}
      rules:
        - {between: [a, b], friction: 1}
      """)
    let source = try #require(outcome.source)
    func place(_ object: Scene.ObjectPath, _ key: String) -> [Int32]? {
      source.place(of: object, key).map { [$0.line, $0.column] }
    }
    #expect(place(.world, "gravity") == [2, 18])
    #expect(place(.body(2), "circle") == [3, 28])
    #expect(place(.body(1), "mass") == [5, 10])
    #expect(place(.shape(.init(body: 0, shape: 0)), "center") == [3, 48])
    // The line's two segments, and the box after them.
    #expect(place(.shape(.init(body: 3, shape: 1)), "radius") == [6, 56])
    #expect(place(.shape(.init(body: 3, shape: 2)), "radius") == [6, 56])
    #expect(place(.shape(.init(body: 3, shape: 3)), "radius") == [6, 89])
    #expect(place(.joint(1), "length") == [8, 42])
    #expect(place(.rule(0), "friction") == [10, 33])
    #expect(place(.body(4), "at") == nil && place(.shape(.init(body: 3, shape: 4)), "box") == nil)
  }

  @Test("The linter warns of no overlap that a filter, a joint or a rule leaves without a force")
  func overlaps() {
    func warns(_ extra: String, _ more: String = "") -> Bool {
      findings(
        """
        categories: [x, y]
        bodies:
          - {id: floor, kind: static, at: [0, -60], box: [400, 9]}
          - {id: a, box: [20, 20]\(extra)}
          - {id: b, at: [12, 0], box: [20, 20]\(extra)}
        \(more)
        """
      ).contains { $0.hasPrefix("6:17 warning: 'b' starts 8 points deep in 'a'") }
    }
    #expect(warns(""))
    #expect(!warns(", group: g"))
    #expect(!warns(", categories: x, collidesWith: y"))
    #expect(!warns(", sensor: true"))
    #expect(!warns("", "joints: [{id: j, type: pivot, a: a, b: b, at: [6, 0], collideBodies: false}]"))
    #expect(warns("", "joints: [{id: j, type: pivot, a: a, b: b, at: [6, 0]}]"))
    #expect(!warns("", "rules: [{between: [b, a], ignore: true}]"))
    #expect(warns("", "rules: [{between: [b, a], friction: 1}]"))
  }

  @Test(
    "The linter warns of bodies that lie exactly upon each other", arguments: ["box: [20, 20]", "circle: 10"])
  func doubles(form: String) {
    let bodies = "{id: a, mass: 1, \(form)}, {id: b, mass: 1, \(form)}"
    #expect(
      findings("world: {gravity: [0, 0]}\nbodies: [\(bodies)]\n").map { String($0.drop { $0 != "'" }) }
        == ["'b' starts 20 points deep in 'a'"])
  }

  @Test(
    "The linter warns of endless falling only where nothing could end it",
    arguments: [
      ("{id: a, circle: 5}", true),
      ("{id: a, circle: 5, gravityScale: 0}", false),
      ("{id: a, kind: kinematic, circle: 5}", false),
      ("{id: a, circle: 5}, {id: f, kind: static, at: [0, -50], circle: 5}", false),
      ("{id: a, circle: 5}, {id: f, kind: static, at: [0, -50], circle: 5, sensor: true}", true),
      ("{id: a, circle: 5, group: g}, {id: f, kind: static, at: [0, -50], circle: 5, group: g}", true),
      ("{id: a, circle: 5}, {id: f, kind: static, at: [0, 50], circle: 5}", true),
      ("{id: a, circle: 5, gravityScale: -1}, {id: f, kind: static, at: [0, 50], circle: 5}", false),
    ])
  func falling(bodies: String, warns: Bool) {
    let found = findings("bodies: [\(bodies)]\n").contains { $0.contains("for ever") }
    #expect(found == warns)
    #expect(!findings("world: {gravity: [0, 0]}\nbodies: [\(bodies)]\n").contains { $0.contains("for ever") })
    let moved = "animations: [{id: t, of: world.gravity, type: basic, to: [0, 9], duration: 1}]\n"
    #expect(!findings("bodies: [\(bodies)]\n" + moved).contains { $0.contains("for ever") })
  }

  @Test("The linter does not warn of falling what a joint or an animation holds")
  func held() {
    let bodies = "bodies: [{id: a, circle: 5}, {id: f, kind: static, at: [0, 50]}]\n"
    #expect(findings(bodies).contains { $0.contains("for ever") })
    #expect(findings(bodies + "joints: [{id: j, type: pin, a: a, b: f}]\n") == [])
    let lift = "animations: [{id: t, of: a.position.y, type: basic, to: 9, duration: 1}]\n"
    #expect(!findings(bodies + lift).contains { $0.contains("for ever") })
  }

  @Test(
    "The linter takes shapes however far they lie from their body, and cells however far out: they are built and stepped",
    arguments: [
      "bodies: [{id: a, shapes: [{box: {size: [1, 1], center: [1e8, 1e8]}, mass: 1}]}]",
      "bodies: [{id: a, mass: 1, box: {size: [1, 1], center: [1e8, 1e8]}}]",
      "bodies: [{id: a, polygon: [[1e5, 1e5], [100000.001, 1e5], [1e5, 100000.001]]}]",
      "world: {spatialHash: {cell: 1, count: 100}}\nbodies: [{id: a, at: [-1e9, 0], circle: {radius: 1, center: [-1e9, 0]}, mass: 1}]",
    ])
  func farShapes(text: String) throws {
    let outcome = SceneLinter().lint(read(text + "\n"))
    let scene = try #require(outcome.scene, "\(outcome.diagnostics)")
    let world = try World(scene)
    for _ in 0..<10 { _ = try? world.step() }
    #expect(world.snapshot.bodies.allSatisfy { $0.position.isFinite && $0.angle.isFinite })
  }
}
