import Testing
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Building machines in the window")
struct HingeSessionTests {
  private static let road = """
    tumble: 1
    view: {size: [400, 300]}
    world: {rate: 120}
    bodies:
      - {id: floor, kind: static, at: [200, 10], box: [1200, 20]}

    """

  @Test("A car of a box and two wheels is built by hand, driven by keys, saved, reopened equal and replayed")
  func car() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.road), size: PixelSize(1200, 900))
      let session = bench.session
      func point(_ x: Double, _ y: Double) -> (Int, Int) {
        let pixel = bench.window.stage.viewport.pixel(Vector(x, y))
        return (Int(pixel.x), Int(pixel.y))
      }
      func drag(_ from: Vector, _ to: Vector) throws {
        try bench.hand.drag(from: point(from.x, from.y), to: point(to.x, to.y), moves: 4)
        try bench.hand.wait(frames: 3)
      }
      try bench.press("Space", try #require(bench.key(of: .boxTool)))
      try drag(Vector(100, 100), Vector(260, 140))
      try bench.press(try #require(bench.key(of: .circleTool)))
      try drag(Vector(120, 120), Vector(160, 120))
      try drag(Vector(240, 120), Vector(280, 120))
      // Clicked beside the middle of each wheel, which it snaps to.
      try bench.press(try #require(bench.key(of: .motorTool)))
      try bench.click(122, 121)
      try bench.click(238, 118)
      let hinges = session.world.snapshot.joints.compactMap { session.world.description[$0.id] }
      #expect(hinges.map(\.name) == ["hinge1", "hinge1-motor", "hinge2", "hinge2-motor"])
      #expect(hinges.allSatisfy { session.world.description[$0.a]?.name == "box1" })
      for hinge in hinges where hinge.kind == .pivot {
        let end = try #require(session.world.joint(hinge.name).flatMap { session.world.snapshot[$0]?.b })
        let middle = try #require(session.world.snapshot[hinge.b]?.position)
        #expect(end.distance(to: middle) < 1e-9, "\(hinge.name)")
      }
      // The one that was made last is selected: its keys are set in the inspector, and the other's.
      try bench.press(try #require(bench.key(of: .selectTool)), "I")
      // The view makes room for the inspector.
      try bench.hand.wait(frames: 60)
      for (wheel, x) in [("hinge1", 120.0), ("hinge2", 240.0)] {
        try bench.click(x, 120)
        #expect(bench.panels.inspector?.title == wheel)
        for (row, key) in [("joint.key", "Left"), ("joint.back", "Right")] {
          for action in [
            PanelAction.beginEdit(path: row), .edit(path: row, .text(key)), .endEdit(path: row),
          ] {
            for part in bench.window.loop.parts { _ = try part.perform(action) }
          }
          try bench.hand.wait(frames: 20)
        }
      }
      // A key is of one input, which drives both.
      let input = try #require(session.world.presentInputs.first)
      #expect(session.world.presentInputs.count == 1)
      #expect((input.keys, input.reverseKeys) == (["Left"], ["Right"]))
      #expect(
        input.drives == [.motor("hinge1-motor", rate: 2 * .pi), .motor("hinge2-motor", rate: 2 * .pi)])
      let start = try #require(session.world.snapshot["box1"]?.position.x)
      let built = session.world.sceneNow()
      try bench.press("Space")
      try bench.hand.wait(frames: 40)
      let key = try #require(Key(name: "Right"))
      bench.hand.down(key)
      try bench.hand.wait(frames: 90)
      bench.hand.up(key)
      let driven = try #require(session.world.snapshot["box1"]?.position.x)
      #expect(driven > start + 20, "\(driven - start)")
      try Session(replaying: session.recording).run()
      // What was built is one thing a wheel in its text, and reads back to it.
      let text = SceneWriter().text(built)
      #expect(text.contains("type: hinge") && !text.contains("partOf"))
      #expect(try Scene(text: text).joints == built.joints)
      while session.canUndo {
        session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(session.world.snapshot.joints.isEmpty)
      #expect(session.world.presentInputs.isEmpty)
    }
  }

  @Test(
    "A car is a new scene, a box and two wheels dragged onto it: it drives by its keys, is saved and reopened equal"
  )
  func carInThreeDrags() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(size: PixelSize(1200, 900))
      let session = bench.session
      func drag(_ from: Vector, _ to: Vector) throws {
        let (start, end) = (
          bench.window.stage.viewport.pixel(from), bench.window.stage.viewport.pixel(to)
        )
        try bench.hand.drag(
          from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 4)
        try bench.hand.wait(frames: 3)
      }
      try bench.press("Ctrl+N")
      let floor = try #require(session.world.snapshot["floor"]?.position.y)
      let view = session.world.scene.view.rect
      let ground = Vector(view.min.x + 120, floor + 60)
      try bench.press(try #require(bench.key(of: .boxTool)))
      try drag(ground, ground + Vector(120, 40))
      try bench.press(try #require(bench.key(of: .wheelTool)))
      try drag(ground + Vector(20, 0), ground + Vector(40, 0))
      try drag(ground + Vector(100, 0), ground + Vector(120, 0))
      let edits = session.log.count { $0.command.isEdit }
      #expect(edits == 7, "a box, and three for each wheel: \(edits)")
      #expect(
        session.world.snapshot.bodies.compactMap { session.world.description[$0.id]?.name } == [
          "floor", "box1", "wheel1", "wheel2",
        ])
      let input = try #require(session.world.presentInputs.first)
      #expect(session.world.presentInputs.count == 1, "\(session.world.presentInputs)")
      #expect((input.keys, input.reverseKeys) == (["Right"], ["Left"]), "\(input)")
      // The wheel that was made last is selected, and its motor and keys are among its rows.
      try bench.press(try #require(bench.key(of: .selectTool)), "I")
      try bench.hand.wait(frames: 60)
      let inspector = try #require(bench.panels.inspector)
      #expect(inspector.title == "axle2", "\(inspector.title)")
      let groups = inspector.groups.map(\.title)
      #expect(groups == ["Joint", "Motor", "Keys"], "\(groups)")
      let built = session.startScene
      // Saved under a name, and read again.
      try bench.press("Ctrl+S")
      try bench.hand.type("car")
      // The field takes one letter a frame.
      try bench.hand.wait(frames: 10)
      try bench.press("Return")
      let path = bench.scratch.url.path + "/own/car.yaml"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let saved = try bench.window.loop.scene.library.scene(path)
      #expect(saved.bodies == built.bodies, "\(saved.bodies)")
      #expect(saved.joints == built.joints, "\(saved.joints)")
      #expect(saved.inputs == built.inputs, "\(saved.inputs)")
      #expect(text.contains("of: axle1") && !text.contains("of: axle1-motor"), "\(text)")
      // It drives both ways.
      try bench.press("Space")
      try bench.hand.wait(frames: 60)
      func place() throws -> Double { try #require(session.world.snapshot["box1"]?.position.x) }
      func drive(_ name: String, frames: Int) throws -> Double {
        let (before, key) = (try place(), try #require(Key(name: name)))
        bench.hand.down(key)
        try bench.hand.wait(frames: frames)
        bench.hand.up(key)
        try bench.hand.wait(frames: 20)
        return try place() - before
      }
      let (ahead, back) = (try drive("Right", frames: 40), try drive("Left", frames: 90))
      #expect(ahead > 40 && back < -40, "\(ahead), \(back)")
      try session.checkReplay(library: bench.window.loop.scene.library, path: nil)
      while session.canUndo {
        session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(
        session.world.snapshot.joints.isEmpty && session.world.presentInputs.isEmpty,
        "\(session.world.presentInputs)")
    }
  }
}
