import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Trails: ribbons along the ways of bodies, behind all of them.

extension Renderer {
  func drawTrails(of frame: Frame, in viewport: Viewport) {
    batch.flush()
    triangles.isAdded = theme.addsLight
    for span in frame.current.trails {
      guard let known = description[span.body], let trail = known.style.trail else { continue }
      var ribbon = Ribbon(
        reach: (trail.width ?? 0) / 2 * viewport.scale,
        color: theme.trail(trail, known.kind, span.body.number), area: viewport.area, triangles: triangles)
      frame.forEachPoint(of: span, trail.length) { place, age in
        if place.isFinite { ribbon.append(viewport.pixel(place), 1 - age) } else { ribbon.end() }
      }
      ribbon.end()
    }
    triangles.flush()
    triangles.isAdded = false
  }
}

/// A strip of triangles along points, opaque in its middle and clear at its edges.
private struct Ribbon {
  /// Half of its width where its strength is 1, in pixels.
  let reach: Double
  let color: Color
  let area: Rect
  let triangles: TriangleBuffer

  /// A point in pixels, and what is left of width and opacity there.
  private typealias Point = (place: Vector, strength: Double)
  private var before: Point?
  private var latest: Point?
  /// The cut through the ribbon at the point before the latest.
  private var cut: (left: Vector, middle: Point, right: Vector)?

  /// Pixels between two points that are drawn.
  private static let step = 2.0

  init(reach: Double, color: Color, area: Rect, triangles: TriangleBuffer) {
    (self.reach, self.color, self.area, self.triangles) = (reach, color, area, triangles)
  }

  mutating func append(_ place: Vector, _ strength: Double) {
    if let latest {
      guard place.distance(to: latest.place) >= Self.step || strength == 0 else { return }
      put(latest, along: place - (before ?? latest).place)
    }
    (before, latest) = (latest, (place, strength))
  }

  /// Ends it, for another one to begin.
  mutating func end() {
    if let before, let latest { put(latest, along: latest.place - before.place) }
    (before, latest, cut) = (nil, nil, nil)
  }

  private mutating func put(_ point: Point, along way: Vector) {
    let side = way.normalized.perpendicular * max(reach * point.strength, 0.5)
    let next = (left: point.place + side, middle: point, right: point.place - side)
    defer { cut = next }
    guard let cut else { return }
    let bounds = Rect(min: point.place, max: point.place).including(cut.middle.place)
    guard area.insetBy(-reach - 1).intersects(bounds) else { return }
    let clear = SDL_Color(color, opacity: 0)
    let (from, to) = (
      SDL_Color(color, opacity: cut.middle.strength), SDL_Color(color, opacity: point.strength)
    )
    func half(_ edge: Vector, _ nextEdge: Vector) {
      let (a, b) = (pixel(cut.middle.place), pixel(nextEdge))
      triangles.append(a, pixel(point.place), b, (from, to, clear))
      triangles.append(a, b, pixel(edge), (from, clear, clear))
    }
    half(cut.left, next.left)
    half(cut.right, next.right)
  }

  /// A point in the renderer's numbers, which those far out do not fit.
  private func pixel(_ point: Vector) -> SDL_FPoint {
    SDL_FPoint(area.insetBy(-7_000).nearest(to: point))
  }
}
