import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws fluids over the bodies: translucent, with a surface that ripples.
///
/// The ripples are for the eye alone: a function of the place, of the frame's time and of the bodies near the
/// surface. What floats does not feel them.
final class FluidDrawing {
  private let theme: Theme
  /// The convex pieces of each fluid's vessel, counter-clockwise, and its bounds.
  private let vessels: [(pieces: [Polygon], bounds: Rect)]
  private let colors: [Color]
  private let triangles: TriangleBuffer
  /// The bodies that move up or down through the surface that is being drawn: their positions, and how far
  /// they push it.
  private var pushes: [(x: Double, height: Double)] = []

  /// The distance that a body's waves go, in points.
  private static let reach = 60.0

  /// The width of a column of water, in the desktop's points.
  private static let column = 4.0
  /// The opacity of a color that has none of its own.
  private static let opacity = 0.42

  init(_ target: RenderTarget, _ description: WorldDescription, _ theme: Theme) {
    triangles = TriangleBuffer(target)
    self.theme = theme
    vessels = description.fluids.map { fluid in
      var pieces: [Polygon] = []
      if case .pieces(let split) = Polygon(fluid.outline).split() { pieces = split }
      return (pieces, Rect(around: fluid.outline) ?? Rect(min: .zero, max: .zero))
    }
    colors = description.fluids.map { fluid in
      let color = fluid.color ?? theme.fluid
      return color.alpha < 1 ? color : color.withAlpha(Self.opacity)
    }
  }

  func draw(_ frame: Frame, in viewport: Viewport) {
    for index in vessels.indices where index < frame.current.levels.count {
      let now = frame.current.levels[index]
      guard now.isFinite else { continue }
      let before = index < frame.previous.levels.count ? frame.previous.levels[index] : now
      let level = before.isFinite ? before + (now - before) * frame.alpha : now
      gatherPushes(frame, at: level)
      for piece in vessels[index].pieces {
        draw(piece, of: vessels[index].bounds, level: level, colors[index], frame, in: viewport)
      }
    }
    triangles.flush()
  }

  private func gatherPushes(_ frame: Frame, at level: Double) {
    pushes.removeAll(keepingCapacity: true)
    for body in frame.current.bodies {
      let distance = abs(body.position.y - level)
      guard distance < 40, abs(body.velocity.y) > 1 else { continue }
      let near = 1 - distance / 40
      pushes.append((body.position.x, max(min(body.velocity.y, 120), -120) * 0.04 * near * near))
    }
  }

  /// Draws a fluid in columns, each from the vessel's floor to the surface.
  private func draw(
    _ piece: Polygon, of vessel: Rect, level: Double, _ color: Color, _ frame: Frame, in viewport: Viewport
  ) {
    guard let bounds = piece.bounds, bounds.min.y < level, viewport.scale > 0 else { return }
    let seen = (viewport.point(viewport.area.min), viewport.point(viewport.area.max))
    let (left, right) = (
      max(bounds.min.x, min(seen.0.x, seen.1.x)), min(bounds.max.x, max(seen.0.x, seen.1.x))
    )
    guard right > left else { return }
    let width = Self.column * viewport.density / viewport.scale
    let fill = SDL_Color(color)
    let rim = SDL_Color(color.withAlpha(min(color.alpha * 1.8, 1)))
    // Counted from the world's origin, so that columns stay where they are as the camera moves.
    var x = left
    var from = span(of: piece, at: x, vessel, level, frame)
    while x < right {
      let next = min(((x / width + 1e-6).rounded(.down) + 1) * width, right)
      let to = span(of: piece, at: next, vessel, level, frame)
      if let a = from, let b = to {
        quad(
          Vector(x, a.bottom), Vector(next, b.bottom), Vector(next, b.top), Vector(x, a.top), fill, viewport)
        if a.isSurface && b.isSurface {
          let thickness = 1.5 * viewport.density / viewport.scale
          quad(
            Vector(x, a.top - thickness), Vector(next, b.top - thickness), Vector(next, b.top),
            Vector(x, a.top), rim, viewport)
        }
      }
      (x, from) = (next, to)
    }
  }

  /// Returns the begin and the end of the water in a column; nil if there is none.
  private func span(
    of piece: Polygon, at x: Double, _ vessel: Rect, _ level: Double, _ frame: Frame
  ) -> (bottom: Double, top: Double, isSurface: Bool)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var from = piece.corners[piece.corners.count - 1]
    for to in piece.corners {
      if x >= min(from.x, to.x), x <= max(from.x, to.x) {
        // Both ends of an upright edge.
        let share = from.x == to.x ? 0 : (x - from.x) / (to.x - from.x)
        let y = from.y + (to.y - from.y) * share
        low = min(low, y, from.x == to.x ? to.y : y)
        high = max(high, y, from.x == to.x ? to.y : y)
      }
      from = to
    }
    guard low < level, high > low else { return nil }
    // Below a ceiling the water has no surface.
    guard high >= min(level, vessel.max.y) - 1e-9 else { return (low, high, false) }
    let surface = min(level, vessel.max.y)
    return (low, max(surface + ripple(at: x, surface, frame), low), true)
  }

  /// Returns the distance of the surface from its level, in points.
  private func ripple(at x: Double, _ level: Double, _ frame: Frame) -> Double {
    let time = (Double(frame.current.step) - 1 + frame.alpha) / Double(max(frame.current.rate, 1))
    var height = 0.7 * sine(x / 17 + time * 1.7) + 0.4 * sine(x / 7.3 - time * 2.9)
    for push in pushes {
      let dx = push.x - x
      guard abs(dx) < Self.reach else { continue }
      let near = 1 - dx * dx / (Self.reach * Self.reach)
      height += push.height * near * near * cosine(dx / 9)
    }
    return max(min(height, 6), -6)
  }

  private func quad(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ color: SDL_Color, _ viewport: Viewport
  ) {
    let room = viewport.area.insetBy(-50)
    // Pixels far out do not fit the renderer's numbers.
    func pixel(_ point: Vector) -> SDL_FPoint {
      let pixel = viewport.pixel(point)
      return SDL_FPoint(
        x: Float(min(max(pixel.x, room.min.x), room.max.x)),
        y: Float(min(max(pixel.y, room.min.y), room.max.y)))
    }
    let (a, b, c, d) = (pixel(a), pixel(b), pixel(c), pixel(d))
    triangles.append(a, b, c, (color, color, color))
    triangles.append(a, c, d, (color, color, color))
  }
}
