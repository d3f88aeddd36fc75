import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("No run refutes what the linter says")
struct RefutedFindingTests {
  private func lint(_ text: String) -> SceneReader.Outcome {
    SceneLinter().lint(SceneReader().read(Data(text.utf8), file: "f", name: "f"))
  }

  /// The lines of the text, from 1, of which the linter says some words.
  private func lines(_ outcome: SceneReader.Outcome, _ words: String) -> Set<Int> {
    Set(outcome.diagnostics.filter { $0.message.contains(words) }.map { Int($0.line) })
  }

  /// The facts that a run shows: the texts of the marks, the touches and where the bodies are in the end.
  private struct Run: Hashable {
    var marks: Set<String> = []
    var touches: [Contact] = []
    var places: [Vector] = []
  }

  private func run(_ scene: Scene, seconds: Int = 2) throws -> Run {
    let world = try World(scene)
    var run = Run()
    for _ in 0..<seconds * world.rate {
      try world.step()
      run.marks.formUnion(world.marks)
      run.touches += world.contacts
    }
    run.places = world.snapshot.bodies.map(\.position)
    return run
  }

  // MARK: - What never happens

  /// Bodies of all kinds near each other, with things that happen to them, a line each.
  private func crowd(_ random: inout SeededGenerator) -> [String] {
    let ids = ["a", "b", "c", "d"]
    func place() -> String { "[\(random.int(in: 0...60)), \(random.int(in: 0...60))]" }
    func id() -> String { random.pick(ids) }
    var lines = [
      "tumble: 1", "world: {gravity: [0, -100]}", "templates: {post: {kind: static, circle: 6}}", "bodies:",
    ]
    for id in ids {
      let kind = random.pick(["static", "static", "kinematic", "dynamic"])
      let velocity = kind == "static" ? "" : ", velocity: \(place())"
      lines.append("  - {id: \(id), kind: \(kind), at: \(place()), circle: 9\(velocity)}")
    }
    if random.bool() {
      lines += ["rules:"]
      for _ in 0..<random.int(in: 1...2) {
        let effect = random.pick(["ignore: true", "friction: 3", "oneWay: up", "elasticity: 1"])
        lines.append("  - {between: [\(id()), \(random.bool() ? id() : "anything")], \(effect)}")
      }
    }
    lines.append("when:")
    for number in 0..<8 {
      let (other, of) = (random.pick(ids + ["post"]), random.pick(ids + ["post"]))
      let event = random.pick([
        "began, between: [\(id()), \(other)]", "ended, between: [\(id()), \(other)]",
        "hit, between: [\(id()), \(other)], above: 0", "leavesView, of: \(of)",
        "enters, of: \(of), region: {at: [30, 30], box: [30, 30]}",
        "leaves, of: \(of), region: {at: [30, 30], box: [30, 30]}",
      ])
      lines.append("  - {event: \(event), do: {action: mark, text: m\(number)}}")
    }
    for _ in 0..<random.int(in: 0...2) {
      let action = random.pick([
        "set, of: \(id()).kind, to: \(random.pick(["static", "dynamic", "kinematic"]))",
        "set, of: \(id()).at, to: \(random.pick([place(), "[900, 0]"]))",
        "spawn, template: post, at: \(place())",
        "set, of: view.size, to: [9, 9]", "set, of: \(id()).color, to: red", "remove, of: \(id())",
      ])
      lines.append("  - {event: time, at: \(random.pick(["0.1", "0.5", "1"])) s, do: {action: \(action)}}")
    }
    return lines
  }

  @Test(
    "No run refutes the linter's word that something never happens, whatever kinds of bodies and actions there are",
    arguments: Seeds.list(default: 10))
  func never(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let lines = crowd(&random)
      let text = lines.joined(separator: "\n") + "\n"
      let outcome = lint(text)
      guard let scene = outcome.scene else { continue }
      let whole = try run(scene)
      for line in self.lines(outcome, "this never happens") {
        let mark = lines[line - 1].split(separator: "text: ").last.map { String($0.dropLast(2)) } ?? ""
        #expect(!whole.marks.contains(mark), "\(lines[line - 1])\n\(text)")
      }
      for line in self.lines(outcome, "this rule never counts") {
        var rest = lines
        rest[line - 1] = ""
        guard
          let other = lint(rest.joined(separator: "\n").replacing("rules:\n\nwhen", with: "when") + "\n")
            .scene
        else { continue }
        #expect(try run(other) == whole, "\(lines[line - 1])\n\(text)")
      }
    }
  }

  @Test(
    "No run refutes the linter's word that everything falls for ever, whatever moves beside it",
    arguments: Seeds.list(default: 10))
  func falling(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      var text = "tumble: 1\nworld: {gravity: [0, -500]}\nbodies:\n"
      for id in ["a", "b"] {
        let scale = random.pick(["", "", ", gravityScale: -1", ", gravityScale: 0", ", gravityScale: 0.5"])
        text +=
          "  - {id: \(id), at: [\(random.int(in: 0...9)), \(random.int(in: 0...90))], circle: 5\(scale)}\n"
      }
      let kind = random.pick(["static", "kinematic", "kinematic, velocity: [0, -900]"])
      text += "  - {id: slab, kind: \(kind), at: [0, \(random.int(in: -90...200))], box: [200, 9]}\n"
      if random.bool() { text += "joints: [{id: j, type: pin, a: a, b: \(random.pick(["b", "slab"]))}]\n" }
      if random.bool() {
        let action = random.pick([
          "set, of: slab.at, to: [0, -3000]", "set, of: a.gravityScale, to: 0", "respawn, of: b",
          "set, of: world.gravity, to: [0, 0]", "set, of: b.kind, to: kinematic", "set, of: a.color, to: red",
        ])
        text += "when: [{event: time, every: 0.5 s, do: {action: \(action)}}]\n"
      }
      let outcome = lint(text)
      guard let scene = outcome.scene, !lines(outcome, "for ever").isEmpty else { continue }
      let world = try World(scene)
      for _ in 0..<3 * world.rate { try world.step() }
      for (body, now) in zip(scene.bodies, world.snapshot.bodies) where body.kind == .dynamic {
        #expect(body.gravityScale == 0 || now.velocity.y * body.gravityScale < -100, "\(body.id)\n\(text)")
      }
    }
  }

  // MARK: - What can pass through

  @Test(
    "No run refutes that a body can pass through a wall: as a bullet it stops there, and from some distance it passes",
    arguments: Seeds.list(default: 10))
  func passing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let (text, hasFlight) = shot(&random)
      let outcome = lint(text)
      let messages = outcome.diagnostics.map(\.message).filter { $0.contains("can pass through") }
      guard let message = messages.first, let scene = outcome.scene else { continue }
      let wall = message.split(separator: "'")[2]
      let (a, b) = (0, try #require(scene.bodies.firstIndex { $0.id == wall }))
      func touches(_ change: (inout Scene.Body) -> Void) throws -> Bool {
        var changed = scene
        change(&changed.bodies[a])
        return try run(changed).touches.contains {
          $0.kind == .began && Set([$0.a, $0.b]) == [BodyID(a), BodyID(b)]
        }
      }
      #expect(try touches { $0.isBullet = true }, "\(message)\n\(text)")
      let way = hasFlight ? Vector(1, 0) : Vector(0, 1)
      let passes = try (0..<24).contains { step in
        try !touches { $0.position += way * (Double(step) * (hasFlight ? -20 : 2)) }
      }
      #expect(passes, "\(message)\n\(text)")
    }
  }

  /// A body that is shot at a wall or falls onto it, and what may be in between.
  private func shot(_ random: inout SeededGenerator) -> (text: String, hasFlight: Bool) {
    let hasFlight = random.bool()
    let gravity = hasFlight ? random.pick(["[0, 0]", "[0, -400]", "[0, -9000]"]) : "[0, -2000]"
    var text = "tumble: 1\nworld: {gravity: \(gravity)\(random.pick(["", "", ", damping: 0.1"]))}\n"
    text += "categories: [red, blue]\nbodies:\n"
    let start = hasFlight ? "velocity: [\(random.int(in: 3...40) * 1000), 0], at: [0, 0]" : "at: [0, 2500]"
    let own = random.pick([
      "", "", ", maxSpeed: 200", ", categories: red, collidesWith: red", ", asleep: false",
    ])
    text += "  - {id: shot, \(start), circle: 2, mass: 1\(own)}\n"
    let segment =
      hasFlight ? "{from: [500, -60], to: [500, 60], radius: 1}" : "{from: [-60, 0], to: [60, 0], radius: 1}"
    let wall = random.pick(["", "", ", sensor: true", ", categories: blue"])
    text += "  - {id: wall, kind: \(random.pick(["static", "kinematic"])), segment: \(segment)\(wall)}\n"
    switch random.int(in: 0...8) {
    case 0: text += "rules: [{between: [shot, wall], ignore: true}]\n"
    case 1:
      text += "rules: [{between: [shot, wall], oneWay: \(random.pick(["up", "down", "left", "right"]))}]\n"
    case 2: text += "rules: [{between: [shot, wall], friction: 2}]\n"
    case 3: text += "joints: [{id: j, type: pin, a: shot, b: wall, collideBodies: false}]\n"
    case 4: text += "fields: [{id: f, type: uniform, direction: up, strength: 9000}]\n"
    case 5: text += "when: [{event: time, at: 0.01 s, do: {action: set, of: wall.at, to: [0, 9000]}}]\n"
    default: break
    }
    return (text, hasFlight)
  }
}
