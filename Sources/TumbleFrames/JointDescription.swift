import TumbleGeometry

/// Who a joint is.
public struct JointDescription: Hashable, Sendable {
  /// The id in the scene file, such as `rope`.
  public var name: String
  public var kind: JointKind
  /// The bodies that it holds.
  public var a: BodyID
  public var b: BodyID
  /// The name of the joint that it goes with when that is removed, as the second of a weld does; nil for one
  /// by itself.
  public var partOf: String?
  /// The length of a slide joint's rope, in points: the largest distance of its ends; nil for other joints,
  /// and without a limit.
  public var length: Double?
  /// The line of a groove that an anchor of b stays on, in a's coordinates; nil for other joints.
  public var track: Track?
  /// Is true if it is never corrected: it then holds nothing in place but slows motion, as friction does, and
  /// is not drawn.
  public var isFriction = false

  /// A straight line from one point to another.
  public struct Track: Hashable, Sendable {
    public var from: Vector
    public var to: Vector

    public init(from: Vector, to: Vector) {
      self.from = from
      self.to = to
    }
  }

  public init(name: String, kind: JointKind, a: BodyID, b: BodyID) {
    self.name = name
    self.kind = kind
    self.a = a
    self.b = b
  }

  /// The name of the joint that was made with it: its own, but that of the first for the second of a
  /// ``ComposedJoint``.
  package var whole: String {
    guard let partOf else { return name }
    return ComposedJoint.allCases.contains { name == partOf + $0.suffix } ? partOf : name
  }
}
