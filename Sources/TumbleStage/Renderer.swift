import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// Draws frames of a cast.
///
/// What stands still is one picture behind; everything that moves is a sprite, drawn once through Cairo at the
/// size it is shown in. Static bodies therefore lie behind all others; those keep the file's order.
package final class Renderer {
  let target: RenderTarget
  package var theme: Theme {
    didSet { if theme != oldValue { props = nil } }
  }
  private let textures: TextureCache
  private let batch: SpriteBatch

  /// Setting it forgets what was drawn for the previous one.
  package var cast: Cast {
    didSet {
      guard cast != oldValue else { return }
      props = nil
      moved = []
    }
  }

  /// Bodies called static that were seen to change: they are drawn as sprites from then on.
  private var moved: Set<Int> = []
  private var props: Props?

  /// What is drawn in advance for a cast in a viewport.
  private struct Props {
    let viewport: Viewport
    let sprites: SpriteCache
    /// By body id.
    var costumes: [Costume]
    let backdrop: Texture
    /// The static bodies in it, as they were drawn.
    let still: [BodySnapshot]
    let tackle: Tackle
  }

  /// Turned smoothly, a sprite costs SDL's software renderer three times as much.
  private static let mostSmoothBodies = 300

  package convenience init(
    _ target: RenderTarget, cast: Cast, textures: TextureCache, theme: Theme = Theme()
  ) {
    self.init(target, cast: cast, textures: textures, theme: theme, path: nil)
  }

  init(_ target: RenderTarget, cast: Cast, textures: TextureCache, theme: Theme, path: SpriteBatch.Path?) {
    (self.target, self.cast, self.textures, self.theme) = (target, cast, textures, theme)
    batch = SpriteBatch(target, path: path)
  }

  /// Fills the whole target: the frame in the viewport's area, and what surrounds it. Shows nothing yet.
  package func draw(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    fill(theme.surround)
    SDL_RenderClear(target.pointer)
    guard viewport.area.width >= 1, viewport.area.height >= 1 else { return }
    try prepare(frame, in: viewport)
    guard let props else { return }

    var area = viewport.area.pixels
    SDL_RenderCopy(target.pointer, props.backdrop.pointer, nil, &area)
    SDL_RenderSetClipRect(target.pointer, &area)
    batch.area = viewport.area
    drawBodies(of: frame, props)
    props.tackle.draw(frame, cast: cast, viewport: viewport, batch: batch)
    batch.flush()
    SDL_RenderSetClipRect(target.pointer, nil)

    fill(theme.paperEdge)
    for i in 1...max(Int(viewport.density.rounded()), 1) {
      var rim = viewport.area.insetBy(-Double(i)).pixels
      SDL_RenderDrawRect(target.pointer, &rim)
    }
  }

  private func drawBodies(of frame: Frame, _ props: Props) {
    let viewport = props.viewport
    frame.forEachPose { body, pose in
      guard props.costumes.indices.contains(body.body), pose.isFinite else { return }
      let costume = props.costumes[body.body]
      if costume.isStatic, isPlainStatic(body) { return }
      let opacity = max(0, min(pose.looks.opacity, 1))
      guard opacity > 0, !costume.sprites.isEmpty else { return }
      let position = viewport.pixel(pose.position)
      let reach =
        costume.reach * viewport.scale * max(abs(pose.looks.scale.x), abs(pose.looks.scale.y)) + 4
      guard viewport.area.insetBy(-reach).contains(position) else { return }
      let color = pose.looks.color ?? costume.color
      let tint = SDL_Color(costume.isTinted ? color : .white, opacity: opacity)
      // By index: iterators of large values cost an allocation each where nothing is specialized.
      for i in costume.sprites.indices {
        batch.draw(
          costume.sprites[i], at: position, angle: pose.angle, scale: pose.looks.scale * viewport.scale,
          tint: tint)
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
  package func discardTextures() { props = nil }

  private func prepare(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    if let props, props.viewport == viewport, isStill(frame, props.still) { return try dressAnew(frame) }
    let sprites: SpriteCache
    let costumes: [Costume]
    let tackle: Tackle
    if let props, props.viewport == viewport {
      // Only a static body has moved.
      (sprites, costumes, tackle) = (props.sprites, props.costumes, props.tackle)
    } else {
      sprites = SpriteCache(
        target, textures: textures, viewport: viewport,
        isSmooth: !target.isSoftware || cast.bodies.count <= Self.mostSmoothBodies)
      var made: [Costume] = []
      var colors: [Color?] = Array(repeating: nil, count: cast.bodies.count)
      for body in frame.current.bodies where colors.indices.contains(body.body) {
        colors[body.body] = body.looks.color
      }
      for body in cast.bodies.indices { made.append(try costume(body, colors[body], sprites)) }
      costumes = made
      tackle = try Tackle(cast, viewport, sprites, theme)
    }
    let still = frame.current.bodies.filter(isPlainStatic)
    let size = PixelSize(Int(viewport.area.width), Int(viewport.area.height))
    let backdrop = try Texture(target, size: size, isOpaque: true)
    backdrop.upload(
      Backdrop(theme: theme, viewport: viewport).picture(cast, still, textures: textures))
    props = Props(
      viewport: viewport, sprites: sprites, costumes: costumes, backdrop: backdrop, still: still,
      tackle: tackle)
    try dressAnew(frame)
  }

  /// - Parameter color: What the body is colored, nil for the theme's choice. It is drawn into the sprites: on the
  ///   software renderer a tint costs more than the copy itself.
  private func costume(_ body: Int, _ color: Color?, _ sprites: SpriteCache) throws(StageError) -> Costume {
    let cast = cast.bodies[body]
    if let path = cast.texture,
      let sprite = try sprites.sprite(.picture(path: path, within: cast.outlines))
    {
      return Costume(sprites: [sprite], color: .white, isTinted: true, isStatic: cast.kind == .static)
    }
    let color = color ?? themeColor(body)
    return Costume(
      sprites: try outlines(cast, color, sprites), color: color, isTinted: false,
      isStatic: cast.kind == .static)
  }

  private func outlines(_ cast: BodyCast, _ color: Color, _ sprites: SpriteCache) throws(StageError)
    -> [Sprite]
  {
    var made: [Sprite] = []
    for outline in cast.outlines {
      if let sprite = try sprites.sprite(.outline(outline, color)) { made.append(sprite) }
    }
    return made
  }

  private func themeColor(_ body: Int) -> Color {
    let cast = cast.bodies[body]
    if cast.texture != nil { return theme.missing }
    switch cast.kind {
    case .static: return theme.staticBody
    case .kinematic: return theme.kinematicBody
    case .dynamic:
      let colors = theme.dynamicBodies
      return colors.isEmpty ? theme.staticBody : colors[body % colors.count]
    }
  }

  /// White sprites to tint for bodies whose color has changed: it may change with every frame from now on.
  private func dressAnew(_ frame: Frame) throws(StageError) {
    guard let props else { return }
    for i in frame.current.bodies.indices {
      let body = frame.current.bodies[i]
      guard props.costumes.indices.contains(body.body) else { continue }
      let costume = props.costumes[body.body]
      guard !costume.isTinted, let color = body.looks.color, color != costume.color else { continue }
      self.props?.costumes[body.body] = Costume(
        sprites: try outlines(cast.bodies[body.body], .white, props.sprites), color: themeColor(body.body),
        isTinted: true, isStatic: costume.isStatic)
    }
  }

  /// Whether the static bodies are where the backdrop shows them; notes those that are not.
  private func isStill(_ frame: Frame, _ still: [BodySnapshot]) -> Bool {
    var (i, isStill) = (0, true)
    for index in frame.current.bodies.indices {
      let body = frame.current.bodies[index]
      guard isPlainStatic(body) else { continue }
      if i < still.count, still[i] == body {
        i += 1
        continue
      }
      if i < still.count, still[i].body == body.body { moved.insert(body.body) }
      isStill = false
      i += 1
    }
    return isStill && i == still.count
  }

  /// Whether the backdrop can show the body.
  private func isPlainStatic(_ body: BodySnapshot) -> Bool {
    guard cast.bodies.indices.contains(body.body) else { return false }
    let cast = cast.bodies[body.body]
    return cast.kind == .static && body.looks.opacity == 1 && (cast.texture == nil || body.looks.color == nil)
      && (moved.isEmpty || !moved.contains(body.body))
  }
}

/// What a body is drawn with.
struct Costume {
  let sprites: [Sprite]
  /// What it has where the snapshot names none.
  let color: Color
  /// Whether the color is put on while drawing, and not in the sprites.
  let isTinted: Bool
  let isStatic: Bool
  /// How far from the body's position anything of it is drawn, in points.
  let reach: Double

  init(sprites: [Sprite], color: Color, isTinted: Bool, isStatic: Bool) {
    (self.sprites, self.color, self.isTinted, self.isStatic) = (sprites, color, isTinted, isStatic)
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
