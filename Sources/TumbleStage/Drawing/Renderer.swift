import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// Draws frames of a world.
///
/// What stands still is one picture behind; everything that moves is a sprite, drawn once through Cairo at the
/// size it is shown in. Static bodies therefore lie behind all others; those keep the file's order.
package final class Renderer {
  let target: RenderTarget
  package var theme: Theme {
    didSet { if theme != oldValue { sceneSprites = nil } }
  }
  private let textures: TextureCache
  private let batch: SpriteBatch

  /// Setting it forgets what was drawn for the previous one.
  package var description: WorldDescription {
    didSet {
      guard description != oldValue else { return }
      sceneSprites = nil
      moved = []
    }
  }

  /// Bodies called static that were seen to change: they are drawn as sprites from then on.
  private var moved: Set<BodyID> = []
  private var sceneSprites: SceneSprites?

  /// What is drawn in advance for a world in a viewport.
  private struct SceneSprites {
    let viewport: Viewport
    let sprites: SpriteCache
    /// By body id.
    var bodySprites: [BodySprites]
    let backdrop: Texture
    /// The static bodies in it, as they were drawn.
    let still: [BodySnapshot]
    let jointDrawing: JointDrawing
  }

  /// Turned smoothly, a sprite costs SDL's software renderer three times as much.
  private static let maxSmoothBodies = 300

  package convenience init(
    _ target: RenderTarget, description: WorldDescription, textures: TextureCache, theme: Theme = Theme()
  ) {
    self.init(target, description: description, textures: textures, theme: theme, path: nil)
  }

  /// - Parameter path: how sprites reach the renderer; nil for the faster one.
  package init(
    _ target: RenderTarget, description: WorldDescription, textures: TextureCache, theme: Theme,
    path: SpriteBatch.Path?
  ) {
    self.target = target
    self.description = description
    self.textures = textures
    self.theme = theme
    batch = SpriteBatch(target, path: path)
  }

  /// Fills the whole target: the frame in the viewport's area, and what surrounds it. Shows nothing yet.
  package func draw(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    fill(theme.surround)
    SDL_RenderClear(target.pointer)
    guard viewport.area.width >= 1, viewport.area.height >= 1 else { return }
    try prepare(frame, in: viewport)
    guard let sceneSprites else { return }

    var area = viewport.area.pixels
    SDL_RenderCopy(target.pointer, sceneSprites.backdrop.pointer, nil, &area)
    SDL_RenderSetClipRect(target.pointer, &area)
    batch.area = viewport.area
    drawBodies(of: frame, sceneSprites)
    sceneSprites.jointDrawing.draw(frame, description: description, viewport: viewport, batch: batch)
    batch.flush()
    SDL_RenderSetClipRect(target.pointer, nil)

    fill(theme.paperEdge)
    for i in 1...max(Int(viewport.density.rounded()), 1) {
      var rim = viewport.area.insetBy(-Double(i)).pixels
      SDL_RenderDrawRect(target.pointer, &rim)
    }
  }

  private func drawBodies(of frame: Frame, _ sceneSprites: SceneSprites) {
    let viewport = sceneSprites.viewport
    frame.forEachBody { body, drawn in
      guard sceneSprites.bodySprites.indices.contains(body.id.number), drawn.isFinite else { return }
      let bodySprite = sceneSprites.bodySprites[body.id.number]
      if bodySprite.isStatic, isPlainStatic(body) { return }
      let opacity = max(0, min(drawn.appearance.opacity, 1))
      guard opacity > 0, !bodySprite.sprites.isEmpty else { return }
      let position = viewport.pixel(drawn.position)
      let reach =
        bodySprite.reach * viewport.scale * max(abs(drawn.appearance.scale.x), abs(drawn.appearance.scale.y))
        + 4
      guard viewport.area.insetBy(-reach).contains(position) else { return }
      let color = drawn.appearance.color ?? bodySprite.color
      let tint = SDL_Color(bodySprite.isTinted ? color : .white, opacity: opacity)
      for sprite in bodySprite.sprites {
        batch.draw(
          sprite, at: position, angle: drawn.angle, scale: drawn.appearance.scale * viewport.scale, tint: tint
        )
      }
    }
  }

  private func fill(_ color: Color) {
    let color = SDL_Color(color)
    SDL_SetRenderDrawColor(target.pointer, color.r, color.g, color.b, color.a)
  }
}

// MARK: What is drawn in advance

extension Renderer {
  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() { sceneSprites = nil }

  private func prepare(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    if let sceneSprites, sceneSprites.viewport == viewport, isStill(frame, sceneSprites.still) {
      return try retint(frame)
    }
    let sprites: SpriteCache
    let bodySprites: [BodySprites]
    let jointDrawing: JointDrawing
    if let sceneSprites, sceneSprites.viewport == viewport {
      // Only a static body has moved.
      sprites = sceneSprites.sprites
      bodySprites = sceneSprites.bodySprites
      jointDrawing = sceneSprites.jointDrawing
    } else {
      sprites = SpriteCache(
        target, textures: textures, viewport: viewport,
        isSmooth: !target.isSoftware || description.bodies.count <= Self.maxSmoothBodies)
      var made: [BodySprites] = []
      var colors: [Color?] = Array(repeating: nil, count: description.bodies.count)
      for body in frame.current.bodies where colors.indices.contains(body.id.number) {
        colors[body.id.number] = body.appearance.color
      }
      for body in description.bodies.indices { made.append(try bodySprite(body, colors[body], sprites)) }
      bodySprites = made
      jointDrawing = try JointDrawing(description, viewport, sprites, theme)
    }
    let still = frame.current.bodies.filter(isPlainStatic)
    let size = PixelSize(Int(viewport.area.width), Int(viewport.area.height))
    let backdrop = try Texture(target, size: size, isOpaque: true)
    backdrop.upload(
      Backdrop(theme: theme, viewport: viewport).picture(description, still, textures: textures))
    sceneSprites = SceneSprites(
      viewport: viewport, sprites: sprites, bodySprites: bodySprites, backdrop: backdrop, still: still,
      jointDrawing: jointDrawing)
    try retint(frame)
  }

  /// - Parameter color: What the body is colored, nil for the theme's choice. It is drawn into the sprites: on the
  ///   software renderer a tint costs more than the copy itself.
  private func bodySprite(_ body: Int, _ color: Color?, _ sprites: SpriteCache) throws(StageError)
    -> BodySprites
  {
    let description = description.bodies[body]
    if let path = description.texture,
      let sprite = try sprites.sprite(.picture(path: path, within: description.outlines))
    {
      return BodySprites(
        sprites: [sprite], color: .white, isTinted: true, isStatic: description.kind == .static)
    }
    let color = color ?? themeColor(body)
    return BodySprites(
      sprites: try outlines(description, color, sprites), color: color, isTinted: false,
      isStatic: description.kind == .static)
  }

  private func outlines(_ description: BodyDescription, _ color: Color, _ sprites: SpriteCache)
    throws(StageError)
    -> [Sprite]
  {
    var made: [Sprite] = []
    for outline in description.outlines {
      if let sprite = try sprites.sprite(.outline(outline, color)) { made.append(sprite) }
    }
    return made
  }

  private func themeColor(_ body: Int) -> Color {
    let description = description.bodies[body]
    if description.texture != nil { return theme.missing }
    switch description.kind {
    case .static: return theme.staticBody
    case .kinematic: return theme.kinematicBody
    case .dynamic:
      let colors = theme.dynamicBodies
      return colors.isEmpty ? theme.staticBody : colors[body % colors.count]
    }
  }

  /// White sprites to tint for bodies whose color has changed: it may change with every frame from now on.
  private func retint(_ frame: Frame) throws(StageError) {
    guard let sceneSprites else { return }
    for body in frame.current.bodies {
      guard sceneSprites.bodySprites.indices.contains(body.id.number) else { continue }
      let bodySprite = sceneSprites.bodySprites[body.id.number]
      guard !bodySprite.isTinted, let color = body.appearance.color, color != bodySprite.color else {
        continue
      }
      self.sceneSprites?.bodySprites[body.id.number] = BodySprites(
        sprites: try outlines(description.bodies[body.id.number], .white, sceneSprites.sprites),
        color: themeColor(body.id.number),
        isTinted: true, isStatic: bodySprite.isStatic)
    }
  }

  /// Whether the static bodies are where the backdrop shows them; notes those that are not.
  private func isStill(_ frame: Frame, _ still: [BodySnapshot]) -> Bool {
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

  /// Whether the backdrop can show the body.
  private func isPlainStatic(_ body: BodySnapshot) -> Bool {
    guard let description = description[body.id] else { return false }
    return description.kind == .static && body.appearance.opacity == 1
      && (description.texture == nil || body.appearance.color == nil)
      && (moved.isEmpty || !moved.contains(body.id))
  }
}

/// What a body is drawn with.
struct BodySprites {
  let sprites: [Sprite]
  /// What it has where the snapshot names none.
  let color: Color
  /// Whether the color is put on while drawing, and not in the sprites.
  let isTinted: Bool
  let isStatic: Bool
  /// How far from the body's position anything of it is drawn, in points.
  let reach: Double

  init(sprites: [Sprite], color: Color, isTinted: Bool, isStatic: Bool) {
    self.sprites = sprites
    self.color = color
    self.isTinted = isTinted
    self.isStatic = isStatic
    reach = sprites.reduce(0) { reach, sprite in
      let (low, high) = (sprite.bounds.min, sprite.bounds.max)
      return max(
        reach, low.length, high.length, Vector(low.x, high.y).length, Vector(high.x, low.y).length)
    }
  }
}

extension Rect {
  /// Rounded to whole pixels.
  var pixels: SDL_Rect {
    SDL_Rect(
      x: Int32(min.x.rounded()), y: Int32(min.y.rounded()), w: Int32(width.rounded()),
      h: Int32(height.rounded()))
  }
}
