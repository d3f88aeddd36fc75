import TumbleFrames
import TumbleGeometry

/// Moves what is selected, or the body that was pressed. Released where it was pressed, it was a click.
struct MoveDrag: PointerDrag {
  private let start: Pointer
  /// What is selected once something moves.
  private let selection: Selection
  /// Where the bodies were.
  private let placements: [Placement]
  /// The emitters that no body takes along, and where they were, in the coordinates of what they are on.
  private let emitters: [Int]
  private let emitterPlaces: [Vector]
  private let name: String
  /// What snaps to the grid: the position of the body that was pressed.
  private let anchor: Vector
  private let guides: AlignmentGuides
  private var hasBegun = false
  private var offset = Vector.zero
  private var alignment = AlignmentGuides.Alignment()

  /// - Parameter targets: What lies at the pointer, the uppermost first.
  init(_ targets: [Selection.Target], at pointer: Pointer, in view: EditorView, _ editor: Editor) {
    start = pointer
    // A joint is in the way of what it holds only for a click.
    let pressed = targets.first { target in
      if case .joint = target { return false }
      return true
    }
    let isSelected = targets.contains(where: editor.selection.contains)
    selection = isSelected ? editor.selection : editor.grouped(Selection(pressed ?? targets[0]))
    let moved = view.withAnchors(selection.bodies)
    placements = moved.compactMap { id in
      view.snapshot[id].map { Placement(body: id, position: $0.position, angle: $0.angle) }
    }
    emitters = selection.subtracting(Selection(emitters: view.emitters(on: selection.bodies))).emitters
    emitterPlaces = emitters.map { view.description.emitters[$0].position }
    name = "move " + view.nameOfAll(Selection(bodies: selection.bodies, emitters: emitters))
    if case .body(let id)? = pressed, let body = view.snapshot[id] {
      anchor = body.position
    } else if case .emitter(let index)? = pressed, let place = view.place(ofEmitter: index) {
      anchor = place
    } else {
      anchor = placements.first?.position ?? pointer.point
    }
    guides = AlignmentGuides(moving: selection.bodies, in: view)
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    var way = pointer.point - start.point
    guard !placements.isEmpty || !emitters.isEmpty, hasBegun || way.length > view.units(3) else { return [] }
    if pointer.isConstrained {
      if abs(way.x) >= abs(way.y) { way.y = 0 } else { way.x = 0 }
    }
    let snapping = editor.snapping(pointer, in: view)
    alignment = AlignmentGuides.Alignment()
    if snapping.step != nil {
      let snapped = snapping.point(anchor + way) - anchor
      alignment = guides.alignment(of: way, within: view.units(5))
      way = Vector(alignment.x?.offset ?? snapped.x, alignment.y?.offset ?? snapped.y)
      // A straight way stays straight.
      if pointer.isConstrained {
        let isLevel = abs(pointer.point.x - start.point.x) >= abs(pointer.point.y - start.point.y)
        if isLevel { way.y = 0 } else { way.x = 0 }
      }
    }
    guard !hasBegun || way != offset else { return [] }
    offset = way
    if !hasBegun { editor.selection = selection }
    let requests =
      EditorRequest.place(
        placements.map { Placement(body: $0.body, position: $0.position + way, angle: $0.angle) }, in: view)
      + view.moving(emitters: emitters, from: emitterPlaces, by: way)
    defer { hasBegun = true }
    return (hasBegun ? [] : [.begin(name)]) + requests
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if hasBegun { return [.end] }
    editor.click(at: start.point, in: view)
    return []
  }

  func cancel() -> [EditorRequest] { hasBegun ? [.abandon] : [] }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    guard hasBegun else { return }
    guides.draw(alignment, movedBy: offset, on: &drawing)
    drawing.labels.append(
      EditorDrawing.Label(
        text: LabelNumber.point(anchor + offset), place: start.point + offset, ink: .preview))
    drawing.cursor = .move
  }
}
