import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Borders and captions that are not in a body's sprites, and bodies drawn as one.

extension Renderer {
  /// Adds what is drawn over the sprites of a body whose color may change, or that has a picture; captions that stay upright
  /// are drawn over all sprites.
  func addStyle(of body: Int, to made: inout BodySprites, _ sprites: SpriteCache) throws(StageError) {
    let description = description.bodies[body]
    let style = description.style
    // A picture has both in its sprite.
    let isSeparate = made.isTinted && made.picture == nil
    if isSeparate, let border = style.border, border.width > 0 {
      made.border = try sprites.sprite(
        .styled(
          StyledOutlines(
            description.drawnOutlines, style, color: .white, parts: .border, family: theme.fontFamily)))
    }
    guard let caption = style.caption, caption.isUpright || isSeparate,
      let bounds = description.outlines.map(\.drawn).bounds, bounds.isFinite
    else { return }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: theme.fontFamily)
    let inks =
      made.picture == nil
      ? (dark: CaptionInk(caption, text, on: .black), light: CaptionInk(caption, text, on: .white))
      : (dark: CaptionInk(caption, text, on: nil), light: CaptionInk(caption, text, on: nil))
    guard let onDark = try sprites.sprite(.caption(text, inks.dark)),
      let onLight = try sprites.sprite(.caption(text, inks.light))
    else { return }
    made.caption = CaptionSprites(
      onDark: onDark, onLight: onLight, style: style, isUpright: caption.isUpright, middle: bounds.center)
  }

  /// Draws what is not in a body's sprites over them.
  ///
  /// - Parameter position: Of the body, in pixels.
  func drawStyle(
    _ made: BodySprites, of drawn: BodySnapshot, at position: Vector, in viewport: Viewport,
    _ batch: SpriteBatch
  ) {
    guard made.border != nil || made.caption != nil else { return }
    let appearance = drawn.appearance
    let scale = appearance.scale * viewport.scale
    let style = description[drawn.id]?.style ?? BodyStyle()
    let color = style.base(appearance.color, plain: made.color)
    // The alpha of the body's color counts for all of it.
    let opacity = max(0, min(appearance.opacity, 1)) * (style.gradient == nil ? color.alpha : 1)
    let tint = SDL_Color(.white, opacity: opacity)
    if let border = made.border {
      batch.draw(border, at: position, angle: drawn.angle, scale: scale, tint: tint)
    }
    guard let caption = made.caption else { return }
    let sprite = caption.sprite(on: color)
    guard caption.isUpright else {
      return batch.draw(sprite, at: position, angle: drawn.angle, scale: scale, tint: tint)
    }
    let place = CaptionText.place(caption.middle, angle: drawn.angle, scale: scale)
    // On whole pixels, which it was drawn for: between them letters are blurred.
    let middle = position + Vector(place.x, -place.y)
    let corner = middle + Vector(sprite.bounds.min.x * scale.x, -sprite.bounds.max.y * scale.y)
    let whole = Vector(corner.x.rounded(), corner.y.rounded())
    batch.draw(sprite, at: middle + whole - corner, angle: 0, scale: scale, tint: tint)
  }

  /// Whether a body's outlines overlap and would shine through each other.
  func isTranslucentGroup(_ body: BodySnapshot) -> Bool {
    let appearance = body.appearance
    guard appearance.opacity < 1 || appearance.color.map({ $0.alpha < 1 }) ?? false else { return false }
    return overlapping.indices.contains(body.id.number) && overlapping[body.id.number]
  }

  /// By body id: whether any two of its outlines may overlap, and no picture covers them.
  static func overlapping(in description: WorldDescription) -> [Bool] {
    description.bodies.map { body in
      guard body.outlines.count > 1, body.texture == nil else { return false }
      let rects = body.outlines.compactMap(\.drawn.bounds).filter(\.isFinite)
      return OverlapSweep.pairs(rects) > 0
    }
  }
}

/// What a body's fill, border and caption are drawn in where the scene gives them no color.
package struct DrawnColors: Hashable, Sendable {
  /// What multiplies a picture or a gradient: white.
  package var fill: Color
  /// Without a border, of the rim in its place.
  package var border: Color
  package var caption: Color
}

extension Renderer {
  /// - Parameter own: The body's own color at this moment; nil where it has none.
  package func drawnColors(of body: BodyID, own: Color?) -> DrawnColors? {
    guard let known = description[body] else { return nil }
    let hasPicture = known.texture != nil
    let fill = known.style.base(own, plain: hasPicture ? .white : plainColor(body.number))
    // A border is half translucent, over what it lies on.
    let base = known.style.fill(fill).withAlpha(1)
    return DrawnColors(
      fill: fill, border: known.style.border == nil ? base.rim : base.lit(by: -0.5),
      caption: hasPicture ? .white : base.contrasting)
  }
}
