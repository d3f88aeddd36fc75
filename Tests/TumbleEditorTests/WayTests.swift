import Testing
import TumbleAnimation
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput

@Suite("Pulling the way of an animated body")
struct WayTests {
  /// A way above the bodies, with a smooth point in its middle.
  static let way = EditorWay(
    body: "crate1", line: (0...30).map { Vector(20 + Double($0) * 10, 260) },
    points: [
      PathPoints.Point(Vector(20, 260)),
      PathPoints.Point(Vector(170, 260), before: Vector(140, 240), after: Vector(200, 280)),
      PathPoints.Point(Vector(320, 260)),
    ])

  private static func part(_ point: Int, _ handle: Path.Handle? = nil) -> WayEdit.Part {
    WayEdit.Part(body: "crate1", point: point, handle: handle)
  }

  private static func bench() -> EditorBench {
    var bench = EditorBench()
    bench.editor.grid.isOn = false
    bench.ways = [way]
    return bench
  }

  @Test("A point that is pulled is selected and moved in one gesture, and a click selects it alone")
  func points() {
    var bench = Self.bench()
    bench.click(20, 260)
    #expect(bench.requests == [.way(.select(Self.part(0), isAdding: false))])
    bench.requests = []
    bench.press(320, 260)
    bench.move(330, 270)
    bench.release(340, 290)
    #expect(
      bench.requests == [
        .way(.select(Self.part(2), isAdding: false)), .begin("bend the way of crate1"),
        .way(.move(Self.part(2), to: Vector(330, 270), isFree: false)),
        .way(.move(Self.part(2), to: Vector(340, 290), isFree: false)), .end,
      ])
  }

  @Test("A handle goes before its point, is free with Control, and Escape gives the pull up")
  func handles() {
    var bench = Self.bench()
    bench.press(140, 240)
    bench.move(150, 200, .control)
    #expect(bench.requests.last == .way(.move(Self.part(1, .before), to: Vector(150, 200), isFree: true)))
    #expect(bench.editor.dismiss() == [.abandon])
    #expect(!bench.editor.isDragging)
  }

  @Test("A double click adds a point on the way, and makes a corner of one")
  func doubleClicks() {
    var bench = Self.bench()
    bench.editor.selection = Selection(bodies: [EditorBench.crate])
    bench.click(90, 261)
    #expect(bench.requests.isEmpty)
    #expect(bench.editor.selection.bodies == [EditorBench.crate], "a click on the way leaves the selection")
    bench.send(.press(.left, clicks: 2), Vector(90, 261))
    #expect(bench.requests == [.way(.add(body: "crate1", at: Vector(90, 261)))])
    bench.requests = []
    bench.send(.press(.left, clicks: 2), Vector(170, 260))
    #expect(bench.requests == [.way(.toggleCorner(Self.part(1)))])
  }

  @Test("While time runs, with another tool and where a body lies on the way, nothing is pulled")
  func others() {
    var bench = Self.bench()
    bench.isPaused = false
    #expect(!bench.editor.isOfWay(PointerEvent(.move, pixel: .zero, point: Vector(20, 260)), in: bench.view))
    bench.isPaused = true
    #expect(bench.editor.isOfWay(PointerEvent(.move, pixel: .zero, point: Vector(20, 260)), in: bench.view))
    bench.choose(.box)
    bench.drag(Vector(20, 260), Vector(60, 290))
    #expect(!bench.requests.contains { if case .way = $0 { true } else { false } })
    bench.choose(.select)
    bench.requests = []
    bench.ways[0].line = (0...30).map { Vector(Double($0) * 10, 100) }
    bench.send(.press(.left, clicks: 2), Vector(200, 100))
    #expect(bench.requests.isEmpty, "the ball was meant")
  }
}
