import TumbleGeometry

/// The state of one body at one step: where it is, how it moves, how it looks.
public struct BodySnapshot: Hashable, Identifiable, Sendable {
  /// The body's in its world, never used twice: its place in the scene, repeaters unrolled.
  public var id: BodyID
  /// In points.
  public var position: Vector
  /// In radians, counter-clockwise, not wrapped.
  public var angle: Double
  /// In points per second.
  public var velocity: Vector
  /// In radians per second.
  public var angularVelocity: Double
  public var isSleeping: Bool
  /// Appearance: they never change a shape.
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

/// What of a body is drawn but not simulated.
public struct Appearance: Hashable, Sendable {
  /// 0 (unseen) to 1 (opaque).
  public var opacity: Double
  /// About the body's position.
  public var scale: Vector
  /// Multiplies a texture; fills an outline without one. nil: the theme's own.
  public var color: Color?

  public init(opacity: Double = 1, scale: Vector = Vector(1, 1), color: Color? = nil) {
    self.opacity = opacity
    self.scale = scale
    self.color = color
  }
}
