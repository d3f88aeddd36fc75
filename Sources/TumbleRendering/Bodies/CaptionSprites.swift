import TumbleGeometry
import TumbleLooks

/// A caption that is drawn over its body's sprites: it stays upright, or the body's color may change.
struct CaptionSprites {
  /// On a dark fill, and on a light one.
  let onDark: Sprite
  let onLight: Sprite
  let style: BodyStyle
  let isUpright: Bool
  /// Of its body, in points: what an upright one is put at.
  let middle: Vector

  /// - Parameter color: The body's.
  func sprite(on color: Color) -> Sprite { style.fill(color).contrasting == .black ? onLight : onDark }
}
