import TumbleGeometry

/// Maps the world to pixels; nothing is stretched.
package struct Viewport: Hashable, Sendable {
  /// The part of the world that is shown, in points, y up.
  package let view: Rect
  /// The scene's own view, which is drawn as paper; the same as `view` where the camera was not moved.
  package let paper: Rect
  /// Where it is shown, in pixels, y down; may be empty.
  package let area: Rect
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points: how wide a fine line is.
  package let density: Double

  /// The whole view, as large as fits, in the middle of an area in pixels, y down.
  package init(view: Rect, in area: Rect, density: Double = 1) {
    let scale = min(area.width / view.width, area.height / view.height)
    guard scale > 0, scale.isFinite else {
      self.init(
        view: view, paper: view, area: Rect(min: area.min, max: area.min), scale: 0, density: density)
      return
    }
    // Whole pixels at the edges, so that a border is a line and not two half lines.
    let size = Vector((view.width * scale).rounded(), (view.height * scale).rounded())
    let slack = Vector(area.width, area.height) - size
    let corner = Vector(
      (area.min.x + slack.x / 2).rounded(.down), (area.min.y + slack.y / 2).rounded(.down))
    self.init(
      view: view, paper: view, area: Rect(min: corner, max: corner + size), scale: scale, density: density)
  }

  /// A point of the world in the middle of an area that is filled. What is shown is moved by less than a pixel, so that
  /// the paper's corner lies on a whole one and what was drawn in advance is only moved.
  package init(paper: Rect, around center: Vector, scale: Double, in area: Rect, density: Double = 1) {
    guard area.width >= 1, area.height >= 1, scale > 0, scale.isFinite else {
      self.init(
        view: paper, paper: paper, area: Rect(min: area.min, max: area.min), scale: 0, density: density)
      return
    }
    let middle = area.center
    let corner = Vector(
      (middle.x + (paper.min.x - center.x) * scale).rounded(),
      (middle.y - (paper.min.y - center.y) * scale).rounded())
    let low = Vector(
      paper.min.x + (area.min.x - corner.x) / scale, paper.min.y + (corner.y - area.max.y) / scale)
    self.init(
      view: Rect(origin: low, size: Size(area.width / scale, area.height / scale)), paper: paper, area: area,
      scale: scale, density: density)
  }

  private init(view: Rect, paper: Rect, area: Rect, scale: Double, density: Double) {
    self.view = view
    self.paper = paper
    self.area = area
    self.scale = scale
    self.density = density
  }
}

extension Viewport {
  /// Whether more, less or something else than the paper is shown.
  package var isMoved: Bool { view != paper }

  /// What is shown of it in a rectangle of its pixels, in pixels counted from that rectangle's corner.
  package func part(in rect: Rect) -> Viewport {
    let seen = area.overlap(rect) ?? Rect(min: rect.min, max: rect.min)
    let low = Vector(
      view.min.x + (seen.min.x - area.min.x) / scale, view.min.y + (area.max.y - seen.max.y) / scale)
    return Viewport(
      view: Rect(origin: low, size: Size(seen.width / scale, seen.height / scale)), paper: paper,
      area: Rect(min: seen.min - rect.min, max: seen.max - rect.min), scale: scale, density: density)
  }

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
