import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// The sprites of a body with a changed look: of each look that it has or had.
struct LookSprites {
  /// A picture of the description on a body, or its outlines.
  struct Key: Hashable {
    var body: Int
    var picture: Int?
  }

  var sprites: [Key: BodySprites] = [:]
}

extension LookChange {
  /// Seconds since it was made at a frame's moment; below 0 before it.
  func age(in frame: Frame) -> Double { frame.time - Double(step) / Double(max(frame.current.rate, 1)) }
}

extension Renderer {
  /// Draws a body whose look has changed: before the change the old one, then the transition, and then the
  /// new one.
  ///
  /// - Returns: What it has when the transition is over, or had before it.
  func draw(
    _ change: LookChange, of body: BodySnapshot, in frame: Frame, _ looks: LookSprites, opacity: Double,
    _ put: (Sprite, SDL_Color) -> Void
  ) -> BodySprites? {
    let number = change.body.number
    let (own, oldColor) = (color(of: body), theme.color(change.oldColor, description.bodies[number].style))
    let old = looks.sprites[LookSprites.Key(body: number, picture: change.oldPicture)]
    let new = looks.sprites[LookSprites.Key(body: number, picture: change.picture)]
    func show(_ sprites: BodySprites?, _ color: Color?, _ share: Double, _ part: (Sprite) -> Sprite?) {
      sprites?.forEachShown { sprite, own in
        if let shown = part(sprite) { put(shown, SDL_Color(color ?? own, opacity: opacity * share)) }
      }
    }
    let age = change.age(in: frame)
    if age < 0 {
      show(old, oldColor, 1) { $0 }
      return old
    }
    guard let place = change.transition, description.transitions.indices.contains(place),
      let progress = description.transitions[place].progress(at: age),
      let whole = description.bodies[number].outlines.bounds
    else {
      show(new, own, 1) { $0 }
      return new
    }
    for quad in description.transitions[place].quads(at: progress) {
      show(quad.isOld ? old : new, quad.isOld ? oldColor : own, quad.opacity) { $0.part(quad, of: whole) }
    }
    return new
  }

  /// Makes the sprites of all looks that bodies have or had.
  func prepareLooks(of frame: Frame, _ looks: inout LookSprites, _ sprites: SpriteCache) throws(StageError) {
    for change in frame.current.looks where description[change.body] != nil {
      for picture in [change.picture, change.oldPicture] {
        let key = LookSprites.Key(body: change.body.number, picture: picture)
        if let known = looks.sprites[key], !known.isOutdated {
          if let picture = known.picture { try pictures.want(picture, rank: 0) }
        } else {
          looks.sprites[key] = try lookSprites(key, sprites)
        }
      }
    }
  }

  /// Returns the sprites of a body with a picture, or with none; all are tinted as they are drawn.
  private func lookSprites(_ key: LookSprites.Key, _ sprites: SpriteCache) throws(StageError) -> BodySprites {
    let description = description.bodies[key.body]
    let path = key.picture.flatMap { place in
      self.description.pictures.indices.contains(place) ? self.description.pictures[place] : nil
    }
    let picture = try wantedPicture(path, of: key.body, rank: 0)
    guard picture?.shown == nil else {
      var made = BodySprites(sprites: [], color: .white, isTinted: true, picture: picture)
      try addStyle(of: key.body, to: &made, sprites)
      return made
    }
    let color =
      path == nil ? plainColor(key.body) : picture?.isMissing == false ? theme.awaited : theme.missing
    // A gradient is multiplied by the body's own color alone.
    let isGradient = path == nil && description.style.gradient != nil
    var made = BodySprites(
      sprites: try outlines(
        description, .white, sprites, parts: path == nil ? [.fill, .withinBorder] : .fill,
        isGrouped: overlapping[key.body]),
      color: isGradient ? .white : color, isTinted: true, picture: picture)
    try addStyle(of: key.body, to: &made, sprites)
    return made
  }
}

// Borders and captions that are not in a body's sprites, and bodies drawn as one.

extension Renderer {
  /// Adds what is drawn over the sprites of a body whose color may change, or that has a picture; captions
  /// that stay upright are drawn over all sprites.
  func addStyle(of body: Int, to made: inout BodySprites, _ sprites: SpriteCache) throws(StageError) {
    let description = description.bodies[body]
    let style = description.style
    made.isAdded = style.blend == .additive
    // A picture has both in its sprite.
    let isSeparate = made.isTinted && made.picture == nil
    if isSeparate, let border = style.border, border.width > 0 {
      made.border = try sprites.sprite(
        .styled(
          StyledOutlines(description.drawnOutlines, style, color: .white, parts: .border, in: theme)))
    }
    guard let caption = style.caption, caption.isUpright || isSeparate,
      let bounds = description.outlines.map(\.drawn).bounds, bounds.isFinite
    else { return }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: theme.fontFamily)
    func ink(on fill: Color) -> CaptionInk {
      CaptionInk(caption, text, on: made.picture == nil ? fill : nil, in: theme)
    }
    guard let onDark = try sprites.sprite(.caption(text, ink(on: .black))),
      let onLight = try sprites.sprite(.caption(text, ink(on: .white)))
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
    let opacity = max(0, min(appearance.opacity, 1))
    if let border = made.border {
      // The alpha of the body's color counts for its border, and not for its caption.
      let shown = SDL_Color(.white, opacity: opacity * (style.gradient == nil ? color.alpha : 1))
      batch.draw(border, at: position, angle: drawn.angle, scale: scale, tint: shown)
    }
    guard let caption = made.caption else { return }
    let tint = SDL_Color(.white, opacity: opacity)
    let sprite = caption.sprite(on: color, over: theme.paperBottom)
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

  /// Returns true if a body's outlines overlap and would shine through each other.
  func isTranslucentGroup(_ body: BodySnapshot) -> Bool {
    guard overlapping.indices.contains(body.id.number), overlapping[body.id.number] else { return false }
    return body.appearance.opacity < 1 || color(of: body).map { $0.alpha < 1 } ?? false
  }

  /// Returns the bodies, true by id, of whose outlines any two may overlap, and no picture covers them.
  static func overlapping(in description: WorldDescription) -> [Bool] {
    description.bodies.map { body in
      guard body.outlines.count > 1, body.texture == nil else { return false }
      let rects = body.outlines.compactMap(\.drawn.bounds).filter(\.isFinite)
      return OverlapSweep.pairs(rects) > 0
    }
  }
}

/// The colors of a body's fill, border and caption if the scene gives it none.
package struct DrawnColors: Hashable, Sendable {
  /// The color that multiplies a picture or a gradient: white.
  package var fill: Color
  /// The color of the border; without one, of the rim in its place.
  package var border: Color
  package var caption: Color
}

extension Renderer {
  /// - Parameter own: The body's own color at this moment; nil where it has none.
  package func drawnColors(of body: BodyID, own: Color?) -> DrawnColors? {
    guard let known = description[body] else { return nil }
    let hasPicture = known.texture != nil
    let plain = hasPicture ? .white : plainColor(body.number)
    let fill = known.style.base(theme.color(own, known.style), plain: plain)
    // A border is half translucent, over what it lies on.
    let base = known.style.fill(fill).withAlpha(1)
    return DrawnColors(
      fill: fill, border: known.style.border == nil ? base.rim : base.lit(by: -0.5),
      caption: hasPicture ? .white : base.contrasting)
  }
}

extension Renderer {
  /// Returns the shadow of a body; nil if it throws none.
  ///
  /// - Parameter picture: The file of its own shadow; nil where that of its outlines is the same.
  func shadow(of body: BodyDescription, picture: PictureEntry?, _ sprites: SpriteCache, _ light: Light)
    throws(StageError) -> Shadow?
  {
    guard let light = self.light(on: body, light), let color = theme.shadow else { return nil }
    if let sprite = picture?.shown { return Shadow(offset: light.offset, sprites: [sprite], period: nil) }
    let period = target.isSoftware ? body.outlines.silhouettePeriod : nil
    let count = period.map { max(Int(($0 / (2 * .pi) * 48).rounded()), 1) } ?? 1
    var turned: [Sprite] = []
    for index in 0..<count {
      let angle = (period ?? 0) * Double(index) / Double(count)
      guard
        let sprite = try sprites.sprite(
          .shadow(picture: nil, outlines: body.drawnOutlines, body.textureFit, light, color, turned: angle))
      else { return nil }
      turned.append(sprite)
    }
    return Shadow(offset: light.offset, sprites: turned, period: period)
  }

  /// Returns the picture from which the shadow is drawn, of a picture that does not cover its body.
  func shadowPicture(of body: BodyDescription, _ path: String, _ light: Light) -> PictureEntry? {
    guard let light = self.light(on: body, light), let color = theme.shadow else { return nil }
    return pictures.entry(
      .shadow(picture: path, outlines: body.drawnOutlines, body.textureFit, light, color, turned: 0))
  }

  private func light(on body: BodyDescription, _ light: Light) -> Light? {
    guard body.castsShadow, theme.shadow != nil, let bounds = body.outlines.bounds,
      light.isSeen(around: bounds)
    else { return nil }
    return light.limited(to: bounds)
  }
}

extension [Outline] {
  /// The longest side of a body that shares its turned pictures, in pixels: between two of the angles the
  /// ends of longer ones would be seen to jump.
  private static var longest: Double { 8 }

  /// The angle after which their silhouette about the body's position is the same again, of a disc and of a
  /// box in its middle; nil for all else.
  fileprivate var silhouettePeriod: Double? {
    guard count == 1, let bounds = bounds, bounds.center.length < 1e-6 * bounds.width else { return nil }
    if case .circle = self[0] { return 2 * .pi / 48 }
    guard self[0].isBox,
      Swift.max(bounds.width, bounds.height) < Self.longest * Swift.min(bounds.width, bounds.height)
    else { return nil }
    return abs(bounds.width - bounds.height) < 1e-6 * bounds.width ? .pi / 2 : .pi
  }
}

// Light: the blurred silhouettes of bodies that glow, in their colors, and what static ones light.

extension Renderer {
  /// The reach of all light, as a multiple of its body's.
  static let lightReach = 5.5

  /// Makes the halos of the bodies that glow, and the light of those that are static, as far as they are not
  /// there.
  func prepareHalos(of frame: Frame, _ scene: inout SceneSprites, scale: Double) throws(StageError) {
    var near: StillWorld?
    for body in frame.current.bodies where body.appearance.glow > 0 {
      let number = body.id.number
      guard scene.bodies.indices.contains(number), let sprites = scene.bodies[number] else { continue }
      let isLit = sprites.light.map { $0.position == body.position && $0.angle == body.angle } ?? false
      let needsLight = description.bodies[number].kind == .static && !isLit
      guard needsLight || sprites.halo == nil else { continue }
      guard let bounds = description.bodies[number].outlines.bounds else { continue }
      if needsLight {
        // It stays a sprite when it goes out, so that the backdrop stays as it is.
        moved.insert(body.id)
        let world =
          near
          ?? .near(in: description, bodies: still, theme: theme, textures: textures, scale: scale)
        near = world
        scene.bodies[number]?.light = LightSprite(
          sprite: try LampLight(of: body, in: world, scale: scale).map(lightSprite), position: body.position,
          angle: body.angle)
      }
      scene.hasLight = true
      guard sprites.halo == nil else { continue }
      scene.bodies[number]?.halo = try scene.sprites.sprite(
        .shadow(
          picture: nil, outlines: description.bodies[number].drawnOutlines,
          description.bodies[number].textureFit, .halo(around: bounds), .white, turned: 0))
    }
  }

  private func lightSprite(_ light: LampLight) throws(StageError) -> Sprite {
    let texture = try Texture(target, light.picture)
    target.counts.offscreenPasses += 1
    let source = SDL_Rect(x: 0, y: 0, w: Int32(light.picture.width), h: Int32(light.picture.height))
    return Sprite(texture: texture, source: source, bounds: light.covered)
  }

  /// Draws light behind all bodies that are sprites: what lamps add to what is near them, and halos.
  func drawLight(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    func draw(_ sprite: (BodySprites) -> (Sprite, isTurned: Bool)?) {
      forEachSeen(frame, sceneSprites, in: viewport) { drawn, bodySprites, position in
        guard drawn.appearance.glow > 0, let (sprite, isTurned) = sprite(bodySprites) else { return }
        let plain: Color = bodySprites.picture?.shown != nil ? .white : bodySprites.color
        batch.draw(
          sprite, at: position, angle: isTurned ? drawn.angle : 0,
          scale: drawn.appearance.scale * viewport.scale,
          tint: SDL_Color(
            drawn.appearance.color ?? plain, opacity: drawn.appearance.glow * drawn.appearance.opacity))
      }
    }
    batch.isAdded = true
    draw { $0.light?.sprite.map { ($0, isTurned: false) } }
    if !theme.addsLight { batch.isAdded = false }
    draw { $0.halo.map { ($0, isTurned: true) } }
    batch.isAdded = false
  }
}

// Which bodies are in the picture of what stands still, and which are sprites.

extension Renderer {
  /// Returns true if the static bodies are where the backdrop shows them; notes those that are not.
  func isStill(_ frame: Frame, _ still: [BodySnapshot]) -> Bool {
    var (i, isStill) = (0, true)
    for body in frame.current.bodies where isPlainStatic(body) {
      if i < still.count, still[i] == body {
        i += 1
        continue
      }
      if i < still.count, still[i].id == body.id { moved.insert(body.id) }
      isStill = false
      i += 1
    }
    return isStill && i == still.count
  }

  /// Returns true if the backdrop shows the body.
  func isPlainStatic(_ body: BodySnapshot) -> Bool {
    guard let description = description[body.id] else { return false }
    return isDrawnOnce(body) && depthOrder.isBehindSprites(description.depth)
  }

  /// Returns true if the body is static, and looks as it can in the backdrop. A piece of a cloth or a blob is
  /// shown by its surface: in the backdrop, it would shine through one that is half seen.
  func isDrawnOnce(_ body: BodySnapshot) -> Bool {
    guard let description = description[body.id] else { return false }
    return description.kind == .static && body.appearance.opacity == 1 && body.appearance.glow == 0
      && description.style.blend == .normal
      && (description.texture == nil || theme.color(body.appearance.color, description.style) == nil)
      && (moved.isEmpty || !moved.contains(body.id))
      && (surfacePieces.isEmpty || !surfacePieces.contains(body.id))
  }
}
