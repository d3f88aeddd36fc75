/// What of a body is drawn but not simulated, beside its outlines and its texture.
public struct Appearance: Hashable, Sendable {
  /// 0 (unseen) to 1 (opaque).
  public var opacity: Double
  /// About the body's position.
  public var scale: Vector
  /// Multiplies a texture; fills an outline without one. nil: the theme's own.
  public var color: Color?
  /// The brightness of its halo, which has its color and lies on what is behind it: 0 (none) to 1.
  public var glow: Double

  public init(opacity: Double = 1, scale: Vector = Vector(1, 1), color: Color? = nil, glow: Double = 0) {
    self.opacity = opacity
    self.scale = scale
    self.color = color
    self.glow = glow
  }
}
