/// A point where two bodies touch after a step, for pictures that show it: no part of a snapshot, a trace or a hash.
public struct Touch: Hashable, Sendable {
  /// The body with the lower id, and the other.
  public var a: BodyID
  public var b: BodyID
  /// In the world, in points.
  public var point: Vector
  /// From a to b, of length 1.
  public var normal: Vector
  /// How far they overlap there, in points.
  public var depth: Double
  /// What b got from a in the step, over all of the pair's points, friction included: in kilograms × points per second.
  public var impulse: Vector

  public init(
    a: BodyID, b: BodyID, point: Vector, normal: Vector, depth: Double = 0, impulse: Vector = .zero
  ) {
    self.a = a
    self.b = b
    self.point = point
    self.normal = normal
    self.depth = depth
    self.impulse = impulse
  }
}
