import Testing
import TumbleAnimation
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("What is selected in the animator, and what a hand performs")
struct AnimatorSelectionTests {
  private static let keyed =
    WindowBench.text + """
      animations:
        - {id: sway, of: ball.position.x, type: keyframe, keyframes: [{at: 0, to: 300}, {at: 1, to: 320}, \
      {at: 2, to: 340}, {at: 3, to: 300}]}
        - {id: spin, of: ball.angle, type: basic, from: 0, to: 3, duration: 1 s}
        - {id: fade, of: box.opacity, type: basic, from: 1, to: 0, duration: 1 s}

      """

  private static func bench() throws -> WindowBench {
    let bench = try WindowBench(("first", keyed))
    try bench.press("Space", "A")
    return bench
  }

  /// Holds what was taken up until a step of the world, lets go of it, and lets time stand.
  private static func holdAndLetGo(_ bench: WindowBench, at step: Int) throws {
    // Each key is a rerun, and the next step waits for that.
    for _ in 0..<5000 where bench.session.world.steps < step { try bench.hand.wait() }
    bench.hand.up()
    try bench.hand.wait()
    try bench.press("Space")
    try bench.hand.waitForRerun()
  }

  private static func selected(_ bench: WindowBench) -> [Set<Int>] {
    (bench.panels.animator?.rows.map(\.selected) ?? []).filter { !$0.isEmpty }
  }

  @Test("A key that is dragged past others in the curves stays the one that is selected")
  func dragPast() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench()
      let key = AnimatorKey("sway", 1)
      try bench.act(
        .animator(.select([key], isAdding: false)),
        .animator(.setKey(key, number: 0, at: 2.5, to: 330)))
      #expect(Self.selected(bench) == [[2]])
      try bench.act(.animator(.deleteKeys))
      let keys = bench.session.startScene.animations.first { $0.id == "sway" }?.keys
      #expect(keys?.map(\.time) == [0, 2, 3])
    }
  }

  @Test("Keys that are made smooth or flat are the selected ones, however often", arguments: 0..<3)
  func staysSelected(_ index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let action = [AnimatorAction.smooth, .flatten, .setCurve("ease-in")][index]
      let bench = try Self.bench()
      try bench.act(.animator(.select([AnimatorKey("sway", 1)], isAdding: false)))
      for _ in 0..<3 {
        try bench.act(.animator(action))
        #expect(Self.selected(bench) == [[1]])
      }
    }
  }

  @Test("Delete means the row that was chosen, the keys that were selected or what was clicked on the stage")
  func delete() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench()
      let session = bench.session
      func ids() -> [String] { session.startScene.animations.map(\.id) }
      func row(_ id: String) throws -> Int {
        try #require(bench.panels.animator?.rows.firstIndex { $0.animation == id })
      }
      try bench.act(.animator(.choose(row: try row("spin"))))
      try bench.press("Delete")
      try bench.hand.waitForRerun()
      #expect(ids() == ["sway", "fade"])
      #expect(session.world.snapshot["ball"] != nil)
      // A click on the stage means what is there, and no key besides.
      try bench.act(.animator(.select([AnimatorKey("sway", 1)], isAdding: false)))
      let start = session.startScene
      try bench.click(100, 40)
      #expect(Self.selected(bench) == [])
      try bench.press("Delete")
      try bench.hand.waitForRerun()
      #expect(session.world.snapshot["box"] == nil)
      #expect(session.startScene == start)
      // The menu of a row has it too.
      try bench.act(.animator(.openMenu(animation: "sway")), .chooseMenuItem("animation-remove"))
      #expect(ids() == ["fade"])
      // What is selected already when its row is chosen, and another body that is clicked then.
      session.undo()
      try bench.hand.waitForRerun()
      let place = try #require(session.world.snapshot["ball"]?.position)
      // Beside the points of its way.
      try bench.click(place.x - 5, place.y + 14)
      try bench.act(.animator(.choose(row: try row("sway"))))
      try bench.click(place.x - 5, place.y + 14)
      try bench.press("Delete")
      try bench.hand.waitForRerun()
      #expect(session.world.snapshot["ball"] == nil)
    }
  }

  @Test("The menu of a key means the selected keys, or the key alone where it is not among them")
  func keyMenu() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench()
      let session = bench.session
      func titles() -> [String] { bench.panels.contextMenu?.items.map(\.title) ?? [] }
      func curves() -> [TimingFunction] {
        session.startScene.row("sway").flatMap(\.keys)?.map(\.timing) ?? []
      }
      let before = curves()
      try bench.act(
        .animator(.select([AnimatorKey("sway", 0), AnimatorKey("sway", 1)], isAdding: false)),
        .animator(.openKeyMenu(AnimatorKey("sway", 1))))
      #expect(titles().first == "2 keys")
      #expect(Self.selected(bench) == [[0, 1]])
      try bench.act(.chooseMenuItem("animation-curve:ease-in"))
      try bench.hand.waitForRerun()
      #expect(bench.panels.contextMenu == nil)
      #expect(curves()[1] == (try TimingFunction(parsing: "ease-in")))
      #expect(curves().dropFirst(2) == before.dropFirst(2))
      try bench.act(.animator(.openKeyMenu(AnimatorKey("sway", 2))))
      #expect(titles().first == "1 key")
      #expect(Self.selected(bench) == [[2]])
      // Delete of the menu is that of the key table, and the menu is over with the keys.
      let delete = try #require(bench.panels.contextMenu?.items.last)
      let count = curves().count
      try bench.act(.chooseMenuItem(delete.id))
      #expect(bench.panels.contextMenu == nil)
      try bench.act(.animator(.select([AnimatorKey("sway", 0)], isAdding: false)))
      #expect(bench.panels.contextMenu == nil)
      #expect(curves().count == count - 1)
      #expect(session.world.snapshot["ball"] != nil)
    }
  }

  @Test("Curves are those of the selection where no row is chosen, and of all where nothing is")
  func curves() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench()
      try bench.act(.animator(.showCurves(true)))
      #expect(bench.panels.animator?.graphs.map(\.animation) == ["sway", "spin", "fade"])
      try bench.click(100, 40)
      #expect(bench.panels.animator?.graphs.map(\.animation) == ["fade"])
      let place = try #require(bench.session.world.snapshot["ball"]?.position)
      try bench.click(place.x, place.y)
      #expect(bench.panels.animator?.graphs.map(\.animation) == ["sway", "spin"])
      try bench.act(.animator(.choose(row: 1)))
      #expect(bench.panels.animator?.graphs.first?.animation == "fade")
    }
  }

  @Test("Rows that move the same thing say which they are")
  func labels() throws {
    let scene = try Scene(text: Self.keyed + "  - {id: dip, of: ball.angle, type: basic, from: 0, to: 1}\n")
    let rows = AnimatorRows(of: scene, selected: [], lit: [])
    #expect(rows.rows.map(\.label).suffix(4) == ["ball", "position.x", "angle: spin", "angle: dip"])
  }

  @Test("What is given back to physics is said, and a text that is no number is not told for ever")
  func told() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.bench()
      bench.window.loop.editor.editing.select("ball", in: bench.session)
      try bench.hand.wait(frames: 2)
      try bench.act(.animator(.toPhysics))
      #expect(bench.notice.contains("sway, spin went"), "\(bench.notice)")
      bench.session.undo()
      try bench.hand.waitForRerun()
      try bench.act(
        .animator(.select([AnimatorKey("sway", 1)], isAdding: false)),
        .beginEdit(path: "animator.key.0"), .edit(path: "animator.key.0", .typed("1O")),
        .endEdit(path: "animator.key.0"))
      #expect(bench.notice.contains("'1O' is not a number"))
      #expect(!bench.window.loop.notices.isWarning)
    }
  }

  @Test("What lies under the mouse is named where the mouse is, before a drag and after it")
  func hovered() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let box = try #require(bench.session.world.body("box"))
      try bench.press("Space")
      func move(_ x: Double, _ y: Double) throws {
        let pixel = bench.window.stage.viewport.pixel(Vector(x, y))
        bench.hand.move(to: Int(pixel.x), Int(pixel.y))
        try bench.hand.wait(frames: 2)
      }
      try move(105, 45)
      #expect(bench.window.stage.factsWanted.hovered == box)
      bench.hand.down()
      for step in 1...5 { try move(105 + Double(step) * 20, 45 + Double(step) * 20) }
      #expect(bench.window.stage.factsWanted.hovered == nil)
      bench.hand.up()
      try bench.hand.wait(frames: 3)
      #expect(bench.window.stage.factsWanted.hovered == box)
    }
  }

  @Test("A drag that is given up leaves nothing that a later one would thin out")
  func givenUp() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("Space", "A")
      try bench.act(.animator(.setAutoKey(true)))
      let target = AnimationTarget("box", .position)
      bench.window.loop.animator.led[target] = 0
      bench.window.loop.editor.editing.dragIsOver(false)
      #expect(bench.window.loop.animator.led.isEmpty)
    }
  }

  @Test("A drag that goes on while time runs makes keys off the grid, few of them, and holds where it stands")
  func performed() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Space", "A")
      try bench.act(.animator(.setAutoKey(true)))
      func move(_ x: Double, _ y: Double) throws {
        let pixel = bench.window.stage.viewport.pixel(Vector(x, y))
        bench.hand.move(to: Int(pixel.x), Int(pixel.y))
        try bench.hand.wait(frames: 2)
      }
      try move(100, 40)
      bench.hand.down()
      for step in 1...5 { try move(100, 40 + Double(step) * 20) }
      let start = session.world.steps
      try bench.press("Space")
      for step in 1...10 { try move(100 + Double(step) * 7, 140) }
      try Self.holdAndLetGo(bench, at: start + 60)
      #expect(session.undoName == "move box")
      let keys = try #require(session.startScene.keyedRow(of: AnimationTarget("box", .position))?.keys)
      let end = try #require(keys.last)
      #expect(end.time > Double(start) / 120 + 0.3, "what is held still is held")
      #expect((end.value.vector ?? .zero).distance(to: Vector(170, 140)) < 3, "\(end.value)")
      #expect((3...20).contains(keys.count), "\(keys.count) keys")
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.isEmpty)
    }
  }

  @Test("A turn that goes on while time runs makes few keys, and holds where it stands")
  func performedTurn() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let (session, stage) = (bench.session, bench.window.stage)
      try bench.press("Space", "A")
      try bench.act(.animator(.setAutoKey(true)))
      try bench.click(100, 40)
      let editing = bench.window.loop.editor.editing
      let view = editing.view(of: session, pointsPerUnit: stage.viewport.density / stage.viewport.scale)
      let frame = try #require(SelectionFrame(editing.editor.selection, in: view))
      let arm = frame.place(.turn, in: view) - frame.pivot
      func turn(to angle: Double) throws {
        let pixel = stage.viewport.pixel(frame.pivot + arm.rotated(by: angle))
        bench.hand.move(to: Int(pixel.x), Int(pixel.y))
        try bench.hand.wait(frames: 2)
      }
      try turn(to: 0)
      bench.hand.down()
      for step in 1...5 { try turn(to: Double(step) * 0.1) }
      let start = session.world.steps
      try bench.press("Space")
      for step in 6...12 { try turn(to: Double(step) * 0.1) }
      try Self.holdAndLetGo(bench, at: start + 60)
      #expect(session.undoName == "turn box")
      let keys = try #require(session.startScene.keyedRow(of: AnimationTarget("box", .angle))?.keys)
      let end = try #require(keys.last)
      #expect(end.time > Double(start) / 120 + 0.3, "what is held still is held")
      #expect(abs((end.value.number ?? 0) - 1.2) < 0.1, "\(end.value)")
      #expect((2...20).contains(keys.count), "\(keys.count) keys")
      session.undo()
      try bench.hand.waitForRerun()
      #expect(session.startScene.animations.isEmpty)
    }
  }
}
