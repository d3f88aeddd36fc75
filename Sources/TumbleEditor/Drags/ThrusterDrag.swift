import TumbleFrames
import TumbleGeometry

/// Puts a thruster on a body: a force at the place that is pressed, towards where the pointer is released, that a key fires.
struct ThrusterDrag: PointerDrag {
  private let start: Vector
  private var end: Vector

  /// What a pull of a point accelerates a body with, in points per second squared: a pull of 100 is as strong as usual gravity.
  private static let accelerationPerPoint = 10.0

  init(at pointer: Pointer) {
    start = pointer.point
    end = start
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.end(from: start)
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let holder = JointEnd(at: start, in: view)
    guard let body = holder.body else { return editor.refuse("drag from the body that is to be pushed") }
    let name = view.name(body)
    guard view.kind(body) == .dynamic else {
      return editor.refuse("\(name) is \(view.kind(body).rawValue): nothing can push it")
    }
    guard start.distance(to: end) > view.units(8) else {
      return editor.refuse("drag the way that \(name) is to be pushed, the farther the harder")
    }
    guard let key = view.freeKey else { return editor.refuse("the scene uses all keys for thrusters") }
    let force =
      (end - start).rotated(by: -holder.angle(in: view)) * (Self.accelerationPerPoint * view.mass(body))
    var drive: FormatNode.Mapping = [
      ("type", .plain("thrust")), ("of", .plain(name)), ("force", .vector(force)),
    ]
    // Through the middle it does not turn the body.
    let place = holder.local(start, in: view)
    if place.length > view.reach { drive.append(("at", .vector(place))) }
    let input: FormatNode.Mapping = [
      ("id", .plain(view.freeInputName("thrust"))), ("keys", .plain(key)),
      ("help", .plain("Fires the thruster of \(name)")), ("drive", .mapping(drive)),
    ]
    editor.tell("\(key) fires it")
    return editor.make("add a thruster to \(name)", [.add(.input, input.flow)], selecting: [])
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    let holder = JointEnd(at: start, in: view)
    let canFire = holder.canMove(in: view)
    if let body = holder.body, canFire {
      for outline in view.outlines(body) {
        drawing.shapes.append(EditorDrawing.Shape(outline: outline, ink: .preview))
      }
    }
    let ink = canFire ? EditorDrawing.Ink.preview : .refusal
    drawing.arrow(from: start, to: end, ink: ink, in: view)
    guard canFire, start.distance(to: end) > view.units(2), let key = view.freeKey else { return }
    drawing.labels.append(EditorDrawing.Label(text: key, place: end, ink: ink))
  }
}
