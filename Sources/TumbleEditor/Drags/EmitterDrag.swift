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
  private static let cells: FormatNode.Mapping = [
    ("rate", .number(40)), ("lifetime", .number(1)), ("velocity", .number(60)),
    ("angleRange", .plain("40 deg")), ("size", .number(10)), ("color", .text("#ff9a3c")),
    ("alphaSpeed", .number(-1)),
  ]

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let name = view.freeName("emitter")
    var entries: FormatNode.Mapping = [("id", .plain(name))]
    var angle = Double.pi / 2
    if let body = view.bodies(at: place, within: 0).first, let transform = view.transform(body),
      let local = transform.inverse?.apply(place)
    {
      entries += [("body", .plain(view.name(body))), ("at", .vector(local))]
      angle -= view.pose(body)?.angle ?? 0
    } else {
      entries.append(("at", .vector(place)))
    }
    entries += [("angle", .plain("\(angle.shortText) rad")), ("cells", .mapping(Self.cells))]
    return editor.make("add \(name)", [.add(.emitter, entries.flow)], selecting: [name])
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    drawing.marks.append(EditorDrawing.Mark(kind: .emitter, place: place, ink: .preview))
  }
}
