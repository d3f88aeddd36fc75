import TumbleGeometry

/// What two bodies did to each other in a step.
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
  /// Where they touch, in the world: the middle of the points.
  public var point: Vector
  /// From a to b, of length 1.
  public var normal: Vector
  /// What b got from a in this step, friction included, in kilograms × points per second.
  public var impulse: Vector
  /// What bouncing and rubbing took from the motion, in kilograms × square points per second squared.
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
