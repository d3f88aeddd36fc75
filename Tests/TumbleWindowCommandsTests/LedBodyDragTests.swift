import Testing
import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("What is dragged although animations lead it, and what a hand performs")
struct LedBodyDragTests {
  private static let sway = """
    animations:
      - {id: sway, of: box.position, type: keyframe, keyframes: [{at: 0, to: [100, 60]}, {at: 4, to: [200, 60]}]}

    """
  private static let dance = """
    animations:
      - id: dance
        type: group
        duration: 9 s
        animations:
          - {of: box.position, type: keyframe, keyframes: [{at: 0, to: [100, 60]}, {at: 4, to: [200, 60]}]}

    """

  @Test(
    "A drag of what animations lead says by what, and a key is offered in its place, of members of groups too",
    arguments: [("sway", sway, "sway"), ("dance", dance, "dance[0]")])
  func offer(_ name: String, _ text: String, _ row: String) throws {
    let hand = try AnimatorBench(text)
    let session = hand.session
    let place = try #require(session.world.snapshot["box"]?.position)
    try hand.drag(place, place + Vector(40, 80))
    #expect(hand.bench.editing.editor.notice?.contains("'\(row)' moves it") == true)
    #expect(hand.notices.line?.contains("'\(row)' moves box") == true)
    #expect(hand.notices.answer == "Set a key")
    #expect(session.undoName == "move box")
    hand.notices.takeOffer()
    try session.finishRerun()
    #expect(hand.notices.answer == nil)
    let keys = try #require(hand.keys(row))
    #expect(keys.map(\.time) == [0, 0.5, 4])
    #expect((keys[1].value.vector ?? .zero).distance(to: place + Vector(40, 80)) < 1e-6)
    #expect(session.log.allSatisfy { $0.step == 0 }, "the drag is gone")
    #expect((session.world.snapshot["box"]?.position ?? .zero).distance(to: place + Vector(40, 80)) < 1e-6)
    try hand.undo()
    #expect(hand.keys(row)?.count == 2)
    #expect(!session.canUndo)
  }

  @Test("A key that was offered is none once something else was done, and what nothing leads has no offer")
  func staleOffer() throws {
    let hand = try AnimatorBench(Self.sway)
    let place = try #require(hand.session.world.snapshot["box"]?.position)
    try hand.drag(place, place + Vector(40, 80))
    try hand.bench.steps(3)
    let start = hand.start
    hand.notices.takeOffer()
    try hand.session.finishRerun()
    #expect(hand.start == start)
    #expect(hand.notices.line?.contains("something else") == true)
    let ball = try #require(hand.session.world.snapshot["ball"]?.position)
    try hand.drag(ball, ball + Vector(-40, 80))
    #expect(hand.session.undoName == "move ball")
    #expect(hand.notices.answer == nil)
  }

  @Test("While time runs what an animation leads cannot be held: that is said, and auto key is offered")
  func pressed() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text + Self.sway))
      let session = bench.session
      try bench.hand.wait(frames: 20)
      let place = try #require(session.world.snapshot["box"]?.position)
      let pixel = bench.window.stage.viewport.pixel(place)
      bench.hand.move(to: Int(pixel.x), Int(pixel.y))
      try bench.hand.wait(frames: 2)
      bench.hand.down()
      try bench.hand.wait(frames: 4)
      #expect(bench.notice.contains("'sway' moves box"), "\(bench.notice)")
      try bench.hand.wait(frames: 15)
      let toast = try #require(bench.panels.toasts.first)
      #expect(toast.answer == "Auto key")
      bench.hand.up()
      for part in bench.window.loop.parts { _ = try part.perform(.answerToast(toast.id)) }
      try bench.hand.wait(frames: 15)
      #expect(session.isPaused)
      #expect(bench.panels.animator?.hasAutoKey == true)
      #expect(session.log.allSatisfy { !$0.command.isEdit })
      // What is held says nothing.
      try bench.press("Space")
      bench.window.loop.notices.clear()
      let ball = bench.window.stage.viewport.pixel(Vector(300, 40))
      bench.hand.move(to: Int(ball.x), Int(ball.y))
      try bench.hand.wait(frames: 2)
      bench.hand.down()
      try bench.hand.wait(frames: 15)
      #expect(session.heldBody == "ball")
      #expect(bench.panels.toasts.isEmpty)
      bench.hand.up()
      try bench.hand.wait(frames: 2)
    }
  }

  // MARK: The rerun

  @Test("While the world is rerun with other keys, a ghost is where they have the body, and then the body is")
  func ghostOfRerun() throws {
    let hand = try AnimatorBench(Self.sway, steps: 120)
    let session = hand.session
    session.view(step: 60)
    #expect(hand.animator.ghosts.isEmpty)
    hand.animator.perform(.setKey(AnimatorKey("sway", 0), number: 1, at: 0, to: 260))
    try #require(session.rerun != nil)
    let ghost = try #require(hand.animator.ghosts.first)
    #expect(ghost.name == "box")
    #expect((session.frame.current["box"]?.position.y ?? 0) < 100, "what is seen is still the old past")
    try session.finishRerun()
    #expect(session.frame.current["box"]?.position == ghost.position)
    #expect(hand.animator.ghosts.isEmpty)
    // A rerun that changes nothing of a body shows no ghost of it.
    hand.animator.perform(.setAutoKey(false))
    hand.animator.give([.set(.body("ball"), path: "friction", value: "0.9")], "friction")
    try #require(session.rerun != nil)
    #expect(hand.animator.ghosts.isEmpty)
    try session.finishRerun()
    hand.animator.isShown = false
    hand.animator.perform(.setKey(AnimatorKey("sway", 0), number: 1, at: 0, to: 90))
    #expect(hand.animator.ghosts.isEmpty, "the rows are closed")
    try session.finishRerun()
  }

  @Test("A ghost whose animation leaves a value open is marked as a guess")
  func guess() throws {
    let hand = try AnimatorBench(
      """
      animations:
        - {id: open, of: box.position.x, type: basic, to: 300, beginTime: 1 s, duration: 2 s}
        - {id: given, of: ball.position.x, type: basic, from: 300, to: 350, beginTime: 1 s, duration: 2 s}

      """, steps: 10)
    hand.animator.perform(.showFuture(step: 240))
    let ghosts = hand.animator.ghosts
    #expect(ghosts.map(\.name) == ["box", "ball"])
    #expect(ghosts.map(\.isGuess) == [true, false])
  }

  // MARK: Performing

  private typealias Keys = [Keyframe<AnimatableValue>]

  private static func keys(_ random: inout SeededGenerator, from begin: Double, to end: Double) -> Keys {
    var keys: Keys = []
    var time = begin
    while time <= end {
      let curves: [TimingFunction] = [.linear, .hold, .easeInOut, .easeIn]
      keys.append(
        Keyframe(at: time, .number(random.double(in: -50...50)), timing: random.pick(curves)))
      time += random.double(in: 0.1...1)
    }
    return keys
  }

  @Test("Keys laid over others count in their time, and outside of it the others are what they were")
  func overlaid() throws {
    for seed in Seeds.list(default: 300) {
      var random = SeededGenerator(seed: seed)
      let old = Self.keys(&random, from: random.double(in: 0...2), to: 6)
      let begin = random.double(in: 0...7)
      let new = Self.keys(&random, from: begin, to: begin + random.double(in: 0.2...4))
      let both = old.overlaid(by: new)
      #expect(zip(both, both.dropFirst()).allSatisfy { $0.time < $1.time }, "seed \(seed)")
      let end = try #require(new.last?.time)
      func value(_ keys: Keys, _ time: Double) -> Double { keys.value(at: time)?.number ?? .nan }
      for _ in 0..<40 {
        let time = random.double(in: 0...9)
        if time > begin, time < end {
          #expect(abs(value(both, time) - value(new, time)) < 1e-6, "seed \(seed), \(time)")
        } else if time < begin, old.contains(where: { $0.time < begin }) {
          // What leads to the new keys goes to their first value: it has the old form up to the last old key.
          guard let last = old.last(where: { $0.time < begin }), time <= last.time else { continue }
          #expect(abs(value(both, time) - value(old, time)) < 1e-6, "seed \(seed), \(time)")
        } else if time > end, let next = old.first(where: { $0.time > end }), time >= next.time {
          #expect(abs(value(both, time) - value(old, time)) < 1e-6, "seed \(seed), \(time)")
        }
      }
    }
  }

  @Test("A hand's way goes into the keys of a body, numbers for a place, and what is no keys stays below it")
  func performing() throws {
    let hand = try AnimatorBench(
      """
      animations:
        - {id: sway, of: box.position, type: keyframe, keyframes: [{at: 0, to: [0, 50]}, {at: 4, to: [400, 50]}]}
        - {id: spin, of: box.angle, type: basic, from: 0, to: 1, duration: 1 s, repeat: forever}
        - {id: hop, of: ball.position.y, type: keyframe, keyframes: [{at: 0, to: 0}, {at: 1, to: 9}]}

      """)
    func made(_ object: String, _ property: AnimatableProperty, _ values: [Double]) -> Scene.Animation {
      let keys = values.enumerated().map { Keyframe(at: Double($0), AnimatableValue.number($1)) }
      return Scene.Animation(
        id: "made-\(object)-\(property)", target: AnimationTarget(object, property),
        definition: AnimationDefinition(keys: keys, timing: MediaTiming(beginTime: 2)))
    }
    let edits = hand.start.edits(performing: [
      made("box", .positionX, [7, 8]), made("box", .positionY, [9, 9]), made("box", .angle, [5, 5]),
      made("ball", .positionY, [60, 60]),
    ])
    #expect(hand.animator.give(edits, "perform"))
    try hand.session.finishRerun()
    #expect(hand.keys("made-box-positionX")?.map(\.value.number) == [0, 7, 8, 400])
    #expect(hand.keys("made-box-positionX")?.map(\.time) == [0, 2, 3, 4])
    #expect(hand.keys("made-box-positionY")?.map(\.value.number) == [50, 9, 9, 50])
    #expect(hand.start.row("sway") == nil)
    #expect(hand.start.row("spin")?.timing.repetition == .forever)
    #expect(hand.keys("made-box-angle")?.map(\.time) == [2, 3])
    #expect(hand.keys("hop")?.map(\.time) == [0, 1], "between the two physics has the body")
    #expect(hand.keys("made-ball-positionY")?.map(\.time) == [2, 3])
    let world = try World(hand.start)
    for (step, angle) in [(120 * 5 / 2, 5.0), (120 * 7 / 2, 0.5)] {
      while world.steps < step { try world.step() }
      #expect(abs((world.snapshot["box"]?.angle ?? 9) - angle) < 1e-6, "\(step)")
    }
  }

  @Test("A follower that is led by the mouse keeps its dance before and after, in one undo")
  func performFollower() async {
    await #expect(processExitsWith: .success) {
      let text =
        WindowBench.text.replacing("box: [40, 40]", with: "box: [40, 40], follow: 3") + """
          animations:
            - id: sway
              of: box.position
              type: keyframe
              keyframes: [{at: 0, to: [100, 60]}, {at: 0.125, to: [110, 60]}, {at: 60, to: [120, 60]}]
          """
      let bench = try WindowBench(("first", text + "\n"))
      let session = bench.session
      let start = session.startScene
      try bench.press("A")
      bench.window.loop.animator.perform(.setAutoKey(true))
      try bench.hand.wait(frames: 30)
      let began = Double(session.world.steps) / 120
      let place = try #require(session.world.snapshot["box"]?.position)
      let view = bench.window.stage.viewport
      let (from, to) = (view.pixel(place), view.pixel(Vector(220, 200)))
      try bench.hand.drag(
        from: (Int(from.x), Int(from.y)), to: (Int(to.x), Int(to.y)), moves: 30)
      for _ in 0..<12 {
        try bench.hand.wait(frames: 3)
        try bench.hand.waitForRerun()
      }
      #expect(session.undoName == "perform box", "\(bench.notice)")
      for property in [AnimatableProperty.positionX, .positionY] {
        let row = try #require(session.startScene.keyedRow(of: AnimationTarget("box", property)))
        let keys = try #require(row.keys)
        #expect(keys.first?.time == 0 && keys.last?.time == 60, "\(property)")
        #expect(keys.contains { $0.time == 0.125 }, "\(property)")
        #expect(keys.filter { $0.time > began - 0.2 && $0.time < 60 }.count > 2, "\(property)")
      }
      #expect(session.startScene.animations.filter { $0.target?.object == "box" }.count == 3)
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene == start)
      #expect(session.log.isEmpty)
    }
  }
}
