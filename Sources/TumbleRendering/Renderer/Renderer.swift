import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws frames of a world.
///
/// What stands still is one picture behind, with its shadows; everything that moves is a sprite, drawn once
/// through Cairo at the size it is shown in, and another for its shadow. Static bodies therefore lie behind
/// all others; those keep the file's order. Where a scene gives depths, ``DepthOrder`` says what is a sprite
/// and in which order.
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
  /// The position of a point of the world in the previous frame, to know how the view moves.
  var lastOrigin: Vector?
  /// The arrivals of the pictures that the backdrop and the particles were drawn with.
  var arrivals = 0
  let batch: SpriteBatch
  /// The triangles of what is too large for sprites.
  let triangles: TriangleBuffer

  /// The description of what is drawn. Setting it forgets what was drawn for the previous one, but for
  /// sprites that both have.
  package var description: WorldDescription {
    didSet {
      guard description != oldValue else { return }
      reaches = Self.reaches(of: description, family: theme.fontFamily)
      overlapping = Self.overlapping(in: description)
      depthOrder = DepthOrder(description)
      // What is added at the end, as bodies that are spawned, holds no face.
      if description.joints != oldValue.joints || !description.bodies.starts(with: oldValue.bodies) {
        surfaces = SoftSurface.all(in: description)
        surfacePieces = Set(surfaces.flatMap(\.pieces))
      }
      skins.take(description)
      light = Light(paper: description.view)
      moved = []
      fluids = nil
      if description.emitters != oldValue.emitters || description.view != oldValue.view { particles = nil }
      textures.beginLook()
      stillLayers.keepPictures()
      // What comes or changes among the moving bodies costs no tile.
      let isSameStill =
        description.view == oldValue.view && still.allSatisfy { description[$0.id] == oldValue[$0.id] }
      if !isSameStill { stillLayers.bodiesChanged() }
      if description.scenery != oldValue.scenery || description.hasSky != oldValue.hasSky {
        stillLayers.sceneryChanged()
      }
      sceneSprites?.forgetBodies(description)
    }
  }

  /// Bodies called static that were seen to change: they are drawn as sprites from then on.
  var moved: Set<BodyID> = []
  /// Bodies whose sprites are tinted though this renderer saw them in no other color.
  var recolored: Set<BodyID> = []
  /// The static bodies in the backdrop, as they were drawn.
  var still: [BodySnapshot] = []
  let stillLayers: StillLayers
  var sceneSprites: SceneSprites?
  private var fluids: FluidDrawing?
  let skins: SkinDrawing
  var particles: ParticleDrawing?
  /// The distance from each body's position within which anything of it is drawn, in points; by id.
  var reaches: [Double] = []
  /// The bodies whose outlines may shine through each other, true by id.
  var overlapping: [Bool] = []
  var depthOrder: DepthOrder
  var surfaces: [SoftSurface]
  var surfacePieces: Set<BodyID>
  var light: Light

  /// Pieces of the backdrop drawn so far, to see that moving the view draws only what comes into it.
  var drawnPieces: Int { stillLayers.drawn }
  /// Tiles of what stands still that there are, and textures made for them.
  var liveTiles: (back: Int, front: Int) { stillLayers.live }
  var tileTextures: (back: Int, front: Int) { stillLayers.tileTextures }
  /// Is true if what stands still is drawn in the background if there is much of it, and comes some frames
  /// later.
  package var drawsInBackground: Bool {
    get { stillLayers.drawsInBackground }
    set { stillLayers.drawsInBackground = newValue }
  }
  /// Is true if the next frame may show more than this one.
  package var isWaiting: Bool { stillLayers.isWaiting }
  /// Particles of the latest frame that were left out, as they would have covered the stage too often.
  package var omittedParticles: Int { particles?.omitted ?? 0 }
  /// Sprites that are kept.
  var spriteCount: Int { (sceneSprites?.sprites.count ?? 0) + pictures.count }

  /// - Parameter path: How sprites reach the renderer; nil for the faster one.
  package init(
    _ target: RenderTarget, description: WorldDescription, textures: TextureCache, theme: Theme = Theme(),
    path: SpriteBatch.Path? = nil
  ) {
    (self.target, self.description, self.textures) = (target, description, textures)
    pictures = PictureSprites(textures)
    self.theme = theme
    batch = SpriteBatch(target, path: path)
    triangles = TriangleBuffer(target)
    stillLayers = StillLayers(target, textures: textures)
    skins = SkinDrawing(target)
    light = Light(paper: description.view)
    reaches = Self.reaches(of: description, family: theme.fontFamily)
    overlapping = Self.overlapping(in: description)
    depthOrder = DepthOrder(description)
    surfaces = SoftSurface.all(in: description)
    surfacePieces = Set(surfaces.flatMap(\.pieces))
    skins.take(description)
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
    if theme.shadow != nil {
      drawShadows(of: frame, sceneSprites, in: viewport)
      if description.hasSky {
        batch.flush()
        try stillLayers.drawSky(description, still, theme, in: viewport)
      }
    }
    sceneSprites.jointDrawing?.drawTracks(frame, description: description, viewport: viewport, batch: batch)
    if sceneSprites.hasLight { drawLight(of: frame, sceneSprites, in: viewport) }
    if !frame.current.trails.isEmpty { drawTrails(of: frame, in: viewport) }
    drawBodies(of: frame, sceneSprites, in: viewport)
    sceneSprites.belts?.draw(frame, viewport: viewport, batch: batch) { !isPlainStatic($0) }
    sceneSprites.jointDrawing?.draw(frame, description: description, viewport: viewport, batch: batch) {
      sceneSprites.surfaces?.covers($0) == true
    }
    batch.flush()
    if !description.emitters.isEmpty || !frame.current.bursts.isEmpty {
      try drawParticles(of: frame, in: viewport)
    }
    if !description.fluids.isEmpty { drawFluids(of: frame, in: viewport) }
    try stillLayers.drawFront(description, theme, in: viewport)
    target.setClip(nil)

    guard !viewport.isMoved, theme.paperEdge.alpha > 0 else { return }
    fill(theme.paperEdge)
    for i in 1...max(Int(viewport.density.rounded()), 1) {
      target.drawRect(viewport.area.insetBy(-Double(i)).pixels)
    }
  }

  private func drawParticles(of frame: Frame, in viewport: Viewport) throws(StageError) {
    let drawing =
      if let particles { particles } else { try ParticleDrawing(target, description, textures: textures) }
    particles = drawing
    drawing.draw(frame, in: viewport)
  }

  private func drawFluids(of frame: Frame, in viewport: Viewport) {
    let drawing = fluids ?? FluidDrawing(target, description, theme)
    fluids = drawing
    drawing.draw(frame, in: viewport)
  }

  /// Draws the shadows before all bodies: they fall on the paper and on what stands on it, which is behind
  /// everything that moves.
  private func drawShadows(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    forEachSeen(frame, sceneSprites, in: viewport) { drawn, bodySprites, position in
      guard let shadow = bodySprites.shadow, sceneSprites.surfaces?.hidesShadow(of: drawn.id) != true,
        !skins.covers(drawn.id)
      else { return }
      let alpha = (drawn.appearance.color?.alpha ?? 1) * max(0, min(drawn.appearance.opacity, 1))
      let (sprite, angle) = shadow.sprite(at: drawn.angle)
      let offset = Vector(shadow.offset.x, -shadow.offset.y) * viewport.scale
      batch.draw(
        sprite, at: position + offset, angle: angle, scale: drawn.appearance.scale * viewport.scale,
        tint: SDL_Color(.white, opacity: alpha))
    }
  }

  private func drawBodies(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    forEachSeen(frame, sceneSprites, in: viewport, order: depthOrder.bodies) { drawn, bodySprites, position in
      if !skins.isEmpty { skins.draw(behind: drawn.id, description, in: viewport, batch) }
      if let surfaces = sceneSprites.surfaces, surfaces.covers(drawn.id) {
        return surfaces.draw(surfaceOf: drawn.id, viewport, batch)
      }
      var drawn = drawn
      drawn.appearance.opacity *= skins.grain(of: drawn.id)
      guard drawn.appearance.opacity > 0 else { return }
      if bodySprites.isAdded { (batch.isAdded, triangles.isAdded) = (true, true) }
      draw(drawn, bodySprites, at: position, of: frame, sceneSprites, in: viewport)
      if bodySprites.isAdded { (batch.isAdded, triangles.isAdded) = (false, false) }
    }
    skins.draw(behind: nil, description, in: viewport, batch)
    sceneSprites.surfaces?.drawRest(viewport, batch)
  }

  private func draw(
    _ drawn: BodySnapshot, _ bodySprites: BodySprites, at position: Vector, of frame: Frame,
    _ sceneSprites: SceneSprites, in viewport: Viewport
  ) {
    let opacity = max(0, min(drawn.appearance.opacity, 1))
    let scale = drawn.appearance.scale * viewport.scale
    if let look = frame.current.look(of: drawn.id) {
      let shown = draw(look, of: drawn, in: frame, sceneSprites.looks, opacity: opacity) {
        sprite, tint in
        batch.draw(sprite, at: position, angle: drawn.angle, scale: scale, tint: tint)
      }
      if let shown { drawStyle(shown, of: drawn, at: position, in: viewport, batch) }
      return
    }
    let isTinted = bodySprites.isTinted || bodySprites.picture?.shown != nil
    bodySprites.forEachShown { sprite, color in
      let tint = SDL_Color(isTinted ? drawn.appearance.color ?? color : .white, opacity: opacity)
      batch.draw(sprite, at: position, angle: drawn.angle, scale: scale, tint: tint)
    }
    draw(bodySprites, of: drawn, at: position, opacity: opacity, in: viewport)
    drawStyle(bodySprites, of: drawn, at: position, in: viewport, batch)
  }

  /// Draws what of a body is too large for sprites.
  private func draw(
    _ bodySprites: BodySprites, of drawn: BodySnapshot, at position: Vector, opacity: Double,
    in viewport: Viewport
  ) {
    guard !bodySprites.large.isEmpty else { return }
    batch.flush()
    let scale = drawn.appearance.scale * viewport.scale
    let transform = Transform(rotation: drawn.angle, scale: scale).followed(
      by: Transform(a: 1, b: 0, c: 0, d: -1, tx: position.x, ty: position.y))
    for outline in bodySprites.large {
      outline.draw(
        transform, in: viewport.area, color: drawn.appearance.color ?? bodySprites.color, opacity: opacity,
        triangles)
    }
    triangles.flush()
  }

  /// Calls with every body that is a sprite, where it is drawn, and the pixel of its position.
  ///
  /// - Parameter order: Of the bodies; nil for their own.
  func forEachSeen(
    _ frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport, order: [BodyID]? = nil,
    _ act: (_ drawn: BodySnapshot, _ sprites: BodySprites, _ position: Vector) -> Void
  ) {
    frame.forEachBody(order) { body, shown in
      var drawn = shown
      guard sceneSprites.bodies.indices.contains(body.id.number), drawn.isFinite,
        let bodySprites = sceneSprites.bodies[body.id.number]
      else { return }
      if isPlainStatic(body) { return }
      guard drawn.appearance.opacity > 0, !bodySprites.isEmpty else { return }
      drawn.appearance.color = color(of: drawn)
      let position = viewport.pixel(drawn.position)
      let own = reaches[body.id.number] * (drawn.appearance.glow > 0 ? Self.lightReach : 1)
      let reach =
        (own * max(abs(drawn.appearance.scale.x), abs(drawn.appearance.scale.y))
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

extension Rect {
  /// The rectangle rounded to whole pixels.
  package var pixels: SDL_Rect {
    SDL_Rect(
      x: Int32(min.x.rounded()), y: Int32(min.y.rounded()), w: Int32(width.rounded()),
      h: Int32(height.rounded()))
  }
}
