import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Trails of bodies")
struct TrailSceneTests {
  private static func world(_ trail: String, rate: Int = 60, _ more: String = "") throws -> World {
    try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -100], rate: \(rate) Hz}
          bodies:
            - {id: ball, at: [10, 20], velocity: [90, 40], circle: 5, trail: \(trail)}
            - {id: crate, at: [300, 20], box: [6, 8]}
          \(more)
          """, name: "trail"))
  }

  /// The places of the ball's trail by their steps, from the newest to the oldest.
  private func places(_ snapshot: FrameSnapshot) throws -> [(step: Int, place: Vector)] {
    let span = try #require(snapshot.trails.first)
    let newest = snapshot.step / span.spacing
    return (max(newest - span.range.count + 1, 0)...newest).reversed().map {
      ($0 * span.spacing, snapshot.trailPlaces[span.range.lowerBound + $0 % span.range.count])
    }
  }

  @Test("A trail has all places of its time, and a scene's state does not know of it")
  func samples() throws {
    let (world, plain) = (try Self.world("500 ms"), try Self.world("{length: 500 ms}"))
    #expect(world.description == plain.description)
    var past = [world.snapshot]
    for _ in 0..<100 {
      try world.step()
      past.append(world.snapshot)
    }
    let places = try places(world.snapshot)
    #expect(places.count == 32)
    for (step, place) in places { #expect(past[step]["ball"]?.position == place, "step \(step)") }
    var bare = world.scene
    bare.bodies[0].style.trail = nil
    let other = try World(bare)
    while other.steps < 100 { try other.step() }
    #expect(other.hash == world.hash && other.snapshot.trails.isEmpty && other.snapshot.trailPlaces.isEmpty)
  }

  @Test("A trail of all of the way thins out, and still begins where the body began")
  func tracer() throws {
    let world = try Self.world("forever", rate: 1000)
    let start = try #require(world.snapshot["ball"]?.position)
    while world.steps < 5000 { try world.step() }
    let places = try places(world.snapshot)
    #expect(world.snapshot.trails.first?.spacing == 4)
    #expect(places.count == 1251 && places.last?.place == start)
    let isWhole = places.allSatisfy { $0.place.isFinite }
    #expect(isWhole)
  }

  @Test("A body that is put back parts its trail, and the trail of one that goes lasts as long as it is")
  func parted() throws {
    let world = try Self.world(
      "1 s",
      """
      when:
        - {event: time, at: 500 ms, do: {action: respawn, of: ball}}
        - {event: time, at: 1500 ms, do: {action: remove, of: ball}}
      """)
    while world.steps < 60 { try world.step() }
    let gaps = try places(world.snapshot).filter { !$0.place.isFinite }.map(\.step)
    #expect(gaps.count == 1 && gaps.allSatisfy { (28...31).contains($0) }, "\(gaps)")
    while world.steps < 100 { try world.step() }
    #expect(world.snapshot["ball"] == nil && world.snapshot.trails.count == 1)
    while world.steps < 160 { try world.step() }
    #expect(world.snapshot.trails.isEmpty)
  }

  @Test("A trail of all of the way that thins out is still parted where its body was put back")
  func partedForEver() throws {
    let world = try Self.world(
      "forever", rate: 1000, "when: [{event: time, at: 501 ms, do: {action: respawn, of: ball}}]")
    var spacings: Set<Int> = []
    while world.steps < 9000 {
      try world.step()
      guard let spacing = world.snapshot.trails.first?.spacing, spacings.insert(spacing).inserted else {
        continue
      }
      guard world.steps > 510 else { continue }
      let gaps = try places(world.snapshot).filter { !$0.place.isFinite }.map(\.step)
      #expect(gaps.count == 1, "spacing \(spacing): \(gaps)")
      #expect(gaps.allSatisfy { abs($0 - 501) <= 2 * spacing }, "spacing \(spacing): \(gaps)")
    }
    #expect(spacings == [1, 2, 4, 8])
  }

  @Test("Many trails are coarser than few, and each shows all of its time")
  func many() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -100], rate: 100 Hz}
          bodies: [{id: ball, at: [0, 20], circle: 1, trail: 10 s, repeat: {grid: {columns: 200, rows: 1, spacing: [9, 9]}}}]
          """, name: "trails"))
    for _ in 0..<3 { try world.step() }
    let spans = world.snapshot.trails
    try #require(spans.count == 200)
    #expect(spans.map(\.spacing) == spans.map(\.spacing).sorted())
    #expect(spans[0].spacing == 2)
    #expect(spans[199].spacing == 4)
    for span in spans { #expect((span.range.count - 1) * span.spacing >= 1000, "\(span)") }
  }

  @Test(
    "A rerun, the past and a copy have the same trails, whatever is edited",
    arguments: Seeds.list(default: 20))
  func again(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try Self.world("700 ms")
    let history = History(budget: 32 << 20, rate: world.rate)
    var log: [(step: Int, command: Command)] = []
    for _ in 0..<200 {
      if random.int(in: 0...12) == 0 {
        let command = random.pick([
          Command.edit(.set(.body("ball"), path: "at", value: "[\(random.int(in: 0...90)), 9]")),
          .edit(.set(.body("ball"), path: "trail.length", value: "\(random.int(in: 1...5)) s")),
          .edit(.set(.body("crate"), path: "trail", value: random.int(in: 0...1) == 0 ? nil : "forever")),
          .edit(.set(.body("ball"), path: "trail.color", value: "red")),
        ])
        if (try? world.apply(command)) != nil { log.append((world.steps, command)) }
      }
      try world.step()
      history.append(world.snapshot)
    }
    /// The trails as text, in which what is not a number is like itself.
    func trails(_ snapshot: FrameSnapshot) -> String { "\(snapshot.trails) \(snapshot.trailPlaces)" }
    func run(to step: Int) throws -> FrameSnapshot {
      let run = try Self.world("700 ms")
      while run.steps < step { try run.step(log.filter { $0.step == run.steps }.map(\.command)) }
      return run.snapshot
    }
    let (rerun, copy) = (try run(to: 200), try world.copy().snapshot)
    #expect(trails(rerun) == trails(world.snapshot))
    #expect(trails(copy) == trails(world.snapshot))
    var past = FrameSnapshot(step: 0, rate: world.rate)
    for step in [200, 3, 120] {
      #expect(history.nearest(step, into: &past))
      let then = try run(to: step)
      #expect(trails(past) == trails(then), "step \(step)")
    }
  }
}
