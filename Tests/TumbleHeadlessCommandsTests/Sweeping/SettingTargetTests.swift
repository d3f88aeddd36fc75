import Testing
import TumbleScenes
import TumbleSimulation

@testable import TumbleHeadlessCommands

@Suite("What a setting of a sweep sets")
struct SettingTargetTests {
  private static let text = """
    tumble: 1
    variables: {arm: 60, seed: 1}
    bodies:
      - {id: a, box: [10, 10], mass: 1}
      - {id: b, at: [arm, 0], circle: 5, mass: 2}
      - {id: floor, kind: static, line: {points: [[0, -50], [100, -50]]}}
    joints: [{id: rope, type: spring, a: a, b: b, restLength: 10, stiffness: 5}]
    fields: [{id: sun, type: drag, strength: 1}]
    fluids: [{id: lake, at: [0, 0], box: [10, 10]}]
    animations: [{id: rise, of: a.opacity, type: basic, to: 0, duration: 1}]
    controls: [{id: wind, slider: [0, 10], property: sun.strength}]
    """

  private func scene() throws -> Scene {
    try Scene(text: Self.text)
  }

  private func applied(_ name: String, _ value: String) throws -> Scene {
    var scene = try scene()
    let target = SettingTarget(name)
    try target.check(in: scene, variables: ["arm", "seed"])
    try target.apply(value, to: &scene)
    return scene
  }

  @Test("What a setting of a sweep sets is what it names and nothing else")
  func apply() throws {
    var expected = try scene()
    expected.bodies[1].shapes[0].friction = 0.25
    #expect(try applied("b.friction", "0.25") == expected)
    #expect(try applied("world.gravity.y", "-5").world.gravity.y == -5)
    #expect(try applied("sun.strength", "7").fields[0].force.strength == 7)
    #expect(try applied("lake.level", "30").fluids[0].liquid.level == 30)
    #expect(try applied("*.elasticity", "0.5").bodies.allSatisfy { $0.shapes[0].elasticity == 0.5 })
    #expect(try applied("rope.maxForce", "9").joints[0].maxForce == 9)
  }

  @Test("What a setting of a sweep sets is any property of the scene format, units and words too")
  func anyProperty() throws {
    #expect(try applied("b.circle", "8").bodies[1].shapes[0].form == .circle(center: .zero, radius: 8))
    #expect(try applied("a.shapes[0].box", "[20, 30]") != scene())
    #expect(try applied("a.kind", "static").bodies[0].kind == .static)
    #expect(try applied("b.at[0]", "3").bodies[1].position.x == 3)
    #expect(try applied("rise.duration", "500 ms").animations[0] != scene().animations[0])
    #expect(try applied("world.iterations", "22").world.iterations == 22)
  }

  @Test(
    "What a setting of a sweep sets is known before anything runs, and else named with what was meant",
    arguments: [
      ("c.friction", "no object named 'c'"), ("rop.stiffness", "did you mean 'rope'?"),
      ("b.frictoin", "did you mean 'friction'?"), ("lake.strength", "density"), ("rope.colour", "stiffness"),
      ("brm", "no variable or control named 'brm'; it has arm, seed, wind"), ("b.id", "'b.id' is not known"),
    ])
  func unknown(name: String, message: String) throws {
    let scene = try scene()
    let error = #expect(throws: EditRefusal.self) {
      try SettingTarget(name).check(in: scene, variables: ["arm", "seed"])
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("What a setting of a sweep sets may be a variable or a control, with which the scene is read")
  func variables() throws {
    for name in ["arm", "seed", "wind"] {
      try SettingTarget(name).check(in: scene(), variables: ["arm", "seed"])
      #expect(SettingTarget(name).setting("3") == SceneSetting(name: name, value: "3"))
    }
    #expect(SettingTarget("b.x").setting("3") == nil)
  }

  @Test("Seeds move on noise, what shatters and what is spawned, and 1 is the scene as it is")
  func seeds() throws {
    let text = """
      tumble: 1
      bodies: [{id: pot, box: [10, 10], mass: 1, shatter: {at: 200, seed: 3}}]
      templates: {drop: {circle: 2, mass: 1}}
      fields: [{id: gusts, type: noise, strength: 30, scale: 60, seed: 5}]
      when: [{event: time, at: 1, do: {action: spawn, template: drop, spread: [5, 0], seed: 8}}]
      """
    let plain = try Scene(text: text)
    var moved = plain
    let first = moved.moveSeeds(to: 1)
    #expect(first && moved == plain)
    let second = moved.moveSeeds(to: 2)
    #expect(second)
    #expect(moved.bodies != plain.bodies && moved.fields != plain.fields && moved.triggers != plain.triggers)
    var (largest, without) = (plain, try scene())
    let isMoved = (largest.moveSeeds(to: Int(Int32.max)), without.moveSeeds(to: 2))
    #expect(isMoved == (true, false))
    var placed = try Scene(
      text: text.replacing(/^(bodies|fields):.*$/.anchorsMatchLineEndings(), with: "").replacing(
        "spread: [5, 0], ", with: ""))
    let isPlacedMoved = placed.moveSeeds(to: 2)
    #expect(!isPlacedMoved, "what is spawned in one place is not spawned at random")
    #expect((0...Int(Int32.max)).contains(largest.bodies[0].shatter?.seed ?? -1))
  }
}
