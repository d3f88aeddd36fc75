import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("A body that shatters") struct ShatterTests {
  private static let text = """
    tumble: 1
    world: {gravity: [0, 0]}
    bodies:
      - {id: pane, at: [100, 100], angle: 0.3, angularVelocity: 2, velocity: [3, 1], box: [20, 120], mass: 6, shatter: {at: 1000, pieces: 12, seed: 5}}
      - {id: ball, at: [20, 110], circle: 8, mass: 4, velocity: [1500, 0]}
      - {id: nail, kind: static, at: [100, 300], circle: 2}
    joints:
      - {id: string, type: slide, a: nail, b: pane, max: 400}
    rules:
      - {between: [pane, pane], ignore: true}
    """

  private func scene(_ text: String = Self.text) throws -> Scene {
    try Scene(text: text)
  }

  private func shattered(_ text: String = Self.text) throws -> World {
    let world = try World(scene(text))
    while world.steps < 60 {
      if try !world.step().shattered.isEmpty { return world }
    }
    Issue.record("it never shattered")
    return world
  }

  private func mass(_ world: World) -> Double {
    world.bodies.present.reduce(0) { sum, record in
      record.body.map { $0.kind == .dynamic ? sum + $0.mass : sum } ?? sum
    }
  }

  private func spin(_ world: World) -> Double {
    world.bodies.present.reduce(0) { sum, record in
      guard let body = record.body, body.kind == .dynamic else { return sum }
      let arm = body.worldCenterOfGravity
      return sum + body.mass * arm.cross(body.velocity) + body.moment * body.angularVelocity
    }
  }

  @Test(
    "A body that shatters falls into pieces with ids and names of their own, at the step of the hit, and its joints go with it"
  )
  func pieces() throws {
    let world = try shattered()
    #expect(world.shattered == [BodyID(0)] && world.snapshot["pane"] == nil && world.snapshot.joints.isEmpty)
    let pieces = world.snapshot.bodies.filter { $0.id.number >= 3 }
    #expect(pieces.count > 6 && pieces.count <= 12)
    #expect(pieces.map(\.id.number) == Array(3..<(3 + pieces.count)))
    #expect(Set(pieces.compactMap { world.description[$0.id]?.name }).count == pieces.count)
    let report = try world.step()
    #expect(report.shattered.isEmpty)
    // What rules said of the whole holds for each piece.
    #expect(world.model.scene.rules[0].first == .bodies([0] + pieces.map(\.id.number)))
  }

  @Test(
    "A body that shatters keeps its mass, its momentum and its spin, whatever of it only senses",
    arguments: ["box: [20, 120]", "shapes: [{box: [20, 120]}, {circle: 90, sensor: true}]"])
  func conservation(shapes: String) throws {
    let text = Self.text.replacing("box: [20, 120]", with: shapes)
    let whole = try World(scene(text))
    let (massBefore, spinBefore, momentumBefore) = (mass(whole), spin(whole), whole.momentum)
    let world = try shattered(text)
    #expect(abs(mass(world) - massBefore) < 1e-9)
    #expect(world.momentum.distance(to: momentumBefore) < 1e-6)
    #expect(abs(spin(world) - spinBefore) < 2e-2 * abs(spinBefore))
  }

  @Test(
    "A body that shatters does so the same way each time, after undo too, and another seed makes other pieces"
  )
  func deterministic() throws {
    let one = try shattered()
    let other = try shattered()
    #expect(one.hash == other.hash && one.snapshot == other.snapshot)
    let timeline = TimelineOptions(historyBudget: 4 << 20, checkpoints: 4)
    let session = try Session(World(scene()), timeline: timeline)
    while session.world.steps < one.steps { try session.step() }
    try session.give(.remove(.body("ball")))
    try session.step()
    session.undo()
    try session.finishRerun()
    try one.step()
    #expect(session.world.hash == one.hash && session.world.snapshot == one.snapshot)
    var changed = try scene()
    changed.bodies[0].shatter?.seed = 6
    let third = try World(changed)
    while third.shattered.isEmpty, third.steps < 60 { try third.step() }
    #expect(third.snapshot.bodies.map(\.position) != other.snapshot.bodies.map(\.position))
  }

  @Test("A body that shatters can be saved as a moment, with its pieces as bodies")
  func moment() throws {
    let world = try shattered()
    let scene = world.sceneNow()
    #expect(
      scene.bodies.count == world.snapshot.bodies.count && scene.bodies.allSatisfy { $0.shatter == nil })
    let text = SceneWriter().text(scene)
    let again = try World(Scene(text: text))
    #expect(again.snapshot.bodies.count == world.snapshot.bodies.count)
  }

  @Test(
    "A body that shatters bears what is less than its impulse, and what an edit says of it counts from then on"
  )
  func edit() throws {
    var scene = try scene()
    scene.bodies[0].shatter?.impulse = 1e6
    let world = try World(scene)
    for _ in 0..<20 { try world.step() }
    #expect(world.snapshot["pane"] != nil)
    #expect(world.text(of: .body("pane"), path: "shatter.pieces") == "12")
    let other = try World(scene)
    try other.step([.edit(.set(.body("pane"), path: "shatter", value: "100"))])
    for _ in 0..<20 { try other.step() }
    #expect(other.snapshot["pane"] == nil)
  }

  @Test(
    "A body that shatters is cut into parts that have all of its area and none of it twice",
    arguments: Seeds.list(default: 100))
  func areas(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = Size(random.double(in: 5...100), random.double(in: 5...100))
    let outline = Polygon(box: size)
    let points = (0..<random.int(in: 2...30)).map { _ in
      Vector(random.double(in: -50...50), random.double(in: -50...50))
    }
    let cells = points.indices.map { outline.cell(of: $0, among: points) }
    let total = cells.reduce(0) { $0 + ($1.corners.count > 2 ? $1.signedArea : 0) }
    #expect(abs(total - size.width * size.height) < 1e-9 * size.width * size.height)
    for _ in 0..<50 {
      let point = Vector(
        random.double(in: -size.width / 2...size.width / 2),
        random.double(in: -size.height / 2...size.height / 2))
      let nearest = points.indices.min { points[$0].distance(to: point) < points[$1].distance(to: point) }
      for (index, cell) in cells.enumerated() where cell.corners.count > 2 {
        #expect(cell.contains(point) == (index == nearest) || points.count > 1 && isNearEdge(point, points))
      }
    }
    let center = cells.filter { $0.corners.count > 2 }.reduce(Vector.zero) {
      $0 + $1.centroid * $1.signedArea
    }
    #expect(center.length / total < 1e-9)
  }

  private func isNearEdge(_ point: Vector, _ sites: [Vector]) -> Bool {
    let distances = sites.map { $0.distance(to: point) }.sorted()
    return distances[1] - distances[0] < 1e-6
  }

  @Test("A body that shatters stays whole where there is no room for its pieces, which is said once")
  func bounded() throws {
    let world = try World(scene())
    world.limits.bodies = 6
    var refusals: [String] = []
    for _ in 0..<60 { refusals += try world.step().refused }
    #expect(refusals == ["'pane' does not shatter: 6 bodies have been made, and no more can be"])
    #expect(world.snapshot["pane"] != nil && world.snapshot.joints.count == 1)
  }

  @Test(
    "A body that shatters leaves out a piece that the engine does not take, and triggers still tell apart what comes later"
  )
  func leftOut() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, 0]}
          bodies:
            - {id: pane, at: [100, 100], box: [20, 20]}
            - {id: base, kind: static, at: [100, 300], circle: 2}
          templates: {late: {circle: 2, velocity: [-600, 0]}}
          when:
            - {event: time, at: 20 ms, do: {action: spawn, template: late, at: [10, 10]}}
            - {event: leavesView, of: late, do: {action: mark, text: gone}}
          """))
    world.model.add(world.model.scene.bodies[0])
    world.skip(piece: 2, of: 0)
    #expect(world.bodies.present.count == 2 && world.bodies.all.count == 3 && world.body("pane") == 0)
    var marks: [String] = []
    for _ in 0..<20 {
      try world.step()
      marks += world.marks
    }
    #expect(world.body("late-1") == 3 && marks == ["gone"])
  }
}
