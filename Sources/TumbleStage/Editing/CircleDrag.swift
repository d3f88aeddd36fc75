import TumbleGeometry

/// Makes a circle from its center outwards; a click makes one as large as the last.
struct CircleDrag: PointerDrag {
  private let center: Vector
  private var radius = 0.0

  init(at pointer: Pointer, _ snapping: Snapping) { center = snapping.point(pointer.point) }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let reach = center.distance(to: pointer.point)
    // Half of the grid's step, so that the diameter fits it.
    let snapping = editor.snapping(pointer, in: view)
    radius = reach <= view.units(3) ? 0 : Snapping(step: snapping.step.map { $0 / 2 }).extent(reach)
    return []
  }

  var measure: TypedMeasure? { .radius }

  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    radius = values.first ?? radius
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if radius > 0 { editor.sizes.radius = radius }
    let made = radius > 0 ? radius : editor.sizes.radius ?? view.units(20)
    return editor.make(
      [NewBody(name: view.freeName("ball"), position: center, form: .circle(radius: made))], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    guard radius > 0 else { return }
    drawing.shapes.append(
      EditorDrawing.Shape(outline: .circle(center: center, radius: radius), ink: .preview, isFilled: true))
    drawing.lines.append(
      EditorDrawing.Line(from: center, to: center + Vector(radius, 0), ink: .preview, isDashed: true))
    drawing.labels.append(
      EditorDrawing.Label(
        text: "r " + LabelNumber.text(radius), place: center + Vector(radius, 0), ink: .preview))
  }
}
