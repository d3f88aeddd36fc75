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

@Suite("Rows of the animator")
struct AnimatorRowsTests {
  /// Draws a box in the air, a while after the scene began, and selects it.
  private static func drawBox(_ bench: WindowBench) throws -> String {
    try bench.hand.wait(frames: 60)
    try bench.press("Space", "X")
    let view = bench.window.stage.viewport
    let (start, end) = (view.pixel(Vector(150, 250)), view.pixel(Vector(200, 220)))
    try bench.hand.drag(from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 4)
    try bench.hand.wait(frames: 3)
    return try #require(bench.window.loop.animator.stage.bodies.first)
  }

  @Test(
    "What was drawn later waits in its place for its animation, swings, and falls once that is over",
    arguments: 0...2)
  func swingAndFall(_ index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let property = [AnimatableProperty.position, .positionX, .angle][index]
      let bench = try WindowBench()
      let session = bench.session
      let box = try Self.drawBox(bench)
      let place = try #require(session.world.snapshot[box]?.position)
      try #require(session.world.steps > 30)
      bench.window.loop.animator.openCard(.body(box), property)
      try bench.hand.wait(frames: 2)
      try bench.act(
        .beginEdit(path: "card.repeat"), .edit(path: "card.repeat", .text("2")),
        .endEdit(path: "card.repeat"), .animator(.takeCard))
      #expect(session.startScene.bodies.contains { $0.id == box })
      #expect(
        (session.world.snapshot[box]?.position.distance(to: place) ?? 9) < 1e-6,
        "it has not fallen from where it was put")
      let world = try World(session.startScene)
      let over = session.world.steps + 4 * world.rate
      while world.steps < over { try world.step() }
      #expect(abs((world.snapshot[box]?.position.y ?? 0) - place.y) < 1, "it is held as long as it plays")
      for _ in 0..<30 { try world.step() }
      #expect((world.snapshot[box]?.position.y ?? 0) < place.y - 10)
    }
  }

  @Test("A diamond of what was drawn later holds it from the start, and a second key lets it go at the end")
  func laterKeys() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      let box = try Self.drawBox(bench)
      let place = try #require(session.world.snapshot[box]?.position)
      try bench.act(.animator(.addKey(animation: nil, at: nil)))
      #expect(session.startScene.animations.map(\.definition.timing.fillMode) == [.both])
      #expect((session.world.snapshot[box]?.position.distance(to: place) ?? 9) < 1e-6)
      let id = try #require(session.startScene.animations.first?.id)
      let time = try #require(session.startScene.animations.first?.keys?.first?.time)
      try bench.act(.animator(.addKey(animation: id, at: time + 1)))
      let kept = session.startScene.animations.first { $0.id == id }
      #expect(kept?.definition.timing.fillMode == .backwards)
      // No key of the angle holds it: physics has it again.
      let world = try World(session.startScene)
      while Double(world.steps) < (time + 1.2) * Double(world.rate) { try world.step() }
      #expect((world.snapshot[box]?.velocity.y ?? 0) < -10, "it falls")
    }
  }

  @Test("The motion of a body that was added later becomes keys from where it was added")
  func laterMotion() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      let box = try Self.drawBox(bench)
      let place = try #require(session.world.snapshot[box]?.position)
      let added = Double(session.world.steps) / Double(session.world.rate)
      try bench.press("A", "Space")
      try bench.hand.wait(frames: 30)
      try bench.press("Space")
      try bench.act(.animator(.makeKeys))
      #expect(bench.panels.animator?.offer?.hasPrefix(box) == true)
      try bench.act(.animator(.takeKeys(true)))
      let made = session.startScene.animations
      #expect(made.count == 3)
      #expect(made.allSatisfy { abs($0.definition.timing.beginTime - added) < 0.02 })
      let world = try World(session.startScene)
      for _ in 0..<10 { try world.step() }
      #expect((world.snapshot[box]?.position.distance(to: place) ?? 9) < 1, "it waits for its keys")
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
          beginTime: 1 s
          keyframes: [{at: 0, to: [100, 40]}, {at: 1, to: [150, 40]}, {at: 2, to: [100, 40]}]
        - id: late
          of: ball.opacity
          type: keyframe
          keyframes: [{at: 0.5, to: 1}, {at: 1, to: 0}, {at: 2, to: 1}]
        - {id: beat, of: ball.glow, type: basic, from: 0, to: 1, duration: 1 s, layer: slow}

      """

  @Test("Keys are copied, cut and pasted at the playhead, and what is copied on the stage is pasted there")
  func copyPaste() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      func times(_ id: String) -> [Double]? {
        session.startScene.animations.first { $0.id == id }?.keys?.map(\.time)
      }
      let two = [AnimatorKey("late", 0), AnimatorKey("late", 1)]
      session.view(step: 0)
      try bench.act(.animator(.select(two, isAdding: false)))
      try bench.press("Ctrl+C")
      try bench.press("Ctrl+V")
      try bench.hand.waitForRerun()
      let now = bench.window.loop.animator.time
      let others = [0.5, 1, 2].filter { abs($0 - now) > 0.004 && abs($0 - now - 0.5) > 0.004 }
      #expect(times("late") == (others + [now, now + 0.5]).sorted())
      #expect(bench.window.loop.animator.selected.count == 2, "what was pasted is selected")
      try bench.press("Ctrl+X")
      try bench.hand.waitForRerun()
      #expect(times("late") == others)
      session.undo()
      session.undo()
      try bench.hand.waitForRerun()
      #expect(times("late") == [0.5, 1, 2])
      // What is copied on the stage takes the place of the keys.
      session.view(step: nil)
      try bench.click(100, 40)
      try bench.press("Ctrl+C")
      let bodies = session.world.snapshot.bodies.count
      try bench.press("Ctrl+V")
      try bench.hand.waitForRerun()
      #expect(session.world.snapshot.bodies.count == bodies + 1)
      #expect(times("late") == [0.5, 1, 2])
    }
  }

  @Test("Objects and layers are folded, and a layer has its rows, its clock, its speed and its offset")
  func foldsAndLayers() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      func labels() throws -> [String] { try #require(bench.panels.animator).rows.map(\.label) }
      #expect(
        try labels() == ["box", "position", "ball", "opacity", "layer slow", "ball.glow"])
      try bench.act(.animator(.fold(row: 0)), .animator(.fold(row: 3)))
      #expect(try labels() == ["box", "ball", "opacity", "layer slow"])
      try bench.act(.animator(.fold(row: 0)))
      #expect(try labels() == ["box", "position", "ball", "opacity", "layer slow"])
      func layer() throws -> AnimatorState.Layer { try #require(bench.panels.animator?.layers.first) }
      #expect(try layer().speed == 0.5)
      func set(_ part: String, _ value: PropertyValue) throws {
        try bench.act(
          .beginEdit(path: "layers.slow.\(part)"), .edit(path: "layers.slow.\(part)", value),
          .endEdit(path: "layers.slow.\(part)"))
      }
      try set("speed", .number(2))
      try bench.press("Space")
      try bench.hand.wait(frames: 10)
      try bench.press("Space")
      #expect(try layer().speed == 2)
      try set("offset", .typed("1.5 s"))
      #expect(session.startScene.layers.first?.timing.timeOffset == 1.5)
      try set("offset", .typed("much"))
      #expect(session.startScene.layers.first?.timing.timeOffset == 1.5)
      let undone = session.undoName
      #expect(undone == "offset of slow")
    }
  }

  @Test(
    "Keys of a layer that hardly runs are ages away, and rows, ruler and ghosts bear it",
    arguments: ["1e-18", "-1e-18", "1e-300"])
  func ages(_ speed: String) async {
    await #expect(processExitsWith: .success) { [speed] in
      let bench = try WindowBench(
        (
          "first",
          WindowBench.text + """
            layers:
              - {id: slow, speed: \(speed)}
            animations:
              - id: sway
                of: box.position
                layer: slow
                type: keyframe
                keyframes: [{at: 0, to: [100, 40]}, {at: 1, to: [150, 40]}, {at: 2, to: [100, 40]}]

            """
        ))
      try bench.press("Space", "A")
      bench.window.loop.editor.editing.select("box", in: bench.session)
      try bench.hand.wait(frames: 2)
      try bench.act(
        .animator(.showGhosts(.atKeys)), .animator(.choose(row: 1)), .animator(.showSelected),
        .animator(.select([AnimatorKey("sway", 2)], isAdding: false)), .animator(.showSelected),
        .animator(.showGhosts(.every(10))), .animator(.showAll))
      let range = try #require(bench.panels.animator?.range)
      #expect(range.upperBound < 1e9)
    }
  }

  @Test("Typed times and values go into the selected keys, and the curves have all of an object's channels")
  func typedKeys() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let session = bench.session
      try bench.press("Space", "A")
      func key(_ index: Int) throws -> Keyframe<AnimatableValue> {
        try #require(session.startScene.animations.first { $0.id == "sway" }?.keys)[index]
      }
      try bench.act(.animator(.select([AnimatorKey("sway", 1)], isAdding: false)))
      #expect(bench.panels.animator?.numbers?.time == 2)
      #expect(bench.panels.animator?.numbers?.numbers.map(\.value) == [150, 40])
      func type(_ part: String, _ text: String) throws {
        try bench.act(
          .beginEdit(path: "animator.key.\(part)"), .edit(path: "animator.key.\(part)", .typed(text)),
          .endEdit(path: "animator.key.\(part)"))
      }
      try type("time", "2.5 s")
      try type("1", "90")
      #expect(try key(1).time == 2.5)
      #expect(try key(1).value == .vector(Vector(150, 90)))
      try type("time", "2600 ms")
      #expect(try key(1).time == 2.6)
      try type("time", "2,5")
      #expect(try key(1).time == 2.6)
      try type("1", "50 apples")
      #expect(try key(1).value == .vector(Vector(150, 90)))
      // A key that is passed on the way stays.
      let path = "animator.key.time"
      try bench.act(.beginEdit(path: path))
      for time in [2.75, 3, 3.5] { try bench.act(.edit(path: path, .number(time))) }
      try bench.act(.endEdit(path: path))
      #expect(try [0, 1, 2].map { try key($0).time } == [1, 3, 3.5])
      try type("time", "2.5 s")
      #expect(try [0, 1, 2].map { try key($0).time } == [1, 2.5, 3])
      try bench.act(
        .animator(.select([AnimatorKey("sway", 2)], isAdding: true)),
        .animator(.shiftKeys(by: 0.5, number: 0, value: -20)),
        .animator(.scaleValues(number: 1, by: 2, about: 40)))
      #expect(try key(1) == Keyframe(at: 3, .vector(Vector(130, 140))))
      #expect(try key(2) == Keyframe(at: 3.5, .vector(Vector(80, 40))))
      try bench.act(.animator(.flatten), .animator(.showCurves(true)))
      #expect(try key(1).timing.bezier?.y2 == 1)
      try bench.act(.animator(.choose(row: 2)))
      #expect(bench.panels.animator?.graphs.map(\.title) == ["ball.opacity", "ball.glow"])
    }
  }

  @Test("What animations move is known by their names, and marked while the rows are open")
  func moved() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed))
      let animator = bench.window.loop.animator
      #expect(animator.mover(of: "box") == "sway")
      #expect(animator.mover(of: "ball") == nil, "its looks alone are animated")
      #expect(bench.window.stage.marks.mover?("box") == "sway")
      #expect(animator.movedBodies.isEmpty)
      try bench.press("A")
      #expect(animator.movedBodies == ["box"])
    }
  }

  @Test("A new animation is shown large enough, and the seconds in view turn over with the playhead")
  func inView() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 600)
      try bench.press("Space")
      bench.window.loop.animator.openCard(.body("ball"), .positionX)
      try bench.hand.wait(frames: 2)
      try bench.act(
        .beginEdit(path: "card.duration"), .edit(path: "card.duration", .typed("0.2 s")),
        .endEdit(path: "card.duration"), .animator(.takeCard))
      func range() throws -> ClosedRange<Double> { try #require(bench.panels.animator).range }
      let shown = try range()
      #expect(shown.upperBound - shown.lowerBound < 0.2 * 12)
      #expect(shown.contains(bench.window.loop.animator.time))
      try bench.press("Space")
      try bench.hand.wait(frames: 150)
      #expect(try range().contains(Double(session.world.steps) / Double(session.world.rate)))
      #expect(try range().lowerBound > shown.lowerBound)
      try bench.act(.animator(.zoom(0.5, about: shown.lowerBound)), .animator(.showSelected))
      #expect(try range().upperBound < shown.upperBound)
      let before = try range()
      try bench.act(.animator(.pan(by: -100)))
      #expect(try range().lowerBound == 0)
      #expect(try range().upperBound - before.upperBound + before.lowerBound < 1e-9)
    }
  }

  @Test(
    "With auto key a slider that is pulled while time runs becomes few keys in place of its edits, in one undo"
  )
  func slide() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Space")
      try bench.click(300, 40)
      try bench.press("A", "I")
      try bench.act(.animator(.setAutoKey(true)))
      try bench.press("Space")
      try bench.hand.wait(frames: 10)
      try bench.act(.beginEdit(path: "body.opacity"))
      for value in 0...40 {
        try bench.act(.edit(path: "body.opacity", .number(1 - Double(value) / 50)))
      }
      try bench.act(.endEdit(path: "body.opacity"))
      try bench.press("Space")
      try bench.hand.waitForRerun()
      let keys = try #require(session.startScene.animations.first?.keys)
      #expect(session.startScene.animations.first?.target == AnimationTarget("ball", .opacity))
      #expect(keys.count >= 2 && keys.count < 20, "\(keys.count) keys")
      #expect(abs((keys.last?.value.number ?? 9) - 0.2) < 1e-9)
      #expect(session.undoName == "perform ball.opacity")
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.isEmpty)
      #expect(session.log.isEmpty)
    }
  }

  @Test("Points on a line are left out of a hand's way, and what is off by more than the tolerance stays")
  func reduction() {
    for seed in Seeds.list(default: 100) {
      var random = SeededGenerator(seed: seed)
      let points = (0..<random.int(in: 2...60)).map { place in
        (time: Double(place), values: [random.double(in: 0...1), place < 30 ? Double(place) : 30])
      }
      let kept = SlidWay.reduced(points, tolerance: [0.2, 0.01])
      #expect(kept.first == 0 && kept.last == points.count - 1, "seed \(seed)")
      for (low, high) in zip(kept, kept.dropFirst()) {
        for place in low...high {
          let share = Double(place - low) / Double(high - low)
          for (part, tolerance) in [0.2, 0.01].enumerated() {
            let (from, to) = (points[low].values[part], points[high].values[part])
            let off = points[place].values[part] - (from + (to - from) * share)
            #expect(off.magnitude <= tolerance + 1e-12, "seed \(seed), \(place)")
          }
        }
      }
    }
    let line = (0..<50).map { (time: Double($0), values: [2 * Double($0)]) }
    #expect(SlidWay.reduced(line, tolerance: [1e-6]) == [0, 49])
  }
}
