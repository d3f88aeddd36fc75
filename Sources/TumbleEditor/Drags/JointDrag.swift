import TumbleGeometry
import TumbleInput

/// Makes a joint: from body to body, or where it is clicked.
struct JointDrag: PointerDrag {
  private let tool: Tool
  private let start: Vector
  private var end: Vector

  init(_ tool: Tool, at pointer: Pointer) {
    self.tool = tool
    start = pointer.point
    end = start
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.end(from: start)
    return []
  }

  private func plan(in view: EditorView) throws(JointPlan.Refusal) -> JointPlan {
    try JointPlan(tool, from: start, to: tool.isPlacedByClick ? start : end, in: view)
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
      drawing.lines.append(EditorDrawing.Line(from: start, to: end, ink: .refusal, isDashed: true))
      return
    }
    if start != end, !tool.isPlacedByClick {
      drawing.lines.append(
        EditorDrawing.Line(
          from: start, to: end, ink: .preview, isDashed: !(tool.joint?.isDrawnAsLine ?? false)))
    }
    Self.draw(plan, at: end, in: view, on: &drawing)
  }

  private static func draw(
    _ plan: JointPlan, at place: Vector, in view: EditorView, on drawing: inout EditorDrawing
  ) {
    plan.a.draw(in: view, on: &drawing)
    plan.b.draw(in: view, on: &drawing)
    drawing.labels.append(
      EditorDrawing.Label(text: "joins \(plan.joined(in: view))", place: place, ink: .preview))
  }

  /// What a click at a place would join, or what a drag from there would hold.
  static func drawBeforePress(
    _ tool: Tool, at place: Vector, in view: EditorView, on drawing: inout EditorDrawing
  ) {
    if tool.isPlacedByClick {
      guard let plan = try? JointPlan(tool, from: place, to: place, in: view) else { return }
      return draw(plan, at: place, in: view, on: &drawing)
    }
    let start = JointEnd(at: place, in: view)
    guard start.body != nil || tool.joint?.isDrawnAsLine == true else { return }
    start.draw(in: view, on: &drawing)
    drawing.labels.append(
      EditorDrawing.Label(text: "holds \(start.name(in: view))", place: place, ink: .preview))
  }
}
