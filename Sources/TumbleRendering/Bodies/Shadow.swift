import TumbleGeometry

/// What a body throws on the paper, ready to be drawn at any angle.
struct Shadow {
  /// How far it lies from its body, in points.
  let offset: Vector
  /// One to be turned; or one for each part of the turn after which the silhouette is the same again, because SDL's software
  /// renderer takes several times as long to turn a picture as to copy it.
  let sprites: [Sprite]
  /// In radians; nil where there is one to be turned.
  let period: Double?

  /// The sprite for an angle, and how far that is still to be turned.
  func sprite(at angle: Double) -> (Sprite, angle: Double) {
    guard let period else { return (sprites[0], angle) }
    let turns = angle / period
    let part = turns - turns.rounded(.down)
    return (sprites[Int((part * Double(sprites.count)).rounded()) % sprites.count], 0)
  }
}
