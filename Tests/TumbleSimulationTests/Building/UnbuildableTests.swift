import Testing
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("A scene that cannot be built")
struct UnbuildableTests {
  private func scene(_ change: (inout Scene) -> Void) -> Scene {
    var scene = Scene(bodies: [Scene.Body("hook", .static), Scene.Body("lamp", at: Vector(0, -50))])
    change(&scene)
    return scene
  }

  private func reason(_ change: (inout Scene) -> Void) -> String {
    do {
      _ = try World(scene(change))
      return "built"
    } catch {
      return "\(error)"
    }
  }

  @Test("A scene that cannot be built says which joint holds a body that is not there")
  func joints() {
    for (a, b, missing) in [(0, 2, 2), (-1, 1, -1), (0, Int.max, Int.max), (Int.min, 1, Int.min)] {
      let rope = Scene.JointForm.pin(anchorA: .zero, anchorB: .zero, length: 50)
      #expect(
        reason { $0.joints = [Scene.Joint(id: "rope", form: rope, a: a, b: b)] }
          == "the joint 'rope' holds body \(missing), and the scene has 2")
    }
  }

  @Test("A scene that cannot be built says what a rule is about that is not there")
  func rules() {
    #expect(
      reason { $0.rules = [.init(.bodies([0]), .bodies([1, 7]), .ignore)] }
        == "rule 1 is about body 7, and the scene has 2")
    #expect(
      reason { $0.rules = [.init(.shapes([.init(body: -1, shape: 0)]), .anything, .ignore)] }
        == "rule 1 is about body -1, and the scene has 2")
    #expect(
      reason { $0.rules = [.init(.anything, .shapes([.init(body: 1, shape: 1)]), .ignore)] }
        == "rule 1 is about shape 1 of 'lamp', which has 1")
  }

  @Test("A scene that cannot be built refuses a rate that is none")
  func rates() {
    for rate in [0, -1, 10_001, Int.max] {
      #expect(reason { $0.world.rate = rate } == "the rate is 1 to 10000 steps per second, not \(rate)")
    }
  }

  @Test(
    "A scene that cannot be built is written without what names things that are not there, and reads back")
  func written() throws {
    let broken = scene {
      let rope = Scene.JointForm.pin(anchorA: .zero, anchorB: .zero, length: 50)
      $0.joints = [
        Scene.Joint(id: "rope", form: rope, a: 0, b: 9), Scene.Joint(id: "rod", form: rope, a: 0, b: 1),
      ]
      $0.rules = [.init(.bodies([5]), .anything, .ignore), .init(.bodies([1]), .anything, .ignore)]
      $0.bodies[1].shapes[0].filter.group = 3
    }
    let outcome = SceneReader().read(.init(SceneWriter().text(broken).utf8), file: "f", name: "")
    let again = try outcome.get()
    #expect(again.joints.map(\.id) == ["rod"])
    #expect(again.rules == [.init(.bodies([1]), .anything, .ignore)])
    #expect(again.bodies[1].shapes[0].filter.group == 0)
  }

  @Test(
    "A slide joint without an upper limit can be built: its bodies part as far as they go, and come no nearer"
  )
  func slide() throws {
    let rope = Scene.JointForm.slide(anchorA: .zero, anchorB: .zero, min: 40, max: .infinity)
    for (gravity, range) in [(-1000.0, -5000.0 ... -1000), (1000, -41.0 ... -39)] {
      let world = try World(
        scene {
          $0.world.gravity = Vector(0, gravity)
          $0.joints = [Scene.Joint(id: "rope", form: rope, a: 0, b: 1)]
          for index in 0..<2 { $0.bodies[index].shapes[0].isSensor = true }
          $0.bodies[1].mass = .body(1, .infinite)
        })
      for _ in 0..<240 { try world.step() }
      #expect(range.contains(world.snapshot.bodies[1].position.y))
    }
  }
}
