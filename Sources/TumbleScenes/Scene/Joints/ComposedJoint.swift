import TumbleGeometry

/// Joints of the format that are made of two of the engine's: the first has the entry's id and its numbers, the second, its
/// part, that id with a word behind it. A pulley cannot be made of the engine's ten: none of them ties two distances.
enum ComposedJoint: String, CaseIterable {
  /// A pivot, and what keeps the angle: a gear, or with a stiffness a rotary spring.
  case weld
  /// A groove in body a along which body b is held by a spring: a wheel on its suspension.
  case wheel
  /// A groove, and a gear that keeps the angle: b slides in a and does not turn.
  case prismatic

  /// The kind of the joint that has the entry's id.
  var first: JointKind { self == .weld ? .pivot : .groove }

  /// What the second joint's id has behind the first one's.
  var suffix: String {
    switch self {
    case .weld, .prismatic: "-angle"
    case .wheel: "-spring"
    }
  }
}

extension Record {
  /// Whether the entry of a joint makes several.
  var makesSeveralJoints: Bool {
    has("chain") || text("type").map { ComposedJoint(rawValue: $0) != nil } ?? false
  }
}
