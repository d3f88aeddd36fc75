import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("An edit of a running world")
struct EditTests {
  static let text = """
    tumble: 1
    world: {gravity: [0, -1000], pointsPerMeter: 100}
    bodies:
      - {id: floor, kind: static, at: [150, -10], box: [400, 20]}
      - {id: crate1, at: [100, 50], box: [20, 20], mass: 2}
      - {id: crate2, at: [200, 50], shapes: [{box: [20, 20]}, {circle: {radius: 4, center: [0, 14]}}]}
    joints:
      - {id: rope, type: slide, a: crate1, b: crate2, max: 150}
    rules:
      - {between: [crate2, floor], friction: 0}
    animations:
      - {id: fade, of: crate1.opacity, type: basic, from: 1, to: 0, duration: 1 s}
    """

  static func scene() throws -> Scene { try Scene(text: text) }

  private func world() throws -> World { try World(Self.scene()) }

  private func refusal(_ edit: Edit, _ world: World) -> String {
    do {
      try world.apply(.edit(edit))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("An edit adds a body, which has the next id, falls, and is described")
  func addBody() throws {
    let world = try world()
    try world.step()
    try world.apply(.edit(.add(.body, "{id: ball, at: [150, 2 m], circle: 9, mass: 1}")))
    let ball = try #require(world.snapshot["ball"])
    #expect(ball.id == 3 && ball.position == Vector(150, 200) && world.previous["ball"] == ball)
    #expect(world.description[BodyID(3)]?.name == "ball" && world.descriptionRevision == 1)
    for _ in 0..<10 { try world.step() }
    #expect(try #require(world.snapshot["ball"]).position.y < 200)
  }

  @Test("An edit adds a joint between bodies as they are now: a length that is not given is that of now")
  func addJoint() throws {
    let world = try world()
    try world.apply(.edit(.set(.body("crate2"), path: "at", value: "[160, 50]")))
    try world.apply(.edit(.add(.joint, "{id: stick, type: pin, a: crate1, b: crate2}")))
    #expect(world.text(of: .joint("stick"), path: "length") == "60")
    try world.step()
    #expect(world.snapshot.joints.count == 2)
  }

  @Test(
    "An edit adds what is made of bodies and joints, as the same entry of a scene's file makes it",
    arguments: [
      "rope: {by: [60, -30], count: 4, bend: 20}", "chain: {by: [0, 60], count: 3}",
      "cloth: {columns: 3, rows: 2, spacing: 9, pin: top}", "blob: {radius: 20, count: 6, stiffness: 300}",
    ])
  func addSoftBody(repeater: String) throws {
    let entry = "{id: soft, at: [100, 200], mass: 1, repeat: {\(repeater)}}"
    let world = try world()
    try world.apply(.edit(.add(.body, entry)))
    let written = Self.text.replacing("joints:\n", with: "  - \(entry)\njoints:\n")
    let scene = try Scene(text: written)
    let start = try World(scene)
    #expect(world.snapshot.bodies == start.snapshot.bodies)
    let added = world.description.joints.dropFirst()
    #expect(added.map(\.name) == scene.joints.dropLast().map(\.id))
    #expect(added.map { [$0.a, $0.b] } == scene.joints.dropLast().map { [BodyID($0.a), BodyID($0.b)] })
    for _ in 0..<20 { try world.step() }
    #expect(world.snapshot.bodies.allSatisfy { $0.position.isFinite })
  }

  @Test("An edit adds a rope to bodies where they are now")
  func addRope() throws {
    let world = try world()
    try world.apply(.edit(.set(.body("crate2"), path: "at", value: "[160, 50]")))
    for _ in 0..<5 { try world.step() }
    let end = try #require(world.snapshot["crate2"]).position
    try world.apply(
      .edit(
        .add(
          .body, "{id: line, at: [160, 110], repeat: {rope: {by: [0, -60], count: 3, a: floor, b: crate2}}}"))
    )
    let joint = try #require(world.description.joint("line-end"))
    let ends = try #require(world.snapshot[joint])
    #expect(ends.a.distance(to: Vector(160, 50)) < 1e-6)
    #expect(ends.b.distance(to: Vector(160, 50)) < 1e-6)
    #expect(end != Vector(160, 50), "it has fallen")
    #expect(world.description[joint]?.a == world.body("crate2"))
    #expect(world.snapshot["line-3"] != nil)
  }

  @Test("An edit adds no part of a rope that is tied to what is not there")
  func addRopeToNothing() throws {
    let world = try world()
    let bodies = world.snapshot.bodies
    let entry = "{id: line, at: [0, 90], repeat: {rope: {by: [0, -60], count: 3, a: nail}}}"
    #expect(refusal(.add(.body, entry), world).contains("there is no body named 'nail'"))
    #expect(world.snapshot.bodies == bodies)
    try world.apply(.edit(.add(.body, "{id: nail, kind: static, at: [0, 90]}")))
    try world.apply(.edit(.add(.body, entry)))
    #expect(world.body("line-1") != nil)
  }

  @Test(
    "An edit removes a body with its joints and what animates it; its id and name are not given again to the snapshot's order"
  )
  func removeBody() throws {
    let world = try world()
    try world.step()
    try world.apply(.edit(.remove(.body("crate1"))))
    #expect(world.snapshot.bodies.map(\.id) == [0, 2] && world.snapshot.joints.isEmpty)
    #expect(world.animationKeys.isEmpty && world.body("crate1") == nil)
    #expect(world.description[BodyID(1)]?.name == "crate1", "ids of the past go on naming what they named")
    try world.apply(.edit(.add(.body, "{id: crate1, at: [50, 90], circle: 5, mass: 1}")))
    try world.step()
    #expect(world.snapshot.bodies.map(\.id) == [0, 2, 3] && world.snapshot["crate1"]?.id == 3)
  }

  @Test(
    "An edit sets a property, which can be asked for in the words of the format",
    arguments: [
      ("friction", "0.25", "0.25"), ("shapes[0].friction", "25 %", "0.25"), ("box", "[30, 10]", "[30, 10]"),
      ("box.size[0]", "30", "[30, 20]"), ("mass", "5", "5"), ("angle", "90 deg", "\(Double.pi / 2)"),
      ("at[1]", "77", "77"), ("velocity", "[1, 2]", "[1, 2]"), ("kind", "static", "static"),
      ("color", "red", "\"#ff0000\""), ("opacity", "0.5", "0.5"), ("gravityScale", "-1", "-1"),
      ("circle", "7", "7"), ("moment", "infinite", "infinite"), ("sensor", "true", "true"),
    ])
  func set(path: String, value: String, expected: String) throws {
    let world = try world()
    for _ in 0..<3 { try world.step() }
    try world.apply(.edit(.set(.body("crate1"), path: path, value: value)))
    let shown = path == "box.size[0]" ? "box" : path
    #expect(world.text(of: .body("crate1"), path: shown) == expected)
    for _ in 0..<10 { try world.step() }
    #expect(world.snapshot["crate1"]?.id == 1 && world.snapshot.joints.count == 1)
  }

  @Test("An edit of a surface leaves a body where it is, and how it moves")
  func setInPlace() throws {
    let (world, plain) = (try world(), try world())
    for _ in 0..<5 {
      try world.step()
      try plain.step()
    }
    for path in ["friction", "elasticity", "mass", "box", "kind", "shapes[0].density"] {
      let value = ["box": "[22, 20]", "kind": "kinematic"][path] ?? "0.75"
      try world.apply(.edit(.set(.body("crate1"), path: path, value: value)))
      #expect(world.hash == plain.hash, "\(path)")
    }
  }

  @Test("Edits of gravity, damping and the view take effect at once")
  func setWorld() throws {
    let world = try world()
    try world.apply(.edit(.set(.world, path: "gravity", value: "[0, 9.8 m/s^2]")))
    try world.apply(.edit(.set(.view, path: "size", value: "[600, 400]")))
    #expect(world.snapshot.gravity == Vector(0, 9.8 * 100))
    #expect(world.description.view.size == Size(600, 400))
    for _ in 0..<20 { try world.step() }
    #expect(try #require(world.snapshot["crate1"]).position.y > 50)
    let back = try #require(world.text(of: .world, path: "gravity"))
    #expect(back.hasPrefix("[0, 980"))
  }

  @Test("An edit copies bodies with the joint between them, and what rules say of them")
  func duplicate() throws {
    let world = try world()
    try world.apply(
      .edit(
        .duplicate(
          ["crate1", "crate2", "rope"], names: ["crate3", "crate4", "rope2"], by: Vector(0, 100))))
    #expect(world.snapshot["crate4"]?.position == Vector(200, 150))
    #expect(world.text(of: .joint("rope2"), path: "b") == "crate4")
    #expect(
      world.sceneNow().rules == [
        Scene.Rule(.bodies([2, 4]), .bodies([0]), .override(Scene.Surface(friction: 0)))
      ])
    for _ in 0..<10 { try world.step() }
    #expect(world.snapshot.bodies.count == 5 && world.snapshot.joints.count == 2)
  }

  @Test("An edit pins a body to the world, and lets it go again")
  func pin() throws {
    let world = try world()
    try world.apply(.edit(.pin("crate1", at: Vector(100, 50), name: "nail")))
    for _ in 0..<60 { try world.step() }
    #expect(try #require(world.snapshot["crate1"]).position.distance(to: Vector(100, 50)) < 1)
    try world.apply(.edit(.unpin("crate1")))
    for _ in 0..<10 { try world.step() }
    #expect(try #require(world.snapshot["crate1"]).position.y < 49 && world.snapshot["nail"] == nil)
  }

  @Test(
    "An edit that cannot be made is refused in the reader's words, and changes nothing",
    arguments: [
      (Edit.add(.body, "{id: ball, crcle: 5}"), "a body has no key 'crcle'; did you mean 'circle'?"),
      (.add(.body, "{id: crate1, circle: 5}"), "the id 'crate1' is taken"),
      (.add(.body, "{id: ball, circle: -5}"), "'circle' must be at least 0.001, not '-5'"),
      (
        .add(.body, "{id: ball}"), "the body 'ball' weighs nothing: it has no mass, and no shape with an area"
      ),
      (.add(.body, "[1, 2"), ""), (.add(.world, "{}"), "there is one world, and no other can be added"),
      (
        .add(.joint, "{id: j, type: pin, a: crate1, b: crate3}"),
        "there is no body named 'crate3'; did you mean"
      ),
      (.add(.animation, "{id: a, of: floor.position, type: basic, to: [0, 0]}"), "'floor' is static"),
      (.remove(.body("crate3")), "there is no body named 'crate3'; did you mean 'crate1'?"),
      (.set(.body("crate1"), path: "frction", value: "1"), "a body has no key 'frction'; did you mean"),
      (.set(.body("crate1"), path: "friction", value: "-1"), "'friction' must be 0 or more, not '-1'"),
      (.set(.body("crate1"), path: "friction", value: "5 kg"), ""),
      (.set(.body("crate1"), path: "id", value: "x"), "the id of the body 'crate1' cannot be changed"),
      (.set(.body("crate2"), path: "box", value: "[1, 1]"), "'crate2' has 2 shapes; name one of them"),
      (
        .set(.body("crate1"), path: "repeat", value: "{stack: {count: 2}}"),
        "an existing body cannot become a repeater"
      ),
      (
        .set(.body("crate1"), path: "repeat", value: "{stack: {count: 1}}"),
        "an existing body cannot become a repeater"
      ),
      (.set(.body("crate1"), path: "shapes[3].friction", value: "1"), "there is no 'shapes[3]'"),
      (.set(.world, path: "rate", value: "60"), "the rate of a world that runs cannot be changed"),
      (.set(.world, path: "iterations", value: "0"), ""),
      (
        .duplicate(["crate1", "rope"], names: ["x", "y"], by: .zero), "'rope' holds a body that is not copied"
      ),
      (.duplicate(["crate1"], names: ["9x"], by: .zero), ""),
      (.pin("floor", at: .zero, name: "p"), "'floor' is static, and only a dynamic body can be pinned"),
      (.unpin("crate1"), "'crate1' is not pinned"),
      (
        .slice(from: Vector(100, 50), to: Vector(100, 90)),
        "the stroke goes all through no body that moves"
      ),
    ])
  func refused(edit: Edit, message: String) throws {
    let world = try world()
    for _ in 0..<3 { try world.step() }
    let (before, scene, description) = (world.snapshot, world.sceneNow(), world.description)
    let told = refusal(edit, world)
    #expect(told != "none" && told.hasPrefix(message), "\(told)")
    #expect(world.snapshot == before && world.sceneNow() == scene && world.description == description)
    for _ in 0..<5 { try world.step() }
  }

  @Test(
    "An edit that changes a body held by a hand lets it go or holds on, and the ids of hands are nobody else's"
  )
  func whileHeld() throws {
    let world = try world()
    try world.step([.grab(Vector(100, 50)), .edit(.add(.body, "{id: ball, at: [20, 200], circle: 5}"))])
    try world.step([.move(Vector(120, 90)), .edit(.set(.body("crate1"), path: "box", value: "[10, 10]"))])
    try world.step([.grab(Vector(100, 50)), .edit(.remove(.body("crate1")))])
    try world.step([.release])
    #expect(world.snapshot.bodies.map(\.id) == [0, 2, 3])
  }

  @Test(
    "An edit given between two steps is the same as given with the next", arguments: Seeds.list(default: 12))
  func between(seed: UInt64) throws {
    let (one, other) = (try world(), try world())
    var maker = EditMaker(seed: seed)
    for _ in 0..<40 {
      let command = maker.command(for: one)
      let isMade = (try? one.apply(command)) != nil
      _ = try? one.step()
      _ = try? other.step(isMade ? [command] : [])
      guard one.snapshot == other.snapshot, one.hash == other.hash else {
        Issue.record("step \(one.steps), \(command)")
        return
      }
    }
  }

  /// Crates that fall asleep, a body on a long lever, and one that is held by the world.
  private static let sleepers = """
    tumble: 1
    world: {gravity: [0, -1000], pointsPerMeter: 100, sleepAfter: 0.4}
    bodies:
      - {id: floor, kind: static, at: [150, -10], box: [4000, 20]}
      - {id: low, at: [100, 10], box: [20, 20]}
      - {id: high, at: [101, 30], box: [20, 20]}
      - {id: wheel, at: [250, 60], circle: 10}
      - {id: pole, kind: static, at: [250, 2060], circle: 1}
      - {id: bob, at: [180, 60], circle: 10}
    joints:
      - {id: lever, type: pivot, a: pole, b: wheel, anchorA: [0, 0], anchorB: [0, 2000]}
      - {id: rope, type: pin, a: high, b: low}
      - {id: string, type: slide, a: wheel, b: bob, max: 100}
    """

  @Test(
    "An edit that the engine refuses leaves it as it was: asleep, in the same order, in the same hand",
    arguments: [
      Edit.set(.joint("lever"), path: "anchorB", value: "[0, 9e8]"),
      .set(.joint("rope"), path: "length", value: "0"),
      .set(.body("wheel"), path: "circle", value: "0.001"),
      .add(.joint, "{id: far, type: pivot, a: low, b: high, anchorA: [0, 9e8], anchorB: [0, 9e8]}"),
      .add(.joint, "{id: none, type: pin, a: low, b: high, length: 0}"),
    ])
  func refusedByEngine(edit: Edit) throws {
    for steps in [40, 400] {
      let world = try World(Scene(text: Self.sleepers))
      let other = try World(Scene(text: Self.sleepers))
      for world in [world, other] {
        for _ in 0..<steps { try world.step() }
        try world.step([.grab(try #require(world.snapshot["wheel"]).position)])
        for _ in 0..<20 { try world.step([.move(Vector(300, 120))]) }
      }
      #expect(refusal(edit, world) != "none")
      for _ in 0..<200 {
        _ = (try world.step(), try other.step())
        guard world.snapshot == other.snapshot, world.hash == other.hash else {
          Issue.record("differs at step \(world.steps), refused at \(steps + 21)")
          break
        }
      }
    }
  }

  @Test(
    "An edit that is refused, whatever it is, changes none of the next 200 steps",
    arguments: Seeds.list(default: 4))
  func refusedChangesNothing(seed: UInt64) throws {
    let (one, other) = (try World(Scene(text: Self.sleepers)), try World(Scene(text: Self.sleepers)))
    var maker = EditMaker(seed: seed)
    var latest: Command?
    for turn in 0..<240 {
      let command = maker.command(for: one)
      if (try? one.apply(command)) != nil { try other.apply(command) } else { latest = command }
      for _ in 0..<(turn % 40 == 39 ? 200 : 1) {
        _ = (try? one.step(), try? other.step())
        guard one.snapshot == other.snapshot, one.hash == other.hash else {
          Issue.record("step \(one.steps), after \(String(describing: latest))")
          return
        }
      }
    }
  }
}
