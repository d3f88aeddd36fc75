import TumbleFrames
import TumbleGeometry

/// Makes a chain of links from end to end.
struct RopeDrag: PointerDrag {
  private let start: Vector
  private var end: Vector

  init(at pointer: Pointer) {
    start = pointer.point
    end = start
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.end(from: start)
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard start.distance(to: end) > view.units(12) else {
      return editor.refuse("drag from one end of the rope to the other")
    }
    let rope = Rope(from: start, to: end, in: view)
    editor.report("\(rope.name) \(rope.held(in: view))")
    return editor.make("add \(rope.name)", rope.edits(in: view), selecting: rope.links)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    let first = JointEnd(at: start, in: view)
    first.draw(in: view, on: &drawing)
    guard start.distance(to: end) > view.units(4) else {
      let text = "hangs on \(first.name(in: view))"
      drawing.labels.append(EditorDrawing.Label(text: text, place: end, ink: .preview))
      return
    }
    let rope = Rope(from: start, to: end, in: view)
    drawing.lines.append(EditorDrawing.Line(from: start, to: end, ink: .preview))
    if rope.isHeldAtEnd { rope.end.draw(in: view, on: &drawing) }
    drawing.labels.append(EditorDrawing.Label(text: rope.held(in: view), place: end, ink: .preview))
  }
}

/// Links between two points, joined each to the next.
///
/// Its start is fastened to what lies there, be it the background; its end to a body, if there is one, and where it leads upwards
/// to the background: nothing hangs on what is below it.
private struct Rope {
  let name: String
  let start: JointEnd
  let end: JointEnd
  let isHeldAtEnd: Bool
  let count: Int
  private let mass: Double
  private let radius: Double

  private static let maxLinks = 40

  init(from: Vector, to: Vector, in view: EditorView) {
    name = view.freeName("rope")
    start = JointEnd(at: from, in: view)
    end = JointEnd(at: to, in: view)
    let (way, up) = (to - from, view.snapshot.gravity * -1)
    // Where nothing weighs anything all directions are alike.
    let isUpwards = up == .zero || way.dot(up) > 0.1 * way.length * up.length
    isHeldAtEnd = end.body != nil || isUpwards
    let length = from.distance(to: to)
    count = min(max(Int((length / view.units(14)).rounded()), 2), Self.maxLinks)
    let link = length / Double(count)
    radius = min(view.units(2), link / 4)
    // As heavy in all as what hangs on it: light links between heavy bodies stretch, for the engine goes over the joints only a
    // few times a step.
    let hanging = [start.body, end.body].compactMap { $0 }.filter { view.kind($0) == .dynamic }.map(view.mass)
    mass = max(link * radius * 2 * 0.001, (hanging.min() ?? 0) / Double(count))
  }

  /// What it hangs on, for a person.
  func held(in view: EditorView) -> String {
    isHeldAtEnd
      ? "joins \(start.name(in: view)) and \(end.name(in: view))"
      : "hangs on \(start.name(in: view)); its other end is free"
  }

  var links: [String] { (1...count).map { "\(name)-\($0)" } }

  func edits(in view: EditorView) -> [Edit] {
    let way = end.place - start.place
    let half = Vector(way.length / Double(count) / 2, 0)
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
    if isHeldAtEnd { rope.append(("b", .plain(holder(end, nail: "nail2")))) }
    let entries: FormatNode.Mapping = [
      ("id", .plain(name)), ("at", .vector(start.place)), ("mass", .number(mass)),
      Form.segment(from: -half, to: half, radius: radius).entry,
      ("repeat", .mapping([("rope", .mapping(rope))])),
    ]
    return edits + [.add(.body, entries.flow)]
  }
}
