import TumbleFrames
import TumbleGeometry

/// The arrow that shows what a wind, a fluid or a field does to bodies, in the world: its length stands for a
/// velocity or an acceleration.
struct FieldArrow {
  /// The point at which it acts as strongly as the arrow says.
  var foot: Vector
  var way: Vector
  /// The way at a strength of 1 of a field that accelerates; nil for a wind and a fluid, which have
  /// velocities.
  var unit: Vector?

  /// The points per second that a point of the arrow stands for.
  static let speed = 4.0
  /// The points per second squared that a point of the arrow stands for.
  static let acceleration = 20.0
}

extension EditorView {
  /// Returns the arrow of a thing that pushes in some direction; nil for what has none.
  func arrow(of thing: Placed) -> FieldArrow? {
    guard thing.kind != .emitter, description.has(thing), let place = place(of: thing) else { return nil }
    guard thing.kind == .field else {
      return FieldArrow(foot: place, way: description.fluids[thing.index].flow / FieldArrow.speed)
    }
    let force = description.fields[thing.index].force
    let angle = body(of: thing).flatMap(pose)?.angle ?? 0
    if case .wind(let velocity) = force.effect {
      return FieldArrow(foot: place, way: velocity.rotated(by: angle) / FieldArrow.speed)
    }
    // What has a center acts on what is beside it: half way out, where it has a border.
    var offset = Vector.zero
    if force.effect.center != nil {
      offset.x = if case .circle(_, let radius) = force.region { radius / 2 } else { 50 }
    }
    // A step so short limits no spring.
    let unit = force.effect.acceleration(at: origin(of: thing) + offset, strength: 1, time: 0, step: 1e-6)
    guard unit.length > 0, force.effect.kind != .noise else { return nil }
    let turned = unit.rotated(by: angle) / FieldArrow.acceleration
    return FieldArrow(foot: place + offset.rotated(by: angle), way: turned * force.strength, unit: turned)
  }

  /// The end of an arrow, by which it is pulled: a little away from its foot where it has no length.
  func tip(of arrow: FieldArrow) -> Vector {
    let least = units(16)
    guard arrow.way.length < least else { return arrow.foot + arrow.way }
    return arrow.foot + (arrow.unit?.normalized ?? Vector(1, 0)) * least
  }
}

/// Pulls the arrow of a wind, a fluid or a field: a wind and a uniform field turn with it. Released where it
/// was pressed, it was a click.
struct ArrowDrag: GestureDrag {
  private let thing: Placed
  private let object: SceneObject
  private let arrow: FieldArrow
  private let start: Vector
  /// The angle of the body that it is on, in radians.
  private let angle: Double
  var hasBegun = false

  /// Creates a drag; nil while time runs, and if the pointer is not at the arrow of the only thing that is
  /// selected.
  init?(_ selection: Selection, at pointer: Pointer, in view: EditorView) {
    guard view.isPaused, selection.count == 1, let thing = selection.placed.first,
      let arrow = view.arrow(of: thing), view.tip(of: arrow).distance(to: pointer.point) <= view.units(7),
      let object = SceneObject(thing.kind, id: view.description.name(of: thing))
    else { return nil }
    (self.thing, self.object, self.arrow) = (thing, object, arrow)
    start = pointer.point
    angle = view.body(of: thing).flatMap(view.pose)?.angle ?? 0
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let pull = pointer.point - start
    guard view.description.has(thing), hasBegun || pull.length > view.units(3) else { return [] }
    let end = Pointer(view.tip(of: arrow) + pull, pointer.modifiers).end(from: arrow.foot)
    var way = (pointer.isConstrained ? end : editor.snapping(pointer, in: view).point(end)) - arrow.foot
    guard way.isFinite else { return [] }
    // Near the foot nothing is pushed.
    if way.length < view.units(12) { way = .zero }
    let edits = edits(way, in: view).map { path, value in
      EditorRequest.edit(.set(object, path: path, value: value.flow))
    }
    return going(on: "pull \(object.id ?? "")", edits)
  }

  private func edits(_ way: Vector, in view: EditorView) -> [(path: String, value: FormatNode)] {
    let local = way.rotated(by: -angle)
    guard let unit = arrow.unit else {
      let velocity = (local * FieldArrow.speed).hundredths
      return [(thing.kind == .field ? "velocity" : "flow", .vector(velocity))]
    }
    guard case .uniform = view.description.fields[thing.index].force.effect else {
      return [("strength", .number((way.dot(unit) / unit.lengthSquared).threeDigits))]
    }
    let strength = FormatNode.number((way.length * FieldArrow.acceleration).threeDigits)
    return (way == .zero ? [] : [("direction", .vector(local.normalized))]) + [("strength", strength)]
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if hasBegun { return [.end] }
    editor.click(at: start, in: view)
    return []
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .move
    guard let arrow = view.arrow(of: thing) else { return }
    let (scale, unit) =
      arrow.unit == nil ? (FieldArrow.speed, "pt/s") : (FieldArrow.acceleration, "pt/s²")
    let number = LabelNumber.text(arrow.way.length * scale)
    drawing.label("\(number) \(unit)  \(LabelNumber.angle(arrow.way.angle))", at: view.tip(of: arrow))
  }
}
