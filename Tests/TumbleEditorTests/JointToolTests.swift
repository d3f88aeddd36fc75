import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput

@Suite("Joint tools")
struct JointToolTests {
  var bench = EditorBench()

  @Test("A pivot holds the two bodies that lie at a place")
  mutating func pivot() {
    _ = bench.add("wheel", at: Vector(110, 90), .circle(center: .zero, radius: 10))
    bench.choose(.pivot)
    bench.click(110, 90)
    #expect(
      bench.added == [
        "{id: hinge1, type: pivot, a: crate1, b: wheel, anchorA: [10, -10], anchorB: [0, 0], collideBodies: false}"
      ])
  }

  @Test("A pivot on a single body holds it to the background, in the body's own axes")
  mutating func pivotOnWall() {
    bench.choose(.pivot)
    bench.click(300, 230)
    #expect(bench.added.first == "{id: hinge1-a, kind: static, at: [300, 230]}")
    #expect(
      bench.added.last?.hasPrefix(
        "{id: hinge1, type: pivot, a: hinge1-a, b: plank1, anchorA: [0, 0], anchorB: [30, ")
        == true)
  }

  @Test("A weld is one joint of the scene format")
  mutating func weld() {
    bench.snapshot.bodies[0].angle = 0.25
    _ = bench.add("wheel", at: Vector(110, 90), .circle(center: .zero, radius: 10))
    bench.choose(.weld)
    bench.click(110, 90)
    #expect(bench.added.count == 1)
    #expect(bench.added.first?.hasPrefix("{id: weld1, type: weld, a: crate1, b: wheel, ") == true)
    #expect(bench.added.first?.hasSuffix(", collideBodies: false}") == true)
  }

  @Test("A click on a wheel's spring means the wheel, which has its motor and keys; the next one the spring")
  mutating func wholeFirst() {
    let wheel = bench.add("wheel", at: Vector(110, 60), .circle(center: .zero, radius: 10))
    let axle = bench.join("axle", .groove, EditorBench.crate, wheel, at: Vector(110, 60))
    let spring = bench.join("axle-spring", .spring, EditorBench.crate, wheel, at: Vector(110, 90))
    bench.description.joints[spring.number].partOf = "axle"
    for meant in [axle, spring, axle] {
      bench.click(110, 90)
      let next = bench.editor.selection.joints
      while bench.editor.selection.joints.isEmpty { bench.click(110, 90) }
      #expect(bench.editor.selection == Selection(joints: [meant]), "\(next)")
    }
  }

  @Test("A motor is a hinge with one, or becomes one of the pivot that is there")
  mutating func motor() {
    let wheel = bench.add("wheel", at: Vector(110, 90), .circle(center: .zero, radius: 10))
    bench.choose(.motor)
    bench.click(110, 90)
    #expect(
      bench.added == [
        "{id: hinge1, type: hinge, a: crate1, b: wheel, anchorA: [10, -10], anchorB: [0, 0], collideBodies: false, motor: {speed: 1 turn/s}}"
      ])
    _ = bench.join("axle", .pivot, EditorBench.crate, wheel, at: Vector(110, 90))
    bench.requests = []
    bench.click(112, 88)
    #expect(bench.edits == [.set(.joint("axle"), path: "motor.speed", value: "1 turn/s")])
  }

  @Test(
    "A click that joins snaps to a center, a corner or a middle nearby, and with Control it does not",
    arguments: [
      (Vector(112, 87), Vector(110, 90)), (Vector(83, 118), Vector(80, 120)),
      (Vector(101, 117), Vector(100, 120)),
    ])
  mutating func landmarks(_ click: Vector, _ goal: Vector) {
    _ = bench.add("wheel", at: Vector(110, 90), .circle(center: .zero, radius: 10))
    func place() -> Vector? {
      guard let text = bench.added.last, let start = text.range(of: "anchorB: ["),
        let b = bench.snapshot.bodies.first(where: {
          bench.view.name($0.id) == (text.contains("b: wheel") ? "wheel" : "crate1")
        })
      else { return nil }
      let numbers = text[start.upperBound...].prefix { $0 != "]" }.split(separator: ",")
        .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
      return numbers.count == 2 ? b.position + Vector(numbers[0], numbers[1]) : nil
    }
    bench.choose(.pivot)
    bench.click(click.x, click.y)
    #expect(place()?.distance(to: goal) ?? 9 < 1e-9)
    bench.click(click.x, click.y, .control)
    #expect(place()?.distance(to: click) ?? 9 < 1e-9)
  }

  @Test("A rod and a string keep the distance that there is")
  mutating func rod() {
    bench.choose(.pinJoint)
    bench.drag(Vector(200, 110), Vector(300, 210))
    #expect(
      bench.added.first?.hasPrefix(
        "{id: rod2, type: pin, a: ball1, b: plank1, anchorA: [0, 10], anchorB: [10, ")
        == true)
    #expect(bench.added.first?.contains("length: 141.4213562") == true)
    bench.choose(.slideJoint)
    bench.drag(Vector(200, 110), Vector(250, 110))
    #expect(bench.added.contains("{id: string1-b, kind: static, at: [250, 110]}"))
    #expect(bench.added.last?.hasSuffix("max: 50}") == true)
  }

  @Test("A spring is as stiff as suits the lighter body")
  mutating func spring() {
    bench.masses = [EditorBench.ball: 1, EditorBench.plank: 100]
    bench.choose(.spring)
    bench.drag(Vector(200, 90), Vector(300, 190))
    // m (2π · 1.5)² and 0.2 √(k m)
    #expect(bench.added.last?.contains("stiffness: 88.8, damping: 1.88") == true, "\(bench.added)")
    #expect(bench.added.last?.contains("restLength: 141.42") == true)
  }

  @Test(
    "A gear's ratio is that of the wheels' sizes, the other way round, and its phase that of their angles")
  mutating func gear() {
    _ = bench.add("wheel", at: Vector(240, 30), .circle(center: .zero, radius: 10))
    bench.choose(.gear)
    bench.drag(Vector(200, 85), Vector(240, 30))
    #expect(bench.added == ["{id: gear1, type: gear, a: ball1, b: wheel, phase: 0, ratio: -0.5}"])
  }

  @Test("A groove runs along the drag, on what lies at its end or the background")
  mutating func groove() {
    bench.choose(.groove)
    bench.drag(Vector(200, 85), Vector(250, 85))
    #expect(
      bench.added == [
        "{id: groove1-a, kind: static, at: [200, 85]}",
        "{id: groove1, type: groove, a: groove1-a, b: ball1, from: [0, 0], to: [50, 0], anchorB: [0, -15], collideBodies: false}",
      ])
  }

  @Test("Joints that turn take the angle between the bodies as it is")
  mutating func turning() {
    bench.snapshot.bodies[0].angle = 0.5
    bench.choose(.rotarySpring)
    bench.drag(Vector(100, 110), Vector(200, 110))
    #expect(bench.added.last?.contains("restAngle: -0.5, stiffness: ") == true)
    bench.choose(.rotaryLimit)
    bench.drag(Vector(100, 110), Vector(200, 110))
    #expect(bench.added.last?.contains("min: -2.07") == true)
    bench.choose(.ratchet)
    bench.click(100, 110)
    #expect(bench.added.last?.contains("a: ratchet1-a, b: crate1, phase: 0.5, click: 30 deg") == true)
  }

  @Test(
    "A joint that cannot be is refused with the reason",
    arguments: [
      (Tool.pivot, Vector(250, 250), Vector(250, 250), "there is no body here: click one"),
      (
        .pivot, Vector(200, 2), Vector(200, 2),
        "neither the background nor floor can be moved: one must be dynamic"
      ),
      (
        .pinJoint, Vector(90, 85), Vector(110, 115),
        "both ends are on crate1, and a joint holds two bodies"
      ),
      (.spring, Vector(90, 85), Vector(90, 85), "drag from one body to another, or to the background"),
      (
        .slideJoint, Vector(250, 250), Vector(150, 250),
        "neither the background nor the background can be moved: one must be dynamic"
      ),
      (.gear, Vector(90, 85), Vector(150, 250), "a gear ties two wheels: drag from one to the other"),
    ])
  mutating func refusals(_ tool: Tool, _ from: Vector, _ to: Vector, _ reason: String) {
    bench.choose(tool)
    bench.drag(from, to)
    #expect(bench.requests.isEmpty)
    #expect(bench.editor.notice == reason)
  }

  @Test(
    "What a click would join is outlined and named before it, and after it that is what was joined",
    arguments: [Tool.pivot, .weld, .motor, .pin])
  mutating func beforeAClick(_ tool: Tool) {
    _ = bench.add("wheel", at: Vector(110, 82), .circle(center: .zero, radius: 10))
    bench.choose(tool)
    var pairs: Set<String> = []
    for x in stride(from: 70.0, through: 320, by: 10) {
      for y in stride(from: 0.0, through: 250, by: 10) {
        bench.move(x, y)
        let before = bench.drawing
        bench.requests = []
        bench.click(x, y)
        let news = bench.editor.takeNews()
        guard let news else {
          // What cannot be joined promises nothing.
          #expect(before.labels.isEmpty && bench.requests.isEmpty, "\(x), \(y)")
          bench.choose(tool)
          continue
        }
        let names = news.split(separator: " ", maxSplits: 2)[2]
        pairs.insert(String(names))
        let promised = before.labels.map(\.text)
        let pinned = names.replacingOccurrences(of: " and the background", with: "")
        #expect(
          promised == [tool == .pin ? "pins \(pinned) to the background" : "joins \(names)"], "\(x), \(y)")
        // Each body is outlined, and the background has a nail.
        let bodies = names.components(separatedBy: " and ").filter { $0 != "the background" }
        let nails = before.marks.filter { $0.kind == .nail }
        #expect(before.shapes.count == bodies.count && (tool == .pin || nails.count == 2 - bodies.count))
        let text = bench.added.last ?? ""
        for body in bodies where tool != .pin { #expect(text.contains(": \(body),"), "\(text)") }
      }
    }
    #expect(pairs.contains("wheel and the background") && pairs.count >= 3, "\(pairs)")
    #expect(tool == .pin || pairs.contains("wheel and crate1"), "\(pairs)")
  }

  @Test("What a joint will hold at its start is outlined and named before it is dragged")
  mutating func beforeADrag() {
    for (tool, name) in [(Tool.spring, "ball1"), (.gear, "ball1"), (.groove, "ball1"), (.rope, "ball1")] {
      bench.choose(tool)
      bench.move(200, 110)
      #expect(bench.drawing.labels.map(\.text).first?.hasSuffix(name) == true, "\(tool)")
      #expect(bench.drawing.shapes.count == 1, "\(tool)")
      bench.move(250, 250)
      let isAnywhere = tool == .spring || tool == .rope
      #expect(bench.drawing.labels.map(\.text).contains { $0.hasSuffix("the background") } == isAnywhere)
    }
    bench.choose(.spring)
    bench.drag(Vector(200, 110), Vector(250, 250))
    #expect(bench.editor.takeNews() == "spring1 joins the background and ball1")
    #expect(bench.editor.takeNews() == nil)
  }

  @Test(
    "What a joint will hold is shown before it is made", arguments: Tool.allCases.filter { $0.joint != nil })
  mutating func preview(_ tool: Tool) {
    bench.choose(tool)
    bench.press(100, 115)
    bench.move(200, 115)
    let drawing = bench.drawing
    let ends = drawing.marks.filter { $0.kind == .fastening || $0.kind == .nail }
    #expect(ends.count == 2)
    #expect(drawing.shapes.contains { $0.ink == .preview })
  }
}
