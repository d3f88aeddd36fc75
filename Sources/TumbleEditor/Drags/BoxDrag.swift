import TumbleGeometry

/// Makes a box from corner to corner, both on the grid; a click makes one as large as the last about it.
struct BoxDrag: PointerDrag {
  private let start: Vector
  private var corner: Vector
  /// What a click makes.
  private let clickSize: Size

  /// - Parameter sizes: What was made last.
  init(at pointer: Pointer, _ snapping: Snapping, _ sizes: Editor.Sizes, in view: EditorView) {
    start = snapping.point(pointer.point)
    corner = start
    clickSize = sizes.box ?? Size(view.units(40), view.units(40))
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    corner = editor.snapping(pointer, in: view).point(pointer.point)
    if pointer.isConstrained {
      let side = max(abs(corner.x - start.x), abs(corner.y - start.y))
      corner = Vector(
        start.x + (corner.x < start.x ? -side : side), start.y + (corner.y < start.y ? -side : side))
    }
    return []
  }

  var measure: TypedMeasure? { .lengths }

  /// Width and height from the corner that stays; one number makes a square.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard let width = values.first, let height = values.last else { return [] }
    corner = Vector(
      start.x + (corner.x < start.x ? -width : width), start.y + (corner.y < start.y ? -height : height))
    return []
  }

  /// nil where it is too small to be meant.
  private func body(_ name: String, in view: EditorView) -> NewBody? {
    let bounds = Rect(min: start, max: start).including(corner)
    guard min(bounds.width, bounds.height) > view.units(3) else { return nil }
    return NewBody(name: name, position: bounds.center, form: .box(bounds.size))
  }

  private func isClick(in view: EditorView) -> Bool { start.distance(to: corner) <= view.units(3) }

  /// Where a press would put the corner, and what it makes where it is only a click.
  func draw(on drawing: inout EditorDrawing) {
    drawing.marks.append(EditorDrawing.Mark(kind: .fastening, place: start, ink: .preview))
    drawing.shapes.append(
      EditorDrawing.Shape(outline: .rect(Rect(center: start, size: clickSize), radius: 0), ink: .preview))
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let name = view.freeName("box")
    if let body = body(name, in: view) {
      editor.sizes.box = body.form?.bounds?.size
      return editor.make([body], in: view)
    }
    guard isClick(in: view) else {
      return editor.refuse("too thin for a box: draw a wall, or drag farther")
    }
    return editor.make([NewBody(name: name, position: start, form: .box(clickSize))], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    if isClick(in: view) { return draw(on: &drawing) }
    guard let body = body("", in: view), let outline = body.outline, let size = outline.bounds?.size else {
      return
    }
    drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview, isFilled: true))
    drawing.labels.append(
      EditorDrawing.Label(
        text: LabelNumber.size(Vector(size.width, size.height)), place: corner, ink: .preview))
  }
}
