import TumbleGeometry

/// The state of one body at one step: where it is, how it moves, how it looks.
public struct BodySnapshot: Hashable, Identifiable, Sendable {
  /// The body's in its world, never used twice: its place in the scene, repeaters unrolled.
  public var id: BodyID
  /// The position in points.
  public var position: Vector
  /// The angle in radians, counter-clockwise, not wrapped.
  public var angle: Double
  /// The velocity in points per second.
  public var velocity: Vector
  /// The angular velocity in radians per second.
  public var angularVelocity: Double
  public var isSleeping: Bool
  /// It never changes a shape.
  public var appearance: Appearance

  public init(
    id: BodyID, position: Vector, angle: Double, velocity: Vector = .zero, angularVelocity: Double = 0,
    isSleeping: Bool = false, appearance: Appearance = Appearance()
  ) {
    self.id = id
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
    self.isSleeping = isSleeping
    self.appearance = appearance
  }
}
