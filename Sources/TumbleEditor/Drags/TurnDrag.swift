import TumbleFrames
import TumbleGeometry

/// Turns what is selected: a single body about its position, several about their middle.
struct TurnDrag: PointerDrag {
  private let pivot: Vector
  private let placements: [Placement]
  private let name: String
  /// Of a single body, in radians: it comes to whole steps itself. Several are turned by whole steps.
  private let startAngle: Double
  /// Where the pointer was seen from the pivot, in radians.
  private var direction: Double
  /// By how much the pointer went round, which may be more than once.
  private var way = 0.0
  private var turn = 0.0
  private var hasBegun = false

  init(_ selection: Selection, _ frame: SelectionFrame, at pointer: Pointer, in view: EditorView) {
    pivot = frame.pivot
    placements = view.withAnchors(selection.bodies).compactMap { id in
      view.snapshot[id].map { Placement(body: id, position: $0.position, angle: $0.angle) }
    }
    startAngle =
      selection.bodies.count == 1 ? selection.bodies.first.flatMap { view.snapshot[$0]?.angle } ?? 0 : 0
    name = "turn " + view.nameOfAll(selection)
    direction = (pointer.point - frame.pivot).angle
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let now = (pointer.point - pivot).angle
    var difference = now - direction
    if difference > .pi { difference -= 2 * .pi }
    if difference < -.pi { difference += 2 * .pi }
    direction = now
    way += difference
    let snapping =
      pointer.isConstrained
      ? Snapping(step: 1) : editor.snapping(pointer, in: view)
    return turn(by: snapping.angle(startAngle + way) - startAngle, in: view)
  }

  var measure: TypedMeasure? { .angle }

  /// A single body comes to the angle, several are turned by it.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    values.first.map { turn(by: $0 - startAngle, in: view) } ?? []
  }

  private mutating func turn(by angle: Double, in view: EditorView) -> [EditorRequest] {
    guard angle != turn, angle.isFinite else { return [] }
    turn = angle
    let turned = placements.map {
      Placement(
        body: $0.body, position: pivot + ($0.position - pivot).rotated(by: angle), angle: $0.angle + angle)
    }
    defer { hasBegun = true }
    return (hasBegun ? [] : [.begin(name)]) + EditorRequest.place(turned, turning: true, in: view)
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    hasBegun ? [.end] : []
  }

  func cancel() -> [EditorRequest] { hasBegun ? [.abandon] : [] }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    let end = pivot + Vector(angle: direction) * view.units(30)
    drawing.lines.append(EditorDrawing.Line(from: pivot, to: end, ink: .preview, isDashed: true))
    drawing.labels.append(
      EditorDrawing.Label(text: LabelNumber.angle(startAngle + turn), place: end, ink: .preview))
    drawing.cursor = .turn
  }
}
