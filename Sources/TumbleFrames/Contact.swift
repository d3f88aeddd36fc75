import TumbleGeometry

/// The contact of two bodies in a step.
public struct Contact: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// They parted; there is no point, normal or impulse.
    case ended
    /// They touch, and did not in the step before.
    case began
    /// They touch, and the impulse of this step reached the threshold that was asked for.
    case hit
  }

  public var kind: Kind
  /// The bodies' ids; the one whose shape comes first in the file is `a`.
  public var a: BodyID
  public var b: BodyID
  /// The point where they touch, in the world: the middle of all points.
  public var point: Vector
  /// The normal from a to b, of length 1.
  public var normal: Vector
  /// The impulse that b got from a in this step, friction included, in kilograms × points per second.
  public var impulse: Vector
  /// The energy that bouncing and rubbing took from the motion, in kilograms × square points per second
  /// squared.
  public var energyLost: Double
  /// One of the shapes only feels.
  public var isSensor: Bool

  public init(
    kind: Kind, a: BodyID, b: BodyID, point: Vector = .zero, normal: Vector = .zero, impulse: Vector = .zero,
    energyLost: Double = 0, isSensor: Bool = false
  ) {
    self.kind = kind
    self.a = a
    self.b = b
    self.point = point
    self.normal = normal
    self.impulse = impulse
    self.energyLost = energyLost
    self.isSensor = isSensor
  }
}
