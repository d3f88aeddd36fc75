import TumbleGeometry

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
      let (name, edits) = try plan(in: view).edits(in: view)
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
    plan.a.draw(on: &drawing)
    plan.b.draw(on: &drawing)
    for body in [plan.a.body, plan.b.body].compactMap({ $0 }) {
      for outline in view.outlines(body) {
        drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview))
      }
    }
  }
}
