import TumbleGeometry

extension Scene.Body {
  /// Of all its shapes, in its own coordinates; nil without any.
  public var bounds: Rect? { shapes.map(\.form).bounds }

  /// From the body's own coordinates to the world's, at the start.
  public var transform: Transform { Transform(translation: position, rotation: angle) }
}
