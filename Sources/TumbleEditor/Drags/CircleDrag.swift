import TumbleGeometry

/// Makes a circle from its center outwards, both on the grid; a click makes one as large as the last.
struct CircleDrag: PointerDrag {
  private let center: Vector
  /// Where the button went down: as long as the pointer stays there, it is a click.
  private let pressed: Vector
  private var radius = 0.0
  /// What a click makes.
  private let clickRadius: Double

  /// - Parameter sizes: What was made last.
  init(at pointer: Pointer, _ snapping: Snapping, _ sizes: Editor.Sizes, in view: EditorView) {
    center = snapping.point(pointer.point)
    pressed = pointer.point
    clickRadius = sizes.radius ?? view.units(20)
  }

  private var made: Double { radius > 0 ? radius : clickRadius }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let reach = center.distance(to: pointer.point)
    // Half of the grid's step, so that the diameter fits it.
    let snapping = editor.snapping(pointer, in: view)
    let isClick = pointer.point.distance(to: pressed) <= view.units(3)
    radius = isClick ? 0 : Snapping(step: snapping.step.map { $0 / 2 }).extent(reach)
    return []
  }

  var measure: TypedMeasure? { .radius }

  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    radius = values.first ?? radius
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if radius > 0 { editor.sizes.radius = radius }
    return editor.make(
      [NewBody(name: view.freeName("ball"), position: center, form: .circle(radius: made))], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    draw(on: &drawing)
    drawing.cursor = .crosshair
    drawing.shapes[drawing.shapes.count - 1].isFilled = true
    drawing.lines.append(
      EditorDrawing.Line(from: center, to: center + Vector(made, 0), ink: .preview, isDashed: true))
    drawing.labels.append(
      EditorDrawing.Label(
        text: "r " + LabelNumber.text(made), place: center + Vector(made, 0), ink: .preview))
  }

  /// Where a press would put the center, and what it makes where it is only a click.
  func draw(on drawing: inout EditorDrawing) {
    drawing.marks.append(EditorDrawing.Mark(kind: .fastening, place: center, ink: .preview))
    drawing.shapes.append(
      EditorDrawing.Shape(outline: .circle(center: center, radius: made), ink: .preview))
  }
}
