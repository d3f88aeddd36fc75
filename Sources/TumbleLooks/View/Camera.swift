import TumbleGeometry

/// What of the world a window shows: the scene's own view, or what a person turned to.
package struct Camera: Hashable, Sendable {
  /// The scene's own view, in points.
  package let paper: Rect
  /// The point of the world in the middle.
  package private(set) var center: Vector
  /// How much larger things are than where the whole view fits: 1 at first.
  package private(set) var zoom = 1.0

  package init(_ paper: Rect) {
    self.paper = paper
    center = paper.center
  }
}

extension Camera {
  /// The most and the least of the world that is shown, as the longer side of a stage of the paper's form, in points: more
  /// than any body may be away, and so little that a point fills the window.
  package static let shown = 0.05...2e9

  /// The scene's own view is shown.
  package var isHome: Bool { zoom == 1 && center == paper.center }

  private var zooms: ClosedRange<Double> {
    let side = max(paper.width, paper.height)
    return min(side / Self.shown.upperBound, 1)...max(side / Self.shown.lowerBound, 1)
  }

  /// Back to the scene's own view.
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

  /// How a stage shows it, in pixels.
  package func viewport(in stage: Rect, density: Double) -> Viewport {
    guard !isHome, stage.width > 0, stage.height > 0 else {
      return Viewport(view: paper, in: stage, density: density)
    }
    return Viewport(
      paper: paper, around: center, scale: fit(in: stage.size) * zoom, in: stage, density: density)
  }

  private func fit(in stage: Size) -> Double {
    min(stage.width / paper.width, stage.height / paper.height)
  }
}
