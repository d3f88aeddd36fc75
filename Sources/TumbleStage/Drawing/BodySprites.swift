import TumbleGeometry

/// What a body is drawn with.
struct BodySprites {
  let sprites: [Sprite]
  /// What it has where the snapshot names none.
  let color: Color
  /// Whether the color is put on while drawing, and not in the sprites.
  let isTinted: Bool
  /// nil for what casts none.
  var shadow: Sprite?
}
