import TumbleGeometry

/// What a body is drawn with.
struct BodySprites {
  let sprites: [Sprite]
  /// Outlines that are too large for sprites.
  var large: [LargeOutline] = []
  /// What it has where the snapshot names none.
  let color: Color
  /// Whether the color is put on while drawing, and not in the sprites.
  let isTinted: Bool
  /// Whether its sprites show all outlines as one, so that they can be translucent.
  var isGrouped = false
  /// Drawn over the sprites, with a color of its own.
  var border: Sprite?
  /// A caption that is not in the sprites.
  var caption: CaptionSprites?
  /// nil for what casts none.
  var shadow: Shadow?
  /// The halo of a body that glows, in white.
  var halo: Sprite?
  /// What it shows of a file: `sprites` stand in for it while it is not there.
  var picture: PictureEntry?
  /// Of its shadow.
  var shadowPicture: PictureEntry?
  private var versions: (picture: Int, shadow: Int) = (0, 0)

  init(
    sprites: [Sprite], color: Color, isTinted: Bool, shadow: Shadow? = nil, picture: PictureEntry? = nil,
    shadowPicture: PictureEntry? = nil
  ) {
    self.sprites = sprites
    self.color = color
    self.isTinted = isTinted
    self.shadow = shadow
    self.picture = picture
    self.shadowPicture = shadowPicture
    versions = (picture?.version ?? 0, shadowPicture?.version ?? 0)
  }

  /// Whether more is known of its files than when it was made.
  var isOutdated: Bool {
    picture.map { $0.version != versions.picture } ?? false
      || shadowPicture.map { $0.version != versions.shadow } ?? false
  }

  var isEmpty: Bool { sprites.isEmpty && large.isEmpty && picture?.shown == nil }

  /// Calls with what is there of it, and its color where the snapshot names none.
  func forEachShown(_ act: (_ sprite: Sprite, _ color: Color) -> Void) {
    if let shown = picture?.shown { return act(shown, .white) }
    for sprite in sprites { act(sprite, isTinted ? color : .white) }
  }
}
