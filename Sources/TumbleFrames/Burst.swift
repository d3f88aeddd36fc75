import TumbleAnimation

/// A burst of particles where something was hit. It is looks alone: the state knows nothing of it.
public struct Burst: Hashable, Sendable {
  /// The particles that fly off.
  public var impact: Impact
  /// The number of steps after which it began.
  public var step: Int
  /// The place in the world, in points.
  public var position: Vector
  /// The direction about which the particles fly off, in radians.
  public var angle: Double
  /// The strength from 0 to 1.
  public var strength: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ impact: Impact, step: Int, position: Vector, angle: Double, strength: Double) {
    self.impact = impact
    self.step = step
    self.position = position
    self.angle = angle
    self.strength = strength
  }

  /// The time for which anything of it may be seen, in seconds.
  public static let duration = 1.1
  /// The largest number of bursts at a time.
  public static let most = 256
}
