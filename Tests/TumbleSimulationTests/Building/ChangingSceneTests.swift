import Foundation
import Testing
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A finding of the linter")
struct ChangingSceneTests {
  private func lint(_ text: String) -> SceneReader.Outcome {
    SceneLinter().lint(SceneReader().read(Data(("tumble: 1\n" + text).utf8), file: "f", name: "f"))
  }

  private func messages(_ text: String) -> [String] { lint(text).diagnostics.map(\.message) }

  private func has(_ words: String, _ text: String) -> Bool { messages(text).contains { $0.contains(words) } }

  // MARK: - What never happens

  private static let kinds = """
    world: {gravity: [0, 0]}
    bodies:
      - {id: k, kind: kinematic, circle: 5}
      - {id: l, kind: kinematic, at: [50, 0], circle: 5}
      - {id: s, kind: static, at: [99, 0], circle: 5}
      - {id: t, kind: static, at: [150, 0], circle: 5}

    """

  @Test(
    "The finding that a touch never happens is made of static bodies alone, and that a hit never does of kinematic ones too",
    arguments: [
      ("began", "k, s", false), ("ended", "l, k", false), ("began", "s, t", true), ("hit", "k, s", true),
      ("hit", "k, l", true), ("hit", "s, t", true), ("began", "k, k", true), ("ended", "k, k", true),
    ])
  func kinds(event: String, between: String, warns: Bool) {
    let above = event == "hit" ? ", above: 1" : ""
    let text =
      Self.kinds
      + "when: [{event: \(event), between: [\(between)]\(above), do: {action: mark, text: x}}]\n"
    #expect(has("never happens", text) == warns)
  }

  @Test(
    "The finding that a rule never counts is made of static bodies alone",
    arguments: [("k, s", false), ("s, t", true)])
  func rules(between: String, warns: Bool) {
    #expect(
      has("never counts", Self.kinds + "rules: [{between: [\(between)], ignore: true}]\n") == warns)
  }

  @Test(
    "The finding that something never happens is not made where an action, an animation or a control may bring it about",
    arguments: [
      ("began, between: [s, t]", "{event: time, at: 1 s, do: {action: set, of: s.kind, to: dynamic}}"),
      (
        "began, between: [s, t]",
        "{event: began, between: [s, k], do: {action: set, of: it.kind, to: dynamic}}"
      ),
      (
        "hit, between: [k, s], above: 1", "{event: time, at: 1 s, do: {action: set, of: k.kind, to: dynamic}}"
      ),
      (
        "began, between: [k, k]",
        "{event: time, at: 1 s, do: {action: slice, of: k, from: [0, 0], to: [9, 9]}}"
      ),
      ("leavesView, of: s", "{event: time, at: 1 s, do: {action: set, of: s.at, to: [900, 900]}}"),
      ("leavesView, of: s", "{event: time, at: 1 s, do: {action: set, of: view.size, to: [9, 9]}}"),
      (
        "enters, of: s, region: {at: [500, 0], box: [9, 9]}",
        "{event: time, at: 1 s, do: {action: set, of: s.at, to: [500, 0]}}"
      ),
    ])
  func happens(event: String, action: String) {
    let waits = "{event: \(event), do: {action: mark, text: x}}"
    #expect(has("never happens", Self.kinds + "when: [\(waits)]\n"))
    #expect(messages(Self.kinds + "when: [\(waits), \(action)]\n") == [])
  }

  @Test("The finding that nothing enters a region is not made of what is spawned: it may be made there")
  func spawned() throws {
    let text = """
      world: {gravity: [0, 0]}
      templates: {post: {kind: static, circle: 5}}
      bodies: [{id: a, circle: 5}]
      when:
        - {event: time, at: 0.1 s, do: {action: spawn, template: post, at: [50, 0]}}
        - {event: enters, of: post, region: {at: [50, 0], box: [9, 9]}, do: {action: mark, text: there}}

      """
    #expect(messages(text) == [])
    let world = try World(lint(text).get())
    var marks: [String] = []
    for _ in 0..<30 {
      try world.step()
      marks += world.marks
    }
    #expect(marks == ["there"])
  }

  @Test(
    "The finding that fields, fluids and joints do nothing is not made where a trigger or a control changes that"
  )
  func idle() {
    let bodies = """
      world: {gravity: [0, 0]}
      categories: [red, blue]
      templates: {drop: {circle: 5, categories: red}}
      bodies:
        - {id: a, circle: 5, categories: blue}
        - {id: s, kind: static, at: [90, 0], circle: 5, categories: red}
      joints: [{id: j, type: pin, a: a, b: s, maxForce: 5, breakAt: 9}]

      """
    let cases: [(String, String, String)] = [
      (
        "its strength is 0", "fields: [{id: f, type: uniform, direction: up, strength: 0}]",
        "f.strength, to: 5"
      ),
      (
        "acts on no body", "fields: [{id: f, type: uniform, direction: up, strength: 5, categories: red}]",
        "s.kind, to: dynamic"
      ),
      ("is empty", "fluids: [{id: w, polygon: [[0, 0], [9, 0], [9, 9]], level: -1}]", "w.level, to: 5"),
      ("never breaks", "", "j.maxForce, to: 50"),
    ]
    for (words, entry, change) in cases {
      #expect(has(words, bodies.replacing("  drop", with: "  drop") + entry + "\n"), "\(words)")
      let action = "when: [{event: time, at: 1 s, do: {action: set, of: \(change)}}]\n"
      #expect(!has(words, bodies + entry + "\n" + action), "\(change)")
    }
    let spawn = "when: [{event: time, at: 1 s, do: {action: spawn, template: drop}}]\n"
    #expect(!has("acts on no body", bodies + cases[1].1 + "\n" + spawn))
    let control = "controls: [{id: c, slider: [0, 9], property: f.strength}]\n"
    #expect(!has("its strength is 0", bodies + cases[0].1 + "\n" + control))
  }

  @Test(
    "The finding that a weight or a body without a shape is of no use is not made where a trigger gives it one"
  )
  func uses() {
    let bodies = "bodies: [{id: a, kind: static, circle: 5, mass: 3}, {id: b, kind: static}]\n"
    #expect(has("'mass' never counts", bodies))
    #expect(has("'b' has no shape", bodies))
    func set(_ change: String) -> String {
      bodies + "when: [{event: time, at: 1 s, do: {action: set, of: \(change)}}]\n"
    }
    #expect(!has("'mass' never counts", set("a.kind, to: dynamic")))
    #expect(!has("'b' has no shape", set("b.circle, to: 5")))
  }

  // MARK: - Falling

  @Test(
    "The finding that something falls for ever is not made where anything that happens may hold it",
    arguments: [
      "when: [{event: time, at: 1 s, do: {action: set, of: floor.at, to: [0, -50]}}]",
      "when: [{event: time, at: 1 s, do: {action: set, of: world.gravity, to: [0, 9]}}]",
      "when: [{event: time, at: 1 s, do: {action: set, of: a.kind, to: static}}]",
      "when: [{event: time, at: 1 s, do: {action: impulse, of: a, amount: [0, 9]}}]",
      "when: [{event: time, at: 1 s, do: {action: respawn, of: a}}]",
      "when: [{event: time, at: 1 s, do: {action: attach, joint: {id: j, type: pin, a: a, b: floor}}}]",
      "when: [{event: time, at: 1 s, do: {action: spawn, template: slab}}]",
      "when: [{event: time, at: 1 s, do: {action: end}}]",
      "animations: [{id: m, of: lift.position, type: basic, to: [0, -90], duration: 1}]",
      "controls: [{id: c, slider: [-9, 9], property: a.gravityScale}]",
      "keys: [{id: up, keys: [W], drive: {type: push, of: a, force: [0, 900]}}]",
      "pointer: [{id: go, drive: {type: follow, of: lift, speed: 900}}]",
    ])
  func falling(more: String) {
    let text = """
      templates: {slab: {kind: static, box: [300, 9]}}
      bodies:
        - {id: a, circle: 5}
        - {id: floor, kind: static, at: [0, 50], box: [300, 9]}
        - {id: lift, kind: kinematic, at: [0, 90], box: [300, 9]}

      """
    #expect(has("for ever", text))
    #expect(!has("for ever", text + more + "\n"), "\(messages(text + more + "\n"))")
    #expect(lint(text + more + "\n").scene != nil, "\(messages(text + more + "\n"))")
  }

  @Test(
    "The finding that something falls for ever is not made of bodies that rise, or lie on what has no weight")
  func held() {
    #expect(
      !has("for ever", "bodies: [{id: a, circle: 5}, {id: b, at: [0, -50], circle: 5, gravityScale: -1}]\n"))
    let hanging = """
      bodies:
        - {id: a, circle: 5}
        - {id: tray, at: [0, -50], box: [50, 5], gravityScale: 0}
        - {id: nail, kind: static, at: [0, 50]}
      joints: [{id: j, type: pin, a: tray, b: nail}]

      """
    #expect(!has("for ever", hanging))
  }

  // MARK: - Passing through

  private static let shot = """
    world: {gravity: [0, 0]}
    bodies:
      - {id: shot, at: [0, 50], circle: 2, mass: 1, velocity: [60000, 0]}
      - {id: wall, kind: static, segment: {from: [200, 0], to: [200, 100], radius: 0.5}SENSOR}

    """

  @Test(
    "The finding that something can pass through a wall is not made where nothing holds it there, or something else may move it",
    arguments: [
      "rules: [{between: [shot, wall], ignore: true}]",
      "rules: [{between: [shot, wall], oneWay: right}]",
      "joints: [{id: j, type: spring, a: shot, b: wall, stiffness: 1, collideBodies: false}]",
      "fields: [{id: f, type: uniform, direction: up, strength: 5}]",
      "when: [{event: time, at: 0 s, do: {action: set, of: shot.velocity, to: [0, 0]}}]",
      "when: [{event: time, at: 0 s, do: {action: set, of: shot.bullet, to: true}}]",
      "when: [{event: time, at: 0 s, do: {action: set, of: wall.at, to: [0, 500]}}]",
      "controls: [{id: c, slider: [1, 9], property: wall.radius}]",
    ])
  func passing(more: String) {
    let text = Self.shot.replacing("SENSOR", with: "")
    #expect(has("can pass through", text))
    #expect(!has("can pass through", text + more + "\n"), "\(messages(text + more + "\n"))")
  }

  @Test(
    "The finding that something can pass through a wall is not made of sensors, and is of the wall behind them"
  )
  func sensors() {
    let text = Self.shot.replacing("SENSOR", with: ", sensor: true")
    #expect(!has("can pass through", text))
    let behind = "  - {id: back, kind: static, segment: {from: [300, 0], to: [300, 100], radius: 0.5}}\n"
    #expect(has("can pass through 'back'", text + behind))
    let ignored = Self.shot.replacing("SENSOR", with: "") + behind
    #expect(has("can pass through 'back'", ignored + "rules: [{between: [shot, wall], ignore: true}]\n"))
  }
}
