/// What of a body is drawn but not simulated, beside its outlines and its texture.
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
