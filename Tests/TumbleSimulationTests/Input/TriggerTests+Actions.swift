import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

// What a trigger does.
extension TriggerTests {
  @Test("A trigger sets and animates properties, of the bodies that it happened to as well")
  func properties() throws {
    let world = try Self.world(
      Self.floor + """
        layers: [{id: show}]
        animations:
          - {id: turn, of: floor.opacity, type: basic, from: 0, to: 1, duration: 1 s, layer: show}
        when:
          - event: began
            between: [ball, floor]
            times: 1
            do:
              - {action: set, of: it.elasticity, to: 90 %}
              - {action: set, of: world.gravity, to: [0, -500]}
              - {action: animate, animation: {id: fade, of: it.opacity, type: basic, from: 1, to: 0, duration: 1 s, fillMode: forwards}}
          - {event: time, at: 200 ms, do: {action: pause, layers: show}}
          - {event: time, at: 300 ms, do: {action: rewind, layers: [show]}}
          - {event: time, at: 400 ms, do: {action: play, layers: show}}
        """)
    for _ in 0..<25 { try world.step() }
    #expect(world.layerTime("show")?.time == 0.2 && world.layerTime("show")?.speed == 0)
    for _ in 0..<10 { try world.step() }
    #expect(world.layerTime("show")?.time == 0)
    for _ in 0..<15 { try world.step() }
    #expect(abs((world.layerTime("show")?.time ?? 0) - 0.1) < 1e-9)
    #expect(world.text(of: .body("ball"), path: "elasticity") == "0.9")
    #expect(world.snapshot.gravity == Vector(0, -500))
    #expect(world.animationKeys.contains("fade-ball"))
    for _ in 0..<120 { try world.step() }
    #expect(world.snapshot["ball"]?.appearance.opacity == 0)
  }

  @Test("A trigger begins animations again, and takes them away")
  func animations() throws {
    let world = try Self.world(
      """
      world: {rate: 100 Hz}
      bodies: [{id: lift, kind: kinematic, box: [20, 4]}]
      animations:
        - {id: up, of: lift.position.y, type: basic, from: 0, to: 100, duration: 500 ms, fillMode: forwards}
      when:
        - {event: time, at: 1 s, do: {action: start, animations: up}}
        - {event: time, at: 1.25 s, do: {action: stop, animations: [up]}}
      """)
    func y() throws -> Double { try #require(world.snapshot["lift"]).position.y }
    for _ in 0..<100 { try world.step() }
    #expect(try y() == 100)
    for _ in 0..<25 { try world.step() }
    #expect(try y() == 50)
    for _ in 0..<25 { try world.step() }
    #expect(world.animationKeys.isEmpty)
  }

  @Test("A trigger joins bodies and lets them go, and hits them in their own frame")
  func joints() throws {
    let world = try Self.world(
      Self.floor + """
          - {id: hook, kind: static, at: [2, 200]}
          - {id: ship, at: [100, 300], angle: 90 deg, box: [10, 10], mass: 1, gravityScale: 0}
        when:
          - {event: began, between: [ball, floor], do: {action: attach, joint: {id: rope, type: pin, a: hook, b: it}}}
          - {event: time, at: 2 s, do: [{action: detach, joints: rope}, {action: impulse, of: ship, amount: [0, 10], frame: body}]}
        """)
    for _ in 0..<150 { try world.step() }
    #expect(world.snapshot.joints.count == 1 && world.joint("rope") != nil)
    for _ in 0..<60 { try world.step() }
    #expect(world.snapshot.joints.isEmpty && world.joint("rope") == nil)
    let velocity = try #require(world.snapshot["ship"]).velocity
    #expect(abs(velocity.x + 10) < 1e-9 && abs(velocity.y) < 1e-9)
  }

  @Test("A trigger joins again what broke, and leaves alone what broke when it is let go")
  func brokenJoints() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies:
        - {id: hook, kind: static, at: [0, 200]}
        - {id: lamp, at: [0, 100], mass: 1, circle: 8}
      joints: [{id: rope, type: pin, a: hook, b: lamp, breakAt: 500}]
      when:
        - {event: time, at: 1 s, do: {action: detach, joints: rope}}
        - event: time
          at: 2 s
          do:
            - {action: respawn, of: lamp}
            - {action: attach, joint: {id: rope, type: pin, a: hook, b: lamp}}
            - {action: attach, joint: {id: rope, type: pin, a: hook, b: lamp}}
      """)
    for _ in 0..<150 {
      try world.step()
      #expect(world.refusals.isEmpty)
    }
    #expect(world.snapshot.joints.isEmpty)
    for _ in 0..<100 { try world.step() }
    #expect(world.snapshot.joints.count == 1)
    #expect(try #require(world.snapshot["lamp"]).position.distance(to: Vector(0, 100)) < 1)
  }

  static let fountain = """
    view: {size: [300, 300]}
    world: {gravity: [0, -1000], rate: 100 Hz}
    templates:
      drop: {circle: 4, mass: 1, at: [150, 20], velocity: [0, 300]}
    bodies:
      - {id: floor, kind: static, line: [[-500, 0], [500, 0]]}
      - {id: drop-2, kind: static, at: [10, 250], circle: 3}
    when:
      - {event: time, every: 100 ms, do: {action: spawn, template: drop, spread: [10, 0], velocitySpread: [60, 40], count: 2, max: 9}}
      - {event: began, between: [drop, floor], do: {action: remove, of: it}}

    """

  @Test(
    "A trigger spawns bodies from a template: the same each time, under names and ids that nothing else has, as many as may be"
  )
  func spawn() throws {
    let (world, again) = (try Self.world(Self.fountain), try Self.world(Self.fountain))
    var most = 0
    for _ in 0..<400 {
      try world.step()
      try again.step()
      #expect(world.hash == again.hash)
      most = max(most, world.snapshot.bodies.count - 2)
      #expect(world.snapshot.bodies.map(\.id) == world.snapshot.bodies.map(\.id).sorted())
    }
    #expect(most == 9)
    let names = world.description.bodies.map(\.name)
    #expect(
      Set(names).count == names.count && names.count > 40 && names[2] == "drop-1" && names[3] == "drop-3")
    let places = Set(world.snapshot.bodies.map(\.position.x))
    #expect(places.count == world.snapshot.bodies.count, "at different places")
  }

  @Test("A trigger replaces the oldest where as many as may be are there and that is asked for")
  func replaced() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      templates: {drop: {circle: 4}}
      bodies: [{id: floor, kind: static, line: [[-500, 0], [500, 0]]}]
      when:
        - {event: time, every: 10 ms, do: {action: spawn, template: drop, at: [0, 50], spread: [200, 40], max: 5, replace: true}}
      """)
    for _ in 0..<20 { try world.step() }
    #expect(world.snapshot.bodies.map(\.id.number) == [0, 16, 17, 18, 19, 20])
  }

  @Test("A trigger tells once of what it cannot do, and goes on")
  func refusals() throws {
    let world = try Self.world(
      Self.floor + """
        when:
          - {id: paint, event: time, every: 100 ms, do: [{action: set, of: ball.friction, to: 1}, {action: mark, text: on}]}
        """)
    for _ in 0..<15 { try world.step() }
    #expect(world.text(of: .body("ball"), path: "friction") == "1")
    let reports = try (0..<40).map { step in
      try world.step(step == 0 ? [.edit(.remove(.body("ball")))] : []).refused
    }
    #expect(reports.flatMap { $0 } == ["the trigger 'paint': there is no body named 'ball'"])
    #expect(world.steps == 55)
  }

  @Test("A trigger ends a run")
  func end() throws {
    let scene = try Self.scene(Self.floor + "when: [{event: time, at: 1 s, do: {action: end}}]")
    let session = try Session(World(scene), lastStep: 1000)
    try session.run()
    #expect(session.world.steps == 100 && session.isFinished)
  }
}
