import TumbleGeometry

/// Makes a polygon of the outline that the pointer goes along; it closes where the button is released.
struct FreehandDrag: PointerDrag {
  private var points: [Vector]
  /// More would not change the outline, and cost time at its end.
  private static let maxPoints = 4000

  init(at pointer: Pointer) { points = [pointer.point] }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard let last = points.last, points.count < Self.maxPoints, pointer.point.isFinite,
      last.distance(to: pointer.point) >= view.units(1.5)
    else { return [] }
    points.append(pointer.point)
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    do {
      let outline = try FreehandOutline(
        points, tolerance: view.units(2), minArea: view.units(8) * view.units(8))
      let body = NewBody(
        name: view.freeName("shape"), position: outline.center, form: .polygon(outline.corners))
      return editor.make([body], in: view)
    } catch {
      return editor.refuse(error.text)
    }
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    for (from, to) in zip(points, points.dropFirst()) {
      drawing.lines.append(EditorDrawing.Line(from: from, to: to, ink: .preview))
    }
    guard points.count > 2, let first = points.first, let last = points.last else { return }
    drawing.lines.append(EditorDrawing.Line(from: last, to: first, ink: .preview, isDashed: true))
  }
}
