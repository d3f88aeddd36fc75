import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// The sprites of a world's moving things, drawn in advance at one size.
struct SceneSprites {
  let detail: Detail
  let sprites: SpriteCache
  /// The sprites by body id; nil for a body that was not seen yet.
  var bodies: [BodySprites?]
  var jointDrawing: JointDrawing?
  var belts: BeltDrawing?
  /// The surfaces; nil if there are none.
  var surfaces: SurfaceDrawing?
  var looks = LookSprites()
  /// Is true once a body glows.
  var hasLight = false

  /// Forgets what lamps light, which has changed.
  mutating func forgetLights() {
    if hasLight { for body in bodies.indices { bodies[body]?.light = nil } }
  }

  mutating func forgetBodies(_ description: WorldDescription) {
    bodies = Array(repeating: nil, count: description.bodies.count)
    jointDrawing = nil
    belts = nil
    surfaces = nil
    looks = LookSprites()
  }
}

struct BodySprites {
  let sprites: [Sprite]
  /// Outlines that are too large for sprites.
  var large: [LargeOutline] = []
  /// The color if the snapshot names none.
  let color: Color
  /// Is true if the color is put on while drawing, and not in the sprites.
  let isTinted: Bool
  /// Is true if its sprites show all outlines as one, so that they can be translucent.
  var isGrouped = false
  /// Is true if its colors are added to what lies behind it.
  var isAdded = false
  /// The border over the sprites, with a color of its own.
  var border: Sprite?
  /// A caption that is not in the sprites.
  var caption: CaptionSprites?
  /// The shadow; nil for what casts none.
  var shadow: Shadow?
  /// The halo of a body that glows, in white.
  var halo: Sprite?
  /// The light that it throws on what is near it; nil where it is not known.
  var light: LightSprite?
  /// The picture of its file: `sprites` stand in for it while it is not there.
  var picture: PictureEntry?
  var shadowPicture: PictureEntry?
  private var versions: (picture: Int, shadow: Int) = (0, 0)

  init(
    sprites: [Sprite], color: Color, isTinted: Bool, shadow: Shadow? = nil, picture: PictureEntry? = nil,
    shadowPicture: PictureEntry? = nil
  ) {
    (self.sprites, self.color, self.isTinted, self.shadow) = (sprites, color, isTinted, shadow)
    (self.picture, self.shadowPicture) = (picture, shadowPicture)
    versions = (picture?.version ?? 0, shadowPicture?.version ?? 0)
  }

  /// Is true if more is known of its files than when it was made.
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

/// The light of a body that stands still.
struct LightSprite {
  /// The light in white; nil where nothing is near.
  let sprite: Sprite?
  let position: Vector
  let angle: Double
}

/// The shadow of a body, ready to be drawn at any angle.
struct Shadow {
  /// The offset from its body, in points.
  let offset: Vector
  /// One to be turned; or one for each part of the turn after which the silhouette is the same again, because
  /// SDL's software renderer takes several times as long to turn a picture as to copy it.
  let sprites: [Sprite]
  /// The angle after which it repeats, in radians; nil for one to be turned.
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
  /// The captions on a dark fill, and on a light one.
  let onDark: Sprite
  let onLight: Sprite
  let style: BodyStyle
  let isUpright: Bool
  /// The middle of its body, in points: an upright caption is put there.
  let middle: Vector

  /// - Parameter paper: The color behind the body, which is seen through one that is clear.
  func sprite(on color: Color, over paper: Color) -> Sprite {
    style.fill(color).over(paper).contrasting == .black ? onLight : onDark
  }
}
