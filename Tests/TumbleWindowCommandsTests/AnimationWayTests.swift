import Testing
import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Ways on the stage, and what plays in other times than the world's")
struct AnimationWayTests {
  private static let trip =
    WindowBench.text + """
      animations:
        - id: trip
          of: box.position
          type: path
          path: {from: [100, 40], steps: [[100, 200], {curve: [[150, 280], [200, 280], [250, 200]]}]}
          duration: 2 s
          beginTime: 0.5 s

      """

  private static let keyed =
    WindowBench.text + """
      animations:
        - id: sway
          of: box.position
          type: keyframe
          keyframes: [{at: 0, to: [100, 140]}, {at: 1, to: [200, 240]}, {at: 2, to: [300, 140]}]

      """

  /// A bench with the box selected and the animator open, in the past.
  private static func bench(_ text: String) throws -> WindowBench {
    let bench = try WindowBench(("first", text))
    try bench.press("Space")
    let place = try #require(bench.session.world.snapshot["box"]?.position)
    try bench.click(place.x, place.y)
    try bench.press("A", "Shift+B")
    try bench.hand.wait(frames: 3)
    return bench
  }

  private static func drag(_ bench: WindowBench, _ from: Vector, _ to: Vector) throws {
    let (start, end) = (bench.window.stage.viewport.pixel(from), bench.window.stage.viewport.pixel(to))
    try bench.hand.drag(from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 4)
    try bench.hand.waitForRerun()
    try bench.hand.wait(frames: 3)
  }

  /// Presses at the first place, goes along the others, and releases at the last.
  private static func draw(_ bench: WindowBench, _ places: [Vector]) throws {
    let pixels = places.map { bench.window.stage.viewport.pixel($0) }
    bench.hand.move(to: Int(pixels[0].x), Int(pixels[0].y))
    try bench.hand.wait()
    bench.hand.down()
    for pixel in pixels.dropFirst() {
      bench.hand.move(to: Int(pixel.x), Int(pixel.y))
      try bench.hand.wait()
    }
    bench.hand.up()
    try bench.hand.waitForRerun()
    try bench.hand.wait(frames: 3)
  }

  @Test("A right click on a point of a way, or on the way, offers what can be done with it")
  func menu() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.trip)
      let session = bench.session
      func click(_ place: Vector) throws -> [MenuItem] {
        // A menu that is open would take the click.
        try bench.act(.close(.contextMenu))
        try bench.hand.wait(frames: 3)
        try bench.click(place.x, place.y, .right)
        return bench.panels.contextMenu?.items.filter { !$0.title.isEmpty } ?? []
      }
      let start = session.startScene
      let ofPoint = try click(Vector(100, 200))
      #expect(ofPoint.first?.title == "point 2 of the way of box")
      #expect(ofPoint.dropFirst().map(\.title).prefix(3) == ["Corner or smooth", "Delete", "Close path"])
      #expect(ofPoint.last?.title == "Keys to path")
      #expect(ofPoint.last?.isEnabled == false, "it is a path already")
      #expect(session.startScene == start)
      #expect(try click(Vector(100, 120)).first?.title == "the way of box")
      let points = try Self.path(bench).points.count
      try bench.act(.chooseMenuItem("context-add-point"), .close(.contextMenu))
      try bench.hand.waitForRerun()
      #expect(try Self.path(bench).points.count == points + 1)
      let delete = try #require(try click(Vector(250, 200)).first { $0.title == "Delete" })
      try bench.act(.chooseMenuItem(delete.id))
      #expect(try Self.path(bench).points.count == points)
      #expect(session.world.snapshot["box"] != nil)
      _ = try click(Vector(100, 200))
      try bench.act(.chooseMenuItem("context-corner"), .close(.contextMenu))
      try bench.hand.waitForRerun()
      #expect(session.undoName == "bend the way of box")
    }
  }

  @Test("A path that is drawn leads its body from where it is, smoothly, at an even speed, and is one undo")
  func drawnPath() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Space", try #require(bench.key(of: .pathTool)))
      let (box, start) = (try #require(session.world.snapshot["box"]?.position), session.startScene)
      let steps = session.world.steps
      // A quarter of a circle, from beside the middle of the box.
      let center = box + Vector(100, 0)
      try Self.draw(
        bench,
        (0...24).map { center + Vector(angle: .pi - Double($0) / 48 * .pi) * 100 + Vector(4, -3) })
      let made = try #require(session.startScene.animations.first)
      #expect(made.target == AnimationTarget("box", .position))
      #expect(session.undoName == "draw the path of box")
      #expect(bench.panels.animator != nil)
      #expect(bench.panels.tools?.chosen == .select)
      #expect(made.definition.timing.beginTime == Double(steps) / 120)
      #expect(made.definition.timing.repetition == .count(1))
      guard case .path(let path) = made.definition.content else { throw Missing() }
      #expect(path.pacing == .paced)
      #expect(path.path.start.distance(to: box) < 0.01)
      let track = try PathTrack(path)
      #expect(abs(track.length - 50 * .pi) < 3, "\(track.length)")
      #expect(made.definition.timing.duration == 0.8)
      for share in stride(from: 0, through: 1, by: 0.05) {
        let away = track.sample(at: share).position.distance(to: center)
        #expect(abs(away - 100) < 4, "at \(share) \(away)")
      }
      // Drawn again it takes the place of the first; drawn back to its begin it is a loop.
      try bench.press(try #require(bench.key(of: .pathTool)))
      try Self.draw(
        bench, (0...48).map { box + Vector(0, 80) + Vector(angle: Double($0) / 24 * .pi - .pi / 2) * 80 })
      #expect(session.startScene.animations.count == 1)
      let loop = try #require(session.startScene.animations.first)
      #expect(loop.definition.timing.repetition == .forever)
      #expect(try Self.path(bench).isClosed)
      try bench.session.checkReplay(library: bench.window.loop.scene.library, path: nil)
      for _ in 0..<2 { session.undo() }
      try bench.hand.waitForRerun()
      #expect(session.startScene == start)
    }
  }

  private static func path(_ bench: WindowBench) throws -> PathPoints {
    guard case .path(let path)? = bench.session.startScene.animations.first?.definition.content else {
      throw Missing()
    }
    return PathPoints(path.path)
  }

  private struct Missing: Error {}

  @Test("A path's point and handle are pulled on the stage, and a point goes by Delete, each one undo")
  func path() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.trip)
      let session = bench.session
      let start = session.startScene
      #expect(bench.window.loop.animator.ways.first?.points.count == 3)
      try Self.drag(bench, Vector(250, 200), Vector(330, 120))
      let moved = try Self.path(bench)
      #expect(moved.points[2].place.distance(to: Vector(330, 120)) < 2, "\(moved)")
      #expect(moved.points[1].place == Vector(100, 200))
      #expect(session.undoName == "bend the way of box")
      try Self.drag(bench, Vector(150, 280), Vector(60, 260))
      let bent = try Self.path(bench)
      #expect((bent.points[1][.after] ?? .zero).distance(to: Vector(60, 260)) < 2, "\(bent)")
      // The press has selected the point, which is what Delete means.
      try bench.press("Delete")
      try bench.hand.waitForRerun()
      #expect(try Self.path(bench).points.count == 2)
      #expect(session.world.snapshot["box"] != nil)
      try bench.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
      try bench.hand.waitForRerun()
      #expect(session.startScene == start)
      #expect(!session.canUndo)
    }
  }

  @Test("Keys of a place are pulled on the stage without auto key, in the past too")
  func keys() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.keyed)
      let session = bench.session
      for _ in 0..<40 { try session.step() }
      session.view(step: 20)
      try bench.hand.wait(frames: 3)
      let (start, steps) = (session.startScene, session.world.steps)
      try Self.drag(bench, Vector(200, 240), Vector(220, 180))
      let keys = try #require(session.startScene.animations.first?.keys)
      #expect(keys.map(\.time) == [0, 1, 2], "\(keys)")
      #expect((keys[1].value.vector ?? .zero).distance(to: Vector(220, 180)) < 2, "\(keys)")
      #expect(keys[0].value == .vector(Vector(100, 140)))
      #expect(session.viewStep == 20)
      #expect(session.world.steps == steps)
      #expect(bench.panels.animator?.rows[1].selected == [1], "it is selected in the rows as well")
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene == start, "all of the drag is undone")
    }
  }

  @Test("Any edits of ways are undone to the start, and their text reads back equal")
  func anyEdits() async {
    await #expect(processExitsWith: .success) {
      for seed in Seeds.list(default: 6) {
        var random = SeededGenerator(seed: seed)
        let bench = try Self.bench(random.pick([Self.trip, Self.keyed]))
        let (session, animator) = (bench.session, bench.window.loop.animator)
        let start = session.startScene
        for _ in 0..<25 {
          let place = Vector(random.double(in: 0...400), random.double(in: 0...300))
          let part = WayEdit.Part(
            body: "box", point: random.int(in: 0...6),
            handle: random.pick([nil, nil, Path.Handle.before, .after]))
          switch random.int(in: 0...9) {
          case 0...3: animator.edit(.move(part, to: place, isFree: random.int(in: 0...1) == 0))
          case 4: animator.edit(.add(body: "box", at: place))
          case 5: animator.edit(.toggleCorner(part))
          case 6:
            animator.edit(.select(part, isAdding: false))
            animator.deleteKeys()
          case 7: _ = animator.perform(random.pick([WindowAction.closePath, .turnAlong]))
          case 8: if animator.obstacle(to: .keysToPath) == nil { _ = animator.perform(.keysToPath) }
          default: if animator.obstacle(to: .pathToKeys) == nil { _ = animator.perform(.pathToKeys) }
          }
          try bench.hand.waitForRerun()
        }
        let after = session.startScene
        let read = try Scene(text: SceneWriter().text(after))
        #expect(read.animations == after.animations, "seed \(seed)")
        try Session(replaying: session.recording).run()
        while session.canUndo {
          session.undo()
          try bench.hand.waitForRerun()
        }
        #expect(session.startScene == start, "seed \(seed)")
        while session.canRedo {
          session.redo()
          try bench.hand.waitForRerun()
        }
        #expect(session.startScene == after, "seed \(seed)")
      }
    }
  }

  @Test("A path becomes keys that lead the body as it did, and keys become a path through their places")
  func conversions() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.trip)
      let session = bench.session
      func places() throws -> [Vector] {
        let world = try World(session.startScene)
        return try (0..<280).map { _ in
          try world.step()
          return try #require(world.snapshot["box"]?.position)
        }
      }
      let before = try places()
      try bench.press("Ctrl+Shift+K")
      try bench.hand.waitForRerun()
      let animations = session.startScene.animations
      #expect(animations.compactMap { $0.target?.property } == [.positionX, .positionY])
      #expect(animations.map(\.definition.timing.beginTime) == [0.5, 0.5])
      #expect(animations.flatMap { $0.keys ?? [] }.count < 20)
      for (step, (old, new)) in zip(before, try places()).enumerated() {
        #expect(old.distance(to: new) < 0.3, "step \(step + 1): \(old), \(new)")
      }
      try bench.press("Ctrl+Shift+P")
      try bench.hand.waitForRerun()
      let path = try Self.path(bench)
      let ends = [path.points.first, path.points.last].compactMap { $0?.place }
      #expect(ends[0].distance(to: Vector(100, 40)) < 0.2 && ends[1].distance(to: Vector(250, 200)) < 0.2)
      #expect(session.startScene.animations.count == 1)
      #expect(session.startScene.animations[0].definition.timing.duration == 2)
      // Straight between keys of both numbers, one part for each.
      try bench.press("Ctrl+Z", "Ctrl+Z")
      try bench.hand.waitForRerun()
      #expect(try Self.path(bench).points.count == 3)
    }
  }

  private static let group =
    WindowBench.text + """
      animations:
        - id: dance
          type: group
          beginTime: 0.5 s
          duration: 4 s
          speed: 2
          animations:
            - {of: ball.angle, type: basic, from: 0, to: 3, duration: 2 s}
            - type: group
              beginTime: 0.5 s
              duration: 3 s
              animations:
                - of: box.position
                  type: path
                  path: {from: [100, 40], steps: [[100, 200], {curve: [[150, 280], [200, 280], [250, 200]]}]}
                  duration: 2 s
                - {of: ball.position.x, type: basic, from: 300, to: 350, duration: 2 s}

      """

  @Test("A path becomes keys and keys a path within groups of groups, whose other members stay")
  func groups() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.group)
      let session = bench.session
      func places() throws -> [Vector] {
        let world = try World(session.startScene)
        return try (0..<220).map { _ in
          try world.step()
          return try #require(world.snapshot["box"]?.position)
        }
      }
      func members() throws -> [AnimatableProperty?] {
        guard case .group(let all)? = session.startScene.animations.first?.definition.content,
          case .group(let inner)? = all.last?.animation.content
        else { throw Missing() }
        #expect(all.first?.target == AnimationTarget("ball", .angle))
        return inner.map { $0.target?.property }
      }
      let (start, before) = (session.startScene, try places())
      try bench.press("Ctrl+Shift+K")
      try bench.hand.waitForRerun()
      #expect(try members() == [.positionX, .positionY, .positionX])
      for (step, (old, new)) in zip(before, try places()).enumerated() {
        #expect(old.distance(to: new) < 0.3, "step \(step + 1): \(old), \(new)")
      }
      try bench.press("Ctrl+Shift+P")
      try bench.hand.waitForRerun()
      #expect(try members() == [.position, .positionX])
      #expect(session.undoName == "make a path of keys")
      let read = try Scene(text: SceneWriter().text(session.startScene))
      #expect(read.animations == session.startScene.animations)
      try bench.press("Ctrl+Z", "Ctrl+Z")
      try bench.hand.waitForRerun()
      #expect(session.startScene == start)
    }
  }

  @Test("Rows of a layer whose speed changes stand where the world has them, in the past too")
  func liveLayers() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.dance)
      let session = bench.session
      func keys() throws -> [Double] {
        bench.window.loop.renewStatus()
        let row = try #require(bench.panels.animator?.rows.first { $0.animation == "late" })
        return try #require(row.keys)
      }
      func near(_ keys: [Double], _ expected: [Double]) -> Bool {
        keys.count == expected.count && zip(keys, expected).allSatisfy { abs($0 - $1) < 1e-9 }
      }
      while session.world.steps < 240 { try session.step() }
      #expect(try keys() == [2, 4])
      // From 2 seconds on, at 0.5 of its own, as fast as the world.
      try session.give(.set(.layer("slow"), path: "speed", value: "1"))
      #expect(try near(keys(), [2, 3]))
      while session.world.steps < 300 { try session.step() }
      #expect(try near(keys(), [2, 3]))
      // It stands at 1 from 2.5 seconds on: its second key is half a second away for ever.
      try session.give(.run(layer: "slow", speed: 0))
      while session.world.steps < 420 { try session.step() }
      #expect(try near(keys(), [3, 4]))
      session.view(step: 240)
      #expect(try near(keys(), [2, 4]))
      session.view(step: 270)
      #expect(try near(keys(), [2, 3]))
      session.view(step: 360)
      #expect(try near(keys(), [2.5, 3.5]))
    }
  }

  @Test("The world is run on to the future that is looked at, and stays there; stopped, it stays before")
  func simulate() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.keyed)
      let session = bench.session
      #expect(bench.window.loop.obstacle(to: .simulate) != nil, "no future is looked at")
      let animator = bench.window.loop.animator
      animator.perform(.showFuture(step: 300))
      try bench.press("Shift+Space")
      for _ in 0..<200 where session.world.steps < 300 { try bench.hand.wait() }
      try bench.hand.wait(frames: 3)
      #expect(session.world.steps == 300)
      #expect(session.isPaused)
      #expect(session.viewStep == nil)
      #expect(session.log.isEmpty, "time is no edit")
      animator.perform(.showFuture(step: 1_000_000))
      try bench.press("Shift+Space")
      #expect(session.world.steps > 300)
      try bench.press("Ctrl+.")
      let stopped = session.world.steps
      try bench.hand.wait(frames: 5)
      #expect(session.world.steps == stopped)
      #expect(stopped < 1_000_000)
    }
  }

  private static let dance =
    WindowBench.text + """
      layers:
        - {id: slow, speed: 0.5, beginTime: 1 s}
      animations:
        - {id: late, of: ball.position.x, layer: slow, type: keyframe, keyframes: [{at: 0.5, to: 300}, \
      {at: 1.5, to: 350}]}
        - id: dance
          type: group
          beginTime: 0.5 s
          duration: 3 s
          animations:
            - {of: box.position, type: keyframe, keyframes: [{at: 0, to: [100, 60]}, {at: 1, to: [200, 60]}]}
            - {of: box.angle, type: basic, from: 0, to: 3, duration: 2 s}

      """

  @Test("Keys of layers and of groups stand on the world's ruler, and are moved there")
  func otherTimes() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.dance)
      let session = bench.session
      func row(_ id: String) throws -> AnimatorState.Row {
        bench.window.loop.renewStatus()
        return try #require(bench.panels.animator?.rows.first { $0.animation == id }, "\(id)")
      }
      #expect(try row("late").keys == [2, 4], "half as fast, from one second on")
      #expect(try row("dance[0]").keys == [0.5, 1.5])
      #expect(try row("dance[1]").keys == [0.5, 2.5])
      let start = session.startScene
      func act(_ actions: AnimatorAction...) throws {
        for action in actions {
          bench.window.loop.animator.perform(action)
          try bench.hand.waitForRerun()
        }
      }
      try act(.select([AnimatorKey("late", 1)], isAdding: false), .moveKeys(by: 1))
      #expect(session.startScene.animations[0].keys?.map(\.time) == [0.5, 2])
      try act(.select([AnimatorKey("dance[0]", 1)], isAdding: false), .moveKeys(by: 0.5))
      #expect(try row("dance[0]").keys == [0.5, 2])
      try act(.place(animation: "dance[1]", begin: 1, end: 2), .hold(animation: "dance[1]", true))
      #expect(try row("dance[1]").keys == [1, 2])
      #expect(try row("dance[1]").fillsAfter)
      try act(.select([AnimatorKey("dance[0]", 0), AnimatorKey("dance[0]", 1)], isAdding: false))
      try act(.scaleKeys(by: 0.5, about: 1))
      #expect(try row("dance[0]").keys == [0.75, 1.5])
      let read = try Scene(text: SceneWriter().text(session.startScene))
      #expect(read.animations == session.startScene.animations)
      try act(
        .select([AnimatorKey("dance[0]", 0), AnimatorKey("dance[0]", 1)], isAdding: false), .deleteKeys)
      guard case .group(let members)? = session.startScene.animations.last?.definition.content else {
        return #expect(Bool(false), "the group is gone")
      }
      #expect(members.map { $0.target?.property } == [.angle])
      while session.canUndo {
        session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(session.startScene == start)
    }
  }

  @Test("Ghosts of what layers and groups lead are where the world then is, to the bit")
  func ghosts() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench(Self.dance)
      let session = bench.session
      bench.window.loop.animator.perform(.showFuture(step: 100))
      let ghosts = bench.window.loop.animator.ghosts
      #expect(ghosts.map(\.name) == ["box"], "the ball is led later")
      let world = try World(session.startScene)
      for _ in 0..<100 { try world.step() }
      #expect(ghosts.first?.position == world.snapshot["box"]?.position)
      #expect(ghosts.first?.angle == world.snapshot["box"]?.angle)
      bench.window.loop.animator.perform(.showFuture(step: 420))
      let ball = try #require(bench.window.loop.animator.ghosts.first { $0.name == "ball" })
      while world.steps < 420 { try world.step() }
      #expect(ball.position.x == world.snapshot["ball"]?.position.x)
    }
  }
}
