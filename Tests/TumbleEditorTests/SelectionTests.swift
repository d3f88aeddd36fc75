import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput

@Suite("Selecting")
struct SelectionTests {
  var bench = EditorBench()
  private let crate = EditorBench.crate
  private let ball = EditorBench.ball
  private let floor = EditorBench.floor
  private let plank = EditorBench.plank

  init() { bench.choose(.select) }

  @Test("A click selects what lies there, and a click beside everything nothing")
  mutating func click() {
    bench.click(90, 90)
    #expect(bench.editor.selection == Selection(bodies: [crate]))
    bench.click(250, 270)
    #expect(bench.editor.selection.isEmpty)
    #expect(bench.requests.isEmpty)
  }

  @Test("Of bodies over each other a click selects the one that is drawn in front")
  mutating func front() {
    bench.snapshot.bodies[1].position = Vector(110, 100)
    func clicked() -> [BodyID] { bench.view.bodies(at: Vector(105, 100), within: 2) }
    #expect(clicked() == [ball, crate])
    bench.description.bodies[0].depth = 1
    #expect(clicked() == [crate, ball])
    bench.description.bodies[0].depth = 0
    bench.description.bodies[1].kind = .static
    #expect(clicked() == [crate, ball])
    bench.description.bodies[1].depth = 1
    #expect(clicked() == [ball, crate])
    #expect(!bench.description.isInFront(ball, of: ball))
    #expect(!bench.description.isInFront(ball, of: BodyID(99)))
  }

  @Test("Shift adds to the selection, and takes away what is in it")
  mutating func shift() {
    bench.click(90, 90)
    bench.click(210, 110, .shift)
    #expect(bench.editor.selection == Selection(bodies: [crate, ball]))
    bench.click(90, 90, .shift)
    #expect(bench.editor.selection == Selection(bodies: [ball]))
  }

  @Test("A joint is selected where its line is drawn, before the bodies below it")
  mutating func joint() {
    bench.click(150, 102)
    #expect(bench.editor.selection == Selection(joints: [JointID(0)]))
  }

  @Test("A drag that begins on a joint moves the body below it, and a click selects the joint")
  mutating func jointOverBody() {
    bench.drag(Vector(110, 100), Vector(110, 130), .control)
    #expect(bench.editor.selection == Selection(bodies: [crate]))
    #expect(bench.position(crate) == Vector(100, 130))
    bench.click(150, 100)
    #expect(bench.editor.selection == Selection(joints: [JointID(0)]))
  }

  @Test("While time stands an emitter is selected by its mark, moved, nudged, erased and removed")
  mutating func emitter() {
    let torch = bench.addEmitter("torch", at: Vector(250, 250))
    let flame = bench.addEmitter("flame", at: Vector(10, 5), on: crate)
    bench.click(253, 248)
    #expect(bench.editor.selection == Selection(placed: [torch]))
    bench.drag(Vector(250, 250), Vector(270, 260), .control)
    #expect(
      bench.gestures == ["move torch"] && bench.description.emitters[torch.index].position == Vector(270, 260)
    )
    bench.click(110, 105)
    #expect(bench.editor.selection == Selection(placed: [flame]))
    // One on a body goes along with it, and is not moved twice.
    bench.perform(.selectAll)
    #expect(bench.editor.selection.placed == [torch, flame])
    bench.drag(Vector(270, 260), Vector(280, 260), .control)
    #expect(bench.description.emitters[flame.index].position == Vector(10, 5))
    #expect(bench.description.emitters[torch.index].position == Vector(280, 260))
    bench.editor.selection = Selection(placed: [torch])
    bench.perform(.delete)
    #expect(bench.edits.last == .remove(.emitter("torch")) && bench.editor.selection.isEmpty)
    #expect(!bench.drawing.marks.contains { $0.kind == .emitter && $0.place == Vector(280, 260) })
    bench.isPaused = false
    bench.click(120, 105)
    #expect(bench.editor.selection.placed.isEmpty)
  }

  @Test(
    "Handles stay where they can be reached, however near to the edge the selection is",
    arguments: [Vector(100, 100), Vector(100, 292), Vector(15, 100), Vector(390, 5)])
  mutating func reachable(place: Vector) throws {
    bench.room = Rect(size: Size(400, 300))
    bench.snapshot.bodies[0].position = place
    bench.editor.selection = Selection(bodies: [crate])
    let handles = bench.drawing.marks.filter { $0.kind == .scale || $0.kind == .turn }
    #expect(handles.count >= 5)
    for handle in handles { #expect(bench.room?.insetBy(7.9).contains(handle.place) == true, "\(handle)") }
    // Each is found where it is seen, and turns or scales by as much as it is pulled.
    let turn = try #require(handles.first { $0.kind == .turn }).place
    bench.press(turn.x, turn.y)
    #expect(bench.editor.isDragging)
    bench.release(turn.x, turn.y)
    #expect(bench.requests.isEmpty)
    // What is out of sight has its handles with it.
    bench.snapshot.bodies[0].position = Vector(1000, 100)
    #expect(bench.drawing.marks.allSatisfy { $0.place.x > 900 })
  }

  @Test("Clicking again at a place selects what lies below, and after the lowest the uppermost")
  mutating func below() {
    let box = bench.add("lid", at: Vector(300, 210), .circle(center: .zero, radius: 30))
    bench.click(300, 200)
    #expect(bench.editor.selection == Selection(bodies: [box]))
    bench.click(300, 200)
    #expect(bench.editor.selection == Selection(bodies: [plank]))
    bench.click(300, 200)
    #expect(bench.editor.selection == Selection(bodies: [box]))
  }

  @Test("A frame selects the bodies and joints that lie in it wholly")
  mutating func band() {
    bench.drag(Vector(50, 150), Vector(230, 50))
    #expect(bench.editor.selection == Selection(bodies: [crate, ball], joints: [JointID(0)]))
    bench.drag(Vector(50, 150), Vector(190, 50))
    #expect(bench.editor.selection == Selection(bodies: [crate]))
  }

  @Test("A frame with Shift leaves selected what was")
  mutating func bandWithShift() {
    bench.click(300, 200)
    bench.drag(Vector(70, 130), Vector(130, 70), .shift)
    #expect(bench.editor.selection == Selection(bodies: [crate, plank]))
  }

  @Test("Bodies of a group are selected together, until they are ungrouped")
  mutating func group() {
    bench.click(90, 90)
    #expect(bench.editor.obstacle(to: .ungroup) != nil)
    bench.click(300, 200, .shift)
    #expect(bench.editor.obstacle(to: .ungroup) != nil)
    bench.perform(.group)
    bench.click(250, 270)
    bench.click(300, 200)
    #expect(bench.editor.selection == Selection(bodies: [crate, plank]))
    #expect(bench.editor.obstacle(to: .ungroup) == nil)
    bench.perform(.ungroup)
    #expect(bench.editor.obstacle(to: .ungroup) != nil)
    bench.click(250, 270)
    bench.click(300, 200)
    #expect(bench.editor.selection == Selection(bodies: [plank]))
  }

  @Test("A group and a selection keep their bodies by name where the scene's file has others before them")
  mutating func groupOfAnotherWorld() {
    bench.click(90, 90)
    bench.click(300, 200, .shift)
    bench.perform(.group)
    let before = bench.description
    // The ball has gone, and what came before the crate moves all numbers.
    let names = ["stone1", "crate1", "floor", "plank1"]
    bench.description.bodies = names.map { name in
      before.bodies.first { $0.name == name } ?? BodyDescription(name: name, kind: .dynamic, outlines: [])
    }
    bench.snapshot.bodies = names.enumerated().map { number, name in
      let old = before.bodies.firstIndex { $0.name == name }
      let place = old.map { bench.snapshot.bodies[$0].position } ?? .zero
      return BodySnapshot(id: BodyID(number), position: place, angle: name == "plank1" ? .pi / 2 : 0)
    }
    (bench.description.joints, bench.snapshot.joints) = ([], [])
    bench.editor.follow(before, to: bench.description)
    let both = Selection(bodies: [BodyID(1), BodyID(3)])
    #expect(bench.editor.selection == both)
    bench.click(250, 270)
    #expect(bench.editor.selection.isEmpty)
    bench.click(300, 200)
    #expect(bench.editor.selection == both)
  }

  @Test("Everything that can be seen is selected at once")
  mutating func all() {
    _ = bench.add("anchor", .static, at: .zero, nil)
    bench.perform(.selectAll)
    #expect(bench.editor.selection == Selection(bodies: [crate, ball, floor, plank], joints: [JointID(0)]))
  }

  @Test("What goes from the world goes from the selection")
  mutating func gone() {
    bench.perform(.selectAll)
    bench.snapshot.bodies.removeFirst()
    bench.snapshot.joints.removeAll()
    bench.editor.update(bench.view)
    #expect(bench.editor.selection == Selection(bodies: [ball, floor, plank]))
  }

  @Test("What is made is selected once the world has it")
  mutating func made() {
    bench.choose(.box)
    bench.drag(Vector(40, 200), Vector(80, 240))
    #expect(bench.editor.selection.isEmpty)
    let box = bench.add("box1", at: Vector(60, 220), .circle(center: .zero, radius: 1))
    bench.editor.update(bench.view)
    #expect(bench.editor.selection == Selection(bodies: [box]))
  }

  @Test("While time runs a press on a body is left to the hand, and selects it if it was a click")
  mutating func running() {
    bench.isPaused = false
    var isTaken = bench.press(90, 90)
    #expect(!isTaken)
    isTaken = bench.move(120, 120)
    #expect(!isTaken)
    isTaken = bench.release(120, 120)
    #expect(!isTaken)
    #expect(bench.editor.selection.isEmpty)
    bench.press(90, 90)
    isTaken = bench.release(91, 90)
    #expect(!isTaken)
    #expect(bench.editor.selection == Selection(bodies: [crate]))
    #expect(bench.requests.isEmpty)
  }

  @Test("While time runs a frame selects, and so does a click on a joint")
  mutating func runningBand() {
    bench.isPaused = false
    var isTaken = bench.press(50, 150)
    #expect(isTaken)
    bench.move(230, 50)
    bench.release(230, 50)
    #expect(bench.editor.selection.bodies == [crate, ball])
    isTaken = bench.press(150, 100)
    #expect(isTaken)
    bench.release(150, 100)
    #expect(bench.editor.selection == Selection(joints: [JointID(0)]))
  }

  @Test("Giving up goes from a drag over the selection and the tool to nothing")
  mutating func dismiss() {
    bench.click(90, 90)
    bench.press(90, 90)
    bench.move(120, 130)
    var given = bench.editor.dismiss()
    #expect(given == [.abandon])
    given = bench.editor.dismiss()
    #expect(given == [])
    #expect(bench.editor.selection.isEmpty)
    given = bench.editor.dismiss()
    #expect(given == nil)
    bench.choose(.box)
    given = bench.editor.dismiss()
    #expect(given == [])
    #expect(bench.editor.tool == .select)
  }
}
