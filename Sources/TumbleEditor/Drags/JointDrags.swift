import TumbleFrames
import TumbleGeometry
import TumbleInput

/// Makes a joint: from body to body, or where it is clicked.
struct JointDrag: PointerDrag {
  private let tool: Tool
  private let start: Vector
  private let isFree: Bool
  private var end: Vector

  init(_ tool: Tool, at pointer: Pointer) {
    self.tool = tool
    (start, isFree) = (pointer.point, pointer.isFree)
    end = start
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.end(from: start)
    return []
  }

  private func plan(in view: EditorView) throws(JointPlan.Refusal) -> JointPlan {
    try JointPlan(tool, from: start, to: tool.isPlacedByClick ? start : end, isFree: isFree, in: view)
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    do {
      let plan = try plan(in: view)
      let (name, edits) = plan.edits(in: view)
      editor.report("\(name) joins \(plan.joined(in: view))")
      return editor.make("add \(name)", edits, selecting: [name])
    } catch {
      return editor.refuse(error.text)
    }
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    guard let plan = try? plan(in: view) else {
      guard start != end, !tool.isPlacedByClick else { return }
      drawing.line(start, end, .refusal, isDashed: true)
      return
    }
    if start != end, !tool.isPlacedByClick {
      drawing.line(start, end, isDashed: !(tool.joint?.isDrawnAsLine ?? false))
    }
    Self.draw(plan, at: end, in: view, on: &drawing)
  }

  private static func draw(
    _ plan: JointPlan, at place: Vector, in view: EditorView, on drawing: inout EditorDrawing
  ) {
    plan.a.draw(in: view, on: &drawing)
    plan.b.draw(in: view, on: &drawing)
    drawing.label("joins \(plan.joined(in: view))", at: place)
  }

  /// Draws what a click at a place would join, or what a drag from there would hold.
  static func drawBeforePress(
    _ tool: Tool, at pointer: Pointer, in view: EditorView, on drawing: inout EditorDrawing
  ) {
    let place = pointer.point
    if tool.isPlacedByClick {
      let plan = try? JointPlan(tool, from: place, to: place, isFree: pointer.isFree, in: view)
      guard let plan else { return }
      return draw(plan, at: place, in: view, on: &drawing)
    }
    let start = JointEnd(at: place, in: view)
    guard start.body != nil || tool.joint?.isDrawnAsLine == true else { return }
    start.draw(in: view, on: &drawing)
    drawing.label("holds \(start.name(in: view))", at: place)
  }
}

/// Makes a rope or a chain of links from end to end.
struct RopeDrag: PointerDrag {
  private let tool: Tool
  private let start: Vector
  /// The hand's way from the start on; its two ends alone while it is constrained to a direction.
  private var way: [Vector]
  private var end: Vector { way[way.count - 1] }

  init(_ tool: Tool, at pointer: Pointer) {
    self.tool = tool
    start = pointer.point
    way = [start]
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let end = pointer.end(from: start)
    way = pointer.isConstrained || way.count > 2000 ? [start, end] : way + [end]
    return []
  }

  /// The line that the rope takes: straight, but for a hand that went round something.
  private func line(in view: EditorView) -> [Vector] {
    let bend = max(view.units(16), 0.1 * start.distance(to: end))
    guard way.contains(where: { $0.distance(toSegment: start, end) > bend }) else { return [start, end] }
    var tolerance = view.units(2)
    while true {
      let line = way.simplified(tolerance)
      if line.count <= 100 { return line }
      tolerance *= 2
    }
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard start.distance(to: end) > view.units(12) else {
      return editor.refuse("drag from one end of the \(tool.stem) to the other")
    }
    let rope = Rope(tool, along: line(in: view), in: view)
    editor.report("\(rope.name) \(rope.held(in: view))")
    return editor.make("add \(rope.name)", rope.edits(in: view), selecting: rope.links)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    let first = JointEnd(at: start, in: view)
    first.draw(in: view, on: &drawing)
    guard start.distance(to: end) > view.units(4) else {
      let text = "hangs on \(first.name(in: view))"
      drawing.label(text, at: end)
      return
    }
    let line = line(in: view)
    let rope = Rope(tool, along: line, in: view)
    for (from, to) in zip(line, line.dropFirst()) { drawing.line(from, to) }
    if rope.isHeldAtEnd { rope.end.draw(in: view, on: &drawing) }
    drawing.label(rope.held(in: view), at: end)
  }
}

/// Links between two points, joined each to the next.
///
/// Its start is fastened to what lies there, be it the background; its end to a body, if there is one, and
/// where it leads upwards to the background: nothing hangs on what is below it.
private struct Rope {
  /// The repeater's word.
  let kind: String
  let name: String
  let start: JointEnd
  let end: JointEnd
  let isHeldAtEnd: Bool
  let count: Int
  private let mass: Double
  private let radius: Double
  private let length: Double

  private static let maxLinks = 40

  /// The points between the ends that it goes through.
  private let through: [Vector]

  init(_ tool: Tool, along line: [Vector], in view: EditorView) {
    through = Array(line.dropFirst().dropLast())
    kind = tool.stem
    name = view.freeName(kind)
    start = JointEnd(at: line[0], in: view).atSurface(towards: line[1], in: view)
    end = JointEnd(at: line[line.count - 1], in: view).atSurface(towards: line[line.count - 2], in: view)
    let (from, to) = (start.place, end.place)
    let (way, up) = (to - from, view.snapshot.gravity * -1)
    // Where nothing weighs anything all directions are alike.
    let isUpwards = up == .zero || way.dot(up) > 0.1 * way.length * up.length
    isHeldAtEnd = end.body != nil || isUpwards
    length = ([from] + through + [to]).lineLength
    count = min(max(Int((length / view.units(14)).rounded()), 2), Self.maxLinks)
    let link = length / Double(count)
    radius = min(view.units(2), link / 4)
    // As heavy in all as the heaviest that hangs on it: light links between heavy bodies stretch, for the
    // engine goes over the joints only a few times a step.
    let hanging = [start.body, end.body].compactMap { $0 }.filter { view.kind($0) == .dynamic }.map(view.mass)
    mass = max(link * radius * 2 * 0.001, (hanging.max() ?? 0) / Double(count))
  }

  /// Returns what the rope hangs on, for a person.
  func held(in view: EditorView) -> String {
    isHeldAtEnd
      ? "joins \(start.name(in: view)) and \(end.name(in: view))"
      : "hangs on \(start.name(in: view)); its other end is free"
  }

  var links: [String] { (1...count).map { "\(name)-\($0)" } }

  func edits(in view: EditorView) -> [Edit] {
    let way = end.place - start.place
    let half = Vector(length / Double(count) / 2, 0)
    // Between the links of a chain is its play.
    let reach = kind == Tool.chain.stem ? 0.8 : 1
    var edits: [Edit] = []
    /// The body that an end is fastened to.
    func holder(_ end: JointEnd, nail: String) -> String {
      if let body = end.body { return view.name(body) }
      edits.append(NewBody(name: "\(name)-\(nail)", kind: .static, position: end.place).edit)
      return "\(name)-\(nail)"
    }
    var rope: FormatNode.Mapping = [
      ("by", .vector(way)), ("count", .plain("\(count)")), ("a", .plain(holder(start, nail: "nail"))),
    ]
    if !through.isEmpty { rope.append(("through", .vectors(through.map { ($0 - start.place).hundredths }))) }
    if isHeldAtEnd { rope.append(("b", .plain(holder(end, nail: "nail2")))) }
    let entries: FormatNode.Mapping = [
      ("id", .plain(name)), ("at", .vector(start.place)), ("mass", .number(mass)),
      ("color", .text(kind == Tool.chain.stem ? "#8a96a3" : "#b08d57")),
      Form.segment(from: -half * reach, to: half * reach, radius: radius).entry,
      ("repeat", .mapping([(kind, .mapping(rope))])),
    ]
    return edits + [.add(.body, entries.flow)]
  }
}
