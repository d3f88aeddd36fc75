import TumbleAnimation
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput

/// A small world that stands still, and a hand that edits it: 1 point of the world is one of the desktop's.
struct EditorBench {
  var editor = Editor()
  var description: WorldDescription
  var snapshot: FrameSnapshot
  var isPaused = true
  var pointsPerUnit = 1.0
  var room: Rect?
  var masses: [BodyID: Double] = [:]
  var thrusters: [Thruster] = []
  var ways: [EditorWay] = []
  /// The requests so far.
  var requests: [EditorRequest] = []

  static let crate = BodyID(0)
  static let ball = BodyID(1)
  static let floor = BodyID(2)
  static let plank = BodyID(3)

  /// A crate, a ball, a floor and a turned plank; a rod from the crate to the ball.
  init() {
    description = WorldDescription(
      name: "bench", view: Rect(size: Size(400, 300)),
      bodies: [
        BodyDescription(
          name: "crate1", kind: .dynamic, outlines: [.polygon(Polygon(box: Size(40, 40)).corners, radius: 0)]),
        BodyDescription(name: "ball1", kind: .dynamic, outlines: [.circle(center: .zero, radius: 20)]),
        BodyDescription(
          name: "floor", kind: .static,
          outlines: [.segment(from: Vector(-200, 0), to: Vector(200, 0), radius: 2)]),
        BodyDescription(
          name: "plank1", kind: .dynamic,
          outlines: [.polygon(Polygon(box: Size(80, 20)).corners, radius: 0)]),
      ],
      joints: [JointDescription(name: "rod1", kind: .pin, a: Self.crate, b: Self.ball)])
    snapshot = FrameSnapshot(
      step: 0, rate: 120, gravity: Vector(0, -1000),
      bodies: [
        BodySnapshot(id: Self.crate, position: Vector(100, 100), angle: 0),
        BodySnapshot(id: Self.ball, position: Vector(200, 100), angle: 0),
        BodySnapshot(id: Self.floor, position: Vector(200, 2), angle: 0),
        BodySnapshot(id: Self.plank, position: Vector(300, 200), angle: .pi / 2),
      ],
      joints: [JointSnapshot(id: JointID(0), a: Vector(100, 100), b: Vector(200, 100))])
  }

  var view: EditorView {
    EditorView(
      frame: Frame(snapshot), description: description, isPaused: isPaused, pointsPerUnit: pointsPerUnit,
      room: room, mass: { masses[$0] }, thrusters: { thrusters }, ways: ways)
  }

  var drawing: EditorDrawing { editor.drawing(in: view) }

  // MARK: The hand

  @discardableResult
  mutating func send(_ kind: PointerEvent.Kind, _ point: Vector, _ modifiers: Modifiers = []) -> Bool {
    let event = PointerEvent(kind, pixel: point, point: point, modifiers: modifiers)
    let response = editor.take(event, in: view)
    carryOut(response.requests)
    return response.isTaken
  }

  @discardableResult
  mutating func press(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) -> Bool {
    send(.press(.left, clicks: 1), Vector(x, y), modifiers)
  }

  @discardableResult
  mutating func move(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) -> Bool {
    send(.move, Vector(x, y), modifiers)
  }

  @discardableResult
  mutating func release(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) -> Bool {
    send(.release(.left), Vector(x, y), modifiers)
  }

  mutating func click(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    press(x, y, modifiers)
    release(x, y, modifiers)
  }

  mutating func drag(_ from: Vector, _ to: Vector, _ modifiers: Modifiers = []) {
    press(from.x, from.y, modifiers)
    let middle = from.interpolated(to: to, by: 0.5)
    move(middle.x, middle.y, modifiers)
    release(to.x, to.y, modifiers)
  }

  mutating func perform(_ command: EditorCommand) { carryOut(editor.perform(command, in: view)) }

  mutating func choose(_ tool: Tool) { carryOut(editor.choose(tool)) }

  /// Notes what is asked for, and puts and removes bodies as it says.
  private mutating func carryOut(_ requests: [EditorRequest]) {
    self.requests += requests
    for case .edit(let edit) in requests {
      switch edit {
      case .set(let object, path: "at", let value) where object.kind == .body:
        let name = object.id ?? ""
        if let index = place(of: name), let position = value.flatMap(Self.vector) {
          snapshot.bodies[index].position = position
        }
      case .set(let object, path: "angle", let value) where object.kind == .body:
        let name = object.id ?? ""
        if let index = place(of: name), let angle = value.flatMap(Double.init) {
          snapshot.bodies[index].angle = angle
        }
      case .set(let object, path: "at", let value) where object.kind == .emitter:
        let name = object.id ?? ""
        if let index = description.emitter(name), let position = value.flatMap(Self.vector) {
          description.emitters[index].position = position
        }
      case .remove(let object) where object.kind == .emitter:
        let name = object.id ?? ""
        if let index = description.emitter(name) { snapshot.emitterCounts[index] = -1 }
      case .remove(let object) where object.kind == .body:
        let name = object.id ?? ""
        if let index = place(of: name) {
          let id = snapshot.bodies.remove(at: index).id
          snapshot.joints.removeAll { description[$0.id]?.a == id || description[$0.id]?.b == id }
        }
      case .remove(let object) where object.kind == .joint:
        snapshot.joints.removeAll { description[$0.id]?.name == object.id }
      default: break
      }
    }
  }

  private func place(of name: String) -> Int? {
    snapshot.bodies.firstIndex { description[$0.id]?.name == name }
  }

  private static func vector(_ text: String) -> Vector? {
    let numbers = text.dropFirst().dropLast().split(separator: ",").compactMap { part in
      Double(String(part.filter { $0 != " " }))
    }
    return numbers.count == 2 ? Vector(numbers[0], numbers[1]) : nil
  }

  // MARK: What came of it

  /// The edits so far, without what opens and closes gestures.
  var edits: [Edit] {
    requests.compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
  }

  /// The texts of what was added.
  var added: [String] {
    edits.compactMap { if case .add(_, let text) = $0 { text } else { nil } }
  }

  var gestures: [String] {
    requests.compactMap { if case .begin(let name) = $0 { name } else { nil } }
  }

  func position(_ id: BodyID) -> Vector { snapshot[id]?.position ?? .zero }

  /// Adds a body to the world, as another hand would.
  mutating func add(_ name: String, _ kind: BodyKind = .dynamic, at position: Vector, _ outline: Outline?)
    -> BodyID
  {
    let id = BodyID(description.bodies.count)
    description.bodies.append(
      BodyDescription(name: name, kind: kind, outlines: outline.map { [$0] } ?? []))
    snapshot.bodies.append(BodySnapshot(id: id, position: position, angle: 0))
    return id
  }

  /// Adds an emitter, in the world or on a body.
  mutating func addEmitter(_ name: String, at position: Vector, on body: BodyID? = nil) -> Placed {
    description.emitters.append(
      EmitterDescription(name: name, emitter: Emitter(), body: body, position: position))
    snapshot.emitterCounts.append(0)
    return Placed(.emitter, description.emitters.count - 1)
  }

  mutating func join(_ name: String, _ kind: JointKind, _ a: BodyID, _ b: BodyID, at place: Vector) -> JointID
  {
    let id = JointID(description.joints.count)
    description.joints.append(JointDescription(name: name, kind: kind, a: a, b: b))
    snapshot.joints.append(JointSnapshot(id: id, a: place, b: place))
    return id
  }
}
