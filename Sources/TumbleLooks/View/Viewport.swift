import Foundation
import TumbleFrames
import TumbleGeometry

/// Maps the world to pixels; nothing is stretched.
package struct Viewport: Hashable, Sendable {
  /// The part of the world that is shown, in points, y up.
  package let view: Rect
  /// The scene's own view, which is drawn as paper; the same as `view` where the camera was not moved.
  package let paper: Rect
  /// The area where it is shown, in pixels, y down; may be empty.
  package let area: Rect
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points: how wide a fine line is.
  package let density: Double

  /// The whole view, as large as fits, in the middle of an area in pixels, y down.
  package init(view: Rect, in area: Rect, density: Double = 1) {
    let scale = min(area.width / view.width, area.height / view.height)
    guard scale > 0, scale.isFinite else {
      self.init(view: view, paper: view, area: Rect(min: area.min, max: area.min), scale: 0, density: density)
      return
    }
    // Whole pixels at the edges, so that a border is a line and not two half lines.
    let size = Vector((view.width * scale).rounded(), (view.height * scale).rounded())
    let slack = Vector(area.width, area.height) - size
    let corner = Vector((area.min.x + slack.x / 2).rounded(.down), (area.min.y + slack.y / 2).rounded(.down))
    self.init(
      view: view, paper: view, area: Rect(min: corner, max: corner + size), scale: scale, density: density)
  }

  /// A point of the world in the middle of an area that is filled. What is shown is moved by less than a
  /// pixel, so that the paper's corner lies on a whole one and what was drawn in advance is only moved.
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
    (self.view, self.paper, self.area, self.scale, self.density) = (view, paper, area, scale, density)
  }
}

extension Viewport {
  /// Is true if more, less or something else than the paper is shown.
  package var isMoved: Bool { view != paper }

  /// Returns what is shown in a rectangle of its pixels, in pixels counted from that rectangle's corner.
  package func part(in rect: Rect) -> Viewport {
    let seen = area.overlap(rect) ?? Rect(min: rect.min, max: rect.min)
    let low = Vector(
      view.min.x + (seen.min.x - area.min.x) / scale, view.min.y + (area.max.y - seen.max.y) / scale)
    return Viewport(
      view: Rect(origin: low, size: Size(seen.width / scale, seen.height / scale)), paper: paper,
      area: Rect(min: seen.min - rect.min, max: seen.max - rect.min), scale: scale, density: density)
  }

  /// Returns the viewport in which the world is drawn so much further, by whole pixels.
  package func moved(by distance: Vector) -> Viewport {
    let pixels = distance * scale
    let way = Vector(pixels.x.rounded() / scale, pixels.y.rounded() / scale)
    return Viewport(
      view: Rect(origin: view.min - way, size: view.size), paper: paper, area: area, scale: scale,
      density: density)
  }

  /// Returns the pixels of a point of the world.
  @inlinable package func pixel(_ point: Vector) -> Vector {
    Vector(area.min.x + (point.x - view.min.x) * scale, area.max.y - (point.y - view.min.y) * scale)
  }

  /// Returns the point of the world at pixels; the view's corner if nothing is shown.
  package func point(_ pixel: Vector) -> Vector {
    guard scale > 0 else { return view.min }
    return Vector(view.min.x + (pixel.x - area.min.x) / scale, view.min.y + (area.max.y - pixel.y) / scale)
  }

  /// The world's points to pixels, relative to a pixel.
  package func transform(relativeTo origin: Vector = .zero) -> Transform {
    Transform(
      a: scale, b: 0, c: 0, d: -scale, tx: area.min.x - view.min.x * scale - origin.x,
      ty: area.max.y + view.min.y * scale - origin.y)
  }
}

/// The part of the world that a window shows: the scene's own view, or what a person turned to.
package struct Camera: Hashable, Sendable {
  /// The scene's own view, in points.
  package let paper: Rect
  /// The point of the world in the middle.
  package private(set) var center: Vector
  /// The magnification: 1 where the whole view fits.
  package private(set) var zoom = 1.0
  /// Is true if the scene's camera has led it here, and nobody since.
  package private(set) var isOfScene = false

  package init(_ paper: Rect) {
    self.paper = paper
    center = paper.center
  }

  /// The camera of a scene in a moment.
  package init(_ paper: Rect, _ pose: CameraPose) {
    self.init(paper)
    look(at: pose.center)
    zoom(by: pose.zoom, around: center)
    isOfScene = true
  }
}

extension Camera {
  /// The most and the least of the world that is shown, as the longer side of a stage of the paper's form, in
  /// points: more than any body may be away, and so little that a point fills the window.
  package static let shown = 0.05...2e9

  /// Is true if the scene's own view is shown, or what its camera shows.
  package var isHome: Bool { isOfScene || zoom == 1 && center == paper.center }

  private var zooms: ClosedRange<Double> {
    let side = max(paper.width, paper.height)
    return min(side / Self.shown.upperBound, 1)...max(side / Self.shown.lowerBound, 1)
  }

  /// Goes back to the scene's own view.
  package mutating func reset() { self = Camera(paper) }

  /// Shows things so many times as large; a point of the world stays where it is in the window.
  package mutating func zoom(by factor: Double, around point: Vector) {
    guard factor > 0, factor.isFinite, point.isFinite else { return }
    let wanted = min(max(zoom * factor, zooms.lowerBound), zooms.upperBound)
    look(at: point + (center - point) * (zoom / wanted))
    zoom = wanted
    // As far out as it went in, which rounding leaves a little beside.
    if abs(zoom - 1) < 1e-9, center.distance(to: paper.center) < 1e-9 * max(paper.width, paper.height) {
      reset()
    }
  }

  /// Moves what is in the middle, in points.
  package mutating func move(by distance: Vector) { look(at: center + distance) }

  /// Puts a point of the world into the middle; as far as a world goes.
  package mutating func look(at point: Vector) {
    guard point.isFinite else { return }
    isOfScene = false
    let limit = Vector.largestCoordinate
    center = Vector(min(max(point.x, -limit), limit), min(max(point.y, -limit), limit))
  }

  /// Shows all of a part of the world, with a little room around it.
  ///
  /// - Parameter stage: The stage's size, in any unit.
  package mutating func frame(_ part: Rect, in stage: Size) {
    guard part.isFinite, stage.width > 0, stage.height > 0 else { return }
    look(at: part.center)
    // The least room is that of a body that can be seen.
    let (width, height) = (max(part.width, 1e-3) * 1.1, max(part.height, 1e-3) * 1.1)
    let wanted = min(stage.width / width, stage.height / height) / fit(in: stage)
    zoom = min(max(wanted, zooms.lowerBound), zooms.upperBound)
  }

  /// Returns the viewport in which a stage shows it, in pixels.
  package func viewport(in stage: Rect, density: Double) -> Viewport {
    guard isOfScene || !isHome, stage.width > 0, stage.height > 0 else {
      return Viewport(view: paper, in: stage, density: density)
    }
    return Viewport(
      paper: paper, around: center, scale: fit(in: stage.size) * zoom, in: stage, density: density)
  }

  private func fit(in stage: Size) -> Double { min(stage.width / paper.width, stage.height / paper.height) }
}

/// The fineness with which what moves is drawn in advance: it does not depend on what of the world is shown.
package struct Detail: Hashable {
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// The width of a fine line on the screen, in pixels.
  package let line: Double

  /// Creates the detail of a moved camera, at the next half power of two: most zooming shows the same sprites
  /// a little larger or smaller.
  package init(_ viewport: Viewport) {
    scale = viewport.isMoved ? exp2((log2(max(viewport.scale, 1e-12)) * 2).rounded(.up) / 2) : viewport.scale
    density = viewport.density
    // The desktop's points, but never much of a small picture.
    line = min(viewport.density, min(viewport.area.width, viewport.area.height) / 500)
  }

  /// Creates the detail of a picture on no screen.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point.
  ///   - density: Pixels for each of a desktop's points.
  package init(scale: Double, density: Double) {
    (self.scale, self.density) = (scale, density)
    line = density
  }
}
