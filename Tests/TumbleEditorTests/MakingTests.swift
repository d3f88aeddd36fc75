import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput

@Suite("Making things")
struct MakingTests {
  var bench = EditorBench()

  init() { bench.editor.grid = EditorGrid(isOn: true, step: 10) }

  @Test("A cloth and a blob are of one color, and the teeth of a gear wheel can be typed")
  mutating func oneThing() {
    for tool in [Tool.cloth, .blob] {
      bench.choose(tool)
      bench.drag(Vector(20, 200), Vector(80, 260))
      #expect(bench.added.last?.contains(", color: \"#") == true, "\(bench.added)")
    }
    bench.choose(.cog)
    bench.press(60, 200)
    bench.move(90, 200)
    #expect(bench.editor.measure == .teeth)
    bench.requests += bench.editor.enter([9], in: bench.view)
    let corners = bench.added.last { $0.hasPrefix("{id: cog1, ") }?.split(separator: "[").count ?? 0
    // Four corners a tooth, beside what stands before its place and before them.
    #expect(corners - 2 == 9 * 4, "\(bench.added)")
    bench.press(160, 200)
    bench.move(190, 200)
    bench.requests += bench.editor.enter([12, 4], in: bench.view)
    // The first tooth is a module above the pitch circle, of 12 · 4 / 2 points.
    let outline = Cog(at: .zero, radius: 24, module: nil, typed: (12, 4), in: bench.view).outline
    #expect(
      bench.added.last { $0.hasPrefix("{id: cog1, ") }?.contains(FormatNode.vector(outline[1]).flow) == true)
    #expect(abs(outline[1].length - 28) < 0.02)
  }

  @Test(
    "Typed teeth are whole, from 6 to 64, and their module more than 0",
    arguments: [
      ([6], true), ([64], true), ([5], false), ([65], false), ([8.5], false), ([12, 0.5], true),
      ([12, 0], false),
      ([12, -1], false), ([12, 2e9], false), ([], false),
    ] as [([Double], Bool)])
  func typedTeeth(values: [Double], isTaken: Bool) {
    #expect(TypedMeasure.teeth.takes(values) == isTaken)
  }

  @Test("A box goes from corner to corner, on the grid")
  mutating func box() {
    bench.choose(.box)
    bench.drag(Vector(41, 201), Vector(83, 258))
    #expect(bench.added == ["{id: box1, at: [60, 230], box: [40, 60]}"])
    #expect(bench.gestures == ["add box1"])
    #expect(bench.requests.last == .end)
  }

  @Test("A box is a square with Shift, and off the grid with Control")
  mutating func square() {
    bench.choose(.box)
    bench.drag(Vector(41, 201), Vector(31, 171), [.shift, .control])
    #expect(bench.added == ["{id: box1, at: [26, 186], box: [30, 30]}"])
  }

  @Test("A click makes a box as large as the last")
  mutating func boxByClick() {
    bench.choose(.box)
    bench.drag(Vector(40, 200), Vector(60, 230))
    bench.click(100, 250)
    #expect(bench.added.last == "{id: box1, at: [100, 250], box: [20, 30]}")
  }

  @Test("A box without a width is refused with a word")
  mutating func thinBox() {
    bench.choose(.box)
    bench.drag(Vector(40, 200), Vector(40, 260))
    #expect(bench.added.isEmpty)
    #expect(bench.editor.notice == "too thin for a box: draw a wall, or drag farther")
    #expect(bench.drawing.labels.contains { $0.ink == .refusal })
    bench.press(40, 200)
    #expect(bench.editor.notice == nil)
  }

  @Test("A circle goes from its center outwards")
  mutating func circle() {
    bench.choose(.circle)
    bench.drag(Vector(41, 201), Vector(63, 201))
    #expect(bench.added == ["{id: ball2, at: [40, 200], circle: 25}"])
  }

  @Test(
    "What a click would make is shown on the grid before it is pressed, and while it is",
    arguments: [Tool.circle, .box])
  mutating func shownFirst(tool: Tool) throws {
    bench.choose(tool)
    bench.move(43, 198)
    func preview() throws -> (bounds: Rect, marks: [Vector]) {
      let shape = try #require(bench.drawing.shapes.first { $0.ink == .preview })
      return (try #require(shape.outline.bounds), bench.drawing.marks.map(\.place))
    }
    let hovered = try preview()
    #expect(hovered.bounds == Rect(center: Vector(40, 200), size: Size(40, 40)))
    #expect(hovered.marks == [Vector(40, 200)])
    bench.press(43, 198)
    #expect(try preview().bounds == hovered.bounds && preview().marks == hovered.marks)
    bench.release(43, 198)
    #expect(
      bench.added == [
        tool == .box
          ? "{id: box1, at: [40, 200], box: [40, 40]}" : "{id: ball2, at: [40, 200], circle: 20}"
      ])
    // Off the grid where that is asked for.
    bench.move(43, 198, .control)
    #expect(try preview().marks == [Vector(43, 198)])
  }

  @Test("A click makes an emitter where it is, and on a body in the body's coordinates")
  mutating func emitter() {
    bench.choose(.emitter)
    bench.move(43, 248)
    #expect(bench.drawing.cursor == .crosshair)
    bench.drag(Vector(43, 248), Vector(43, 248))
    bench.drag(Vector(303, 210), Vector(303, 210))
    #expect(bench.added.count == 2 && bench.gestures == ["add emitter1", "add emitter1"])
    #expect(bench.added[0].hasPrefix("{id: emitter1, at: [40, 250], angle: 1.570796"))
    // The plank stands on end.
    #expect(bench.added[1].contains("body: plank1, at: [10, -3"))
    #expect(bench.added[1].contains("angle: 0 rad, cells: {rate: "))
  }

  @Test("A wall stands still")
  mutating func wall() {
    bench.choose(.wall)
    bench.drag(Vector(40, 200), Vector(140, 240))
    #expect(
      bench.added == [
        "{id: wall1, kind: static, at: [90, 220], segment: {from: [-50, -20], to: [50, 20], radius: 1}}"
      ])
  }

  @Test("A name that the world has had is not given again")
  mutating func names() {
    _ = bench.add("box1", at: .zero, nil)
    _ = bench.add("box2-1", at: .zero, nil)
    bench.snapshot.bodies.removeLast()
    bench.choose(.box)
    bench.drag(Vector(40, 200), Vector(80, 240))
    #expect(bench.added == ["{id: box3, at: [60, 220], box: [40, 40]}"])
  }

  @Test("A drag that is given up makes nothing")
  mutating func cancelled() {
    bench.choose(.box)
    bench.press(40, 200)
    bench.move(80, 240)
    #expect(bench.drawing.shapes.contains { $0.ink == .preview })
    bench.choose(.select)
    bench.release(80, 240)
    #expect(bench.requests.isEmpty)
  }

  @Test("A freehand outline becomes a polygon with few corners about its middle")
  mutating func polygon() throws {
    bench.choose(.polygon)
    bench.press(40, 200)
    for i in 0...20 { bench.move(40 + Double(i) * 2, 200) }
    for i in 0...20 { bench.move(80, 200 + Double(i) * 2) }
    bench.release(80, 240)
    #expect(bench.added.count == 1)
    let text = try #require(bench.added.first)
    #expect(text.hasPrefix("{id: shape1, at: [66.6"))
    #expect(text.split(separator: "[").count == 5, "a position and three corners: \(text)")
  }

  @Test("A line that encloses nothing is refused with a word")
  mutating func flatPolygon() {
    bench.choose(.polygon)
    bench.press(40, 200)
    for i in 0...20 { bench.move(40 + Double(i) * 2, 200) }
    bench.release(80, 200)
    #expect(bench.added.isEmpty)
    #expect(bench.editor.notice == "that encloses hardly anything: draw once around the outline")
  }

  @Test(
    "A rope is a body that is repeated, nailed to the background at its start and joined to a body at its end"
  )
  mutating func rope() {
    bench.masses = [EditorBench.plank: 30]
    bench.choose(.rope)
    bench.drag(Vector(200, 250), Vector(300, 220))
    #expect(bench.added.count == 2)
    #expect(bench.added.first == "{id: rope1-nail, kind: static, at: [200, 250]}")
    let rope = bench.added.last ?? ""
    #expect(rope.hasPrefix("{id: rope1, at: [200, 250], mass: 4.28"), "as heavy in all as the plank")
    #expect(
      rope.hasSuffix("repeat: {rope: {by: [90, -27], count: 7, a: rope1-nail, b: plank1}}}"), "\(rope)")
    #expect(bench.gestures == ["add rope1"])
  }

  @Test(
    "A rope that leads upwards to nothing hangs on the background, one that leads down hangs free, and it says so",
    arguments: [Vector(0, -1000), Vector(0, 300), Vector(700, 700), Vector.zero])
  mutating func ropeEnd(gravity: Vector) {
    bench.snapshot.gravity = gravity
    for place in [Vector(200, 100), Vector(200, 250)] {
      for degrees in stride(from: 0.0, to: 360, by: 7.5) {
        bench.requests = []
        bench.choose(.rope)
        let end = place + Vector(angle: degrees * .pi / 180) * 40
        bench.press(place.x, place.y)
        bench.move(end.x, end.y)
        let promised = bench.drawing.labels.map(\.text)
        let nails = bench.drawing.marks.filter { $0.kind == .nail }.count
        bench.release(end.x, end.y)
        let rise = gravity == .zero ? 1 : -gravity.dot(end - place) / gravity.length / 40
        let what = "\(place), \(degrees)°"
        let isHeld = bench.added.contains { $0.hasPrefix("{id: rope1-nail2, kind: static, ") }
        #expect(isHeld == (rise > 0.1), "\(what)")
        #expect(bench.added.last?.contains(", b: rope1-nail2}") == isHeld, "\(what)")
        let onBall = place.y == 100
        #expect(nails == (onBall ? 0 : 1) + (isHeld ? 1 : 0), "\(what)")
        let start = onBall ? "ball1" : "the background"
        let said = isHeld ? "joins \(start) and the background" : "hangs on \(start); its other end is free"
        #expect(promised == [said] && bench.editor.takeNews() == "rope1 " + said, "\(what): \(promised)")
      }
    }
  }

  @Test("An eraser removes what it goes over, as one gesture, and each thing once")
  mutating func erase() {
    bench.choose(.eraser)
    bench.press(80, 100)
    for i in 1...30 { bench.move(80 + Double(i) * 5, 100) }
    bench.release(230, 100)
    #expect(bench.edits == [.remove(.body("crate1")), .remove(.body("ball1"))])
    #expect(bench.gestures == ["erase"])
    #expect(bench.requests.last == .end)
  }

  @Test("Thrusters are drawn where one is added or erased, and on what is selected; nowhere else")
  mutating func thrusters() {
    bench.thrusters = [
      Thruster(
        input: "thrust1", key: "Up", body: EditorBench.plank, place: Vector(40, 0), force: Vector(0, 500)),
      Thruster(input: "gone", key: "Left", body: BodyID(77), place: .zero, force: Vector(0, 500)),
    ]
    var keys: [String] { bench.drawing.labels.map(\.text) }
    #expect(keys.isEmpty)
    for tool in Tool.allCases {
      bench.choose(tool)
      #expect(keys == (tool == .thruster || tool == .eraser ? ["Up"] : []), "\(tool)")
    }
    // The plank is turned by a quarter: its right end is up, and its up is left.
    bench.choose(.eraser)
    let arrow = bench.drawing.lines[0]
    #expect((arrow.from - Vector(300, 240)).length < 1e-9 && (arrow.to - Vector(270, 240)).length < 1e-9)
    bench.pointsPerUnit = 2
    #expect((bench.drawing.lines[0].to - Vector(240, 240)).length < 1e-9)
    bench.pointsPerUnit = 1
    bench.click(272, 243)
    #expect(bench.edits == [.remove(.input("thrust1"))] && bench.gestures == ["erase"])
    // One key may drive several things.
    bench.thrusters[0].isAlone = false
    bench.click(272, 243)
    #expect(bench.edits.count == 1 && bench.editor.notice?.contains("drives more") == true)
    bench.choose(.select)
    bench.click(300, 200)
    #expect(keys.contains("Up"))
  }

  @Test(
    "Both joints that a weld is made of are removed by the first, whichever are selected",
    arguments: [["glue"], ["glue-angle"], ["glue", "glue-angle"]])
  mutating func removeWeld(names: [String]) {
    let joints = [
      bench.join("glue", .pivot, EditorBench.crate, EditorBench.ball, at: Vector(150, 100)),
      bench.join("glue-angle", .gear, EditorBench.crate, EditorBench.ball, at: Vector(150, 100)),
    ]
    bench.description.joints[joints[1].number].partOf = "glue"
    bench.editor.selection = Selection(
      joints: joints.filter { names.contains(bench.description[$0]?.name ?? "") })
    bench.perform(.delete)
    #expect(bench.edits == [.remove(.joint("glue"))])
  }

  @Test("A joint that goes with another by its own words is removed alone")
  mutating func removePart() {
    _ = bench.join("axle", .pivot, EditorBench.crate, EditorBench.ball, at: Vector(150, 100))
    let engine = bench.join("engine", .motor, EditorBench.crate, EditorBench.ball, at: Vector(150, 100))
    bench.description.joints[engine.number].partOf = "axle"
    bench.editor.selection = Selection(joints: [engine])
    bench.perform(.delete)
    #expect(bench.edits == [.remove(.joint("engine"))])
  }

  @Test("An eraser that is pressed on nothing says so")
  mutating func eraseNothing() {
    bench.choose(.eraser)
    bench.click(250, 270)
    #expect(bench.requests.isEmpty)
    #expect(bench.editor.notice == "there is nothing to erase here")
  }

  @Test("A pin fixes a body, and taken up again lets it go")
  mutating func pin() {
    bench.choose(.pin)
    bench.click(90, 90)
    #expect(bench.edits == [.pin("crate1", at: Vector(90, 90), name: "pin1")])
    let anchor = bench.add("pin1", .static, at: Vector(90, 90), nil)
    _ = bench.join("pin1-joint", .pivot, anchor, EditorBench.crate, at: Vector(90, 90))
    bench.click(95, 85)
    #expect(bench.edits.last == .unpin("crate1"))
    bench.click(150, 2)
    #expect(bench.editor.notice == "floor is static: it needs no pin")
  }

  @Test("Deleting takes what nothing is held to any more along")
  mutating func delete() {
    let anchor = bench.add("pivot1-a", .static, at: Vector(300, 230), nil)
    let pivot = bench.join("pivot1", .pivot, anchor, EditorBench.plank, at: Vector(300, 230))
    bench.editor.selection = Selection(joints: [pivot])
    bench.perform(.delete)
    #expect(bench.edits == [.remove(.body("pivot1-a"))], "and the joint goes with it")
    #expect(bench.gestures == ["delete pivot1"])
    #expect(bench.editor.selection.isEmpty)
  }

  @Test("A copy takes the joints among its bodies along, with names that are free")
  mutating func duplicate() {
    bench.editor.selection = Selection(bodies: [EditorBench.crate, EditorBench.ball])
    bench.perform(.duplicate)
    #expect(
      bench.edits == [
        .duplicate(
          ["crate1", "ball1", "rod1"], names: ["crate2", "ball2", "rod2"], by: Vector(10, -10))
      ])
  }

  @Test("Each paste goes a step farther, until something else is copied")
  mutating func paste() {
    bench.editor.selection = Selection(bodies: [EditorBench.crate])
    bench.perform(.copy)
    bench.perform(.paste)
    bench.perform(.paste)
    bench.perform(.copy)
    bench.perform(.paste)
    #expect(
      bench.requests == [
        .copy(Selection(bodies: [EditorBench.crate])), .paste(by: Vector(10, -10)),
        .paste(by: Vector(20, -20)),
        .copy(Selection(bodies: [EditorBench.crate])), .paste(by: Vector(10, -10)),
      ])
  }
}
