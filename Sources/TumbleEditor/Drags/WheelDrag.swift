import TumbleFrames
import TumbleGeometry

/// Puts a wheel on a body: a circle from its center outwards, on a suspension, with a motor that keys drive.
///
/// The wheels of a body have their keys in common.
struct WheelDrag: PointerDrag {
  private var circle: CircleDrag

  /// The turns of a wheel per second while a key is held.
  private static let speed = 2.0
  /// The swings of a body on one wheel per second.
  private static let frequency = 2.5
  /// The damping as a part of what lets it swing no more.
  private static let dampingRatio = 0.4

  init(at pointer: Pointer, _ snapping: Snapping, _ sizes: Editor.Sizes, in view: EditorView) {
    let landmark = pointer.isFree ? pointer.point : view.landmark(near: pointer.point)
    circle = CircleDrag(
      at: pointer, snapping, sizes, center: landmark == pointer.point ? nil : landmark, in: view)
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    circle.move(to: pointer, in: view, &editor)
  }

  var measure: TypedMeasure? { circle.measure }

  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    circle.set(values, in: view)
  }

  private func holder(in view: EditorView) -> JointEnd { JointEnd(at: circle.center, in: view) }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let holder = holder(in: view)
    guard let body = holder.body else { return editor.refuse("drag from the body that is to have a wheel") }
    let name = view.name(body)
    guard view.kind(body) == .dynamic else {
      return editor.refuse("\(name) is \(view.kind(body).rawValue): a wheel cannot drive it")
    }
    editor.sizes.radius = circle.made
    let (wheel, axle) = (view.freeName("wheel"), view.freeName("axle"))
    let input = input(for: axle, of: body, in: view)
    editor.report("\(name) has \(wheel)" + (input.keys.map { "; \($0)" } ?? ""))
    let edits = [
      NewBody(name: wheel, position: circle.center, form: .circle(radius: circle.made)).edit,
      .add(.joint, joint(axle, wheel, holder, in: view).flow),
    ]
    return editor.make("add \(wheel)", edits + [input.edit].compactMap { $0 }, selecting: [axle])
  }

  /// The suspension and its motor, as suits the body: it sinks by a few points, and the motor can lift it.
  private func joint(
    _ axle: String, _ wheel: String, _ holder: JointEnd, in view: EditorView
  ) -> FormatNode.Mapping {
    let mass = holder.body.map(view.mass) ?? 1
    let swing = 2 * Double.pi * Self.frequency
    let stiffness = mass * swing * swing
    let damping = 2 * Self.dampingRatio * (stiffness * mass).squareRoot()
    let gravity = view.snapshot.gravity
    let pull = gravity == .zero ? 1000 : gravity.length
    let up = gravity == .zero ? Vector(0, 1) : (gravity * -1).normalized
    let axis = up.rotated(by: -holder.angle(in: view))
    var all: FormatNode.Mapping = [
      ("id", .plain(axle)), ("type", .plain(ComposedJoint.wheel.rawValue)),
      ("a", .plain(holder.name(in: view))), ("b", .plain(wheel)),
    ]
    if axis.distance(to: Vector(0, 1)) > 1e-9 { all.append(("axis", .vector(axis))) }
    let motor: FormatNode.Mapping = [
      ("speed", .plain("0")), ("torque", .number((mass * pull * circle.made).threeDigits)),
    ]
    return all + [
      ("travel", .number(circle.made.threeDigits)), ("stiffness", .number(stiffness.threeDigits)),
      ("damping", .number(damping.threeDigits)), ("collideBodies", .plain("false")),
      ("motor", .mapping(motor)),
    ]
  }

  /// The edit that gives the wheel its keys, and what they do in words: those of the body's other wheels,
  /// or free ones.
  private func input(for axle: String, of body: BodyID, in view: EditorView) -> (edit: Edit?, keys: String?) {
    let new = FormatNode.drive(ofMotor: axle, rate: .plain("\((-Self.speed).shortText) turn/s"))
    if let input = view.input(drivingWheelsOf: body) {
      let drives = input.motors.map { FormatNode.drive(ofMotor: $0.joint, rate: .number($0.rate)) } + [new]
      return (.set(.input(input.id), path: "drive", value: FormatNode.list(drives).flow), nil)
    }
    guard let keys = view.freeKeyPair else { return (nil, nil) }
    let entries: FormatNode.Mapping = [
      ("id", .plain(view.freeInputName("drive"))), ("keys", .plain(keys.ahead)),
      ("reverse", .plain(keys.back)), ("help", .plain("Drives \(view.name(body))")), ("drive", new),
    ]
    return (.add(.input, entries.flow), "\(keys.ahead) and \(keys.back) drive it")
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    if let body = holder(in: view).body, view.kind(body) == .dynamic { drawing.outline(body, in: view) }
    circle.draw(in: view, on: &drawing)
  }

  /// Draws the wheel that a click would make, and the body that would have it.
  func drawBeforePress(in view: EditorView, on drawing: inout EditorDrawing) {
    let holder = holder(in: view)
    guard holder.canMove(in: view) else { return }
    holder.draw(in: view, on: &drawing)
    circle.draw(on: &drawing)
    drawing.label("a wheel of \(holder.name(in: view))", at: circle.center)
  }
}

extension FormatNode {
  /// The drive of an input that turns a motor.
  package static func drive(ofMotor joint: String, rate: FormatNode) -> FormatNode {
    .mapping([("type", .plain("motor")), ("of", .text(joint)), ("rate", rate)])
  }
}
