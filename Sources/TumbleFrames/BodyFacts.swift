import TumbleGeometry

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
