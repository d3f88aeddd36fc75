import TumbleGeometry

/// Makes a box from corner to corner; a click makes one as large as the last.
struct BoxDrag: PointerDrag {
  private let start: Vector
  private var corner: Vector

  init(at pointer: Pointer, _ snapping: Snapping) {
    start = snapping.point(pointer.point)
    corner = start
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

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let name = view.freeName("box")
    if let body = body(name, in: view) {
      editor.sizes.box = body.form?.bounds?.size
      return editor.make([body], in: view)
    }
    guard start.distance(to: corner) <= view.units(3) else {
      return editor.refuse("too thin for a box: draw a wall, or drag farther")
    }
    let size = editor.sizes.box ?? Size(view.units(40), view.units(40))
    return editor.make([NewBody(name: name, position: start, form: .box(size))], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    guard let body = body("", in: view), let outline = body.outline, let size = outline.bounds?.size else {
      return
    }
    drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview, isFilled: true))
    drawing.labels.append(
      EditorDrawing.Label(
        text: LabelNumber.size(Vector(size.width, size.height)), place: corner, ink: .preview))
  }
}
