import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// A small picture drawn once and then only turned and moved.
struct Sprite {
  let texture: Texture
  /// In the texture's pixels.
  let source: SDL_Rect
  /// Where it lies around the point it turns about, in points of the body, y up.
  let bounds: Rect
}

/// What a sprite shows.
enum SpriteForm: Hashable {
  /// With a rim of a darker shade; white can be tinted any color.
  case outline(Outline, Color)
  /// A texture file stretched over the bounds of outlines; nothing of it lies outside them.
  case picture(path: String, within: [Outline])
  /// What bodies with these looks throw on the paper: blurred by a deviation in points, which is their picture's silhouette
  /// where they have one.
  case shadow(picture: String?, outlines: [Outline], Light, Color)
  /// A stroke across, to be stretched along: the width in points.
  case line(width: Double)
  /// A plain circle in white, to be tinted: the radius in points.
  case disc(radius: Double)
  /// The turns of a spring, to be stretched along: the width in points.
  case coil(width: Double)
}

/// Draws sprites through Cairo as finely as the picture needs, and keeps them.
final class SpriteCache {
  private let sheet: SpriteSheet
  private let textures: TextureCache
  private let detail: Detail
  private var sprites: [SpriteForm: Sprite] = [:]
  /// Transparent pixels around what is drawn: its own smooth edge, and one more for the renderer's smoothing.
  private static let padding = 2.0
  private static let longestSide = 2048.0

  /// - Parameter isSmooth: whether pixels are blended where a sprite is turned or stretched.
  init(_ target: RenderTarget, textures: TextureCache, detail: Detail, isSmooth: Bool) {
    sheet = SpriteSheet(target, isSmooth: isSmooth)
    self.textures = textures
    self.detail = detail
  }

  /// How many there are.
  var count: Int { sprites.count }

  /// nil where there is nothing to draw: an outline that is not finite, a texture that cannot be read.
  func sprite(_ form: SpriteForm) throws(StageError) -> Sprite? {
    if let known = sprites[form] { return known }
    guard let bounds = form.bounds, bounds.isFinite else { return nil }
    if case .picture(let path, _) = form, textures.picture(path) == nil { return nil }
    // A body larger than any screen is drawn more coarsely and stretched.
    let longest = max(bounds.width, bounds.height, 1e-9)
    let resolution = min(form.resolution(detail, sheet), (Self.longestSide - 2 * Self.padding) / longest)
    // Whole pixels, the body's own origin in the middle of the bounds or not.
    let width = max((bounds.width * resolution - 1e-6).rounded(.up), 1) + 2 * Self.padding
    let height = max((bounds.height * resolution - 1e-6).rounded(.up), 1) + 2 * Self.padding
    let covered = Rect(center: bounds.center, size: Size(width / resolution, height / resolution))

    var picture = Bitmap(width: Int(width), height: Int(height))
    picture.draw { canvas in
      canvas.transform(
        Transform(
          a: resolution, b: 0, c: 0, d: -resolution, tx: -covered.min.x * resolution,
          ty: covered.max.y * resolution))
      form.draw(on: canvas, pixel: detail.density / detail.scale, textures: textures)
    }
    if case .shadow(_, _, let light, let color) = form {
      picture.makeShadow(radius: light.radius(at: resolution), color: color)
    }
    picture.prepareForUpload()
    let place = try sheet.add(picture, isSmooth: form.isSmooth)
    let sprite = Sprite(texture: place.texture, source: place.source, bounds: covered)
    sprites[form] = sprite
    return sprite
  }
}

extension SpriteForm {
  /// Turns of a spring's coil, and the length it is drawn with before it is stretched, in widths.
  static var coilTurns: Int { 7 }
  static var coilLength: Double { 6 }
  /// A line's sprite in widths; only its cross-section matters.
  static var lineLength: Double { 2 }

  /// What is blurred needs no smoothing where it is turned, which takes SDL's software renderer three times as long.
  fileprivate var isSmooth: Bool {
    if case .shadow = self { false } else { true }
  }

  /// Pixels per point.
  fileprivate func resolution(_ detail: Detail, _ sheet: SpriteSheet) -> Double {
    guard case .shadow(_, let outlines, let light, _) = self else { return detail.scale }
    // A graphics card enlarges for nothing; the software renderer copies fastest what has its size already.
    let coarse = Self.shadowPixels / light.blur
    let side = outlines.bounds.map { max($0.width, $0.height) } ?? 0
    let isLarge = side * detail.scale > Self.largeShadow
    return sheet.isPaged || isLarge ? min(detail.scale, coarse) : detail.scale
  }

  /// The deviation of a shadow's blur that is drawn finely enough to be enlarged, in pixels.
  private static var shadowPixels: Double { 2.5 }
  private static var largeShadow: Double { 300 }

  fileprivate var bounds: Rect? {
    switch self {
    case .outline(let outline, _): outline.drawn.bounds
    case .picture(_, let outlines): outlines.map(\.drawn).bounds
    case .shadow(_, let outlines, let light, _): outlines.map(\.drawn).bounds?.insetBy(-light.spread)
    case .line(let width): Rect(center: .zero, size: Size(width * Self.lineLength, width))
    case .disc(let radius): Rect(center: .zero, size: Size(2 * radius, 2 * radius))
    case .coil(let width): Rect(center: .zero, size: Size(width * Self.coilLength, width))
    }
  }

  fileprivate func draw(on canvas: borrowing Canvas, pixel: Double, textures: TextureCache) {
    switch self {
    case .outline(let outline, let color):
      canvas.draw(outline, color: color, edgeWidth: 1.6 * pixel)
    case .picture(let path, let outlines):
      guard let picture = textures.picture(path) else { return }
      canvas.draw(picture, within: outlines)
    case .shadow(let path, let outlines, _, _):
      canvas.drawSilhouette(of: outlines, path.flatMap(textures.picture))
    case .line(let width):
      // Longer than the sprite: both ends are cut off square.
      let reach = Vector(width * Self.lineLength + 8 * pixel, 0)
      canvas.stroke(from: -reach, to: reach, .white, Stroke(width: width, cap: .butt))
    case .disc(let radius):
      canvas.circle(center: .zero, radius: radius)
      canvas.fill(.white)
    case .coil(let width):
      let half = width * Self.coilLength / 2
      let pen = max(width * 0.15, pixel)
      let turns = Self.coilTurns
      var points = [Vector(-half, 0)]
      for i in 0..<turns * 2 {
        let x = -half + half * 2 * (Double(i) + 1) / Double(turns * 2 + 1)
        points.append(Vector(x, (i.isMultiple(of: 2) ? 1 : -1) * (width - pen) / 2))
      }
      points.append(Vector(half, 0))
      canvas.polyline(points)
      canvas.stroke(.white, Stroke(width: pen))
    }
  }
}
