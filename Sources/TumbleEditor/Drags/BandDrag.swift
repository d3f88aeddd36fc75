import TumbleFrames
import TumbleGeometry

/// Selects what lies within a frame from corner to corner.
struct BandDrag: PointerDrag {
  private let start: Vector
  private var end: Vector
  /// What stays selected whatever lies in the frame.
  private let base: Selection

  init(from pointer: Pointer, base: Selection) {
    start = pointer.point
    end = pointer.point
    self.base = base
  }

  private var band: Rect { Rect(min: start, max: start).including(end) }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.point
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard start.distance(to: end) > view.units(3) else {
      editor.selection = base
      return []
    }
    editor.selection = base.union(editor.grouped(inside(view)))
    return []
  }

  private func inside(_ view: EditorView) -> Selection {
    let band = band
    let bodies = view.snapshot.bodies.map(\.id).filter { id in
      guard let bounds = view.bounds(id) else { return false }
      return band.contains(bounds.min) && band.contains(bounds.max)
    }
    let joints = view.snapshot.joints.map(\.id).filter { id in
      guard let ends = view.ends(id) else { return false }
      return band.contains(ends.a) && band.contains(ends.b)
    }
    let emitters =
      view.isPaused ? view.emitters.filter { view.place(ofEmitter: $0).map(band.contains) ?? false } : []
    return Selection(bodies: bodies, joints: joints, emitters: emitters)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    let (low, high) = (band.min, band.max)
    drawing.shapes.append(
      EditorDrawing.Shape(
        outline: .polygon([low, Vector(high.x, low.y), high, Vector(low.x, high.y)], radius: 0), ink: .band,
        isFilled: true))
  }
}
