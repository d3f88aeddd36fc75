import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws the bands of conveyors round their outlines, with treads and rollers that run at the surface's velocity.
///
/// What is seen is a function of the frame's time alone. The side that faces up runs as the velocity says.
struct BeltDrawing {
  private struct Belt {
    let body: BodyID
    let velocity: Vector
    let band: Sprite?
    let roller: Sprite?
    let rollerRadius: Double
    /// In the body's coordinates.
    let rollers: [Vector]
    let border: Border
    let treads: Int
    /// How far inside the border treads are.
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

  /// - Parameter wanted: which bodies' belts are drawn.
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
  /// How far along each point is.
  private let distances: [Double]
  let length: Double
  /// Whether it is a circle's.
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

  /// Where it is at a distance along it, 0 to ``length``, and the direction it goes there in.
  func place(at distance: Double) -> (Vector, angle: Double) {
    guard points.count > 1 else { return (points.first ?? .zero, 0) }
    let low = max(distances.partitioningIndex { $0 > distance } - 1, 0)
    let (from, to) = (points[low], points[(low + 1) % points.count])
    let whole = from.distance(to: to)
    let part = whole > 0 ? min(max((distance - distances[low]) / whole, 0), 1) : 0
    return (from.interpolated(to: to, by: part), (to - from).angle)
  }
}
