import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// What is drawn in advance of a world's moving things, at one size.
struct SceneSprites {
  let detail: Detail
  let sprites: SpriteCache
  /// By body id; nil for one that was not seen yet.
  var bodies: [BodySprites?]
  var jointDrawing: JointDrawing?
  var belts: BeltDrawing?
  /// nil where there are none.
  var surfaces: SurfaceDrawing?
  var looks = LookSprites()

  mutating func forgetBodies(_ description: WorldDescription) {
    bodies = Array(repeating: nil, count: description.bodies.count)
    jointDrawing = nil
    belts = nil
    surfaces = nil
    looks = LookSprites()
  }
}

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
