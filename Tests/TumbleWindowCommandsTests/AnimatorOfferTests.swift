import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Offers, marks and curves of the animator")
struct AnimatorOfferTests {
  private static func type(_ bench: WindowBench, _ path: String, _ text: String) throws {
    try bench.act(.beginEdit(path: path), .edit(path: path, .typed(text)), .endEdit(path: path))
  }

  /// A bench whose ball has fallen and bounced for a while, and is selected.
  private static func fallen() throws -> WindowBench {
    let text = WindowBench.text.replacing(
      "at: [300, 40], circle: 20", with: "at: [300, 250], circle: 20, elasticity: 0.7"
    )
    .replacing("box: [400, 20]", with: "box: [400, 20], elasticity: 1")
    let bench = try WindowBench(("first", text))
    try bench.hand.wait(frames: 120)
    try bench.press("Space", "A")
    bench.window.loop.editor.editing.select("ball", in: bench.session)
    try bench.hand.wait(frames: 2)
    return bench
  }

  private static func keys(_ offer: MotionOffer?) -> [[Keyframe<AnimatableValue>]] {
    (offer?.edits ?? []).compactMap { edit in
      guard case .add(let kind, let text) = edit, kind == .animation else { return nil }
      return (try? Scene(text: "tumble: 1\nbodies: [{id: ball, circle: 20}]\nanimations: [\(text)]"))?
        .animations.first?.keys
    }
  }

  @Test("A larger tolerance of an offer leaves fewer keys, off by no more, made of the same motion")
  func tolerance() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.fallen()
      let animator = bench.window.loop.animator
      try bench.act(.animator(.makeKeys))
      let first = try #require(animator.offer)
      #expect(bench.panels.animator?.tolerance.places == 0.1)
      try Self.type(bench, "animator.offer.places", "2 pt")
      try Self.type(bench, "animator.offer.angles", "3°")
      let second = try #require(animator.offer)
      #expect(bench.panels.animator?.offer == second.text)
      #expect(abs((bench.panels.animator?.tolerance.angles ?? 0) - 3) < 1e-9)
      let counts = [first, second].map { Self.keys($0).reduce(0) { $0 + $1.count } }
      #expect(counts[1] < counts[0], "\(counts)")
      let body = try #require(second.samples.bodies.first)
      #expect(body.y == first.samples.bodies.first?.y)
      let frames = try #require(Self.keys(second).dropFirst().first)
      let rate = Double(bench.session.world.rate)
      for (step, sample) in body.y.enumerated() {
        let made = try #require(frames.value(at: Double(step) / rate)?.number)
        #expect(abs(made - sample) <= 2 + 1e-6, "step \(step)")
      }
      try Self.type(bench, "animator.offer.places", "-1")
      #expect(animator.tolerance.places == 2)
      #expect(bench.session.log.isEmpty, "a tolerance is no edit")
      // A path has it too.
      try bench.act(.animator(.takeKeys(true)))
      #expect(bench.session.startScene.animations.count == 3)
      #expect(bench.panels.animator?.offer == nil)
    }
  }

  @Test("Keys are made of the stretch that is marked, and the offer says its seconds")
  func stretch() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.fallen()
      let animator = bench.window.loop.animator
      try bench.act(.animator(.markStretch(0.25...0.5)), .animator(.makeKeys))
      #expect(bench.panels.animator?.stretch == 0.25...0.5)
      #expect(bench.panels.animator?.offer?.hasSuffix("0.25\u{a0}s to 0.5\u{a0}s") == true)
      let times = Self.keys(animator.offer).flatMap { $0.map(\.time) }
      #expect(times.min() == 0.25 && abs((times.max() ?? 0) - 0.5) < 1e-9, "\(times)")
      try bench.act(.animator(.takeKeys(false)), .animator(.markStretch(50...60)), .animator(.makeKeys))
      #expect(animator.offer == nil)
      #expect(bench.notice.contains("marked on the ruler"))
      try bench.act(.animator(.markStretch(nil)), .animator(.makeKeys))
      #expect(bench.panels.animator?.offer?.contains("0\u{a0}s to") == true)
    }
  }

  private static let keyed =
    WindowBench.text + """
      layers:
        - {id: slow, speed: 0.5}
      animations:
        - id: sway
          of: box.position
          type: keyframe
          keyframes: [{at: 0, to: [100, 140]}, {at: 1, to: [200, 240], timing: ease-in-out}, \
      {at: 2, to: [100, 140], timing: ease-in-out}]
        - {id: beat, of: ball.glow, type: basic, from: 0, to: 1, duration: 1 s, layer: slow}
        - {id: blink, of: ball.opacity, type: basic, from: 1, to: 0, duration: 0.1 s, beginTime: 40 s}
      when:
        - {id: soon, event: time, at: 0.5 s, do: {action: start, animations: [blink]}}

      """

  @Test("A pull in the curves is seen as it would be, with its other handle, and edits nothing")
  func preview() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      try bench.act(
        .animator(.showCurves(true)), .animator(.select([AnimatorKey("sway", 1)], isAdding: false)))
      func curve(_ curves: [AnimatorCurves]?) throws -> AnimatorCurves {
        try #require(curves?.first { $0.animation == "sway" })
      }
      let (start, before) = (session.startScene, try curve(bench.panels.animator?.graphs))
      #expect(bench.panels.animator?.pulled.isEmpty == true)
      let bend = AnimatorAction.bend(
        AnimatorKey("sway", 1), Vector(0.2, 0), Vector(0.5, 0.5), part: 1, mirrors: true)
      let move = AnimatorAction.setKey(AnimatorKey("sway", 1), number: 1, at: 1.5, to: 900)
      for action in [bend, move] {
        try bench.act(.animator(.preview(action)))
        let seen = try curve(bench.panels.animator?.pulled)
        #expect(session.startScene == start)
        #expect(try curve(bench.panels.animator?.graphs) == before)
        #expect(seen.bounds == before.bounds, "what is pulled does not move the scale")
        #expect(bench.window.loop.animator.selected == [AnimatorKey("sway", 1)])
        try bench.act(.animator(action))
        #expect(try curve(bench.panels.animator?.graphs).lines == seen.lines, "\(action)")
        #expect(bench.panels.animator?.pulled.isEmpty == true)
        session.undo()
        try bench.hand.waitForRerun()
      }
    }
  }

  @Test("Fit shows the values of the selected keys and of the curve between them, All shows all")
  func fit() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      try bench.press("Space", "A")
      func values() -> ClosedRange<Double>? { bench.panels.animator?.values }
      try bench.act(
        .animator(.showCurves(true)),
        .animator(.select([AnimatorKey("sway", 0), AnimatorKey("sway", 1)], isAdding: false)),
        .animator(.showSelected))
      #expect(values() == 100...240)
      try bench.act(.animator(.zoomValues(0.5, about: 100)))
      #expect(values() == 100...170)
      try bench.act(.animator(.select([AnimatorKey("sway", 1)], isAdding: false)), .animator(.showSelected))
      #expect(values() == 200...240, "x and y of one key")
      try bench.act(.animator(.showAll))
      #expect(values() == nil)
      try bench.act(.animator(.level(true)), .animator(.zoomValues(0.5, about: 100)))
      #expect(values() == nil)
    }
  }

  @Test(
    "Curves of the window are at the playhead where the animation's track is, with as many keys as made ones have"
  )
  func valueAtPlayhead() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Space", "A")
      var keys: [Keyframe<AnimatableValue>] = []
      for place in 0..<500 {
        let curve: TimingFunction = place % 3 == 0 ? .hold : .easeInOut
        let value: Double = Double(place % 7) * 0.1
        keys.append(Keyframe(at: Double(place) * 0.1, .number(value), timing: curve))
      }
      let target = AnimationTarget("ball", .opacity)
      try session.giveAtStart(
        .add(Scene.Animation(id: "many", target: target, definition: AnimationDefinition(keys: keys))),
        named: "many keys")
      try bench.hand.waitForRerun()
      while session.world.steps < 500 { try session.step() }
      try bench.act(
        .animator(.showCurves(true)), .animator(.select([AnimatorKey("many", 1)], isAdding: false)))
      for step in [3, 77, 130, 201, 444] {
        session.view(step: step)
        try bench.hand.wait(frames: 15)
        let animator = try #require(bench.panels.animator)
        let line = try #require(animator.graphs.first?.lines.first)
        #expect(line.points.count > keys.count)
        let value = try #require(line.value(at: animator.time))
        let shown = try #require(session.frame.current["ball"]).appearance.opacity
        #expect(abs(value - shown) < 1e-9, "step \(step)")
      }
    }
  }

  @Test("What a trigger did is marked on the ruler, and the rows that it began flash for a moment")
  func firings() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      while session.world.steps < 62 { try session.step() }
      func flashing() throws -> [String?] {
        bench.window.loop.renewStatus()
        return try #require(bench.panels.animator).rows.filter(\.isFlashing).map(\.animation)
      }
      #expect(try flashing() == ["blink"])
      #expect(bench.panels.animator?.marks == [AnimatorState.Mark(0.5, "soon")])
      while session.world.steps < 120 { try session.step() }
      #expect(try flashing().isEmpty)
      session.view(step: 65)
      #expect(try flashing() == ["blink"])
    }
  }

  @Test("Ghosts stand every 5, 10, 30 or 60 steps from the first key to the last, or at the keys")
  func ghosts() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      try bench.press("Space", "A")
      bench.window.loop.editor.editing.select("box", in: bench.session)
      try bench.hand.wait(frames: 2)
      let animator = bench.window.loop.animator
      let world = try World(bench.session.startScene)
      var places = [try #require(world.snapshot["box"]).position]
      for _ in 0..<240 {
        try world.step()
        places.append(try #require(world.snapshot["box"]).position)
      }
      var (state, seen) = (AnimatorGhosts.none, [AnimatorGhosts]())
      repeat {
        state = state.next
        seen.append(state)
        try bench.act(.animator(.showGhosts(state)))
        let found = animator.ghosts.map(\.position)
        let steps: [Int] =
          switch state {
          case .none: []
          // At its end it is let go.
          case .atKeys: [0, 120]
          case .every(let apart): Array(stride(from: 0, to: 240, by: apart))
          }
        #expect(found.count == steps.count, "\(state)")
        for (ghost, step) in zip(found, steps) {
          #expect(ghost.distance(to: places[step]) < 1e-6, "\(state), step \(step)")
        }
        #expect(bench.notice == "ghosts: \(state.title)")
      } while state != .none
      #expect(seen == [.atKeys, .every(5), .every(10), .every(30), .every(60), .none])
    }
  }

  @Test("The ruler counts the time of a layer that is chosen, until another scene is opened")
  func clocks() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      try bench.press("Space", "A")
      #expect(bench.panels.animator?.clocks == ["time of the world", "time of slow"])
      #expect(bench.panels.animator?.rulerLayer == nil)
      try bench.act(.animator(.countTime(ofLayer: 0)))
      #expect(bench.panels.animator?.rulerLayer == 0)
      try bench.act(.animator(.countTime(ofLayer: nil)))
      #expect(bench.panels.animator?.rulerLayer == nil)
    }
  }

  @Test(
    "The playheads of the rows and of the time line move in every frame while time runs, and when the past plays"
  )
  func playhead() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("A")
      for isPast in [false, true] {
        if isPast {
          session.view(step: 2)
          session.viewSpeed = 1
        }
        for _ in 0..<20 {
          try bench.hand.wait()
          let step = session.viewStep ?? session.world.steps
          #expect(bench.panels.animator?.time == Double(step) / Double(session.world.rate))
          #expect(bench.panels.timeline?.shown == step)
        }
      }
      #expect(session.world.steps > 30)
    }
  }
}
