import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws fluids over the bodies: translucent, with a surface that ripples.
///
/// The ripples are for the eye alone: a function of the place, of the frame's time and of the bodies near the
/// surface. What floats does not feel them.
final class FluidDrawing {
  private var surfaces: [FluidSurface]
  private let colors: [Color]
  private let triangles: TriangleBuffer

  /// The width of a column of water, in the desktop's points.
  private static let column = 4.0

  init(_ target: RenderTarget, _ description: WorldDescription, _ theme: Theme) {
    triangles = TriangleBuffer(target)
    surfaces = description.fluids.map(FluidSurface.init)
    colors = description.fluids.map(theme.shown)
  }

  func draw(_ frame: Frame, in viewport: Viewport) {
    for index in surfaces.indices where index < frame.current.levels.count {
      let now = frame.current.levels[index]
      guard now.isFinite else { continue }
      let before = index < frame.previous.levels.count ? frame.previous.levels[index] : now
      let level = before.isFinite ? before + (now - before) * frame.alpha : now
      surfaces[index].stand(at: level, with: frame.current.bodies)
      let time = (Double(frame.current.step) - 1 + frame.alpha) / Double(max(frame.current.rate, 1))
      for piece in surfaces[index].pieces {
        draw(piece, of: surfaces[index], at: time, colors[index], in: viewport)
      }
    }
    triangles.flush()
  }

  /// Draws a fluid in columns, each from the vessel's floor to the surface.
  private func draw(
    _ piece: Polygon, of surface: FluidSurface, at time: Double, _ color: Color, in viewport: Viewport
  ) {
    guard let bounds = piece.bounds, bounds.min.y < surface.level, viewport.scale > 0 else { return }
    let seen = (viewport.point(viewport.area.min), viewport.point(viewport.area.max))
    let (left, right) = (
      max(bounds.min.x, min(seen.0.x, seen.1.x)), min(bounds.max.x, max(seen.0.x, seen.1.x))
    )
    guard right > left else { return }
    let width = Self.column * viewport.density / viewport.scale
    let fill = SDL_Color(color)
    let rim = SDL_Color(FluidSurface.rim(color))
    // Counted from the world's origin, so that columns stay where they are as the camera moves.
    var x = left
    var from = surface.span(of: piece, at: x, time)
    while x < right {
      let next = min(((x / width + 1e-6).rounded(.down) + 1) * width, right)
      let to = surface.span(of: piece, at: next, time)
      if let a = from, let b = to {
        quad(
          Vector(x, a.bottom), Vector(next, b.bottom), Vector(next, b.top), Vector(x, a.top), fill, viewport)
        if a.isSurface && b.isSurface {
          let thickness = FluidSurface.rimWidth * viewport.density / viewport.scale
          quad(
            Vector(x, a.top - thickness), Vector(next, b.top - thickness), Vector(next, b.top),
            Vector(x, a.top), rim, viewport)
        }
      }
      (x, from) = (next, to)
    }
  }

  private func quad(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ color: SDL_Color, _ viewport: Viewport
  ) {
    let room = viewport.area.insetBy(-50)
    // Pixels far out do not fit the renderer's numbers.
    func pixel(_ point: Vector) -> SDL_FPoint { SDL_FPoint(room.nearest(to: viewport.pixel(point))) }
    let (a, b, c, d) = (pixel(a), pixel(b), pixel(c), pixel(d))
    triangles.append(a, b, c, (color, color, color))
    triangles.append(a, c, d, (color, color, color))
  }
}
