import CTumbleSDL2
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// The drawing of joints: rods, ropes that hang, coils, grooves with their pistons, pivots and cogged wheels,
/// of a constant size on the screen.
struct JointDrawing {
  private let theme: Theme
  /// The looks by joint id.
  private let styles: [JointLook]
  private let sprites: Sprites?
  /// Pixels per point of the sprites, which are drawn in the size they were made in.
  private let scale: Double

  private struct Sprites {
    let rod: Sprite?
    let rope: Sprite?
    let slot: Sprite?
    let pivot: Sprite?
    let hub: Sprite?
    let cog: Sprite?
    let piston: Sprite?
    /// The coils by length, each so much longer than the one before as ``CoilLengths`` says.
    let coils: [Sprite?]
  }

  /// The lengths that coils are drawn in, in widths: what is between them is stretched a little.
  private enum CoilLengths {
    static let shortest = 1.0
    static let growth = 1.25
    static let count = 17

    static func index(_ lengths: Double) -> Int {
      let steps = (log2(max(lengths, shortest) / shortest) / log2(growth)).rounded()
      return min(Int(min(steps, Double(count))), count - 1)
    }

    static func lengths(_ index: Int) -> Double { shortest * pow(growth, Double(index)) }
  }

  init(_ description: WorldDescription, _ detail: Detail, _ sprites: SpriteCache, _ theme: Theme)
    throws(StageError)
  {
    self.theme = theme
    scale = detail.scale
    styles = description.joints.map { JointLook($0, in: description) }
    guard !styles.isEmpty else {
      self.sprites = nil
      return
    }
    let pixel = detail.line / detail.scale
    var coils: [Sprite?] = []
    if styles.contains(.coil) {
      for index in 0..<CoilLengths.count {
        coils.append(
          try sprites.sprite(.coil(width: 13 * pixel, lengths: CoilLengths.lengths(index))))
      }
    }
    func disc(_ radius: Double, _ color: Color) throws(StageError) -> Sprite? {
      try sprites.sprite(.outline(.circle(center: .zero, radius: radius * pixel), color))
    }
    self.sprites = Sprites(
      rod: try sprites.sprite(.line(width: 4 * pixel)), rope: try sprites.sprite(.line(width: 2.5 * pixel)),
      slot: try sprites.sprite(.line(width: 5 * pixel)), pivot: try disc(3.2, theme.pivot),
      hub: try disc(4.2, theme.rod), cog: try sprites.sprite(.cog(radius: 8 * pixel)),
      piston: try sprites.sprite(
        .outline(.rect(Rect(center: .zero, size: Size(14 * pixel, 9 * pixel)), radius: pixel), theme.rod)),
      coils: coils)
  }

  /// Draws what lies behind the bodies: the grooves that they run in.
  func drawTracks(_ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch) {
    guard let sprites, styles.contains(.groove) else { return }
    frame.forEachJoint { joint in
      guard styles.indices.contains(joint.id.number), styles[joint.id.number] == .groove,
        let ends = track(of: description.joints[joint.id.number], frame, viewport)
      else { return }
      stretch(sprites.slot, theme.slot, ends.from, ends.to, batch)
      dot(sprites.hub, ends.from, viewport, batch)
      dot(sprites.hub, ends.to, viewport, batch)
    }
  }

  /// - Parameter isCovered: Whether a joint is shown by something else.
  func draw(
    _ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch,
    _ isCovered: (JointID) -> Bool
  ) {
    guard let sprites else { return }
    frame.forEachJoint { joint in
      guard styles.indices.contains(joint.id.number), joint.a.isFinite, joint.b.isFinite,
        !isCovered(joint.id)
      else { return }
      let (a, b) = (viewport.pixel(joint.a), viewport.pixel(joint.b))
      let known = description.joints[joint.id.number]
      switch styles[joint.id.number] {
      case .rod: stretch(sprites.rod, theme.rod, a, b, batch)
      case .rope: hang(joint, known.length, frame.current.gravity, viewport, batch)
      case .coil: drawCoil(a, b, batch)
      case .thread:
        let color = frame.current[known.a]?.appearance.color ?? theme.rope
        return stretch(sprites.rod, color, a, b, batch)
      case .hub: return dot(sprites.hub, b, viewport, batch)
      case .groove: return drawGroove(joint, known, frame, viewport, batch)
      case .cog: return drawCog(b, turnedWith: known.b, frame, viewport, batch)
      case .cogs:
        drawCog(a, turnedWith: known.a, frame, viewport, batch)
        return drawCog(b, turnedWith: known.b, frame, viewport, batch)
      case .none: return
      }
      dot(sprites.pivot, a, viewport, batch)
      dot(sprites.pivot, b, viewport, batch)
    }
  }

  /// Draws a rope in as many straight pieces as its curve shows.
  private func hang(
    _ joint: JointSnapshot, _ length: Double?, _ gravity: Vector, _ viewport: Viewport, _ batch: SpriteBatch
  ) {
    let rope = HangingRope(from: joint.a, to: joint.b, length: length ?? 0, gravity: gravity)
    let depth = rope.sag.length * viewport.scale
    let pieces = depth > 0.5 ? min(max(Int(depth.squareRoot() * 2), 4), 24) : 1
    var from = viewport.pixel(joint.a)
    for piece in 1...pieces {
      let to = viewport.pixel(rope.point(at: Double(piece) / Double(pieces)))
      stretch(sprites?.rope, theme.rope, from, to, batch)
      from = to
    }
  }

  private func drawCoil(_ a: Vector, _ b: Vector, _ batch: SpriteBatch) {
    guard let sprites, let width = sprites.coils.first??.bounds.height, width > 0 else { return }
    let coil = sprites.coils[CoilLengths.index(a.distance(to: b) / (width * scale))]
    stretch(coil, theme.spring, a, b, batch)
  }

  private func drawGroove(
    _ joint: JointSnapshot, _ known: JointDescription, _ frame: Frame, _ viewport: Viewport,
    _ batch: SpriteBatch
  ) {
    let place = viewport.pixel(joint.b)
    guard let ends = track(of: known, frame, viewport) else {
      return dot(sprites?.hub, place, viewport, batch)
    }
    let way = Vector(ends.to.x - ends.from.x, ends.from.y - ends.to.y)
    dot(sprites?.piston, place, viewport, batch, angle: way.angle)
    dot(sprites?.pivot, place, viewport, batch)
  }

  /// Both ends of a groove, in pixels.
  private func track(
    of joint: JointDescription, _ frame: Frame, _ viewport: Viewport
  ) -> (from: Vector, to: Vector)? {
    guard let track = joint.track, let body = frame.drawn(joint.a), body.isFinite else { return nil }
    return (
      viewport.pixel(body.position + track.from.rotated(by: body.angle)),
      viewport.pixel(body.position + track.to.rotated(by: body.angle))
    )
  }

  private func drawCog(
    _ place: Vector, turnedWith body: BodyID, _ frame: Frame, _ viewport: Viewport, _ batch: SpriteBatch
  ) {
    guard let angle = frame.drawn(body)?.angle, angle.isFinite else { return }
    dot(sprites?.cog, place, viewport, batch, angle: angle)
  }

  /// Draws a sprite from one pixel to another, as wide as it is.
  private func stretch(_ sprite: Sprite?, _ color: Color, _ a: Vector, _ b: Vector, _ batch: SpriteBatch) {
    let length = a.distance(to: b)
    // Beyond this no part of the line's form can be seen, and pixels no longer fit the renderer's numbers.
    guard let sprite, length > 0.5, length < 20_000 else { return }
    let middle = a.interpolated(to: b, by: 0.5)
    batch.draw(
      sprite, at: middle, angle: Vector(b.x - a.x, a.y - b.y).angle,
      scale: Vector(length / sprite.bounds.width, scale), tint: SDL_Color(color))
  }

  private func dot(
    _ sprite: Sprite?, _ place: Vector, _ viewport: Viewport, _ batch: SpriteBatch, angle: Double = 0
  ) {
    guard let sprite, viewport.area.insetBy(-20).contains(place) else { return }
    batch.draw(
      sprite, at: place, angle: angle, scale: Vector(scale, scale), tint: SDL_Color(.white))
  }
}

/// Draws the bands of conveyors round their outlines, with treads and rollers that run at the surface's
/// velocity.
///
/// What is seen is a function of the frame's time alone. The side that faces up runs as the velocity says.
struct BeltDrawing {
  private struct Belt {
    let body: BodyID
    let velocity: Vector
    let band: Sprite?
    let roller: Sprite?
    let rollerRadius: Double
    /// The rollers in the body's coordinates.
    let rollers: [Vector]
    let border: Border
    let treads: Int
    /// The distance of treads from the border.
    let treadDepth: Double
  }

  private let belts: [Belt]
  private let tread: Sprite?

  init(_ description: WorldDescription, _ light: Light, _ sprites: SpriteCache) throws(StageError) {
    var belts: [Belt] = []
    let depth = light.blur
    for (index, body) in description.bodies.enumerated() where !body.surfaceVelocities.isEmpty {
      for (outline, velocity) in zip(body.outlines, body.surfaceVelocities) where velocity != .zero {
        guard let bounds = outline.drawn.bounds, bounds.isFinite, max(bounds.width, bounds.height) < 1e5
        else {
          continue
        }
        let border = Border(outline.drawn)
        let thin = min(bounds.width, bounds.height)
        let width = min(depth * 0.9, thin * 0.2)
        // Rollers where there is a long side for them to stand under.
        let isLong = bounds.width > 2.5 * bounds.height && !border.isRound
        let radius = isLong ? thin / 2 - width * 1.2 : 0
        let count = isLong ? max(Int(bounds.width / (radius * 7)), 2) : 0
        let rollers = (0..<count).map { roller in
          let reach = bounds.width / 2 - radius - width * 1.3
          return Vector(
            bounds.center.x - reach + 2 * reach * Double(roller) / Double(count - 1), bounds.center.y)
        }
        belts.append(
          Belt(
            body: BodyID(index), velocity: velocity, band: try sprites.sprite(.band(outline, width: width)),
            roller: radius > 0 ? try sprites.sprite(.roller(radius: radius)) : nil, rollerRadius: radius,
            rollers: rollers, border: border,
            treads: min(max(Int(border.length / (width * 6)), 3), 200), treadDepth: width * 0.5))
      }
    }
    self.belts = belts
    tread = belts.isEmpty ? nil : try sprites.sprite(.tread(width: depth * 0.8))
  }

  /// - Parameter wanted: Which bodies' belts are drawn.
  func draw(_ frame: Frame, viewport: Viewport, batch: SpriteBatch, _ wanted: (BodySnapshot) -> Bool) {
    let time = frame.time
    for belt in belts {
      guard let body = frame.drawn(belt.body), wanted(body), body.isFinite, body.appearance.opacity > 0 else {
        continue
      }
      let tint = SDL_Color(.white, opacity: min(body.appearance.opacity, 1))
      func put(_ sprite: Sprite?, at place: Vector, angle: Double) {
        guard let sprite else { return }
        let pixel = viewport.pixel(body.position + place.rotated(by: body.angle))
        let reach = sprite.bounds.reach * viewport.scale + 4
        guard viewport.area.insetBy(-reach).contains(pixel) else { return }
        batch.draw(
          sprite, at: pixel, angle: body.angle + angle, scale: Vector(viewport.scale, viewport.scale),
          tint: tint)
      }
      // Round the outline against the clock, the upper side runs to the left.
      let speed = belt.velocity.length * (belt.velocity.x < 0 ? 1 : -1)
      put(belt.band, at: .zero, angle: 0)
      for place in belt.rollers {
        put(belt.roller, at: place, angle: speed * time / belt.rollerRadius)
      }
      let step = belt.border.length / Double(belt.treads)
      let start = (speed * time).truncatingRemainder(dividingBy: step)
      for index in 0..<belt.treads {
        let (place, angle) = belt.border.place(at: start + (Double(index) + (start < 0 ? 1 : 0)) * step)
        // Inwards is to the left of the way: nothing of it stands out of what bodies touch.
        put(tread, at: place + Vector(0, belt.treadDepth).rotated(by: angle), angle: angle)
      }
    }
  }
}

/// The way round an outline, counter-clockwise, in straight pieces.
struct Border {
  private let points: [Vector]
  /// The distance of each point along the belt.
  private let distances: [Double]
  let length: Double
  /// Is true if it is a circle's.
  let isRound: Bool

  init(_ outline: Outline) {
    let corners = outline.points
    let radius = outline.radius
    isRound = corners.count == 1
    var points: [Vector] = []
    for (i, corner) in corners.enumerated() {
      guard radius > 0 else {
        points.append(corner)
        continue
      }
      let before = corners[(i + corners.count - 1) % corners.count]
      let after = corners[(i + 1) % corners.count]
      // Outwards is to the right of the way.
      let start = corners.count == 1 ? 0 : (-(corner - before).normalized.perpendicular).angle
      var turn = corners.count == 1 ? 2 * .pi : (-(after - corner).normalized.perpendicular).angle - start
      if turn < -1e-9 { turn += 2 * .pi }
      let pieces = max(Int(turn / 0.3), 1)
      for piece in 0...pieces {
        points.append(
          corner + Vector(radius, 0).rotated(by: start + turn * Double(piece) / Double(pieces)))
      }
    }
    var (distances, length) = ([Double](), 0.0)
    for (i, point) in points.enumerated() {
      distances.append(length)
      length += point.distance(to: points[(i + 1) % points.count])
    }
    self.points = points
    self.distances = distances
    self.length = max(length, 1e-9)
  }

  /// Returns the point at a distance along it, 0 to ``length``, and the direction there.
  func place(at distance: Double) -> (Vector, angle: Double) {
    guard points.count > 1 else { return (points.first ?? .zero, 0) }
    let low = max(distances.partitioningIndex { $0 > distance } - 1, 0)
    let (from, to) = (points[low], points[(low + 1) % points.count])
    let whole = from.distance(to: to)
    let part = whole > 0 ? min(max((distance - distances[low]) / whole, 0), 1) : 0
    return (from.interpolated(to: to, by: part), (to - from).angle)
  }
}
