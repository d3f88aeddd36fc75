import TumbleGeometry

/// Who a joint is.
public struct JointDescription: Hashable, Sendable {
  /// The id in the scene file, such as `rope`.
  public var name: String
  public var kind: JointKind
  /// The bodies that it holds.
  public var a: BodyID
  public var b: BodyID
  /// Of a slide joint, how far its ends may be apart: how long the rope is; nil for the others, and without a limit. In points.
  public var length: Double?
  /// Of a groove, the line that an anchor of b stays on, in a's coordinates; nil for the others.
  public var track: Track?
  /// Whether it is never corrected: it then holds nothing in place but slows motion, as friction does, and is not drawn.
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
}
