import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A world")
struct WorldTests {
  private func ball(_ id: String, at position: Vector = .zero, velocity: Vector = .zero) -> Scene.Body {
    Scene.Body(id, at: position) { $0.velocity = velocity }
  }

  @Test("A world starts with the scene's own numbers")
  func start() throws {
    var scene = BookScenes.crates
    scene.bodies[1].angle = 7
    scene.bodies[1].velocity = Vector(1, 2)
    scene.bodies[1].angularVelocity = 3
    scene.bodies[1].appearance.opacity = 0.5
    let world = try World(scene)
    let snapshot = world.snapshot
    #expect(snapshot.step == 0 && snapshot.time == 0 && snapshot.rate == 120)
    #expect(snapshot.gravity == Vector(0, -1000))
    #expect(snapshot.bodies.map(\.id) == [0, 1, 2, 3, 4, 5])
    #expect(
      snapshot.bodies[1]
        == BodySnapshot(
          id: 1, position: Vector(16, 284), angle: 7, velocity: Vector(1, 2), angularVelocity: 3,
          appearance: Appearance(opacity: 0.5)))
    #expect(world.previous == snapshot)
  }

  @Test("A world shows the two latest states, and its time is a step's number over the rate")
  func twoStates() throws {
    let world = try World(BookScenes.crate)
    var before = world.snapshot
    for step in 1...100 {
      try world.step()
      #expect(world.previous == before)
      #expect(world.snapshot.step == step && world.steps == step)
      #expect(world.time == Double(step) / 120 && world.snapshot.time == world.time)
      before = world.snapshot
    }
    let frame = world.frame(alpha: 0.25)
    #expect(frame == Frame(previous: world.previous, current: world.snapshot, alpha: 0.25))
  }

  @Test("Kept snapshots do not change as it goes on")
  func values() throws {
    let world = try World(BookScenes.crates)
    var kept: [(FrameSnapshot, StateHash)] = []
    for _ in 0..<50 {
      try world.step()
      kept.append((world.snapshot, world.hash))
    }
    #expect(Set(kept.map(\.1)).count == 50)
    for (snapshot, hash) in kept { #expect(StateHash(of: snapshot) == hash) }
  }

  @Test("A world runs the same again, whatever else runs beside it")
  func repeatable() async throws {
    func hashes() throws -> [StateHash] {
      let world = try World(BookScenes.crates)
      return try (0..<300).map { _ in
        try world.step()
        return world.hash
      }
    }
    let alone = try hashes()
    let together = try await withThrowingTaskGroup(of: [StateHash].self) { group in
      for _ in 0..<4 { group.addTask { try hashes() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.allSatisfy { $0 == alone })
  }

  @Test("A world removes bodies that go wrong, names all of them in order, and goes on with the others")
  func lost() throws {
    var scene = Scene(name: "lost")
    scene.world.gravity = .zero
    scene.bodies = [
      ball("far", at: Vector(9.9e8, 0), velocity: Vector(1e8, 0)), ball("calm"),
      ball("fast", at: Vector(0, 50), velocity: Vector(0, 1e308)), ball("late", velocity: Vector(-9e8, 0)),
    ]
    scene.bodies[3].position = Vector(-9.95e8, 100)
    let world = try World(scene)
    let first = try world.step()
    #expect(first == StepReport(step: 1, lost: ["fast", "late"]))
    #expect(world.steps == 1 && world.snapshot.step == 1)
    #expect(world.snapshot.bodies.map(\.id) == [0, 1])
    let later = try (0..<120).map { _ in try world.step() }.filter { !$0.lost.isEmpty }
    #expect(later == [StepReport(step: 12, lost: ["far"])])
    #expect(world.snapshot.bodies.map(\.id) == [1])
    #expect(world.previous.bodies.map(\.id) == [1])
    // Its place among the bodies has changed; its id and its name have not.
    #expect(
      world.snapshot["calm"] == world.snapshot.bodies[0]
        && world.snapshot[BodyID(1)]?.id == world.body("calm"))
    #expect(world.snapshot["far"] == nil && world.snapshot[BodyID(0)] == nil && world.body("far") == 0)
    #expect(world.snapshot["nobody"] == nil && world.body("nobody") == nil)
    #expect(world.description[BodyID(3)]?.name == "late" && world.description[BodyID(4)] == nil)
    #expect(world.description.bodies.map(\.name) == ["far", "calm", "fast", "late"])
    #expect(
      first.lossMessage
        == "step 1: fast, late went out of all bounds (not finite, or more than 1e9 points away) and were removed; "
        + "the others go on")
  }

  @Test("A world says so where the engine can't go on, and stays as it is")
  func stopped() throws {
    var scene = Scene()
    scene.world.gravity = .zero
    scene.bodies = [ball("rail"), ball("comet", velocity: Vector(1e5, 0))]
    scene.bodies[0].mass = .body(1, .value(1e-6))
    scene.joints = [
      Scene.Joint(id: "groove", form: .groove(from: .zero, to: Vector(0, 10), anchorB: .zero), a: 0, b: 1)
    ]
    scene.joints[0].maxForce = 0
    scene.joints[0].collideBodies = false
    let world = try World(scene)
    var stop: WorldError?
    for _ in 0..<10 where stop == nil {
      do { try world.step() } catch { stop = error }
    }
    guard case .stopped(let step, let reason) = stop else {
      Issue.record("\(String(describing: stop))")
      return
    }
    #expect(step == world.steps && step > 0)
    #expect(
      reason.contains("'groove'")
        && "\(WorldError.stopped(step: 2, reason: "x"))" == "after step 2 there is no other: x")
    let before = world.hash
    #expect(throws: WorldError.stopped(step: step, reason: reason)) { try world.step() }
    #expect(world.hash == before)
  }

  @Test("A world tells of no contact of a body that is gone")
  func contactsOfTheLost() throws {
    var scene = Scene()
    scene.world.gravity = .zero
    var wall = ball("wall", at: Vector(9.99e8, 0))
    wall.kind = .static
    scene.bodies = [wall, ball("comet", at: Vector(9.99e8 - 20, 0), velocity: Vector(1e3, 0)), ball("calm")]
    scene.bodies[1].shapes[0].elasticity = 1e9
    scene.bodies[0].shapes[0].elasticity = 1e9
    let world = try World(scene)
    var (told, isLost) = ([Contact](), false)
    for _ in 0..<20 {
      if !(try world.step().lost.isEmpty) { isLost = true }
      if isLost { told += world.contacts }
    }
    #expect(isLost && told.isEmpty)
  }

  @Test("A world without bodies steps as well")
  func empty() throws {
    let world = try World(Scene())
    for _ in 0..<10 { try world.step() }
    #expect(world.snapshot.bodies.isEmpty && world.steps == 10)
  }

  @Test("A world is not built from what the engine can't take; the body is named")
  func unbuildable() {
    func problem(_ change: (inout Scene) -> Void) -> String {
      var scene = BookScenes.crate
      change(&scene)
      do {
        _ = try World(scene)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(problem { $0.bodies[0].mass = .body(-1, .fromShapes) }.hasPrefix("body 'crate': m"))
    #expect(problem { $0.bodies[0].position.x = .nan }.hasPrefix("body 'crate': position"))
    #expect(problem { $0.bodies[0].shapes[0].friction = -1 }.contains("of body 'crate': friction"))
    #expect(
      problem {
        $0.bodies[0].shapes = []; $0.bodies[0].mass = .fromShapes
      }.contains("body 'crate'"))
    #expect(problem { $0.world.gravity.y = .infinity }.hasPrefix("space: gravity"))
    #expect(problem { $0.world.rate = 0 } == "the rate is 1 to 10000 steps per second, not 0")
    #expect(problem { $0.bodies.append($0.bodies[0]) } == "none")
  }

  @Test("A world tells a window who is in it")
  func description() throws {
    let description = try World(BookScenes.crates).description
    #expect(description.name == "crates" && description.title == "Crates in a box")
    #expect(description.view == Rect(size: Size(300, 300)))
    #expect(description.bodies.map(\.name) == ["walls", "crate1", "crate2", "crate3", "crate4", "crate5"])
    #expect(description.bodies.map(\.kind) == [.static, .dynamic, .dynamic, .dynamic, .dynamic, .dynamic])
    #expect(description.bodies[0].outlines.count == 4)
    #expect(description.bodies[0].outlines[0] == .segment(from: .zero, to: Vector(300, 0), radius: 1))
    #expect(description.bodies[3].outlines == [.box(Size(64, 64))])
  }
}
