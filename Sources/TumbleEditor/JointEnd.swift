import TumbleFrames
import TumbleGeometry

/// What a joint holds at one of its ends.
struct JointEnd: Hashable, Sendable {
  /// nil: the background. A static body without shapes is put there.
  var body: BodyID?
  /// In the world, in points.
  var place: Vector
}

extension JointEnd {
  /// What lies uppermost at a point, but for a body.
  init(at place: Vector, in view: EditorView, except other: BodyID? = nil) {
    self.init(body: view.bodies(at: place, within: view.reach / 2).first { $0 != other }, place: place)
  }

  func canMove(in view: EditorView) -> Bool { body.map { view.kind($0) == .dynamic } ?? false }

  func name(in view: EditorView) -> String { body.map(view.name) ?? "the background" }

  /// A point of the world as the body that is held sees it.
  func local(_ point: Vector, in view: EditorView) -> Vector {
    guard let body, let now = view.snapshot[body] else { return point - place }
    return (point - now.position).rotated(by: -now.angle)
  }

  func angle(in view: EditorView) -> Double { body.flatMap { view.snapshot[$0]?.angle } ?? 0 }

  /// Its mark, and the outline of the body that is held.
  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.marks.append(
      EditorDrawing.Mark(kind: body == nil ? .nail : .fastening, place: place, ink: .preview))
    guard let body else { return }
    for outline in view.outlines(body) {
      drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview))
    }
  }
}
