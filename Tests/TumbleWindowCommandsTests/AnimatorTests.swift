import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Animating in the window")
struct AnimatorTests {
  /// Drags from a point of the world to another.
  private static func drag(_ bench: WindowBench, _ from: Vector, _ to: Vector, moves: Int = 4) throws {
    let (start, end) = (bench.window.stage.viewport.pixel(from), bench.window.stage.viewport.pixel(to))
    try bench.hand.drag(
      from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: moves)
  }

  @Test(
    "A body is animated from its menu, its keys are moved, bent and deleted, and all of it is undone and saved"
  )
  func animate() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Space")
      let start = session.startScene
      try bench.click(100, 40)
      #expect(bench.panels.animator == nil)
      bench.window.loop.animator.openCard(.body("box"), .positionX)
      try bench.act(.animator(.takeCard))
      let animator = try #require(bench.panels.animator)
      #expect(animator.rows.map(\.label) == ["box", "position.x"])
      #expect(animator.rows[1].keys?.count == 2)
      #expect(session.undoName == "animate box.position.x")
      let id = try #require(animator.rows[1].animation)
      try bench.act(
        .animator(.select([AnimatorKey(id, 1)], isAdding: false)), .animator(.moveKeys(by: 0.5)),
        .animator(.setCurve("bounce-out")))
      let keys = try #require(session.startScene.animations.first?.keys)
      #expect(keys.count == 2)
      #expect(abs(keys[1].time - keys[0].time - 1.5) < 1e-9)
      #expect(keys[1].timing == .easing(Easing(.bounce, .out)))
      try bench.act(.animator(.addKey(animation: id, at: keys[0].time + 0.5)))
      #expect(session.startScene.animations.first?.keys?.count == 3)
      try bench.act(.animator(.select([AnimatorKey(id, 1)], isAdding: false)))
      try bench.press("Delete")
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.first?.keys?.count == 2)
      #expect(session.world.snapshot["box"] != nil, "the keys were meant, not the body")
      // What is selected on the stage after keys has the keyboard again.
      try bench.act(.animator(.select([AnimatorKey(id, 1)], isAdding: false)))
      try bench.click(300, 40)
      try bench.press("Delete")
      #expect(session.world.snapshot["ball"] == nil)
      let (snapshot, log) = (session.world.snapshot, session.log)
      while session.canUndo {
        session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(session.startScene == start)
      while session.canRedo {
        session.redo()
        try bench.hand.waitForRerun()
      }
      #expect(session.log == log)
      #expect(session.world.snapshot == snapshot)
      // What is saved reads back to the same animations, and the recording runs again to the same hashes.
      let saved = try Scene(text: SceneWriter().text(session.startScene))
      #expect(saved.animations == session.startScene.animations)
      try Session(replaying: session.recording).run()
    }
  }

  @Test("Diamonds in the inspector add keys at the playhead, in the past too, and take them away")
  func diamonds() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space")
      try bench.click(300, 40)
      try bench.press("I")
      func row() throws -> PropertyRow {
        let rows = try #require(bench.panels.inspector).groups.flatMap(\.rows)
        return try #require(rows.first { $0.path == "body.opacity" })
      }
      #expect(try row().keying == PropertyRow.Keying.none)
      session.view(step: 12)
      try bench.act(.setKey(path: "body.opacity", true))
      #expect(session.viewStep == 12)
      #expect(try row().keying == .key)
      #expect(session.startScene.animations.first?.keys?.map(\.time) == [0.1])
      session.view(step: 24)
      try bench.hand.wait(frames: 20)
      #expect(try row().keying == .moved)
      session.view(step: 12)
      try bench.act(.setKey(path: "body.opacity", false))
      #expect(session.startScene.animations.isEmpty)
      #expect(try row().keying == PropertyRow.Keying.none)
    }
  }

  @Test("With auto key a drag makes a key, in the past too, and the world is where the key says")
  func autoKey() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      #expect(bench.panels.animator != nil)
      session.view(step: 30)
      try bench.act(.animator(.setAutoKey(true)))
      try Self.drag(bench, Vector(100, 40), Vector(160, 140))
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 3)
      let animation = try #require(session.startScene.animations.first)
      #expect(animation.target == AnimationTarget("box", .position))
      #expect(animation.keys?.map(\.time) == [0.25])
      #expect(session.viewStep == 30)
      let place = try #require(session.frame.current["box"]?.position)
      #expect(place.distance(to: Vector(160, 140)) < 6, "\(place)")
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.isEmpty, "the drag is one unit")
    }
  }

  @Test("Bars are moved and stretched, held at their end and let go")
  func bars() async {
    await #expect(processExitsWith: .success) {
      let text =
        WindowBench.text + """
          animations:
            - {id: sway, of: ball.position.x, type: basic, from: 300, to: 350, duration: 1 s}
            - {id: spin, of: box.angle, type: spring, to: 1}
            - {id: fade, of: box.opacity, type: keyframe, values: [1, 0, 1], duration: 1 s}

          """
      let bench = try WindowBench(("first", text))
      let session = bench.session
      try bench.press("Space")
      try bench.act(.animator(.place(animation: "sway", begin: 1, end: 3)))
      let sway = try #require(session.startScene.animations.first { $0.id == "sway" })
      #expect(sway.keys?.map(\.time) == [1, 3])
      guard case .basic = sway.definition.content else { throw EditRefusal("'sway' has keys now") }
      bench.window.loop.animator.openCard(of: "sway")
      try bench.act(.animator(.place(animation: "sway", begin: 1, end: 2)))
      #expect(bench.panels.animation?.isChange == true, "an open card stays")
      try bench.act(.close(.animation), .animator(.place(animation: "sway", begin: 1, end: 3)))
      try bench.act(.animator(.place(animation: "fade", begin: 0.5, end: 2.5)))
      let fade = try #require(session.startScene.animations.first { $0.id == "fade" })
      #expect(fade.keys?.map(\.time) == [0.5, 1.5, 2.5])
      guard case .keyframe = fade.definition.content else { throw EditRefusal("'fade' has keys now") }
      try bench.act(.animator(.place(animation: "spin", begin: 2, end: 3)))
      let spin = try #require(session.startScene.animations.first { $0.id == "spin" })
      #expect(spin.definition.timing.beginTime == 2)
      try bench.act(.animator(.hold(animation: "sway", true)))
      #expect(
        session.startScene.animations.first { $0.id == "sway" }?.definition.timing.fillMode == .forwards)
      try bench.act(.animator(.hold(animation: "sway", false)))
      #expect(session.startScene.animations.first { $0.id == "sway" }?.definition.timing.fillMode == .removed)
      bench.window.loop.animator.openCard(.body("ball"), .position)
      try bench.act(.animator(.takeCard))
      #expect(bench.notice.contains("'sway' moves it too"), "\(bench.notice)")
    }
  }

  @Test("A fall is made into keys within the tolerance, taken, and given back to physics")
  func physicsToKeys() async {
    await #expect(processExitsWith: .success) {
      let text = WindowBench.text.replacing("at: [300, 40], circle", with: "at: [300, 250], circle")
      let bench = try WindowBench(("first", text))
      let session = bench.session
      try bench.hand.wait(frames: 90)
      try bench.press("Space")
      let steps = session.world.steps
      let ball = try #require(session.world.snapshot["ball"]?.position)
      try bench.click(ball.x, ball.y)
      try bench.press("A")
      try bench.act(.animator(.makeKeys))
      let offer = try #require(bench.panels.animator?.offer)
      #expect(offer.hasPrefix("ball: "))
      #expect(session.startScene.animations.isEmpty, "nothing is taken yet")
      let world = try World(session.world.scene)
      var places: [Vector] = []
      for _ in 0..<steps {
        try world.step()
        places.append(try #require(world.snapshot["ball"]?.position))
      }
      try bench.act(.animator(.takeKeys(true)))
      #expect(session.startScene.animations.count == 3)
      let keyed = try World(session.startScene)
      for (step, place) in places.enumerated() {
        try keyed.step()
        let now = try #require(keyed.snapshot["ball"]?.position)
        #expect(now.distance(to: place) <= 0.15, "step \(step + 1): \(now), \(place)")
      }
      try bench.act(.animator(.toPhysics))
      #expect(session.startScene.animations.isEmpty)
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.count == 3)
    }
  }

  @Test(
    "With auto key a body that is led by the mouse while time runs gets the hand's way as keys, in one undo")
  func perform() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("A")
      try bench.act(.animator(.setAutoKey(true)))
      try bench.hand.wait(frames: 30)
      try Self.drag(bench, Vector(100, 40), Vector(220, 200), moves: 30)
      for _ in 0..<12 {
        try bench.hand.wait(frames: 3)
        try bench.hand.waitForRerun()
      }
      let animations = session.startScene.animations
      #expect(animations.compactMap { $0.target?.object } == ["box", "box", "box"])
      #expect(session.undoName == "perform box")
      #expect(!session.log.contains { if case .grab = $0.command { true } else { false } })
      let highest = animations.flatMap { $0.keys ?? [] }.compactMap { $0.value.number }.max() ?? 0
      #expect(highest > 120)
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.isEmpty)
      #expect(session.log.isEmpty)
    }
  }

  private static let keyed =
    WindowBench.text + """
      animations:
        - id: sway
          of: box.position
          type: keyframe
          beginTime: 1 s
          keyframes: [{at: 0, to: [100, 40]}, {at: 1, to: [150, 40]}, {at: 2, to: [100, 40]}]
        - id: late
          of: ball.opacity
          type: keyframe
          keyframes: [{at: 0.5, to: 1}, {at: 1, to: 0}, {at: 2, to: 1}]

      """

  @Test("The future that animations say is where the bodies then are, to the bit")
  func future() async {
    await #expect(processExitsWith: .success) {
      let text =
        WindowBench.text + """
          animations:
            - {id: sway, of: box.position, type: keyframe, values: [[100, 90], [160, 140], [40, 90]], \
          timing: bounce-out, duration: 1.7 s, repeat: forever, autoreverses: true}
            - {id: spin, of: box.angle, type: basic, from: 0, to: 5, duration: 3 s, repeat: forever, \
          cumulative: true}

          """
      let bench = try WindowBench(("first", text))
      let session = bench.session
      try bench.press("Space", "A")
      try bench.act(.animator(.showFuture(step: 500)))
      #expect(bench.panels.animator?.time == 500.0 / 120)
      let ghosts = bench.window.loop.animator.ghosts
      #expect(ghosts.map(\.name) == ["box"])
      #expect(ghosts.first?.isGuess == false)
      let world = try World(session.startScene)
      for _ in 0..<500 { try world.step() }
      #expect(ghosts.first?.position == world.snapshot["box"]?.position)
      #expect(ghosts.first?.angle == world.snapshot["box"]?.angle)
      while session.world.steps < 500 { try session.step() }
      #expect(bench.window.loop.animator.ghosts.isEmpty, "the present has come to it")
    }
  }

  @Test("Actions of keys that are gone change nothing, and what is moved together stays apart at 0")
  func staleKeys() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      let start = session.startScene
      let (first, second) = (Vector(0.2, 0), Vector(0.8, 1))
      try bench.act(
        .animator(.bend(AnimatorKey("sway", 9), first, second, part: 0, mirrors: nil)),
        .animator(.bend(AnimatorKey("gone", 1), first, second, part: 1, mirrors: true)),
        .animator(.shiftKeys(by: 1, number: 7, value: .infinity)), .animator(.fold(row: 99)),
        .animator(.setKey(AnimatorKey("sway", 9), number: 0, at: 1, to: 1)),
        .animator(.setKey(AnimatorKey("late", 1), number: 3, at: 1, to: 1)),
        .animator(.setKey(AnimatorKey("late", 1), number: 0, at: .nan, to: .infinity)),
        .animator(.place(animation: "gone", begin: 0, end: 1)),
        .animator(.select([AnimatorKey("sway", 7), AnimatorKey("gone", 0)], isAdding: false)),
        .animator(.moveKeys(by: 1)), .animator(.smooth), .animator(.setCurve("ease")),
        .animator(.duplicateKeys), .animator(.deleteKeys), .animator(.choose(row: 99)))
      #expect(session.startScene == start)
      func keys(_ id: String) -> [Double]? {
        session.startScene.animations.first { $0.id == id }?.keys?.map(\.time)
      }
      let two = [AnimatorKey("late", 0), AnimatorKey("late", 1)]
      try bench.act(.animator(.select(two, isAdding: false)), .animator(.moveKeys(by: -9)))
      #expect(keys("late") == [0, 0.5, 2])
      session.undo()
      try bench.hand.waitForRerun()
      try bench.act(.animator(.place(animation: "late", begin: 1, end: 5)))
      #expect(keys("late") == [2, 3, 5], "the late key goes with the bar")
      try bench.act(.animator(.select([AnimatorKey("sway", 0)], isAdding: false)), .animator(.duplicateKeys))
      #expect(keys("sway") == [1, 1.5, 2, 3])
      #expect(bench.panels.animator?.rows.map(\.selected).filter { !$0.isEmpty } == [[1]], "the copy alone")
    }
  }

  @Test("The seconds in view stay the same while time runs, and are twice as many once it comes to their end")
  func rangeInSteps() throws {
    let bench = try AnimatorBench(steps: 0)
    var seen: [Double: ClosedRange<Int>] = [:]
    for step in stride(from: 0, through: 1300, by: 10) {
      let range = bench.animator.shownRange
      #expect(range.lowerBound == 0)
      #expect(range.contains(bench.animator.present), "\(step)")
      seen[range.upperBound] = (seen[range.upperBound]?.lowerBound ?? step)...step
      try bench.bench.steps(10)
    }
    #expect(seen.keys.sorted() == [5, 10, 20])
    #expect(seen[10] == 590...1170)
  }

  @Test("No keys are made of time that has not come")
  func futureInView() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.hand.wait(frames: 20)
      try bench.press("Space", "A")
      try bench.click(300, 40)
      try bench.act(.animator(.zoom(0.1, about: 4)))
      let range = try #require(bench.panels.animator?.range)
      #expect(range.lowerBound > Double(bench.session.world.steps) / 120)
      try bench.act(.animator(.makeKeys))
      #expect(bench.panels.animator?.offer == nil)
    }
  }

  @Test("With auto key a body that was added later gets a key, and is there from the start")
  func autoKeyOfLaterBody() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      try session.give(.add(.body, "{id: sign, kind: kinematic, at: [100, 200], box: [40, 40]}"))
      try bench.hand.wait(frames: 3)
      let step = session.world.steps
      try bench.act(.animator(.setAutoKey(true)))
      try Self.drag(bench, Vector(100, 200), Vector(160, 240))
      try bench.hand.waitForRerun()
      let animation = try #require(session.startScene.animations.first)
      #expect(animation.target == AnimationTarget("sign", .position))
      #expect(session.startScene.bodies.contains { $0.id == "sign" })
      #expect(session.log.allSatisfy { $0.step == 0 })
      #expect(session.world.steps == step)
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.log.map(\.step) == [step], "undone, it is added where it was")
    }
  }

  @Test("With auto key a drag before the first key is one unit too")
  func autoKeyBefore() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      let start = session.startScene
      session.view(step: 30)
      try bench.act(.animator(.setAutoKey(true)))
      try Self.drag(bench, Vector(100, 40), Vector(160, 140))
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.first?.keys?.map(\.time) == [0.25, 1, 2, 3])
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene == start)
      #expect(!session.canUndo)
    }
  }

  @Test("A look at the future leaves the past, and a look at the past the future")
  func futureAndPast() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      session.view(step: 30)
      try bench.act(.animator(.showFuture(step: 500)))
      #expect(session.viewStep == nil)
      try bench.hand.wait(frames: 20)
      #expect(bench.panels.animator?.time == 500 / 120.0)
      session.view(step: 30)
      try bench.hand.wait(frames: 20)
      #expect(bench.panels.animator?.time == 0.25)
    }
  }

  @Test("Space over the past continues from there, and looking alone changes nothing")
  func past() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space")
      let (end, snapshot) = (session.world.steps, session.world.snapshot)
      try bench.act(.timeline(.scrub(step: 20)))
      #expect(session.viewStep == 20)
      #expect(session.world.snapshot == snapshot)
      #expect(!session.canUndo)
      try bench.act(.timeline(.leavePast))
      #expect(session.world.steps == end)
      try bench.act(.timeline(.scrub(step: 20)))
      try bench.press("Space")
      try bench.hand.waitForRerun()
      #expect(session.viewStep == nil)
      #expect(!session.isPaused)
      #expect(session.world.steps < end)
      #expect(session.latestCut?.from == end)
    }
  }
}
