import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("What flies off at impacts")
struct BurstSceneTests {
  /// A ball over a floor at y = 0.
  private static func world(from height: Double, floor: String = "impact: dust", _ more: String = "") throws
    -> World
  {
    try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -1000]}
          bodies:
            - {id: floor, kind: static, segment: {from: [-900, 0], to: [900, 0], radius: 0}, \(floor)}
            - {id: ball, at: [40, \(height + 5)], circle: 5, elasticity: 0.9}
          \(more)
          """, name: "burst"))
  }

  private func bursts(_ world: World, steps: Int = 120) throws -> [Burst] {
    var seen: [Burst] = []
    for _ in 0..<steps {
      try world.step()
      for burst in world.snapshot.bursts where !seen.contains(burst) { seen.append(burst) }
    }
    return seen
  }

  @Test("What is hit throws up a burst at the place, upwards, the stronger the harder it is hit")
  func strength() throws {
    var strengths: [Double] = []
    for height in [10.0, 40, 160] {
      let first = try #require(try bursts(Self.world(from: height)).first)
      #expect(first.impact == .dust && abs(first.position.x - 40) < 1 && abs(first.position.y) < 5)
      #expect(abs(first.angle - .pi / 2) < 0.01)
      strengths.append(first.strength)
    }
    #expect(strengths == strengths.sorted() && Set(strengths).count == 3, "\(strengths)")
    // What lies still throws up nothing, however long it is.
    #expect(try bursts(Self.world(from: 0.5)).isEmpty)
  }

  @Test("A burst is over after its time, and the state does not know of it")
  func looks() throws {
    let (world, plain) = (try Self.world(from: 40), try Self.world(from: 40, floor: "friction: 0.5"))
    for _ in 0..<240 {
      try world.step()
      try plain.step()
    }
    #expect(world.hash == plain.hash && plain.snapshot.bursts.isEmpty)
    let oldest = world.steps - Int(Burst.duration * Double(world.rate))
    #expect(world.snapshot.bursts.allSatisfy { $0.step >= oldest })
  }

  @Test("A shape has the impact of its material, and the rest of the body another or none")
  func materials() throws {
    let text = """
      tumble: 1
      materials: {steel: {impact: sparks}}
      bodies:
        - id: a
          kind: static
          shapes: [{polygon: [[0, 0], [90, 0], [45, 20], [0, 90]]}, {circle: 3, material: steel}, {circle: 2}]
      """
    let scene = try Scene(text: text)
    #expect(scene.bodies[0].shapes.map(\.impact) == [nil, .sparks, nil])
    #expect(try Scene(text: SceneWriter().text(scene)).bodies == scene.bodies)
    let pieces = try scene.bodies[0].pieceDefinitions().count
    #expect(pieces == 4 && scene.bodies[0].impactsOfPieces == [nil, nil, .sparks, nil])
  }

  @Test("A body that says none throws up nothing, whatever its material has")
  func none() throws {
    let more = "materials: {dusty: {impact: dust}}"
    #expect(try bursts(Self.world(from: 40, floor: "material: dusty", more)).isEmpty == false)
    let quiet = try Self.world(from: 40, floor: "material: dusty, impact: none", more)
    #expect(try bursts(quiet).isEmpty)
    #expect(try Scene(text: SceneWriter().text(quiet.scene)).bodies == quiet.scene.bodies)
  }

  @Test("An action throws up a burst where the bodies of its event touch, and one of no event at its body")
  func action() throws {
    let when = """
      when:
        - {event: began, between: [ball, floor], times: 1, do: {action: burst, of: it, impact: chips, strength: 0.5}}
        - {event: time, at: 2 s, do: {action: burst, of: ball, impact: splash}}
      """
    let world = try Self.world(from: 40, floor: "friction: 1", when)
    #expect(try Scene(text: SceneWriter().text(world.scene)).triggers == world.scene.triggers)
    let seen = try bursts(world, steps: 250)
    #expect(seen.map(\.impact) == [.chips, .splash] && seen.map(\.strength) == [0.5, 1])
    #expect(abs(seen[0].position.y) < 3 && abs(seen[0].angle - .pi / 2) < 0.01)
    #expect(seen[1].step == 240 && seen[1].position.y > 3)
  }

  @Test("What falls to pieces by a hit throws up its burst at that hit, with the whole's strength")
  func shattered() throws {
    func first(_ more: String) throws -> (burst: Burst?, isWhole: Bool) {
      let world = try World(
        Scene(
          text: """
            tumble: 1
            world: {gravity: [0, -1000]}
            bodies:
              - {id: floor, kind: static, segment: {from: [-900, 0], to: [900, 0], radius: 0}}
              - {id: pane, at: [40, 90], box: [20, 20], mass: 2, impact: chips\(more)}
            """, name: "burst"))
      let burst = try bursts(world, steps: 80).first
      return (burst, world.snapshot["pane"] != nil)
    }
    let (whole, broken) = (try first(""), try first(", shatter: {at: 100, pieces: 5, seed: 4}"))
    #expect(whole.isWhole)
    #expect(!broken.isWhole)
    #expect(broken.burst != nil)
    #expect(broken.burst == whole.burst)
  }

  @Test("A rerun, the past and a copy have the same bursts")
  func again() throws {
    let world = try Self.world(from: 90)
    let history = History(budget: 32 << 20, rate: world.rate)
    for _ in 0..<200 {
      try world.step()
      history.append(world.snapshot)
    }
    let copy = try world.copy()
    #expect(copy.snapshot.bursts == world.snapshot.bursts && !world.snapshot.bursts.isEmpty)
    var past = FrameSnapshot(step: 0, rate: world.rate)
    for step in [200, 3, 90] {
      #expect(history.nearest(step, into: &past))
      let then = try Self.world(from: 90)
      while then.steps < step { try then.step() }
      #expect(past.bursts == then.snapshot.bursts, "step \(step)")
    }
  }
}
