import TumbleGeometry

/// Maps the world to pixels: the whole view, as large as fits, in the middle, with nothing stretched.
package struct Viewport: Hashable, Sendable {
  /// The part of the world that is shown, in points, y up.
  package let view: Rect
  /// Where it is shown, in pixels, y down; may be empty.
  package let area: Rect
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points: how wide a fine line is.
  package let density: Double

  /// The area is in pixels, y down.
  package init(view: Rect, in area: Rect, density: Double = 1) {
    let scale = min(area.width / view.width, area.height / view.height)
    guard scale > 0, scale.isFinite else {
      self.init(view: view, area: Rect(min: area.min, max: area.min), scale: 0, density: density)
      return
    }
    // Whole pixels at the edges, so that a border is a line and not two half lines.
    let size = Vector((view.width * scale).rounded(), (view.height * scale).rounded())
    let slack = Vector(area.width, area.height) - size
    let corner = Vector(
      (area.min.x + slack.x / 2).rounded(.down), (area.min.y + slack.y / 2).rounded(.down))
    self.init(view: view, area: Rect(min: corner, max: corner + size), scale: scale, density: density)
  }

  private init(view: Rect, area: Rect, scale: Double, density: Double) {
    self.view = view
    self.area = area
    self.scale = scale
    self.density = density
  }
}

extension Viewport {
  /// From a point of the world to pixels.
  package func pixel(_ point: Vector) -> Vector {
    Vector(
      area.min.x + (point.x - view.min.x) * scale, area.max.y - (point.y - view.min.y) * scale)
  }

  /// From pixels to a point of the world; the view's corner where nothing is shown.
  package func point(_ pixel: Vector) -> Vector {
    guard scale > 0 else { return view.min }
    return Vector(
      view.min.x + (pixel.x - area.min.x) / scale, view.min.y + (area.max.y - pixel.y) / scale)
  }

  /// The world's points to pixels, relative to a pixel.
  package func transform(relativeTo origin: Vector = .zero) -> Transform {
    Transform(
      a: scale, b: 0, c: 0, d: -scale, tx: area.min.x - view.min.x * scale - origin.x,
      ty: area.max.y + view.min.y * scale - origin.y)
  }
}
