import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput

@Suite("Moving, turning and scaling")
struct MovingTests {
  var bench = EditorBench()
  private let crate = EditorBench.crate
  private let ball = EditorBench.ball
  private let plank = EditorBench.plank

  init() { bench.choose(.select) }

  @Test("A drag while time stands moves a body, as one gesture with its name")
  mutating func move() {
    bench.drag(Vector(95, 95), Vector(135, 155), .control)
    #expect(bench.position(crate) == Vector(140, 160))
    #expect(bench.requests.first == .begin("move crate1"))
    #expect(bench.requests.last == .end)
    #expect(bench.gestures.count == 1)
  }

  @Test("A hand that shakes moves nothing")
  mutating func shaking() {
    bench.drag(Vector(95, 95), Vector(97, 96))
    #expect(bench.requests.isEmpty)
    #expect(bench.position(crate) == Vector(100, 100))
  }

  @Test("Everything that is selected moves alike")
  mutating func several() {
    bench.click(90, 90)
    bench.click(300, 200, .shift)
    bench.drag(Vector(300, 200), Vector(310, 170), .control)
    #expect(bench.position(crate) == Vector(110, 70))
    #expect(bench.position(plank) == Vector(310, 170))
    #expect(bench.position(ball) == Vector(200, 100))
    #expect(bench.gestures == ["move 2 bodies"])
  }

  @Test("A body comes to the grid's points, and with Control anywhere")
  mutating func grid() {
    bench.editor.grid = EditorGrid(isOn: true, step: 10)
    bench.snapshot.bodies[0].position = Vector(103, 104)
    bench.drag(Vector(103, 114), Vector(116, 167))
    #expect(bench.position(crate) == Vector(120, 160))
    bench.drag(Vector(120, 170), Vector(143, 167), .control)
    #expect(bench.position(crate) == Vector(143, 157))
  }

  @Test("An edge that comes near another body's is put in line with it, and a guide shows that")
  mutating func alignment() {
    bench.editor.grid = EditorGrid(isOn: true, step: 50)
    // The ball reaches from 80 to 120: the crate's lower edge comes to its upper one.
    bench.press(100, 100)
    bench.move(150, 137)
    #expect(bench.position(crate) == Vector(150, 140))
    #expect(bench.drawing.lines.contains { $0.ink == .guide && $0.from.y == 120 && $0.to.y == 120 })
  }

  @Test("With Shift a drag goes straight")
  mutating func straight() {
    bench.drag(Vector(100, 100), Vector(140, 117), [.shift, .control])
    #expect(bench.position(crate) == Vector(100, 100), "Shift with nothing selected adds to the selection")
    bench.click(250, 270)
    bench.click(100, 85)
    bench.press(100, 85)
    bench.move(140, 102, [.shift, .control])
    bench.release(140, 102, [.shift, .control])
    #expect(bench.position(crate) == Vector(140, 100))
  }

  @Test("A drag that is given up asks for everything to be as before")
  mutating func abandon() {
    bench.press(100, 85)
    bench.move(150, 150)
    bench.send(.press(.right, clicks: 1), Vector(150, 150))
    #expect(bench.requests.first == .begin("move crate1"))
    #expect(bench.requests.last == .abandon)
    let count = bench.requests.count
    bench.move(180, 180)
    bench.release(180, 180)
    #expect(bench.requests.count == count)
  }

  @Test("What holds a body to the background goes with it")
  mutating func anchors() {
    let anchor = bench.add("pivot1-a", .static, at: Vector(300, 230), nil)
    _ = bench.join("pivot1", .pivot, anchor, plank, at: Vector(300, 230))
    bench.click(300, 190)
    bench.drag(Vector(300, 190), Vector(320, 200), .control)
    #expect(bench.position(plank) == Vector(320, 210))
    #expect(bench.position(anchor) == Vector(320, 240))
  }

  @Test("The handle above a body turns it, by steps of 15 degrees on the grid")
  mutating func turn() throws {
    bench.click(95, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.turn, in: bench.view)
    let reach = handle.distance(to: Vector(100, 100))
    bench.press(handle.x, handle.y)
    let goal = Vector(100, 100) + Vector(angle: .pi / 2 + 0.8, length: reach)
    bench.move(goal.x, goal.y)
    bench.release(goal.x, goal.y)
    let angle = try #require(bench.snapshot[crate]?.angle)
    #expect(abs(angle - .pi / 4) < 1e-9)
    #expect(bench.position(crate) == Vector(100, 100))
    #expect(bench.gestures == ["turn crate1"])
  }

  @Test("A turn goes on beyond half a turn and past a whole one")
  mutating func wholeTurn() throws {
    bench.click(95, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.turn, in: bench.view)
    bench.press(handle.x, handle.y)
    for i in 1...15 {
      let goal = Vector(100, 100) + Vector(angle: .pi / 2 + Double(i) * .pi / 6, length: 45)
      bench.move(goal.x, goal.y)
    }
    let angle = try #require(bench.snapshot[crate]?.angle)
    #expect(abs(angle - 2.5 * .pi) < 1e-9)
  }

  @Test("Several bodies turn about their middle")
  mutating func turnSeveral() throws {
    bench.click(95, 85)
    bench.click(205, 85, .shift)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.turn, in: bench.view)
    bench.press(handle.x, handle.y)
    bench.move(50, 100)
    bench.release(50, 100)
    let (first, second) = (bench.position(crate), bench.position(ball))
    #expect(first.distance(to: Vector(150, 50)) < 1e-9)
    #expect(second.distance(to: Vector(150, 150)) < 1e-9)
  }

  @Test("A corner's handle scales a body, and the corner across from it stays")
  mutating func scale() throws {
    bench.click(95, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.scale(x: 1, y: 1), in: bench.view)
    bench.press(handle.x, handle.y)
    bench.move(handle.x + 20, handle.y + 40, .control)
    bench.release(handle.x + 20, handle.y + 40, .control)
    #expect(
      bench.requests == [
        .begin("scale crate1"),
        .scale([Scaling(body: crate, factor: Vector(1.5, 2), position: Vector(110, 120))]), .end,
      ])
  }

  @Test("Sides come to the grid's lengths")
  mutating func scaleOnGrid() throws {
    bench.editor.grid = EditorGrid(isOn: true, step: 10)
    bench.click(95, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.scale(x: 1, y: 0), in: bench.view)
    bench.press(handle.x, handle.y)
    bench.release(handle.x + 18, handle.y)
    #expect(
      bench.requests.contains(
        .scale([Scaling(body: crate, factor: Vector(1.5, 1), position: Vector(110, 100))])))
  }

  @Test("What has a circle in it is scaled alike along both axes")
  mutating func scaleCircle() throws {
    bench.click(200, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    #expect(frame.handles(in: bench.view).count == 5)
    let handle = frame.place(.scale(x: 1, y: 1), in: bench.view)
    bench.press(handle.x, handle.y)
    bench.release(handle.x + 40, handle.y, .control)
    #expect(
      bench.requests.contains(
        .scale([Scaling(body: ball, factor: Vector(2, 2), position: Vector(220, 120))])))
  }

  @Test("A body is pulled no smaller than can be seen, and never turned inside out")
  mutating func scaleAway() throws {
    bench.click(95, 85)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    let handle = frame.place(.scale(x: 1, y: 1), in: bench.view)
    bench.press(handle.x, handle.y)
    bench.release(handle.x - 300, handle.y - 300, .control)
    let scaling = try #require(
      bench.requests.compactMap { if case .scale(let scalings) = $0 { scalings.first } else { nil } }.first)
    #expect(scaling.factor.x > 0 && scaling.factor.y > 0)
    #expect(scaling.factor.x * 40 >= 0.5)
  }

  @Test("A turned body is scaled along its own axes")
  mutating func scaleTurned() throws {
    bench.click(300, 200)
    let frame = try #require(SelectionFrame(bench.editor.selection, in: bench.view))
    // The plank stands on end: its right side is up.
    let handle = frame.place(.scale(x: 1, y: 0), in: bench.view)
    #expect(abs(handle.x - 300) < 1e-9)
    bench.press(handle.x, handle.y)
    bench.release(handle.x, handle.y + 80, .control)
    let scaling = try #require(
      bench.requests.compactMap { if case .scale(let scalings) = $0 { scalings.first } else { nil } }.first)
    #expect(scaling.factor.distance(to: Vector(2, 1)) < 1e-9)
    #expect(scaling.position.distance(to: Vector(300, 240)) < 1e-9)
  }

  @Test("There are no handles while time runs")
  mutating func noHandles() {
    bench.click(95, 85)
    #expect(bench.drawing.marks.contains { $0.kind == .turn })
    bench.isPaused = false
    #expect(!bench.drawing.marks.contains { $0.kind == .turn })
  }

  @Test("Arrow keys move what is selected by a step of the grid, or a tenth of one")
  mutating func nudge() {
    bench.editor.grid = EditorGrid(isOn: true, step: 10)
    bench.perform(.nudge(Vector(1, 0), isFine: false))
    #expect(bench.editor.notice == "nothing is selected")
    bench.click(95, 85)
    bench.perform(.nudge(Vector(1, 0), isFine: false))
    bench.perform(.nudge(Vector(0, -1), isFine: true))
    #expect(bench.position(crate) == Vector(110, 99))
  }
}
