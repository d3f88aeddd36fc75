import TumbleGeometry
import TumbleLooks

/// Makes a wall from end to end.
struct WallDrag: PointerDrag {
  private let start: Vector
  private var end: Vector
  /// Half of a wall's thickness on the screen.
  private static let radius = 2.0

  init(at pointer: Pointer, _ snapping: Snapping) {
    start = snapping.point(pointer.point)
    end = start
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end =
      pointer.isConstrained
      ? pointer.point.straightened(from: start) : editor.snapping(pointer, in: view).point(pointer.point)
    return []
  }

  private func body(_ name: String, in view: EditorView) -> NewBody? {
    guard start.distance(to: end) > view.units(4) else { return nil }
    let middle = start.interpolated(to: end, by: 0.5)
    // A round number, for it is read in the file.
    let radius = PaperGrid.step(pointsPerUnit: view.units(Self.radius) / 14) / 2
    return NewBody(
      name: name, kind: .static, position: middle,
      form: .segment(from: start - middle, to: end - middle, radius: radius))
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard let body = body(view.freeName("wall"), in: view) else {
      return editor.refuse("drag from one end of the wall to the other")
    }
    return editor.make([body], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    guard let outline = body("", in: view)?.outline else { return }
    drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview, isFilled: true))
    let way = end - start
    drawing.labels.append(
      EditorDrawing.Label(
        text: LabelNumber.text(way.length) + "  " + LabelNumber.angle(way.angle), place: end, ink: .preview))
  }
}
