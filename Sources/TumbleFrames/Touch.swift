import TumbleGeometry

/// Where two bodies touch after a step, for pictures that show it: no part of a snapshot, a trace or a hash.
public struct Touch: Hashable, Sendable {
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

/// What of a body is no part of a snapshot, for pictures that show it.
public struct BodyFacts: Hashable, Sendable {
  /// In kilograms; infinite for one that nothing pushes.
  public var mass: Double
  /// In kilograms × square points.
  public var moment: Double
  /// In the body's own coordinates.
  public var centerOfGravity: Vector

  public init(mass: Double, moment: Double, centerOfGravity: Vector = .zero) {
    self.mass = mass
    self.moment = moment
    self.centerOfGravity = centerOfGravity
  }
}
