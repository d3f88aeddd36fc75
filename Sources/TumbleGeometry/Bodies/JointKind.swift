/// The kinds of joint that the engine has; the raw values are the words of the scene format.
public enum JointKind: String, CaseIterable, Hashable, Sendable {
  case pin
  case slide
  case pivot
  case groove
  case spring
  case rotarySpring = "rotary-spring"
  case rotaryLimit = "rotary-limit"
  case ratchet
  case gear
  case motor
}

/// The joints that are made of two of the engine's each; the raw values are the words of the scene format.
public enum ComposedJoint: String, CaseIterable, Hashable, Sendable {
  /// A pivot, and what keeps the angle: a gear, or with a stiffness a rotary spring.
  case weld
  /// A groove in body a along which body b is held by a spring: a wheel on its suspension.
  case wheel
  /// A groove, and a gear that keeps the angle: b slides in a and does not turn.
  case prismatic

  /// The kind of the joint that has the whole's id.
  public var first: JointKind { self == .weld ? .pivot : .groove }

  /// The end of the second joint's id, after the first one's.
  public var suffix: String { self == .wheel ? "-spring" : "-angle" }
}

/// The places of the groove and the spring that a wheel's suspension is made of, in the coordinates of the body that has the
/// axis.
public struct Suspension: Hashable, Sendable {
  /// The lower end of the groove.
  public let from: Vector
  /// The upper end of the groove.
  public let to: Vector
  /// The upper end of the spring: so far above the groove that it pushes the same way from end to end.
  public let mount: Vector
  /// The length of the spring with the wheel in the middle of the groove.
  public let restLength: Double

  /// - Parameters:
  ///   - center: The wheel's place, in the middle of the groove.
  ///   - axis: The way up; only the direction counts.
  ///   - travel: The length of the groove, in points.
  public init(center: Vector, axis: Vector, travel: Double) {
    let way = axis.normalized * (travel / 2)
    (from, to) = (center - way, center + way)
    let middle = from.interpolated(to: to, by: 0.5)
    mount = middle + (to - from)
    restLength = mount.distance(to: middle)
  }
}
