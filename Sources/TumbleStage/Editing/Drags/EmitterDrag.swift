import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Adds an emitter where the pointer is released: on the body there, which takes it along, or in the world.
struct EmitterDrag: PointerDrag {
  private var place: Vector

  init(at pointer: Pointer, _ snapping: Snapping) { place = pointer.point }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let isOnBody = !view.bodies(at: pointer.point, within: 0).isEmpty
    place = isOnBody ? pointer.point : editor.snapping(pointer, in: view).point(pointer.point)
    return []
  }

  /// Something to be seen at once, from which a person goes on.
  private static let cells =
    "{rate: 40, lifetime: 1, velocity: 60, angleRange: 40 deg, size: 10, color: \"#ff9a3c\", alphaSpeed: -1}"

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let name = view.freeName("emitter")
    var entries = [(key: "id", text: name)]
    var angle = Double.pi / 2
    if let body = view.bodies(at: place, within: 0).first, let transform = view.transform(body),
      let local = transform.inverse?.apply(place)
    {
      entries += [("body", view.name(body)), ("at", FlowText.vector(local))]
      angle -= view.pose(body)?.angle ?? 0
    } else {
      entries.append(("at", FlowText.vector(place)))
    }
    entries += [("angle", "\(angle.shortText) rad"), ("cells", Self.cells)]
    return editor.make(
      "add \(name)", [.add(.emitter, FlowText.mapping(entries))], selecting: [name])
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    drawing.marks.append(EditorDrawing.Mark(kind: .emitter, place: place, ink: .preview))
  }
}
