import Foundation
import Testing
import TumbleGeometry
import TumbleScenes

@Suite("A change of a scene's text")
struct SceneTextPatchTests {
  /// The text after its scene was changed; the text of the error where that is refused.
  static func patched(_ text: String, _ change: (inout Scene) -> Void) -> String {
    do {
      let read = SceneReader().read(Data(text.utf8), file: "scene.yaml", name: "scene")
      var scene = try read.get()
      change(&scene)
      let patched = try SceneTextPatch().patched(Data(text.utf8), to: scene)
      let again = SceneReader().read(patched, file: "scene.yaml", name: "scene")
      #expect(try SceneWriter().text(again.get()) == SceneWriter().text(scene))
      #expect(try SceneTextPatch().patched(patched, to: scene) == patched)
      return String(decoding: patched, as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  static let small = """
    # A small scene.
    tumble: 1
    world: {gravity: [0, -1000]}   # as on earth, nearly

    materials:
      wood: {friction: 0.5, elasticity: 0.8}
    templates:
      small: {box: [32, 32], mass: 100, material: wood}   # all crates

    bodies:
      # The first.
      - id: floor
        kind: static
        shapes:
          - segment: {from: [0, 0], to: [300, 0]}   # below
          - segment: {from: [300, 0], to: [300, 300]}
      - {id: crate, template: small, at: [ 16,284 ], angle: 30 deg} # tilted
      - id: ball   # round
        at: [50 pt, 100]
        circle: 16
        color: 'red'

    joints:
      - {id: rope, type: pin, a: floor, b: ball, anchorB: [0, 10]}

    """

  @Test("A change of a place changes the numbers that differ, and nothing else")
  func place() {
    let text = Self.patched(Self.small) { $0.bodies[1].position.x = 40.5 }
    #expect(text == Self.small.replacing("[ 16,284 ]", with: "[ 40.5,284 ]"))
  }

  @Test("A change keeps the unit that a number was written with")
  func units() {
    let text = Self.patched(Self.small) {
      $0.bodies[1].angle = 45 * (.pi / 180)
      $0.bodies[2].position.x = 75
      $0.joints[0].form = .pin(anchorA: .zero, anchorB: Vector(0, 10), length: Vector(50, 110).length)
    }
    #expect(text.contains("angle: 45 deg} # tilted"))
    #expect(text.contains("at: [75 pt, 100]"))
  }

  @Test("A change writes what follows from a place where the place changes and it must not")
  func derived() {
    let text = Self.patched(Self.small) { $0.bodies[2].position.x = 75 }
    #expect(text.contains("at: [75 pt, 100]"))
    #expect(text.contains("anchorB: [0, 10], length: \(Vector(50, 110).length)}"))
  }

  @Test("A change gives a body the key that its template gives all, and leaves the template alone")
  func template() {
    let text = Self.patched(Self.small) { $0.bodies[1].shapes[0].friction = 0.9 }
    #expect(text == Self.small.replacing("angle: 30 deg} #", with: "angle: 30 deg, friction: 0.9} #"))
    let heavy = Self.patched(Self.small) { $0.bodies[1].mass = .body(5, .fromShapes) }
    #expect(heavy == Self.small.replacing("angle: 30 deg} #", with: "angle: 30 deg, mass: 5} #"))
  }

  @Test("A change adds a key as a line of its own where the others are")
  func line() {
    let text = Self.patched(Self.small) { $0.bodies[2].gravityScale = -1 }
    #expect(text == Self.small.replacing("color: 'red'\n", with: "color: 'red'\n    gravityScale: -1\n"))
  }

  @Test("A change takes a key out with its line, or with its comma")
  func removal() {
    let text = Self.patched(Self.small) {
      $0.bodies[2].appearance.color = nil
      $0.bodies[1].angle = 0
    }
    #expect(
      text
        == Self.small.replacing("    color: 'red'\n", with: "").replacing(
          "[ 16,284 ], angle: 30 deg}", with: "[ 16,284 ]}"))
  }

  @Test("A change of one shape is made in that shape's entry, of all in the body")
  func shapes() {
    let one = Self.patched(Self.small) { $0.bodies[0].shapes[1].friction = 0.1 }
    #expect(one == Self.small.replacing("to: [300, 300]}", with: "to: [300, 300]}\n        friction: 0.1"))
    let all = Self.patched(Self.small) {
      for index in 0..<2 { $0.bodies[0].shapes[index].friction = 0.1 }
    }
    #expect(
      all
        == Self.small.replacing(
          "to: [300, 300]}\n", with: "to: [300, 300]}\n    friction: 0.1\n"))
    let size = Self.patched(Self.small) { $0.bodies[2].shapes[0].form = .circle(center: .zero, radius: 20) }
    #expect(size == Self.small.replacing("circle: 16", with: "circle: 20"))
    let other = Self.patched(Self.small) { $0.bodies[2].shapes[0].form = .box(Size(8, 8)) }
    #expect(
      other
        == Self.small.replacing("    circle: 16\n", with: "").replacing(
          "'red'", with: "'red'\n    box: [8, 8]"))
  }

  @Test("A change adds a body behind the one that it follows, written as that one is")
  func addition() {
    var body = Scene.Body(id: "egg")
    body.shapes = [Scene.Shape(.circle(center: .zero, radius: 5))]
    let last = Self.patched(Self.small) { $0.bodies.append(body) }
    #expect(
      last
        == Self.small.replacing(
          "color: 'red'\n",
          with: "color: 'red'\n  - id: egg\n    at: [0, 0]\n    shapes: [{circle: 5}]\n"))
    let second = Self.patched(Self.small) { scene in
      scene.bodies.insert(body, at: 2)
      scene.joints[0].b = 3
    }
    #expect(
      second
        == Self.small.replacing(
          "# tilted\n", with: "# tilted\n  - {id: egg, at: [0, 0], shapes: [{circle: 5}]}\n"))
    let first = Self.patched("tumble: 1\r\n# nothing yet") { $0.bodies = [body] }
    #expect(
      first
        == "tumble: 1\r\nbodies:\r\n  - id: egg\r\n    at: [0, 0]\r\n    shapes: [{circle: 5}]\r\n# nothing yet"
    )
  }

  @Test("A change takes out a body's lines and no comment around them")
  func removedBody() {
    let text = Self.patched(Self.small) { scene in
      scene.joints = []
      scene.bodies.removeLast()
    }
    let cut = Self.small.components(separatedBy: "  - id: ball")[0]
    #expect(text == cut + "\njoints: []\n")
  }

  @Test("A change of a name is made where the body is, and wherever it is spoken of")
  func rename() {
    let text = Self.patched(Self.small) { $0.bodies[2].id = "pebble" }
    #expect(
      text
        == Self.small.replacing("id: ball   #", with: "id: pebble   #").replacing(
          "b: ball,", with: "b: pebble,"))
  }

  @Test("A change of the world is made in its mapping, which is added where there is none")
  func world() {
    let tilted = Self.patched(Self.small) { $0.world.gravity = Vector(10, -1000) }
    #expect(tilted == Self.small.replacing("[0, -1000]", with: "[10, -1000]"))
    let more = Self.patched(Self.small) { $0.world.iterations = 20 }
    #expect(more == Self.small.replacing("-1000]}", with: "-1000], iterations: 20}"))
    let none = Self.patched("tumble: 1\ntitle: Nothing\n") { $0.world.damping = 0.5 }
    #expect(none == "tumble: 1\ntitle: Nothing\nworld: {damping: 0.5}\n")
  }

  static let row = """
    tumble: 1
    bodies:
      - id: tower   # ten of them
        at: [150, 16]
        # all alike
        box: [30, 30]
        color: orange
        repeat: {stack: {count: 3, spacing: 30}}   # one upon the other
      - {id: ball, at: [0, 100], circle: 5}
    rules:
      - {between: [tower, ball], friction: 1}
    joints:
      - {id: link, type: pivot, chain: tower, anchorA: [0, 15], anchorB: [0, -15]}   # glue
    """

  @Test("A change that all bodies of a repeater share is made in its entry")
  func repeater() {
    let colors = Self.patched(Self.row) { scene in
      for index in 0..<3 { scene.bodies[index].appearance.color = Color(hex: "#00ff00") }
    }
    #expect(colors == Self.row.replacing("color: orange", with: "color: \"#00ff00\""))
    let moved = Self.patched(Self.row) { scene in
      for index in 0..<3 { scene.bodies[index].position += Vector(10, 4) }
    }
    #expect(moved == Self.row.replacing("[150, 16]", with: "[160, 20]"))
    let loose = Self.patched(Self.row) { scene in
      for index in 0..<2 { scene.joints[index].maxForce = 5 }
    }
    #expect(loose == Self.row.replacing("[0, -15]}", with: "[0, -15], maxForce: 5}"))
  }

  @Test(
    "A change of one body of a repeater writes each of them out, and what spoke of the whole speaks of all")
  func unrolled() {
    let text = Self.patched(Self.row) { $0.bodies[1].position.x = 155 }
    #expect(
      text == """
        tumble: 1
        bodies:
          - id: tower-1   # ten of them
            at: [150, 16]
            # all alike
            box: [30, 30]
            color: orange
          - id: tower-2
            at: [155, 46]
            box: [30, 30]
            color: orange
          - id: tower-3
            at: [150, 76]
            box: [30, 30]
            color: orange
          - {id: ball, at: [0, 100], circle: 5}
        rules:
          - {between: [[tower-1, tower-2, tower-3], [ball]], friction: 1}
        joints:
          - {id: link-1, type: pivot, anchorA: [0, 15], anchorB: [0, -15], a: tower-1, b: tower-2}   # glue
          - {id: link-2, type: pivot, anchorA: [0, 15], anchorB: [0, -15], a: tower-2, b: tower-3}
        """)
  }

  @Test("A hinge whose motor the file says after another joint is saved after an edit, in the file's order")
  func partsApart() {
    let text = """
      tumble: 1
      bodies:
        - {id: a, at: [0, 0], circle: 5}
        - {id: b, at: [10, 0], circle: 5}
      joints:
        - {id: axle, type: pivot, a: a, b: b, anchorA: [5, 0], anchorB: [-5, 0]}
        - {id: rod, type: pin, a: a, b: b, length: 10}
        - {id: axle-motor, type: motor, a: a, b: b, rate: 1, partOf: axle}

      """
    let patched = Self.patched(text) { scene in
      _ = try? scene.apply(.set(.joint("rod"), path: "length", value: "12"))
    }
    #expect(patched == text.replacing("length: 10", with: "length: 12"), "\(patched)")
  }

  /// A template whose bodies have what cannot be said not to be there: a density, a damping and a group.
  private static let loaves = """
    tumble: 1
    templates:
      loaf: {box: [32, 32], density: 0.001, damping: 0.5, group: bread}   # all loaves
    bodies:
      - {id: one, template: loaf, at: [0, 0], friction: 0.25} # alone
      - {id: many, template: loaf, at: [50, 0], repeat: {grid: {columns: 3, spacing: 40}}} # together
      - {id: ball, circle: 5, at: [0, 90], group: bread}

    """

  @Test(
    "A body that is to be without what its template gives is written whole, without a template",
    arguments: [["one"], ["many-2"], ["many-1", "many-2", "many-3"], ["one", "many-3"]])
  func withoutTemplate(bodies: [String]) throws {
    let alone = "  - {id: one, template: loaf, at: [0, 0], friction: 0.25} # alone\n"
    let kept = bodies.contains("one") ? "" : alone
    for change in [
      { $0.damping = nil }, { $0.shapes[0].filter.group = 0 },
      { ($0.shapes[0].mass, $0.shapes[0].form) = (.mass(3), .circle(center: .zero, radius: 4)) },
    ] as [(inout Scene.Body) -> Void] {
      let text = Self.patched(Self.loaves) { scene in
        for index in scene.bodies.indices where bodies.contains(scene.bodies[index].id) {
          change(&scene.bodies[index])
        }
      }
      #expect(
        text.contains("loaf: {box: [32, 32], density: 0.001, damping: 0.5, group: bread}   # all loaves"))
      #expect(kept.isEmpty || text.contains(kept), "\(text)")
    }
  }

  @Test("A template that gets a mass leaves the bodies as they are that took a density from it")
  func templateWithMass() throws {
    let baked =
      Self.loaves + "when: [{id: bake, event: time, at: 1 s, do: {action: spawn, template: loaf}}]\n"
    let text = Self.patched(baked) { scene in
      #expect(throws: Never.self) { try scene.apply(.set(.template("loaf"), path: "mass", value: "7")) }
    }
    #expect(text.contains("mass: 7"))
    let scene = try Scene(text: text, name: "")
    #expect(scene.bodies.map(\.mass) == Array(repeating: .fromShapes, count: 5))
  }

  @Test("A change is refused in plain words where the format cannot say it")
  func refusals() {
    var many = SceneTextPatch()
    many.longestUnrolled = 2
    #expect(throws: SceneTextPatchError.self) {
      var scene = try Scene(text: Self.row, name: "")
      scene.bodies[0].angle = 1
      _ = try many.patched(Data(Self.row.utf8), to: scene)
    }
    #expect(
      Self.patched(Self.small) { $0.bodies.swapAt(0, 1) }.contains("the order of the bodies was changed"))
    let invalid = Self.patched(Self.small) { $0.bodies[2].shapes[0].form = .circle(center: .zero, radius: 0) }
    #expect(invalid.contains("'circle' must be at least 0.001, not '0'"))
  }

  @Test(
    "A change keeps quotes, block texts, line ends and a missing last line end",
    arguments: [
      (
        "tumble: 1\r\ntitle: 'It''s'\r\nbodies:\r\n- id: \"a\" # first\r\n  at: [1,\r\n   2] # here\r\n  circle: 5",
        "tumble: 1\r\ntitle: 'It''s'\r\nbodies:\r\n- id: \"a\" # first\r\n  at: [7,\r\n   2] # here\r\n  circle: 5"
      ),
      (
        "{\"tumble\":1,\"bodies\":[{\"id\":\"a\",\"at\":[1,2],\"circle\":5}]}",
        "{\"tumble\":1,\"bodies\":[{\"id\":\"a\",\"at\":[7,2],\"circle\":5}]}"
      ),
      (
        "\u{FEFF}%YAML 1.1\n---\ntumble: 1\nnote: |\n  Höhe # no comment\n\n  {x: 1}\n\"bodies\":\n- ? \n",
        "\u{FEFF}%YAML 1.1\n---\ntumble: 1\nnote: |\n  Höhe # no comment\n\n  {x: 1}\n\"bodies\":\n- ? \n"
      ),
      (
        "\u{FEFF}%YAML 1.1\n---\ntumble: 1\nnote: >-\n  Höhe # no comment\n\n  {at: [1, 2]}\n\"bodies\":\n- 'id': a\n"
          + "  circle: 5\n  \"at\":\n    - 1 # x\n    - 2\n...\n",
        "\u{FEFF}%YAML 1.1\n---\ntumble: 1\nnote: >-\n  Höhe # no comment\n\n  {at: [1, 2]}\n\"bodies\":\n- 'id': a\n"
          + "  circle: 5\n  \"at\":\n    - 7 # x\n    - 2\n...\n"
      ),
      (
        "tumble: 1\nnote: words over\n  two lines,\n\n  and a # comment\nbodies: [{id: a, at: [1, 2], circle: 5},]",
        "tumble: 1\nnote: words over\n  two lines,\n\n  and a # comment\nbodies: [{id: a, at: [7, 2], circle: 5},]"
      ),
    ])
  func layouts(text: String, expected: String) {
    if text.contains("- ? ") {
      #expect(Self.patched(text) { _ in }.contains("'?' starts a key"))
    } else {
      #expect(Self.patched(text) { $0.bodies[0].position.x = 7 } == expected)
      // Keys and bodies that come and go in the same layout.
      var egg = Scene.Body(id: "egg")
      egg.shapes = [Scene.Shape(.box(Size(4, 4)))]
      let more = Self.patched(text) { scene in
        scene.bodies.append(egg)
        scene.bodies[0].gravityScale = 2
        scene.title = "Two: # 'words'"
        scene.note = "Line\nline"
      }
      let less = Self.patched(more) { scene in
        scene.bodies.removeFirst()
        scene.title = ""
      }
      #expect(!less.contains("circle") && !less.contains("Two"), "\(less)")
      #expect(Self.patched(less) { $0.bodies = [] }.contains("bodies"), "\(less)")
    }
  }
}
