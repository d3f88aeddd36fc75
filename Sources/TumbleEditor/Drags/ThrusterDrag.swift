import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Puts a thruster on a body: a force at the place that is pressed, towards where the pointer is released,
/// that a key fires.
struct ThrusterDrag: PointerDrag {
  private let start: Vector
  private var end: Vector

  /// The acceleration of a body by each point of a pull, in points per second squared: a pull of 100 is as
  /// strong as usual gravity.
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
    if let body = holder.body, canFire { drawing.outline(body, in: view) }
    let ink = canFire ? EditorDrawing.Ink.preview : .refusal
    drawing.arrow(from: start, to: end, ink: ink, in: view)
    guard canFire, start.distance(to: end) > view.units(2), let key = view.freeKey else { return }
    drawing.label(key, at: end, ink)
  }
}

/// Adds an emitter where the pointer is released: on the body there, which takes it along, or in the world.
struct EmitterDrag: PointerDrag {
  private var place: Vector

  init(at pointer: Pointer, _ snapping: Snapping) { place = pointer.point }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let isOnBody = !view.bodies(at: pointer.point, within: 0).isEmpty
    place = isOnBody ? pointer.point : editor.snapping(pointer, in: view).point(pointer.point)
    return []
  }

  /// The cells of a new thruster: something to be seen at once, from which a person goes on.
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
    drawing.mark(.emitter, at: place, .preview)
  }
}

/// A force on a body that a key fires, as it is drawn and erased.
package struct Thruster: Hashable, Sendable {
  /// The id of the input that fires it.
  package var input: String
  /// The name of its key, and of the key for the other way if there is one; empty where it has none.
  package var key: String
  package var body: BodyID
  /// The point at which it pushes, in the body's own coordinates.
  package var place: Vector
  /// The direction in which it pushes, in the body's own coordinates; its length is not used here.
  package var force: Vector
  /// Is true if its input drives nothing else.
  package var isAlone: Bool

  package init(input: String, key: String, body: BodyID, place: Vector, force: Vector, isAlone: Bool = true) {
    (self.input, self.key, self.body, self.place, self.force) = (input, key, body, place, force)
    self.isAlone = isAlone
  }
}

extension EditorView {
  /// The length of a thruster's arrow, on the screen.
  private static let thrusterLength = 30.0

  /// Returns the ends of a thruster's arrow; nil for one whose body is not there.
  func arrow(of thruster: Thruster) -> (start: Vector, end: Vector)? {
    guard let transform = transform(thruster.body), thruster.force.length > 0 else { return nil }
    let start = transform.apply(thruster.place)
    let way = (transform.apply(thruster.place + thruster.force) - start).normalized
    return (start, start + way * units(Self.thrusterLength))
  }

  /// The thruster whose arrow is nearest to a point, and near it.
  func thruster(at point: Vector) -> Thruster? {
    var nearest: (thruster: Thruster, distance: Double)?
    for thruster in thrusters {
      guard let arrow = arrow(of: thruster) else { continue }
      let distance = point.distance(toSegment: arrow.start, arrow.end)
      if distance <= reach, distance < nearest?.distance ?? .infinity { nearest = (thruster, distance) }
    }
    return nearest?.thruster
  }
}

extension EditorDrawing {
  mutating func arrow(from start: Vector, to end: Vector, ink: Ink, in view: EditorView) {
    let way = end - start
    guard way.length > view.units(2) else { return }
    line(start, end, ink)
    let tip = way.normalized * min(view.units(8), way.length / 2)
    for side in [tip.perpendicular * 0.5, tip.perpendicular * -0.5] {
      line(end, end - tip + side, ink)
    }
  }

  mutating func add(_ thruster: Thruster, ink: Ink, in view: EditorView) {
    guard let (start, end) = view.arrow(of: thruster) else { return }
    mark(.fastening, at: start, ink)
    arrow(from: start, to: end, ink: ink, in: view)
    if !thruster.key.isEmpty { label(thruster.key, at: end, ink) }
  }
}
