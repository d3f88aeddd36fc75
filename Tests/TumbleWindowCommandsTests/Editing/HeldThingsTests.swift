import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleScenes
import TumbleSimulation
@testable import TumbleEditor
@testable import TumbleWindowCommands

@Suite("Things cut, pulled and typed by hand")
struct HeldThingsTests {
  let bench: SceneEditingBench

  init() throws { bench = try SceneEditingBench() }

  @Test("Halves are colored as their own whole was, also with auto key; those of a picture get no color")
  func halves() throws {
    let text = """
      tumble: 1
      view: {size: [400, 300]}
      bodies:
        - {id: a, at: [50, 100], box: [40, 40]}
        - {id: b, at: [150, 100], box: [40, 40], texture: "@crate"}
        - {id: ab, at: [250, 100], box: [40, 40], color: '#123456', night: '#654321'}
        - {id: a-half-1, at: [350, 100], box: [40, 40]}
      """
    let bench = try SceneEditingBench(Scene(text: text))
    bench.editing.hasAutoKey = true
    bench.editing.keyMaker = { if case .set = $0 { true } else { false } }
    bench.choose(.knife)
    bench.drag(Vector(10, 100), Vector(390, 101))
    let halves = bench.world.sceneNow().bodies
    try #require(halves.count == 8, "\(halves.map(\.id))")
    let (first, last) = (Theme().plain(.dynamic, 0), Theme().plain(.dynamic, 3))
    let own = halves[4].appearance.color
    #expect(own?.hex == "#123456")
    #expect(halves.map(\.appearance.color) == [first, first, nil, nil, own, own, last, last])
    #expect(halves.map { $0.style.night?.hex } == [nil, nil, nil, nil, "#654321", "#654321", nil, nil])
    try bench.undo()
    #expect(bench.session.undoName == nil && bench.world.sceneNow().bodies.count == 4)
  }

  @Test("A drag of a field that an undo took away does nothing")
  func undoneWhileHeld() throws {
    bench.choose(.magnet)
    bench.drag(Vector(60, 200), Vector(110, 200))
    bench.choose(.select)
    bench.click(Vector(60, 200))
    bench.send(.press(.left, clicks: 1), Vector(60, 200))
    bench.send(.move, Vector(70, 210))
    try bench.undo()
    while bench.session.undoName != nil { try bench.undo() }
    let count = bench.session.log.count
    bench.send(.move, Vector(90, 230))
    bench.send(.release(.left), Vector(90, 230))
    #expect(bench.world.sceneNow().fields.isEmpty)
    #expect(bench.session.log.count == count)
  }

  @Test("The held arrow of a wind or of water that an undo took away is drawn no more, and does nothing")
  func undoneArrow() throws {
    for (tool, tip) in [(Tool.wind, Vector(300, 200)), (.water, Vector(286, 200))] {
      bench.choose(tool)
      bench.drag(Vector(240, tool == .wind ? 200 : 160), Vector(300, tool == .wind ? 200 : 240), .control)
      bench.choose(.select)
      bench.editing.update(bench.session, pointsPerUnit: 1)
      let place = tool == .wind ? tip + Vector(30, 0) : tip
      bench.send(.press(.left, clicks: 1), place)
      bench.send(.move, place + Vector(20, 10))
      #expect(bench.session.log.count > 1)
      try bench.undo()
      while bench.session.undoName != nil { try bench.undo() }
      let count = bench.session.log.count
      let view = bench.editing.view(of: bench.session, pointsPerUnit: 1)
      #expect(bench.editing.editor.isDragging)
      #expect(bench.editing.editor.drawing(in: view).labels.isEmpty)
      bench.send(.move, place + Vector(40, 0))
      bench.send(.release(.left), place + Vector(40, 0))
      #expect(bench.session.log.count == count && bench.world.sceneNow().fluids.isEmpty)
    }
  }

  @Test("A click on the tip of an arrow changes nothing, a pull snaps without Ctrl, and Esc gives it up")
  func tip() throws {
    bench.choose(.wind)
    bench.drag(Vector(60, 200), Vector(123, 200), .control)
    bench.choose(.select)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    let (before, selection) = (bench.world.sceneNow(), bench.editing.editor.selection)
    let count = bench.session.log.count
    // Not quite at the tip, which is 63 beside the middle of the strip.
    bench.click(Vector(156.5, 202))
    #expect(bench.world.sceneNow() == before && bench.session.log.count == count)
    #expect(bench.editing.editor.selection == selection)
    bench.send(.press(.left, clicks: 1), Vector(156.5, 202))
    bench.send(.move, Vector(170, 220))
    #expect(bench.world.sceneNow().fields != before.fields)
    #expect(bench.editing.dismiss(bench.session))
    try bench.session.finishRerun()
    #expect(bench.world.sceneNow() == before)
    bench.drag(Vector(156.5, 202), Vector(177, 223))
    guard case .wind(let velocity)? = bench.world.sceneNow().fields.first?.force.effect else {
      return #expect(Bool(false), "a wind")
    }
    let step = EditorGrid().step(in: bench.editing.view(of: bench.session, pointsPerUnit: 1))
    let tip = Vector(91.5, 200) + velocity * 0.25
    for part in [tip.x / step, tip.y / step] { #expect(abs(part - part.rounded()) < 0.01, "\(tip)") }
    // While time runs, nothing is pulled there.
    bench.session.isPaused = false
    let later = bench.session.log.count
    bench.drag(tip, tip + Vector(30, 30))
    #expect(bench.session.log.count == later)
  }

  @Test("A gear wheel has just the number of teeth that was typed, and none that cannot be made")
  func teeth() throws {
    bench.choose(.cog)
    bench.drag(Vector(240, 200), Vector(270, 200))
    for text in ["24", "7", "64", "5", "65", "8.5"] {
      let isMade = Int(text).map { (6...64).contains($0) } ?? false
      let before = bench.world.sceneNow().bodies.map(\.id)
      bench.send(.press(.left, clicks: 1), Vector(120, 200))
      bench.send(.move, Vector(150, 210))
      bench.type(text)
      let made = bench.world.sceneNow().bodies.last { !before.contains($0.id) && !$0.shapes.isEmpty }
      #expect((made != nil) == isMade, "\(text)")
      if let made { #expect("\(made.shapes[0].form.points.count / 4)" == text) }
      #expect((bench.editing.editor.notice?.contains("6 to 64") ?? false) != isMade, "\(text)")
      _ = bench.editing.dismiss(bench.session)
      bench.choose(.cog)
    }
  }
}
