import TumbleFrames
import TumbleGeometry

/// Finds the part of a world that fills a picture of any form.
///
/// More than the scene's own view is shown where what is at the view's edge goes on beyond it: scenery
/// beside scenery, bare paper beside bare paper; below what falls only the ground itself, of which no lower
/// edge is seen. The rest of the form is reached by cutting off: at the sides around what moves, of the
/// height the upper part where things fall.
package struct FilledView {
  private let view: Rect
  private let scenery: SceneryIndex
  private let bodies: [(body: BodySnapshot, outlines: [Outline])]
  /// The horizontal middle of what moves.
  private let middle: Double
  private let isFalling: Bool

  /// Points that are looked at along each side of a strip.
  private static let samples = 48

  /// - Parameter start: The world before its first step, so that all pictures of a run show the same part.
  package init(_ description: WorldDescription, start: FrameSnapshot) {
    view = description.view
    isFalling = start.gravity.y < 0
    scenery = SceneryIndex(description.scenery.filter { $0.opacity == 1 }) { _ in nil }
    var (bodies, low, high) = ([(BodySnapshot, [Outline])](), Double.infinity, -Double.infinity)
    for body in start.bodies where body.isFinite {
      guard let known = description[body.id] else { continue }
      if known.kind != .static, description.view.contains(body.position) {
        (low, high) = (min(low, body.position.x), max(high, body.position.x))
      }
      if known.kind != .dynamic, body.appearance.opacity == 1 {
        bodies.append((body, known.outlines.map(\.drawn)))
      }
    }
    self.bodies = bodies
    middle = low <= high ? (low + high) / 2 : description.view.center.x
  }

  /// Returns the largest part whose width is `aspect` times its height.
  package func rect(aspect: Double) -> Rect {
    let isHigher = aspect * view.height < view.width
    let wanted = isHigher ? view.width / aspect - view.height : view.height * aspect - view.width
    let (before, after) = (room(wanted, isHigher, -1), room(wanted, isHigher, 1))
    let more = min(wanted, before + after)
    let start = max(more - after, min(more / 2, before))
    if isHigher {
      let height = view.height + more
      let width = height * aspect
      let left = min(max(middle - width / 2, view.min.x), view.max.x - width)
      return Rect(origin: Vector(left, view.min.y - start), size: Size(width, height))
    }
    let width = view.width + more
    let height = width / aspect
    let bottom = view.min.y + (isFalling ? 0 : (view.height - height) / 2)
    return Rect(origin: Vector(view.min.x - start, bottom), size: Size(width, height))
  }

  /// Returns how far beyond one side of the view what is at its edge goes on, in points.
  ///
  /// - Parameter side: -1 is below or to the left, 1 above or to the right.
  private func room(_ wanted: Double, _ isVertical: Bool, _ side: Double) -> Double {
    let inset = min(view.width, view.height) * 1e-3
    let edge = view.insetBy(inset)
    let count = Self.samples
    var rows = count
    for column in 0..<count where rows > 0 {
      let part = (Double(column) + 0.5) / Double(count)
      let start =
        isVertical
        ? Vector(view.min.x + part * view.width, side < 0 ? edge.min.y : edge.max.y)
        : Vector(side < 0 ? edge.min.x : edge.max.x, view.min.y + part * view.height)
      let cover = cover(start)
      let isGround = isVertical && side < 0 && isFalling
      if cover == nil, isGround { return 0 }
      let way = (isVertical ? Vector(0, side) : Vector(side, 0)) * (wanted / Double(count))
      rows =
        (0..<rows).first { row in
          let next = self.cover(start + way * Double(row + 1))
          return isGround ? next != cover : (next == nil) != (cover == nil)
        } ?? rows
    }
    return wanted * Double(rows) / Double(count)
  }

  /// Returns what covers a point of the world: the body that is not dynamic, or else the scenery, that is
  /// drawn last; nil for nothing.
  private func cover(_ point: Vector) -> Int? {
    let body = bodies.lastIndex { body, outlines in
      let own = (point - body.position).rotated(by: -body.angle)
      return outlines.contains { $0.distance(to: own) <= 0 }
    }
    if let body { return -1 - body }
    return scenery.numbers(in: Rect(min: point, max: point).insetBy(-1e-6)).last { number in
      let (look, place) = scenery.picture(number)
      let own = (point - place.position).rotated(by: -place.angle)
      return scenery.looks[look].outlines.contains { $0.distance(to: own) <= 0 }
    }.map(Int.init)
  }
}
