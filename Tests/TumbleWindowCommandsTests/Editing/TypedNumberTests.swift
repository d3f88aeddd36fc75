import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput
import TumbleScenes
@testable import TumbleWindow
@testable import TumbleWindowCommands

@Suite("A number typed while something is pulled")
struct TypedNumberTests {
  @Test(
    "A number typed while something is pulled has one of the format's units, or that in which it is shown")
  func units() {
    let cases: [(String, TypedNumber, Double?)] = [
      ("30", .angle, .pi / 6), ("30 deg", .angle, .pi / 6), ("30°", .angle, .pi / 6),
      ("0.5 rad", .angle, 0.5),
      ("1 turn", .angle, 2 * .pi), ("-90", .angle, -.pi / 2), ("−90", .angle, -.pi / 2),
      ("30 kg", .angle, nil),
      ("12", .length, 12), (" 1.5e1 pt ", .length, 15), ("2 m", .length, 200), ("dog", .length, nil),
      ("", .length, nil), ("1 2", .length, nil),
    ]
    for (text, number, value) in cases {
      let read = number.value(of: text, pointsPerMeter: 100)
      #expect(read.map { abs($0 - (value ?? .infinity)) < 1e-12 } ?? (value == nil), "\(text)")
    }
    #expect(TypedNumber.length.value(of: "2 m") == nil)
    #expect(TypedNumber.length.values(of: "120 x 40", most: 2) == [120, 40])
    #expect(TypedNumber.length.values(of: "120×40", most: 2) == [120, 40])
    #expect(TypedNumber.length.values(of: "1 x 2 x 3", most: 2) == nil)
  }

  @Test(
    "A number typed while something is pulled turns a body to that angle, as one gesture, and the pull is over"
  )
  func angle() throws {
    let bench = try SceneEditingBench()
    bench.click(Vector(100, 22))
    // The handle above the crate.
    let view = bench.editing.view(of: bench.session, pointsPerUnit: 1)
    let handle = try #require(SelectionFrame(bench.editing.editor.selection, in: view)).place(.turn, in: view)
    bench.send(.press(.left, clicks: 1), handle)
    bench.send(.move, handle + Vector(20, -5))
    bench.type("30 deg")
    #expect(!bench.editing.editor.isDragging)
    let angle = try #require(bench.session.world.snapshot["crate1"]?.angle)
    #expect(abs(angle - .pi / 6) < 1e-12)
    #expect(bench.session.undoName == "turn crate1")
    // Moving on and letting go changes nothing more.
    bench.send(.move, handle + Vector(60, -60))
    bench.send(.release(.left), handle + Vector(60, -60))
    #expect(bench.session.world.snapshot["crate1"]?.angle == angle)
  }

  @Test("The space bar starts and stops time while something is pulled, until a number is begun")
  func space() throws {
    let bench = try SceneEditingBench()
    bench.click(Vector(100, 22))
    let (editing, session) = (bench.editing, bench.session)
    let view = editing.view(of: session, pointsPerUnit: 1)
    let handle = try #require(SelectionFrame(editing.editor.selection, in: view)).place(.turn, in: view)
    bench.send(.press(.left, clicks: 1), handle)
    bench.send(.move, handle + Vector(20, -5))
    func type(_ key: TypedKey) -> Bool { editing.type(key, session, pointsPerUnit: 1) }
    #expect(!type(.space))
    #expect(type(.text(" ")))
    #expect(editing.editor.typed.isEmpty)
    #expect(type(.press))
    #expect(type(.text("3")))
    #expect(type(.space))
    #expect(type(.text(" ")))
    #expect(editing.editor.typed == "3 ")
  }

  @Test("A number typed while something is pulled makes boxes and circles of that size")
  func sizes() throws {
    let bench = try SceneEditingBench()
    bench.choose(.box)
    bench.send(.press(.left, clicks: 1), Vector(250, 250), .control)
    bench.send(.move, Vector(290, 230), .control)
    bench.type("60 x 30")
    let box = try #require(bench.made("box1"))
    #expect(box.position == Vector(280, 235) && box.shapes.first?.form == .box(Size(60, 30)))
    bench.send(.release(.left), Vector(290, 230))
    bench.choose(.circle)
    bench.send(.press(.left, clicks: 1), Vector(50, 250))
    bench.send(.move, Vector(60, 250))
    bench.type("12.5")
    let ball = try #require(bench.made("ball2"))
    #expect(ball.shapes.first?.form == .circle(radius: 12.5))
  }

  @Test(
    "Typed text that is no number is reported with an example, and the pull goes on; Esc takes back what was typed"
  )
  func refusals() throws {
    let bench = try SceneEditingBench()
    #expect(!bench.editing.type(.text("3"), bench.session, pointsPerUnit: 1))
    bench.choose(.box)
    bench.send(.press(.left, clicks: 1), Vector(250, 250))
    bench.send(.move, Vector(290, 230))
    bench.type("-5")
    #expect(bench.editing.editor.notice?.contains("expected 120") == true && bench.editing.editor.isDragging)
    _ = bench.editing.type(.text("7"), bench.session, pointsPerUnit: 1)
    bench.send(.move, Vector(291, 230))
    #expect(bench.editing.editor.typed == "7")
    #expect(
      bench.editing.type(.escape, bench.session, pointsPerUnit: 1) && bench.editing.editor.typed.isEmpty)
    #expect(!bench.editing.type(.escape, bench.session, pointsPerUnit: 1))
    #expect(!bench.editing.type(.enter, bench.session, pointsPerUnit: 1))
  }
}
