import TumbleFrames
import TumbleGeometry

/// A body to be made, with one form or none.
struct NewBody: Hashable, Sendable {
  /// Not used before in the world.
  var name: String
  var kind = BodyKind.dynamic
  var position: Vector
  /// In radians.
  var angle = 0.0
  /// In kilograms; nil: what its form weighs.
  var mass: Double?
  /// In the body's own coordinates.
  var form: Form?
}

extension NewBody {
  var edit: Edit {
    var entries: FormatNode.Mapping = [("id", .plain(name))]
    if kind != .dynamic { entries.append(("kind", .plain(kind.rawValue))) }
    entries.append(("at", .vector(position)))
    if angle != 0 { entries.append(("angle", .number(angle))) }
    if let mass { entries.append(("mass", .number(mass))) }
    if let form { entries.append(form.entry) }
    return .add(.body, entries.flow)
  }

  /// What will be seen of it, in the world.
  var outline: Outline? {
    form?.placed(by: Transform(translation: position, rotation: angle))
  }
}
