import TumbleFrames
import TumbleGeometry

/// Pulls the arrow of a wind, or of what a fluid does where it flows. Released where it was pressed, it
/// was a click.
struct FlowDrag: GestureDrag {
  private let thing: Placed
  private let object: SceneObject
  private let path: String
  private let place: Vector
  private let start: Vector
  /// The end of the arrow before the drag.
  private let tip: Vector
  /// The angle of the body that it is on, in radians.
  private let angle: Double
  var hasBegun = false

  /// Creates a drag; nil while time runs, and if the pointer is not at the arrow of the only thing that is
  /// selected.
  init?(_ selection: Selection, at pointer: Pointer, in view: EditorView) {
    guard view.isPaused, selection.count == 1, let thing = selection.placed.first, thing.kind != .emitter,
      let tip = view.flowTip(of: thing), tip.distance(to: pointer.point) <= view.units(7),
      let place = view.place(of: thing),
      let object = SceneObject(thing.kind, id: view.description.name(of: thing))
    else { return nil }
    (self.thing, self.object, self.place) = (thing, object, place)
    (start, self.tip) = (pointer.point, tip)
    path = thing.kind == .field ? "velocity" : "flow"
    angle = view.body(of: thing).flatMap(view.pose)?.angle ?? 0
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let pull = pointer.point - start
    guard view.description.has(thing), hasBegun || pull.length > view.units(3) else { return [] }
    let end = Pointer(tip + pull, pointer.modifiers).end(from: place)
    let way = (pointer.isConstrained ? end : editor.snapping(pointer, in: view).point(end)) - place
    // Near the mark nothing flows.
    let velocity = way.length < view.units(12) ? .zero : way.rotated(by: -angle) * 4
    guard velocity.isFinite else { return [] }
    let edit = Edit.set(object, path: path, value: FormatNode.vector(velocity.hundredths).flow)
    return going(on: "pull \(object.id ?? "")", [.edit(edit)])
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if hasBegun { return [.end] }
    editor.click(at: start, in: view)
    return []
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .move
    guard let flow = view.flow(of: thing), let tip = view.flowTip(of: thing) else { return }
    drawing.label(LabelNumber.text(flow.length * 4) + " pt/s  " + LabelNumber.angle(flow.angle), at: tip)
  }
}
