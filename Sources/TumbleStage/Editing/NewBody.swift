import TumbleFiles
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
    var entries = [(key: "id", text: name)]
    if kind != .dynamic { entries.append(("kind", kind.rawValue)) }
    entries.append(("at", FlowText.vector(position)))
    if angle != 0 { entries.append(("angle", angle.shortText)) }
    if let mass { entries.append(("mass", mass.shortText)) }
    if let form { entries.append(FlowText.form(form)) }
    return .add(.body, FlowText.mapping(entries))
  }

  /// What will be seen of it, in the world.
  var outline: Outline? {
    form?.placed(by: Transform(translation: position, rotation: angle))
  }
}
