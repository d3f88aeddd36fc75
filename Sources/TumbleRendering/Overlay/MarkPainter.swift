import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// Draws marks over the stage: smooth lines, dots and words from sprites, surfaces plainly.
package final class MarkPainter {
  private let target: RenderTarget
  private let batch: SpriteBatch
  private let theme: Theme
  private var sprites: (cache: SpriteCache, density: Double)?
  private var labels: [String: Texture] = [:]
  private let triangles: TriangleBuffer

  /// Words kept; where there are more, all are forgotten.
  private static let maxLabels = 512
  /// A dot is drawn once so large, and then in any size.
  private static let dotRadius = 16.0

  package init(_ target: RenderTarget, theme: Theme) {
    self.target = target
    self.theme = theme
    batch = SpriteBatch(target)
    triangles = TriangleBuffer(target)
  }

  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() {
    sprites = nil
    labels.removeAll()
  }

  package func draw(_ marks: Marks, in viewport: Viewport) throws(StageError) {
    guard !marks.all.isEmpty, viewport.scale > 0 else { return }
    if sprites?.density != viewport.density {
      // Sprites of marks are in pixels: they do not grow with what they mark.
      let flat = Viewport(view: Rect(size: Size(1000, 1000)), in: Rect(size: Size(1000, 1000)))
      let cache = SpriteCache(target, detail: Detail(flat), isSmooth: true)
      sprites = (cache, viewport.density)
      labels.removeAll()
    }
    guard let cache = sprites?.cache else { return }
    target.setClip(viewport.area.pixels)
    batch.area = viewport.area
    let density = viewport.density
    // Beyond this nothing of a line can be reported, and pixels no longer fit the renderer's numbers.
    let room = viewport.area.insetBy(-50)
    for mark in marks.all {
      if case .triangle = mark { batch.flush() } else { triangles.flush() }
      switch mark {
      case .line(let from, let to, let width, let color):
        guard let seen = room.clip(from: viewport.pixel(from), to: viewport.pixel(to)) else { continue }
        try line(seen.from, seen.to, width * density, color, cache)
      case .dot(let place, let radius, let color):
        let pixel = viewport.pixel(place)
        guard room.contains(pixel), let sprite = try cache.sprite(.disc(radius: Self.dotRadius)) else {
          continue
        }
        let scale = radius * density / Self.dotRadius
        batch.draw(sprite, at: pixel, angle: 0, scale: Vector(scale, scale), tint: SDL_Color(color))
      case .ring(let place, let radius, let width, let color):
        let pixel = viewport.pixel(place)
        guard room.contains(pixel) else { continue }
        var before = pixel + Vector(radius * density, 0)
        for i in 1...20 {
          let next = pixel + Vector(radius * density, 0).rotated(by: Double(i) * .pi / 10)
          try line(before, next, width * density, color, cache)
          before = next
        }
      case .triangle(let a, let b, let c, let color):
        triangle(viewport.pixel(a), viewport.pixel(b), viewport.pixel(c), color)
      case .label(let text, let place, let offset, let color):
        batch.flush()
        try label(text, at: viewport.pixel(place) + Vector(offset.x, -offset.y) * density, color, viewport)
      }
    }
    triangles.flush()
    batch.flush()
    target.setClip(nil)
  }

  private func line(_ a: Vector, _ b: Vector, _ width: Double, _ color: Color, _ cache: SpriteCache)
    throws(StageError)
  {
    let length = a.distance(to: b)
    if target.isSoftware, length > 0.01, fillsUpright(a, b, width, color) { return }
    guard length > 0.01, let sprite = try cache.sprite(.line(width: width)) else { return }
    batch.draw(
      sprite, at: a.interpolated(to: b, by: 0.5), angle: Vector(b.x - a.x, a.y - b.y).angle,
      scale: Vector(max(length, 1) / sprite.bounds.width, 1), tint: SDL_Color(color))
  }

  /// Draws a line along one of the axes as a rectangle of whole pixels: SDL's software renderer would turn a
  /// stretched copy of a sprite for it, and that for each edge of each box that stands upright.
  private func fillsUpright(_ a: Vector, _ b: Vector, _ width: Double, _ color: Color) -> Bool {
    let isFlat = abs(a.y - b.y) < 0.25
    guard isFlat || abs(a.x - b.x) < 0.25 else { return false }
    let thickness = max(width.rounded(.up), 1)
    let side = isFlat ? Vector(0, thickness / 2) : Vector(thickness / 2, 0)
    let from = Vector(min(a.x, b.x), min(a.y, b.y)) - side
    let to = Vector(max(a.x, b.x), max(a.y, b.y)) + side
    let place = SDL_Rect(
      x: Int32(from.x.rounded()), y: Int32(from.y.rounded()),
      w: Int32(isFlat ? max((to.x - from.x).rounded(), 1) : thickness),
      h: Int32(isFlat ? thickness : max((to.y - from.y).rounded(), 1)))
    batch.flush()
    // A line thinner than a pixel covers the whole pixel, and is drawn fainter in proportion.
    let ink = SDL_Color(color.withAlpha(color.alpha * width / thickness))
    SDL_SetRenderDrawBlendMode(target.pointer, SDL_BLENDMODE_BLEND)
    SDL_SetRenderDrawColor(target.pointer, ink.r, ink.g, ink.b, ink.a)
    target.fillRect(place, isBlended: true)
    SDL_SetRenderDrawBlendMode(target.pointer, SDL_BLENDMODE_NONE)
    return true
  }

  private func triangle(_ a: Vector, _ b: Vector, _ c: Vector, _ color: Color) {
    let color = SDL_Color(color)
    let limit = 20_000.0
    for corner in [a, b, c] where abs(corner.x) > limit || abs(corner.y) > limit { return }
    triangles.append(SDL_FPoint(a), SDL_FPoint(b), SDL_FPoint(c), (color, color, color))
  }

  /// Draws a word on a plate of its own, so that it can be read on anything; its middle left at the place.
  private func label(_ text: String, at place: Vector, _ color: Color, _ viewport: Viewport)
    throws(StageError)
  {
    guard viewport.area.insetBy(-200).contains(place), !text.isEmpty else { return }
    let key = text + color.hex
    if labels[key] == nil {
      if labels.count >= Self.maxLabels { labels.removeAll(keepingCapacity: true) }
      var picture = plate(text, color, viewport.density)
      picture.prepareForUpload()
      target.counts.offscreenPasses += 1
      labels[key] = try Texture(target, picture)
    }
    guard let texture = labels[key] else { return }
    let size = Size(Double(texture.size.width), Double(texture.size.height))
    // Never beyond the edge of the window.
    let corner = Vector(
      min(max(place.x, viewport.area.min.x), max(viewport.area.max.x - size.width, viewport.area.min.x)),
      min(
        max(place.y - size.height / 2, viewport.area.min.y),
        max(viewport.area.max.y - size.height, viewport.area.min.y)))
    target.copy(texture, to: Rect(origin: corner, size: size).pixels)
  }

  private func plate(_ text: String, _ color: Color, _ density: Double) -> Bitmap {
    let font = Font(family: theme.fontFamily, size: 11 * density)
    var probe = Bitmap(width: 1, height: 1)
    var width = 0.0
    probe.draw { canvas in width = canvas.measure(text, font: font).width }
    let size = Size((width + 10 * density).rounded(.up), (17 * density).rounded(.up))
    var picture = Bitmap(width: Int(size.width), height: Int(size.height))
    picture.draw { canvas in
      canvas.roundedRectangle(Rect(size: size).insetBy(0.5), radius: 4 * density)
      canvas.fill(theme.strip.withAlpha(0.82))
      canvas.text(text, at: Vector(5 * density, 12.4 * density), font: font, color: color)
    }
    return picture
  }
}
