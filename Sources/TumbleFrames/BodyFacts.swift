import TumbleGeometry

/// The facts of a body that are no part of a snapshot, for pictures that show them.
public struct BodyFacts: Hashable, Sendable {
  /// The mass in kilograms; infinite for one that nothing pushes.
  public var mass: Double
  /// The moment of inertia in kilograms × square points.
  public var moment: Double
  /// The center of gravity in the body's own coordinates.
  public var centerOfGravity: Vector

  public init(mass: Double, moment: Double, centerOfGravity: Vector = .zero) {
    self.mass = mass
    self.moment = moment
    self.centerOfGravity = centerOfGravity
  }
}
