import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws cloths and blobs, each as one surface with a rim, where their faces are whole; what has come loose
/// of one is drawn as the disc and the thread that it is.
final class SurfaceDrawing {
  private var surfaces: [Surface]
  /// The index of each body's surface in `surfaces`, and its own in that; -1 for none.
  private let places: [(surface: Int, piece: Int)]
  /// The index of each joint's surface and of its edge; -1 for none.
  private let edgePlaces: [(surface: Int, edge: Int)]
  private let triangles: TriangleBuffer

  private struct Surface {
    var moment: SurfaceMoment
    /// The rim, and what is within it.
    let outer: Tube
    let inner: Tube?
    /// Is true once it is drawn in this frame.
    var isDrawn = false
  }

  /// The drawing of an edge: a stroke with round ends.
  private struct Tube {
    let disc: Sprite
    let stroke: Sprite
  }

  /// Creates the drawing of a world's surfaces; nil if it has none.
  init?(
    _ target: RenderTarget, _ forms: [SoftSurface], _ description: WorldDescription, _ detail: Detail,
    _ sprites: SpriteCache
  ) throws(StageError) {
    guard !forms.isEmpty else { return nil }
    let rim = Outline.rimWidth * detail.line / detail.scale
    surfaces = []
    var places = Array(repeating: (surface: -1, piece: -1), count: description.bodies.count)
    var edgePlaces = Array(repeating: (surface: -1, edge: -1), count: description.joints.count)
    func tube(_ radius: Double) throws(StageError) -> Tube? {
      guard radius > 0, let disc = try sprites.sprite(.disc(radius: radius)),
        let stroke = try sprites.sprite(.stroke(width: 2 * radius))
      else { return nil }
      return Tube(disc: disc, stroke: stroke)
    }
    for form in forms {
      guard let outer = try tube(form.radius) else { continue }
      for (piece, body) in form.pieces.enumerated() { places[body.number] = (surfaces.count, piece) }
      for (edge, known) in form.edges.enumerated() {
        for joint in known.joints { edgePlaces[joint.number] = (surfaces.count, edge) }
      }
      surfaces.append(Surface(moment: SurfaceMoment(form), outer: outer, inner: try tube(form.radius - rim)))
    }
    self.places = places
    self.edgePlaces = edgePlaces
    triangles = TriangleBuffer(target)
  }
}

extension SurfaceDrawing {
  /// Takes in where all pieces are, and which faces are whole.
  func prepare(_ frame: Frame, in viewport: Viewport, color: (BodySnapshot) -> Color) {
    for index in surfaces.indices {
      surfaces[index].moment.clear()
      surfaces[index].isDrawn = false
    }
    for joint in frame.current.joints where edgePlaces.indices.contains(joint.id.number) {
      let place = edgePlaces[joint.id.number]
      if place.surface >= 0 { surfaces[place.surface].moment.hold(place.edge) }
    }
    // SDL's software renderer counts areas in 32 bits: what is further away does not fit.
    let room = viewport.area.insetBy(-7_000)
    frame.forEachBody { body, drawn in
      guard places.indices.contains(body.id.number), drawn.isFinite else { return }
      let place = places[body.id.number]
      guard place.surface >= 0 else { return }
      let position = viewport.pixel(drawn.position)
      guard room.contains(position), frame.current.look(of: body.id) == nil else { return }
      let color = color(drawn)
      let opacity = max(0, min(drawn.appearance.opacity, 1))
      surfaces[place.surface].moment.put(place.piece, at: position, color.withAlpha(color.alpha * opacity))
    }
    for index in surfaces.indices { surfaces[index].moment.findFaces() }
  }

  /// Returns true if a body is shown by its surface.
  func covers(_ body: BodyID) -> Bool {
    guard places.indices.contains(body.number) else { return false }
    let place = places[body.number]
    return place.surface >= 0 && surfaces[place.surface].moment.pieces[place.piece].isCovered
  }

  /// Returns true if a body is shown by its surface, through which the shadow of a disc would be seen.
  func hidesShadow(of body: BodyID) -> Bool {
    covers(body) && !surfaces[places[body.number].surface].moment.isOpaque
  }

  /// Returns true if a joint is shown by its surface.
  func covers(_ joint: JointID) -> Bool {
    guard edgePlaces.indices.contains(joint.number) else { return false }
    let place = edgePlaces[joint.number]
    return place.surface >= 0 && surfaces[place.surface].moment.covers(place.edge)
  }

  /// Draws the surface that a body belongs to, if that has not been done yet in this frame.
  func draw(surfaceOf body: BodyID, _ viewport: Viewport, _ batch: SpriteBatch) {
    guard places.indices.contains(body.number), places[body.number].surface >= 0 else { return }
    draw(places[body.number].surface, viewport, batch)
  }

  /// Draws what has not been drawn yet in this frame: of what none of the pieces can be seen, a face still
  /// may.
  func drawRest(_ viewport: Viewport, _ batch: SpriteBatch) {
    for index in surfaces.indices { draw(index, viewport, batch) }
  }

  private func draw(_ index: Int, _ viewport: Viewport, _ batch: SpriteBatch) {
    guard !surfaces[index].isDrawn else { return }
    surfaces[index].isDrawn = true
    let surface = surfaces[index]
    let moment = surface.moment
    guard moment.isWhole.contains(true) else { return }
    // Where the rim lies on the faces, a translucent one would show.
    if moment.isOpaque {
      drawRim(of: moment, with: surface.outer, viewport, batch) { $0.rim }
      if let inner = surface.inner { drawRim(of: moment, with: inner, viewport, batch) { $0 } }
    }
    batch.flush()
    triangles.isOpaque = moment.isOpaque
    for (face, isWhole) in zip(moment.form.faces, moment.isWhole)
    where isWhole && viewport.area.overlap(moment.bounds(of: face)) != nil {
      for corner in 2..<face.corners.count {
        append(
          moment.pieces[face.corners[0]], moment.pieces[face.corners[corner - 1]],
          moment.pieces[face.corners[corner]])
      }
    }
    triangles.flush()
  }

  private func append(_ a: SurfaceMoment.Piece, _ b: SurfaceMoment.Piece, _ c: SurfaceMoment.Piece) {
    triangles.append(
      SDL_FPoint(a.position), SDL_FPoint(b.position), SDL_FPoint(c.position),
      (SDL_Color(a.shown), SDL_Color(b.shown), SDL_Color(c.shown)))
  }

  private func drawRim(
    of moment: SurfaceMoment, with tube: Tube, _ viewport: Viewport, _ batch: SpriteBatch,
    _ color: (Color) -> Color
  ) {
    let scale = viewport.scale
    let room = viewport.area.insetBy(-2 * tube.disc.bounds.width * scale)
    for (place, edge) in moment.form.edges.enumerated() where moment.faceCounts[place] == 1 {
      let (a, b) = (moment.pieces[edge.a], moment.pieces[edge.b])
      let reach = Rect(min: a.position, max: a.position).including(b.position)
      guard room.overlap(reach.insetBy(-1)) != nil else { continue }
      let way = Vector(b.position.x - a.position.x, a.position.y - b.position.y)
      guard way.length > 0.5 else { continue }
      batch.draw(
        tube.stroke, at: a.position.interpolated(to: b.position, by: 0.5), angle: way.angle,
        scale: Vector(way.length / tube.stroke.bounds.width, scale), tint: SDL_Color(color(a.shown)))
    }
    // Over the strokes: where these end, a graphics card mixes in what lies beside them in their texture.
    for piece in moment.pieces where piece.isOnRim && room.contains(piece.position) {
      batch.draw(
        tube.disc, at: piece.position, angle: 0, scale: Vector(scale, scale),
        tint: SDL_Color(color(piece.shown)))
    }
  }
}
