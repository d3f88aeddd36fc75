import TumbleGeometry

/// One particle at one time.
public struct Particle: Hashable, Sendable {
  /// In points.
  public var position: Vector
  /// How far its picture is turned, in radians.
  public var angle: Double
  /// The width of its picture, in points; 0 or more.
  public var size: Double
  /// Components within 0...1.
  public var color: Color
  /// The place of its cell in ``ParticleSystem/cells``.
  public var cell: Int

  public init(position: Vector, angle: Double, size: Double, color: Color, cell: Int) {
    self.position = position
    self.angle = angle
    self.size = size
    self.color = color
    self.cell = cell
  }
}
