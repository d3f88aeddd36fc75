import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Makes a box from corner to corner, both on the grid; a click makes one as large as the last about it.
struct BoxDrag: PointerDrag {
  private let start: Vector
  private var corner: Vector
  private let clickSize: Size

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

  /// Takes a width and a height from the corner that stays; one number makes a square.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard let width = values.first, let height = values.last else { return [] }
    corner = Vector(
      start.x + (corner.x < start.x ? -width : width), start.y + (corner.y < start.y ? -height : height))
    return []
  }

  /// Returns the body; nil if it is too small to be meant.
  private func body(_ name: String, in view: EditorView) -> NewBody? {
    let bounds = Rect(min: start, max: start).including(corner)
    guard min(bounds.width, bounds.height) > view.units(3) else { return nil }
    return NewBody(name: name, position: bounds.center, form: .box(bounds.size))
  }

  /// The rectangle that it covers: of a click that which a click makes, a corner of it on the grid.
  func bounds(in view: EditorView) -> Rect {
    isClick(in: view) ? Rect(origin: start, size: clickSize) : Rect(min: start, max: start).including(corner)
  }

  private func isClick(in view: EditorView) -> Bool { start.distance(to: corner) <= view.units(3) }

  /// Draws the corner that a press would set, and what it makes if it is only a click.
  func draw(on drawing: inout EditorDrawing) {
    drawing.mark(.fastening, at: start, .preview)
    drawing.shape(.rect(Rect(center: start, size: clickSize), radius: 0))
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let name = view.freeName("box")
    if let body = body(name, in: view) {
      editor.sizes.box = body.form?.bounds?.size
      return editor.make([body], in: view)
    }
    guard isClick(in: view) else { return editor.refuse("too thin for a box: draw a wall, or drag farther") }
    return editor.make([NewBody(name: name, position: start, form: .box(clickSize))], in: view)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    if isClick(in: view) { return draw(on: &drawing) }
    guard let body = body("", in: view), let outline = body.outline, let size = outline.bounds?.size else {
      return
    }
    drawing.shape(outline, isFilled: true)
    drawing.label(LabelNumber.size(Vector(size.width, size.height)), at: corner)
  }
}

/// Makes a circle from its center outwards, both on the grid; a click makes one as large as the last.
struct CircleDrag: PointerDrag {
  let center: Vector
  /// The point at which the button went down: as long as the pointer stays there, it is a click.
  private let pressed: Vector
  private var radius = 0.0
  private let clickRadius: Double

  /// - Parameters:
  ///   - sizes: What was made last.
  ///   - center: Where it is, if not on the grid.
  init(
    at pointer: Pointer, _ snapping: Snapping, _ sizes: Editor.Sizes, center: Vector? = nil,
    in view: EditorView
  ) {
    self.center = center ?? snapping.point(pointer.point)
    pressed = pointer.point
    clickRadius = sizes.radius ?? view.units(20)
  }

  var made: Double { radius > 0 ? radius : clickRadius }

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
    drawing.line(center, center + Vector(made, 0), isDashed: true)
    drawing.label("r " + LabelNumber.text(made), at: center + Vector(made, 0))
  }

  /// Draws the center that a press would set, and what it makes if it is only a click.
  func draw(on drawing: inout EditorDrawing) {
    drawing.mark(.fastening, at: center, .preview)
    drawing.shape(.circle(center: center, radius: made))
  }
}

/// Makes a wall from end to end.
struct WallDrag: PointerDrag {
  private let start: Vector
  private var end: Vector
  /// The half of a wall's thickness on the screen.
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
    drawing.shape(outline, isFilled: true)
    let way = end - start
    drawing.label(LabelNumber.text(way.length) + "  " + LabelNumber.angle(way.angle), at: end)
  }
}

/// Makes a polygon of the outline that the pointer goes along; it closes where the button is released. A
/// brush makes a body of the line itself.
struct FreehandDrag: PointerDrag {
  private let isBrush: Bool
  private var points: [Vector]

  init(at pointer: Pointer, isBrush: Bool) { (points, self.isBrush) = ([pointer.point], isBrush) }

  /// Half of a brush's thickness: a round number, for it is read in the file.
  private static func radius(in view: EditorView) -> Double {
    PaperGrid.step(pointsPerUnit: view.pointsPerUnit / 3) / 2
  }

  private func stroke(in view: EditorView) -> [EditorRequest] {
    let corners = Array(points.simplified(view.units(1)).prefix(1000))
    guard corners.count > 1, let bounds = Rect(around: corners) else { return [] }
    let name = view.freeName("stroke")
    let line: FormatNode.Mapping = [
      ("points", .vectors(corners.map { ($0 - bounds.center).hundredths })),
      ("radius", .number(Self.radius(in: view))),
    ]
    let body: FormatNode.Mapping = [
      ("id", .plain(name)), ("at", .vector(bounds.center)), ("line", .mapping(line)),
    ]
    return [.begin("add \(name)"), .edit(.add(.body, body.flow)), .end]
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    points.draw(to: pointer.point, in: view)
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if isBrush {
      let made = stroke(in: view)
      return made.isEmpty ? editor.refuse("draw a stroke: a click is too short") : made
    }
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
      guard isBrush else {
        drawing.line(from, to)
        continue
      }
      let part = Outline.segment(from: from, to: to, radius: Self.radius(in: view))
      drawing.shape(part)
    }
    guard !isBrush, points.count > 2, let first = points.first, let last = points.last else { return }
    drawing.line(last, first, isDashed: true)
  }
}
