import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("What holds of keys in any order and in any world")
struct AnimatorPropertyTests {
  private static let keyed =
    WindowBench.text + """
      animations:
        - id: sway
          of: box.position
          type: keyframe
          beginTime: 0.1 s
          keyframes: [{at: 0, to: [100, 40]}, {at: 0.2, to: [150, 90], timing: ease}, {at: 0.5, to: [100, 40]}]
        - id: late
          of: ball.opacity
          type: keyframe
          keyframes: [{at: 0.1, to: 1}, {at: 0.3, to: 0}, {at: 0.6, to: 1}]

      """

  private static func act(_ bench: WindowBench, _ action: AnimatorAction) throws {
    bench.window.loop.animator.perform(action)
    try bench.window.loop.routeEvents()
    try bench.hand.waitForRerun()
  }

  private static func action(_ random: inout SeededGenerator) -> AnimatorAction {
    let key = AnimatorKey(random.pick(["sway", "late"]), random.int(in: 0...3))
    return random.pick([
      .select([key], isAdding: random.int(in: 0...1) == 1), .select([key], isAdding: true),
      .moveKeys(by: random.double(in: -0.3...0.3)),
      .scaleKeys(by: random.double(in: 0.2...2), about: random.double(in: 0...0.5)),
      .addKey(animation: key.animation, at: random.double(in: 0...0.8)),
      .setKey(
        key, number: random.int(in: 0...1), at: random.double(in: 0...0.8), to: random.double(in: 0...90)),
      .bend(
        key, Vector(random.double(in: 0...1), random.double(in: -1...2)),
        Vector(random.double(in: 0...1), random.double(in: -1...2)), part: random.int(in: 0...1),
        mirrors: random.pick([nil, true, false])),
      .setCurve(random.pick(["bounce-out", "hold", "linear", "ease-in"])), .smooth, .flatten,
      .shiftKeys(by: random.double(in: -0.2...0.2), number: 0, value: random.double(in: -20...20)),
      .scaleValues(number: 0, by: random.double(in: 0.5...1.5), about: 60),
      .duplicateKeys, .deleteKeys, .hold(animation: key.animation, random.int(in: 0...1) == 1),
      .place(animation: key.animation, begin: random.double(in: 0...0.3), end: random.double(in: 0.4...0.9)),
    ])
  }

  @Test(
    "Edits of keys in any order, undone and done again, lead to what a fresh run of the recording leads to",
    arguments: Seeds.list(default: 4))
  func anyOrder(seed: UInt64) async {
    await #expect(processExitsWith: .success) { [seed] in
      var random = SeededGenerator(seed: seed)
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      let start = (session.startScene, session.world.snapshot)
      for _ in 0..<30 {
        switch random.int(in: 0...5) {
        case 0 where session.canUndo: session.undo()
        case 1 where session.canRedo: session.redo()
        default: try Self.act(bench, Self.action(&random))
        }
        try bench.hand.waitForRerun()
      }
      let fresh = try Session(replaying: session.recording)
      try fresh.run()
      #expect(fresh.world.snapshot == session.world.snapshot, "seed \(seed)")
      let read = try Scene(text: SceneWriter().text(session.startScene))
      #expect(read.animations == session.startScene.animations, "seed \(seed)")
      while session.canUndo {
        session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(session.startScene == start.0, "seed \(seed)")
      #expect(session.world.snapshot == start.1, "seed \(seed)")
    }
  }

  @Test("A row of ten thousand keys is edited, recorded, and replayed to the same")
  func tenThousandKeys() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.hand.wait(frames: 30)
      try bench.press("Space", "A")
      let keys = (0..<10_000).map {
        Keyframe(at: Double($0) / 120, AnimatableValue.number(Double($0 % 7) / 7), timing: .easeInOut)
      }
      let target = AnimationTarget("ball", .glow)
      try session.giveAtStart(
        .add(Scene.Animation(id: "many", target: target, definition: AnimationDefinition(keys: keys))),
        named: "many keys")
      try bench.hand.waitForRerun()
      try Self.act(bench, .select([AnimatorKey("many", 5000)], isAdding: false))
      try Self.act(bench, .shiftKeys(by: 0, number: 0, value: 3))
      let bytes = session.recording.bytes
      let fresh = try Session(replaying: Recording(bytes: bytes))
      try fresh.run()
      let made = try #require(fresh.startScene.animations.first { $0.id == "many" }?.keys)
      #expect(made.count == 10_000)
      #expect(abs((made[5000].value.number ?? 0) - 3 - Double(5000 % 7) / 7) < 1e-9)
      #expect(fresh.world.snapshot == session.world.snapshot)
    }
  }

  @Test(
    "Keys made of a motion lead bodies where physics had them, within the tolerance, in any world",
    arguments: Seeds.list(default: 200))
  func madeKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bodies = [
      "{id: walls, kind: static, line: {points: [[0, 0], [400, 0], [400, 300], [0, 300]], closed: true, "
        + "radius: 4}}"
    ]
    let ids = (0..<random.int(in: 1...4)).map { "b\($0)" }
    for (place, id) in ids.enumerated() {
      let form = random.pick(["circle: 12", "box: [24, 18]", "polygon: [[-12, -9], [14, -8], [0, 13]]"])
      let (x, y) = (60 + 90 * place, random.int(in: 60...240))
      let velocity = (random.int(in: -400...400), random.int(in: -200...500))
      bodies.append(
        "{id: \(id), at: [\(x), \(y)], \(form), velocity: [\(velocity.0), \(velocity.1)], "
          + "angularVelocity: \(random.int(in: -6...6)), elasticity: 0.\(random.int(in: 0...9))}")
    }
    let text = """
      tumble: 1
      view: {size: [400, 300]}
      world: {gravity: [0, -\(random.int(in: 0...1200))]}
      bodies:
      \(bodies.map { "  - \($0)" }.joined(separator: "\n"))
      """
    let session = try Session(World(Scene(text: text)))
    var places: [[(Vector, Double)]] = []
    for _ in 0..<random.int(in: 20...150) {
      try session.step()
      places.append(
        try ids.map { id in
          let body = try #require(session.world.snapshot[id], "seed \(seed)")
          return (body.position, body.angle)
        })
    }
    let job = MotionOffer.job(of: ids, in: session, 0...places.count, replacing: [])
    job.wait()
    let offer = try #require(job.take(), "seed \(seed)").get()
    for edit in offer.edits { try session.giveAtStart(edit, named: "keys") }
    let keyed = try World(session.startScene)
    for (step, wanted) in places.enumerated() {
      try keyed.step()
      for (id, (place, angle)) in zip(ids, wanted) {
        let body = try #require(keyed.snapshot[id], "seed \(seed)")
        let off = body.position - place
        #expect(max(off.x.magnitude, off.y.magnitude) < 0.1 + 1e-6, "seed \(seed), step \(step + 1): \(id)")
        #expect(
          (body.angle - angle).magnitude * 180 / .pi < 0.1 + 1e-6, "seed \(seed), step \(step + 1): \(id)")
      }
    }
  }
}
