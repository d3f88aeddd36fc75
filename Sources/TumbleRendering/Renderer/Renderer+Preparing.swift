import TumbleFrames
import TumbleGeometry
import TumbleLooks

// What is drawn in advance: sprites for all that moves.

extension Renderer {
  /// The greatest number of bodies whose sprites are turned smoothly as they are drawn, which costs SDL's
  /// software renderer three times as much: of more bodies, sprites are turned in advance.
  private static let maxSmoothBodies = 300

  /// Forgets every texture: after the graphics card has lost them, or a file has changed.
  package func discardTextures() {
    sceneSprites = nil
    pictures.discard()
    particles = nil
    stillLayers.discardTextures()
  }

  static func reaches(of description: WorldDescription, family: String) -> [Double] {
    // The rim of transparent pixels is the sprite's; a few pixels are added where it counts.
    description.bodies.map { body in
      guard let bounds = body.outlines.bounds else { return 0 }
      return max(bounds.reach, body.captionReach(over: bounds, family: family))
    }
  }

  /// Makes what is drawn in advance, as far as it is not there.
  func prepare(_ frame: Frame, in viewport: Viewport) throws(StageError) {
    // What a transition changes is drawn as sprites.
    for change in frame.current.looks where !moved.contains(change.body) { moved.insert(change.body) }
    depthOrder.findSprites(in: frame.current, description) { !isDrawnOnce($0) }
    if !isStill(frame, still) {
      still = frame.current.bodies.filter(isPlainStatic)
      stillLayers.bodiesChanged()
      sceneSprites?.forgetLights()
    }
    try pictures.beginFrame()
    defer { pictures.endFrame() }
    if textures.arrivals != arrivals {
      arrivals = textures.arrivals
      particles = nil
      stillLayers.picturesArrived()
      sceneSprites?.forgetLights()
    }
    let detail = Detail(viewport)
    // Of a world that is edited on and on, most sprites are of what it no longer is.
    let isCrowded = spriteCount > 8 * (description.bodies.count + description.joints.count) + 256
    if isCrowded { pictures.discard() }
    let isSmooth = !target.isSoftware || description.bodies.count <= Self.maxSmoothBodies
    if sceneSprites?.detail != detail || sceneSprites?.sprites.isSmooth != isSmooth || isCrowded {
      sceneSprites = SceneSprites(
        detail: detail, sprites: SpriteCache(target, detail: detail, isSmooth: isSmooth),
        bodies: Array(repeating: nil, count: description.bodies.count))
    }
    guard var scene = sceneSprites.take() else { return }
    scene.sprites.turned?.beginFrame(scale: viewport.scale, isHurried: drawsInBackground)
    pictures.use(scene.sprites)
    let look = PictureLook(viewport, lastOrigin: &lastOrigin)
    if scene.jointDrawing == nil {
      scene.jointDrawing = try JointDrawing(description, detail, scene.sprites, theme)
      scene.belts = try BeltDrawing(description, light, scene.sprites)
      scene.surfaces = try SurfaceDrawing(target, surfaces, description, detail, scene.sprites)
    }
    let step = 1 / Double(max(frame.current.rate, 1))
    for body in frame.current.bodies where scene.bodies.indices.contains(body.id.number) {
      let number = body.id.number
      let isGrouped = isTranslucentGroup(body)
      let isRecolored = !recolored.isEmpty && recolored.contains(body.id)
      let own = color(of: body)
      if scene.bodies[number].map({ $0.isOutdated || $0.isGrouped != isGrouped }) ?? true {
        guard !isPlainStatic(body), let rank = rank(of: body, step: step, look) else { continue }
        scene.bodies[number] = try bodySprites(number, own, scene.sprites, isGrouped: isGrouped, rank: rank)
        guard isRecolored else { continue }
      }
      guard let known = scene.bodies[number] else { continue }
      if let picture = known.picture, !picture.isSettled || known.shadowPicture?.isSettled == false,
        let rank = rank(of: body, step: step, look)
      {
        try want(known, rank: rank)
      }
      // White sprites to tint for a body whose color has changed: it may change with every frame from now on.
      guard !known.isTinted, let color = own, color != known.color || isRecolored else { continue }
      var tinted = BodySprites(
        sprites: try outlines(
          description.bodies[number], .white, scene.sprites, parts: [.fill, .withinBorder],
          isGrouped: isGrouped, sparing: known.large),
        color: themeColor(number), isTinted: true, shadow: known.shadow, picture: known.picture)
      tinted.large = known.large
      tinted.isGrouped = isGrouped
      try addStyle(of: number, to: &tinted, scene.sprites)
      scene.bodies[number] = tinted
    }
    try prepareLooks(of: frame, &scene.looks, scene.sprites)
    try prepareHalos(of: frame, &scene, scale: viewport.scale)
    skins.prepare(frame, description, in: viewport) { color(of: $0) }
    scene.surfaces?.prepare(frame, in: viewport) { color(of: $0) ?? plainColor($0.id.number) }
    sceneSprites = scene
  }

  /// Returns the time until a part of a body may be seen, its motion of two steps included: 0 if now, nil if
  /// not soon.
  private func rank(of body: BodySnapshot, step: Double, _ look: PictureLook) -> Double? {
    let scale = max(abs(body.appearance.scale.x), abs(body.appearance.scale.y), 1)
    let reach = reaches[body.id.number] * scale + light.reach + body.velocity.length * step * 2
    let hasFile = pictures.isInBackground && description.bodies[body.id.number].texture != nil
    return look.rank(of: body, reach: reach, isPreloaded: hasFile)
  }

  /// - Parameters:
  ///   - color: What the body is colored, nil for the theme's choice. It is drawn into the sprites: on the
  ///     software renderer a tint costs more than the copy itself.
  ///   - rank: How soon it is seen, in seconds.
  private func bodySprites(
    _ body: Int, _ color: Color?, _ sprites: SpriteCache, isGrouped: Bool, rank: Double
  ) throws(StageError) -> BodySprites {
    let description = description.bodies[body]
    let picture = try wantedPicture(description.texture, of: body, rank: rank)
    var shadowPicture: PictureEntry?
    if let picture, !picture.isMissing, !picture.fills {
      shadowPicture = self.shadowPicture(of: description, picture.path, light)
    }
    if let shadowPicture { try pictures.want(shadowPicture, rank: rank) }
    let large = isGrouped ? [] : largeOutlines(description, sprites.detail)
    // That of what fills the stage is hardly seen.
    let shadow = large.isEmpty ? try shadow(of: description, picture: shadowPicture, sprites, light) : nil
    guard let picture, !picture.isMissing else {
      let fill = description.style.base(color, plain: themeColor(body))
      let color = color ?? themeColor(body)
      var made = BodySprites(
        sprites: try outlines(description, fill, sprites, isGrouped: isGrouped, sparing: large), color: color,
        isTinted: false, shadow: shadow, picture: picture)
      made.large = large
      made.isGrouped = isGrouped
      try addStyle(of: body, to: &made, sprites)
      return made
    }
    // A large one may be given up and come back.
    let hasStandIn = picture.shown == nil || pictures.isInBackground && picture.isLarge
    var made = BodySprites(
      sprites: hasStandIn ? try outlines(description, .white, sprites, parts: .fill) : [],
      color: theme.awaited, isTinted: true, shadow: shadow, picture: picture, shadowPicture: shadowPicture)
    try addStyle(of: body, to: &made, sprites)
    return made
  }

  /// - Parameters:
  ///   - isGrouped: Whether one sprite has them all.
  ///   - large: Those that get no sprite.
  func outlines(
    _ description: BodyDescription, _ color: Color, _ sprites: SpriteCache, parts: StyleParts = .all,
    isGrouped: Bool = false, sparing large: [LargeOutline] = []
  ) throws(StageError) -> [Sprite] {
    let outlines = description.drawnOutlines.filter { outline in !large.contains { $0.outline == outline } }
    var made: [Sprite] = []
    for line in description.style.lines(of: outlines, isGrouped: isGrouped) {
      let form = SpriteForm.line(line, description.style, color, parts: parts, in: theme)
      if let sprite = try sprites.sprite(form) { made.append(sprite) }
    }
    return made
  }

  /// The outlines that are drawn without sprites.
  private func largeOutlines(_ description: BodyDescription, _ detail: Detail) -> [LargeOutline] {
    guard description.style.isPlain, description.texture == nil else { return [] }
    return description.drawnOutlines.compactMap { LargeOutline($0, detail) }
  }

  private func themeColor(_ body: Int) -> Color {
    let description = description.bodies[body]
    return description.texture != nil ? theme.missing : plainColor(body)
  }

  /// The color of a body; nil where it has none.
  func color(of body: BodySnapshot) -> Color? {
    guard theme.isNight else { return body.appearance.color }
    return theme.color(body.appearance.color, description.bodies[body.id.number].style)
  }

  func plainColor(_ body: Int) -> Color { theme.plain(description.bodies[body].kind, body) }
}

extension Renderer {
  /// A picture, as a body wears it, which is wanted with that; nil where there is nothing to draw.
  func wantedPicture(_ path: String?, of body: Int, rank: Double) throws(StageError) -> PictureEntry? {
    guard let path else { return nil }
    let description = description.bodies[body]
    let size = textures.header(path).map { PixelSize($0.width, $0.height) }
    var wear = Wear(of: body, outlines: description.outlines, size: size)
    wear.isOnDark = theme.addsLight
    let style = description.style
    let outlines = description.drawnOutlines
    let hasOver = style.border != nil || style.caption?.isUpright == false
    let over =
      hasOver
      ? StyledOutlines(outlines, style, color: .white, isPicture: true, in: theme) : nil
    let entry = pictures.entry(
      .picture(path: path, within: outlines, description.textureFit, wear, over: over))
    if let entry { try pictures.want(entry, rank: rank) }
    return entry
  }

  /// Says that a body's files are seen, or are soon to be.
  func want(_ body: BodySprites, rank: Double) throws(StageError) {
    if let picture = body.picture { try pictures.want(picture, rank: rank) }
    if let shadow = body.shadowPicture { try pictures.want(shadow, rank: rank) }
  }
}

/// The motion of a view over the world: what comes into it next.
struct PictureLook {
  private let viewport: Viewport
  /// The velocity of the world over the screen, in pixels per second.
  private let drift: Vector

  /// Pictures are decoded when they are to be seen within this, in seconds.
  static let horizon = 2.0
  /// The speed at which a view that stands still is expected to move at any time, in its longer sides per
  /// second.
  private static let expectedSpeed = 0.5
  private static let framesPerSecond = 60.0

  /// - Parameter lastOrigin: Where the world's origin lay in the previous frame; gets where it lies now.
  init(_ viewport: Viewport, lastOrigin: inout Vector?) {
    self.viewport = viewport
    let origin = viewport.pixel(.zero)
    drift = lastOrigin.map { (origin - $0) * Self.framesPerSecond } ?? .zero
    lastOrigin = origin
  }

  /// Returns the time until a body is seen, in seconds: 0 if it is in sight, nil if it is not soon, or not to
  /// be loaded in advance.
  ///
  /// - Parameter reach: How far from its position anything of it may be, in points.
  func rank(of body: BodySnapshot, reach: Double, isPreloaded: Bool) -> Double? {
    let area = viewport.area.insetBy(-reach * viewport.scale - 8)
    let pixel = viewport.pixel(body.position)
    if area.contains(pixel) { return 0 }
    guard isPreloaded, pixel.isFinite else { return nil }
    let nearest = area.nearest(to: pixel)
    let way = nearest - pixel
    let distance = way.length
    guard distance > 0 else { return 0 }
    let velocity = Vector(body.velocity.x, -body.velocity.y) * viewport.scale + drift
    let approach = velocity.dot(way) / distance
    let expected = Self.expectedSpeed * max(area.width, area.height)
    // What moves away may come back, but not soon.
    let seconds = distance / max(expected + approach, expected / 4)
    return seconds < Self.horizon ? max(seconds, .leastNormalMagnitude) : nil
  }
}
