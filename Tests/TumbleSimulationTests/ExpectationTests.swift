import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("What a scene expects, checked while it runs")
struct ExpectationTests {
  /// A ball that moves by one point a step, from x = 0, where nothing falls.
  private static let glider = """
    view: {size: [300, 300], origin: [-100, -100]}
    world: {gravity: [0, 0], rate: 100 Hz}
    bodies: [{id: ball, at: [0, 0], velocity: [100, 0], circle: 10}]

    """
  private static let floor = """
    world: {gravity: [0, -1000], rate: 100 Hz, sleepAfter: 200 ms}
    bodies:
      - {id: floor, kind: static, line: [[-500, 0], [500, 0]]}
      - {id: ball, at: [2, 30], circle: 10, mass: 2}

    """

  private func results(
    _ text: String, duration: Double? = nil, picture: ExpectationChecker.PictureCheck? = nil
  ) throws -> (results: [ExpectationResult], world: World) {
    let world = try TriggerTests.world(text)
    var checker = try ExpectationChecker(world, duration: duration, picture: picture)
    while !checker.isDone(world) { try checker.look(at: world, after: world.step()) }
    return (checker.results(world), world)
  }

  private func outcomes(_ text: String, _ expectations: [String]) throws -> [ExpectationResult.Outcome] {
    try results(text + "expect:\n" + expectations.map { "  - {\($0)}\n" }.joined()).results.map(\.outcome)
  }

  // MARK: - When

  @Test(
    "An expectation looks at the very step of a time, and at both ends of a span",
    arguments: [
      ("between: [49, 51], at: 500 ms", true), ("between: [50.5, 51.5], at: 500 ms", false),
      ("between: [50.5, 51.5], at: 510 ms", true), ("between: [49.5, 50.5], at: 504 ms", true),
      ("between: [50.5, 51.5], at: 506 ms", true), ("between: [49.5, 50.5], step: 50", true),
      ("between: [-0.5, 0.5], at: 0", true), ("between: [0.5, 1.5], at: 0", false),
      ("min: 49.5, by: 500 ms", true), ("min: 49.5, by: 490 ms", false),
      ("max: 10.5, from: 100 ms, by: 1 s", true), ("max: 10.5, from: 110 ms, by: 1 s", false),
      ("max: 50.5, to: 500 ms", true), ("max: 50.5, to: 510 ms", false),
      ("min: 9.5, from: 100 ms, to: 1 s", true), ("min: 9.5, from: 90 ms, to: 1 s", false),
    ])
  func moments(span: String, isMet: Bool) throws {
    #expect(
      try outcomes(Self.glider, ["check: value, channel: ball.x, \(span)"]) == [isMet ? .met : .failed],
      "\(span)")
  }

  @Test("An expectation counts the ends of limits as within, to the bit")
  func limits() throws {
    let world = try TriggerTests.world(Self.glider)
    for _ in 0..<50 { try world.step() }
    let x = try #require(world.snapshot["ball"]).position.x
    let cases: [(String, ExpectationResult.Outcome)] = [
      ("between: [\(x), \(x)]", .met), ("min: \(x)", .met), ("max: \(x)", .met),
      ("min: \(x.nextUp)", .failed), ("max: \(x.nextDown)", .failed),
      ("between: [\(x.nextUp), 100]", .failed), ("between: [0, \(x.nextDown)]", .failed),
    ]
    for (limit, outcome) in cases {
      #expect(
        try outcomes(Self.glider, ["check: value, channel: ball.x, \(limit), at: 0.5 s"]) == [outcome],
        "\(limit)")
    }
  }

  @Test("An expectation says what was expected, what was seen, and when it was decided")
  func words() throws {
    let found = try results(
      Self.glider + """
        expect:
          - {check: value, channel: ball.x, max: 19.5}
          - {check: value, channel: ball.x, min: 300, from: 100 ms, by: 1 s}
          - {check: inView, of: ball, to: 3 s}
          - {check: present, of: ball, at: 1 s}
        """
    ).results
    #expect(found.map(\.outcome) == [.failed, .failed, .failed, .met])
    #expect(found[0].expected == "ball.x at most 19.5 always" && found[0].step == 20 && found[0].time == 0.2)
    #expect(found[0].seen == "ball.x is 20")
    #expect(found[1].seen.hasPrefix("ball.x was from ") && found[1].step == 100)
    // The view ends at x = 200, and the ball is 10 wide on either side.
    #expect(found[2].seen == "ball is out of view" && (210...211).contains(found[2].step ?? 0))
    #expect(found[3].step == 100)
  }

  @Test("A checked run goes to the latest end, to ten seconds without one, and no further than is needed")
  func duration() throws {
    func steps(_ expectations: String) throws -> Int {
      try results(Self.glider + "expect: [\(expectations)]").world.steps
    }
    let always = "{check: value, channel: ball.x, min: -1}"
    #expect(try steps(always) == 1000)
    #expect(try steps("\(always), {check: present, of: ball, at: 2 s}") == 200)
    #expect(
      try steps("\(always), {check: lost, times: 0, by: 3 s}, {check: present, of: ball, at: 2 s}") == 300)
    #expect(try steps("{check: value, channel: ball.x, min: 5, by: 30 s}") == 5)
    #expect(try steps("{check: value, channel: ball.x, max: 5.5}") == 6)
    #expect(try steps("{check: present, of: ball, at: 0}") == 0)
    #expect(try steps("{check: value, channel: ball.x, min: 1, from: 12 s}") == 2200)
    #expect(try results(Self.glider).world.steps == 0)
  }

  @Test(
    "An expectation is not reached where the run is too short, or ends itself; what ends with the run is decided by then"
  )
  func notReached() throws {
    let cut = try results(
      Self.glider + """
        expect:
          - {check: present, of: ball, at: 2 s}
          - {check: present, of: ball, to: 2 s}
          - {check: present, of: ball}
          - {check: lost, times: 0, by: 2 s}
          - {check: value, channel: ball.x, min: 300, by: 4 s}
        """, duration: 1)
    #expect(cut.results.map(\.outcome) == [.notReached, .notReached, .met, .notReached, .notReached])
    #expect(cut.results[0].seen == "the run ended after 1 s")
    let ended = try results(
      Self.glider + """
        when: [{event: time, at: 1 s, do: {action: end}}]
        expect:
          - {check: present, of: ball, at: 2 s}
          - {check: present, of: ball}
          - {check: lost, times: 0, by: 2 s}
          - {check: value, channel: ball.x, min: 300, by: 4 s}
          - {check: end, times: 1, by: 2 s}
          - {check: leavesView, of: ball, by: 4 s}
        """)
    #expect(ended.world.steps == 100)
    #expect(ended.results.map(\.outcome) == [.notReached, .met, .met, .failed, .met, .failed])
  }

  // MARK: - States of bodies

  @Test("An expectation knows who sleeps, and that something must")
  func sleep() throws {
    #expect(
      try outcomes(
        Self.floor,
        [
          "check: asleep, at: 0", "check: asleep, at: 4 s", "check: awake, at: 0", "check: awake, at: 4 s",
          "check: asleep, of: ball, by: 4 s", "check: sleeps, of: ball, times: 1, by: 4 s",
          "check: wakes, of: ball, times: 0, by: 4 s",
        ]) == [.failed, .met, .met, .failed, .met, .met, .met])
  }

  @Test("An expectation knows a region by centres of gravity, its edge inside, and who has left the view")
  func regions() throws {
    let region = "region: {at: [50, 0], box: [20, 20]}"
    #expect(
      try outcomes(
        Self.glider,
        [
          "check: inside, of: ball, \(region), by: 1 s", "check: inside, of: ball, \(region), at: 390 ms",
          "check: inside, of: ball, \(region), at: 410 ms", "check: inside, of: ball, \(region), at: 590 ms",
          "check: inside, of: ball, \(region), at: 610 ms", "check: outside, of: ball, \(region), to: 390 ms",
          "check: outside, of: ball, \(region)", "check: enters, of: ball, \(region), times: 1",
          "check: leaves, of: ball, \(region), from: 620 ms", "check: inView, to: 2 s",
          "check: inView, to: 3 s",
        ]) == [.met, .failed, .met, .met, .failed, .met, .failed, .met, .failed, .met, .failed])
  }

  @Test("An expectation knows what is gone: removed, or lost, by the name of a body or of its shape")
  func gone() throws {
    let found = try results(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies:
        - {id: ball, velocity: [100, 0], circle: 10}
        - {id: upper, at: [0, 100], circle: 10}
        - {id: stray, at: [0, 200], velocity: [900000000, 0], shapes: [{id: nose, circle: 10}]}
      when: [{event: time, at: 1 s, do: [{action: remove, of: ball}, {action: mark, text: now}]}]
      expect:
        - {check: present, of: [ball, upper], to: 990 ms}
        - {check: present, of: [ball, upper], at: 1 s}
        - {check: gone, of: ball, at: 990 ms}
        - {check: gone, of: ball, at: 1 s}
        - {check: value, channel: ball.x, min: 0, at: 1010 ms}
        - {check: lost, times: 1, by: 3 s}
        - {check: lost, of: ball, times: 0, by: 3 s}
        - {check: inView, at: 3 s}
        - {check: mark, text: now, times: 1, from: 1 s, by: 1 s}
        - {check: mark, text: now, from: 1010 ms, by: 2 s}
        - {check: lost, of: stray.nose, times: 1, by: 3 s}
      """
    ).results
    #expect(
      found.map(\.outcome) == [
        .met, .failed, .failed, .met, .failed, .met, .met, .failed, .met, .failed, .met,
      ])
    #expect(found[1].seen == "ball is gone" && found[2].seen == "ball still there")
    #expect(found[4].seen == "ball.x has no value: there is nothing to have it")
    #expect(found[7].seen == "a body was lost")
  }

  @Test("An expectation counts touches between the bodies that are named, and only hits that are hard enough")
  func touches() throws {
    let found = try results(
      """
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies:
        - {id: floor, kind: static, elasticity: 1, line: [[-500, 0], [500, 0]]}
        - {id: ball, at: [0, 100], circle: 10, mass: 2, elasticity: 1}
        - {id: calm, at: [100, 10], circle: 10, mass: 2}
      expect:
        - {check: began, between: [ball, floor], times: [2, 9], by: 2 s}
        - {check: hit, between: [ball, floor], above: 500, by: 2 s}
        - {check: hit, between: [calm, floor], above: 500, times: 0, by: 2 s}
        - {check: hit, between: [ball, floor], above: 5000, by: 2 s}
        - {check: began, between: [ball, floor], times: 1, by: 2 s}
        - {check: began, between: [ball, calm], times: 0, by: 2 s}
      """
    ).results
    #expect(found.map(\.outcome) == [.met, .met, .met, .failed, .failed, .met])
    #expect(found[3].seen == "it never happened")
    // Decided with the second touch.
    #expect(
      found[4].seen.hasPrefix("it happened 2 times: at 0.4") && found[4].step ?? 200 < 200, "\(found[4])")
  }

  @Test("An expectation sees what a trigger takes away in the same step, and what is spawned from a template")
  func spawned() throws {
    let found = try results(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      templates: {drop: {circle: 4, velocity: [100, 0]}}
      bodies: [{id: post, kind: static, at: [0, 100], box: [4, 4]}]
      when:
        - {event: time, at: 100 ms, every: 500 ms, times: 2, do: {action: spawn, template: drop, at: [0, 0]}}
        - {event: enters, of: drop, region: {at: [50, 0], box: [20, 20]}, do: {action: remove, of: it}}
      expect:
        - {check: enters, of: drop, region: {at: [50, 0], box: [20, 20]}, times: 2, by: 2 s}
        - {check: inside, of: drop, region: {at: [50, 0], box: [20, 20]}, by: 2 s}
        - {check: gone, of: drop, at: 90 ms}
        - {check: present, of: drop, at: 110 ms}
        - {check: gone, of: drop, at: 2 s}
      """
    ).results
    // Taken away in the step that it enters in: it is never seen there after a step.
    #expect(found.map(\.outcome) == [.met, .failed, .met, .met, .met], "\(found)")
    #expect(found[1].seen == "none of it is there")
  }

  @Test("An expectation compares a hash at a step, and says which it was")
  func hash() throws {
    let world = try TriggerTests.world(Self.floor)
    for _ in 0..<30 { try world.step() }
    let hash = world.hash
    let other = StateHash(value: hash.value ^ 1)
    let found = try results(
      Self.floor + """
        expect:
          - {check: hash, hash: "\(hash)", step: 30}
          - {check: hash, hash: "\(hash)", at: 310 ms}
          - {check: hash, hash: "\(other)", step: 30}
        """
    ).results
    #expect(found.map(\.outcome) == [.met, .failed, .failed])
    #expect(found[2].seen == "the hash is \(hash)")
  }

  @Test("An expectation leaves a picture to who can draw, and takes that one's word")
  func pictures() throws {
    let text = Self.glider + "expect: [{check: picture, file: a.png, at: 1 s}]"
    let skipped = try results(text).results[0]
    #expect(skipped.outcome == .skipped && skipped.seen.contains("tumble test") && skipped.step == nil)
    var steps: [Int] = []
    let failed = try results(text) { world, picture, index in
      steps.append(world.steps)
      return .failed("\(index): \(picture.file)")
    }.results[0]
    #expect(failed.outcome == .failed && failed.seen == "0: a.png" && steps == [100])
  }

  // MARK: - Without effect

  @Test(
    "An expectation leaves every bit of a run as it is",
    arguments: ["pinball", "shattering-wall", "fountain", "crates"])
  func noEffect(name: String) throws {
    let scene = try SceneLibrary(scenes: ProjectFolder.scenes.path)
      .scene(name)
    var expecting = scene
    expecting.expectations = [
      Scene.Expectation(.bodies(.inView, .anything), .at(2)),
      Scene.Expectation(
        .count(.event(.hit(.anything, .anything, above: 10)), 0...Scene.Expectation.maxTimes),
        .by(2, from: 0)),
      Scene.Expectation(.count(.event(.contact(.began, .anything, .anything)), 0...5), .by(2, from: 0)),
    ]
    let (plain, watched) = (try World(scene), try World(expecting))
    var checker = try ExpectationChecker(watched)
    for _ in 0..<240 {
      try plain.step()
      try checker.look(at: watched, after: watched.step())
      #expect(plain.contacts == watched.contacts)
    }
    #expect(plain.snapshot == watched.snapshot)
  }

  @Test("An expectation speaks of a run from its beginning: a moment of it, as a scene, expects nothing")
  func moment() throws {
    let world = try TriggerTests.world(Self.glider + "expect: [{check: present, of: ball, at: 2 s}]")
    #expect(world.scene.expectations.count == 1 && world.sceneNow().expectations.isEmpty)
  }
}
