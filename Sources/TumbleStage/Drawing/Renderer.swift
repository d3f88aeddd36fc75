import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// Draws frames of a world.
///
/// What stands still is one picture behind, with its shadows; everything that moves is a sprite, drawn once through Cairo at
/// the size it is shown in, and another for its shadow. Static bodies therefore lie behind all others; those keep the file's
/// order.
package final class Renderer {
  let target: RenderTarget
  package var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      fluids = nil
      sceneSprites = nil
      stillLayers.discardTextures()
    }
  }
  let textures: TextureCache
  /// Sprites that show files.
  let pictures: PictureSprites
  /// Where a point of the world lay in the previous frame, to know how the view moves.
  var lastOrigin: Vector?
  /// Of the pictures that the backdrop and the particles were drawn with.
  private var arrivals = 0
  private let batch: SpriteBatch

  /// Setting it forgets what was drawn for the previous one, but for sprites that both have.
  package var description: WorldDescription {
    didSet {
      guard description != oldValue else { return }
      reaches = Self.reaches(of: description)
      light = Light(paper: description.view)
      moved = []
      fluids = nil
      particles = nil
      textures.beginLook()
      stillLayers.keepPictures()
      // What comes or changes among the moving bodies costs no tile.
      let isSameStill =
        description.view == oldValue.view && still.allSatisfy { description[$0.id] == oldValue[$0.id] }
      if !isSameStill { stillLayers.bodiesChanged() }
      if description.scenery != oldValue.scenery { stillLayers.sceneryChanged() }
      sceneSprites?.forgetBodies(description)
    }
  }

  /// Bodies called static that were seen to change: they are drawn as sprites from then on.
  private var moved: Set<BodyID> = []
  /// The static bodies in the backdrop, as they were drawn.
  private var still: [BodySnapshot] = []
  private let stillLayers: StillLayers
  private var sceneSprites: SceneSprites?
  private var fluids: FluidDrawing?
  private var particles: ParticleDrawing?
  /// By body id: how far from the body's position anything of it is drawn, in points.
  private var reaches: [Double] = []
  private var light: Light

  /// What is drawn in advance of a world's moving things, at one size.
  private struct SceneSprites {
    let detail: Detail
    let sprites: SpriteCache
    /// By body id; nil for one that was not seen yet.
    var bodies: [BodySprites?]
    var jointDrawing: JointDrawing?
    var belts: BeltDrawing?
    var looks = LookSprites()

    mutating func forgetBodies(_ description: WorldDescription) {
      bodies = Array(repeating: nil, count: description.bodies.count)
      jointDrawing = nil
      belts = nil
      looks = LookSprites()
    }
  }

  /// Pieces of the backdrop drawn so far, to see that moving the view draws only what comes into it.
  var drawnPieces: Int { stillLayers.drawn }
  /// Tiles of what stands still that there are, and textures made for them.
  var liveTiles: (back: Int, front: Int) { stillLayers.live }
  var tileTextures: (back: Int, front: Int) { stillLayers.tileTextures }
  /// Whether what stands still is drawn in the background where there is much of it, and comes some frames later.
  package var drawsInBackground: Bool {
    get { stillLayers.drawsInBackground }
    set { stillLayers.drawsInBackground = newValue }
  }
  /// Whether the next frame may show more than this one.
  package var isWaiting: Bool { stillLayers.isWaiting }
  /// Sprites that are kept.
  var spriteCount: Int { (sceneSprites?.sprites.count ?? 0) + pictures.count }

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
    pictures = PictureSprites(textures)
    self.theme = theme
    batch = SpriteBatch(target, path: path)
    stillLayers = StillLayers(target, textures: textures)
    light = Light(paper: description.view)
    reaches = Self.reaches(of: description)
  }

  /// Fills the whole target: the frame in the viewport's area, and what surrounds it. Shows nothing yet.
  package func draw(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    fill(theme.surround)
    target.clear()
    guard viewport.area.width >= 1, viewport.area.height >= 1 else { return }
    try prepare(frame, in: viewport)

    target.setClip(viewport.area.pixels)
    try stillLayers.drawBack(description, still, theme, in: viewport)
    guard let sceneSprites else { return }
    batch.area = viewport.area
    // What stands still is behind all shadows, its belts too.
    sceneSprites.belts?.draw(frame, viewport: viewport, batch: batch, isPlainStatic)
    if theme.shadow != nil { drawShadows(of: frame, sceneSprites, in: viewport) }
    sceneSprites.jointDrawing?.drawTracks(frame, description: description, viewport: viewport, batch: batch)
    drawBodies(of: frame, sceneSprites, in: viewport)
    sceneSprites.belts?.draw(frame, viewport: viewport, batch: batch) { !isPlainStatic($0) }
    sceneSprites.jointDrawing?.draw(frame, description: description, viewport: viewport, batch: batch)
    batch.flush()
    if !description.emitters.isEmpty { try drawParticles(of: frame, in: viewport) }
    if !description.fluids.isEmpty { drawFluids(of: frame, in: viewport) }
    try stillLayers.drawFront(description, theme, in: viewport)
    target.setClip(nil)

    guard !viewport.isMoved else { return }
    fill(theme.paperEdge)
    for i in 1...max(Int(viewport.density.rounded()), 1) {
      target.drawRect(viewport.area.insetBy(-Double(i)).pixels)
    }
  }

  private func drawParticles(of frame: Frame, in viewport: Viewport) throws(StageError) {
    let drawing =
      if let particles { particles } else {
        try ParticleDrawing(target, description, textures: textures)
      }
    particles = drawing
    drawing.draw(frame, in: viewport)
  }

  private func drawFluids(of frame: Frame, in viewport: Viewport) {
    let drawing = fluids ?? FluidDrawing(target, description, theme)
    fluids = drawing
    drawing.draw(frame, in: viewport)
  }

  /// Before all bodies: shadows fall on the paper and on what stands on it, which is behind everything that moves.
  private func drawShadows(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    forEachSeen(frame, sceneSprites, in: viewport) { drawn, bodySprites, position in
      guard let shadow = bodySprites.shadow else { return }
      let alpha = (drawn.appearance.color?.alpha ?? 1) * max(0, min(drawn.appearance.opacity, 1))
      let (sprite, angle) = shadow.sprite(at: drawn.angle)
      let offset = Vector(shadow.offset.x, -shadow.offset.y) * viewport.scale
      batch.draw(
        sprite, at: position + offset, angle: angle, scale: drawn.appearance.scale * viewport.scale,
        tint: SDL_Color(.white, opacity: alpha))
    }
  }

  private func drawBodies(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    // Ids rise in both.
    var look = 0
    let looks = frame.current.looks
    forEachSeen(frame, sceneSprites, in: viewport) { drawn, bodySprites, position in
      while look < looks.count, looks[look].body < drawn.id { look += 1 }
      let change = look < looks.count && looks[look].body == drawn.id ? looks[look] : nil
      let opacity = max(0, min(drawn.appearance.opacity, 1))
      let scale = drawn.appearance.scale * viewport.scale
      if let change {
        return draw(change, of: drawn, in: frame, sceneSprites.looks, opacity: opacity) { sprite, tint in
          batch.draw(sprite, at: position, angle: drawn.angle, scale: scale, tint: tint)
        }
      }
      let isTinted = bodySprites.isTinted || bodySprites.picture?.shown != nil
      bodySprites.forEachShown { sprite, color in
        let tint = SDL_Color(isTinted ? drawn.appearance.color ?? color : .white, opacity: opacity)
        batch.draw(sprite, at: position, angle: drawn.angle, scale: scale, tint: tint)
      }
    }
  }

  /// Calls with every body that is a sprite, where it is drawn, and the pixel of its position.
  private func forEachSeen(
    _ frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport,
    _ act: (_ drawn: BodySnapshot, _ sprites: BodySprites, _ position: Vector) -> Void
  ) {
    frame.forEachBody { body, drawn in
      guard sceneSprites.bodies.indices.contains(body.id.number), drawn.isFinite,
        let bodySprites = sceneSprites.bodies[body.id.number]
      else { return }
      if isPlainStatic(body) { return }
      guard drawn.appearance.opacity > 0, !bodySprites.isEmpty else { return }
      let position = viewport.pixel(drawn.position)
      let reach =
        (reaches[body.id.number] * max(abs(drawn.appearance.scale.x), abs(drawn.appearance.scale.y))
          + light.reach) * viewport.scale + 4
      guard viewport.area.insetBy(-reach).contains(position) else { return }
      act(drawn, bodySprites, position)
    }
  }

  private func fill(_ color: Color) {
    let color = SDL_Color(color)
    SDL_SetRenderDrawColor(target.pointer, color.r, color.g, color.b, color.a)
  }
}

// MARK: What is drawn in advance

extension Renderer {
  /// Forgets every texture: after the graphics card has lost them, or a file has changed.
  package func discardTextures() {
    sceneSprites = nil
    pictures.discard()
    particles = nil
    stillLayers.discardTextures()
  }

  private static func reaches(of description: WorldDescription) -> [Double] {
    // The rim of transparent pixels is the sprite's; a few pixels are added where it counts.
    description.bodies.map { $0.outlines.bounds?.reach ?? 0 }
  }

  private func prepare(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    // What a transition changes is drawn as sprites.
    for change in frame.current.looks where !moved.contains(change.body) { moved.insert(change.body) }
    if !isStill(frame, still) {
      still = frame.current.bodies.filter(isPlainStatic)
      stillLayers.bodiesChanged()
    }
    try pictures.beginFrame()
    defer { pictures.endFrame() }
    if textures.arrivals != arrivals {
      arrivals = textures.arrivals
      particles = nil
      stillLayers.picturesArrived()
    }
    let detail = Detail(viewport)
    // Of a world that is edited on and on, most sprites are of what it no longer is.
    let isCrowded = spriteCount > 8 * (description.bodies.count + description.joints.count) + 256
    if isCrowded { pictures.discard() }
    if sceneSprites?.detail != detail || isCrowded {
      sceneSprites = SceneSprites(
        detail: detail,
        sprites: SpriteCache(
          target, detail: detail,
          isSmooth: !target.isSoftware || description.bodies.count <= Self.maxSmoothBodies),
        bodies: Array(repeating: nil, count: description.bodies.count))
    }
    guard var scene = sceneSprites.take() else { return }
    pictures.use(scene.sprites)
    let look = PictureLook(viewport, lastOrigin: &lastOrigin)
    if scene.jointDrawing == nil {
      scene.jointDrawing = try JointDrawing(description, detail, scene.sprites, theme)
      scene.belts = try BeltDrawing(description, light, scene.sprites)
    }
    let step = 1 / Double(max(frame.current.rate, 1))
    for body in frame.current.bodies where scene.bodies.indices.contains(body.id.number) {
      let number = body.id.number
      guard let known = scene.bodies[number], !known.isOutdated else {
        if !isPlainStatic(body), let rank = rank(of: body, step: step, look) {
          scene.bodies[number] = try bodySprites(number, body.appearance.color, scene.sprites, rank: rank)
        }
        continue
      }
      if let picture = known.picture, !picture.isSettled || known.shadowPicture?.isSettled == false,
        let rank = rank(of: body, step: step, look)
      {
        try want(known, rank: rank)
      }
      // White sprites to tint for a body whose color has changed: it may change with every frame from now on.
      guard !known.isTinted, let color = body.appearance.color, color != known.color else { continue }
      scene.bodies[number] = BodySprites(
        sprites: try outlines(description.bodies[number], .white, scene.sprites),
        color: themeColor(number), isTinted: true, shadow: known.shadow, picture: known.picture)
    }
    try prepareLooks(of: frame, &scene.looks, scene.sprites)
    sceneSprites = scene
  }

  /// How soon a part of a body may be seen, its motion of two steps included: 0 if now, nil if not soon.
  private func rank(of body: BodySnapshot, step: Double, _ look: PictureLook) -> Double? {
    let scale = max(abs(body.appearance.scale.x), abs(body.appearance.scale.y), 1)
    let reach = reaches[body.id.number] * scale + light.reach + body.velocity.length * step * 2
    let hasFile = pictures.isInBackground && description.bodies[body.id.number].texture != nil
    return look.rank(of: body, reach: reach, isPreloaded: hasFile)
  }

  /// - Parameters:
  ///   - color: What the body is colored, nil for the theme's choice. It is drawn into the sprites: on the software
  ///     renderer a tint costs more than the copy itself.
  ///   - rank: How soon it is seen, in seconds.
  private func bodySprites(_ body: Int, _ color: Color?, _ sprites: SpriteCache, rank: Double)
    throws(StageError) -> BodySprites
  {
    let description = description.bodies[body]
    let picture = try wantedPicture(description.texture, of: body, rank: rank)
    var shadowPicture: PictureEntry?
    if let picture, !picture.isMissing, !picture.fills {
      shadowPicture = self.shadowPicture(of: description, picture.path, light)
    }
    if let shadowPicture { try pictures.want(shadowPicture, rank: rank) }
    let shadow = try shadow(of: description, picture: shadowPicture, sprites, light)
    guard let picture, !picture.isMissing else {
      let color = color ?? themeColor(body)
      return BodySprites(
        sprites: try outlines(description, color, sprites), color: color, isTinted: false, shadow: shadow,
        picture: picture)
    }
    // A large one may be given up and come back.
    let hasStandIn = picture.shown == nil || pictures.isInBackground && picture.isLarge
    return BodySprites(
      sprites: hasStandIn ? try outlines(description, .white, sprites) : [], color: theme.awaited,
      isTinted: true, shadow: shadow, picture: picture, shadowPicture: shadowPicture)
  }

  func outlines(_ description: BodyDescription, _ color: Color, _ sprites: SpriteCache)
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
    return description.texture != nil ? theme.missing : plainColor(body)
  }

  func plainColor(_ body: Int) -> Color {
    switch description.bodies[body].kind {
    case .static: return theme.staticBody
    case .kinematic: return theme.kinematicBody
    case .dynamic:
      let colors = theme.dynamicBodies
      return colors.isEmpty ? theme.staticBody : colors[body % colors.count]
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

extension Rect {
  /// Rounded to whole pixels.
  var pixels: SDL_Rect {
    SDL_Rect(
      x: Int32(min.x.rounded()), y: Int32(min.y.rounded()), w: Int32(width.rounded()),
      h: Int32(height.rounded()))
  }
}
