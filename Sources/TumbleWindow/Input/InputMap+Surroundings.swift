import TumbleGeometry
import TumbleLooks

extension InputMap {
  /// Where things are that the mouse can be over, in pixels.
  package struct Surroundings {
    package var viewport: Viewport
    /// The stage's room, of which the viewport may leave margins.
    package var stage: Rect
    /// nil if it is hidden.
    package var graph: Rect?
    /// Pixels for each of the units that SDL counts mouse positions in.
    package var pixelsPerUnit: Double
    /// Pixels for each of the desktop's points, which the graph is measured in.
    package var density: Double

    package init(
      viewport: Viewport, stage: Rect? = nil, graph: Rect? = nil, pixelsPerUnit: Double = 1,
      density: Double? = nil
    ) {
      self.viewport = viewport
      self.stage = stage ?? viewport.area
      self.graph = graph
      self.pixelsPerUnit = pixelsPerUnit
      self.density = density ?? pixelsPerUnit
    }
  }
}
