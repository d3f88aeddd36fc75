import TumbleGeometry
import TumbleLooks

/// How a window or a picture is shared out, in pixels, y down: the stage with the graph over it, or the graph below it,
/// and a strip for the status at the bottom.
package struct Layout: Hashable, Sendable {
  package let size: PixelSize
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// Where the world is shown.
  package let stage: Rect
  /// nil if it is hidden, or there is no room for it.
  package let graph: Rect?
  /// For the line of status; empty where there is no room for it.
  package let strip: Rect

  /// The strip's height in the desktop's points.
  package static let stripHeight = 26
  /// The graph's height in a large window, in the desktop's points.
  package static let graphHeight = 220

  /// - Parameters:
  ///   - graph: Where the graph is; nil if it is hidden.
  ///   - room: What panels leave of the window without its strip, in pixels; nil: all of it.
  package init(_ size: PixelSize, density: Double = 1, graph: GraphPlacement? = nil, room: Rect? = nil) {
    self.size = size
    self.density = density
    let (width, height) = (Double(size.width), Double(size.height))
    let wanted = (Double(Self.stripHeight) * density).rounded()
    let stripHeight = height >= 4 * wanted ? wanted : 0
    strip = Rect(min: Vector(0, height - stripHeight), max: Vector(width, height))
    let room = room ?? Rect(min: .zero, max: strip.max - Vector(0, stripHeight))
    guard let graph, graph.isDocked else {
      stage = room
      self.graph = graph?.place(over: stage, density: density)
      return
    }
    let graphHeight = (graph.height(in: room.height / density) * density).rounded()
    let hasGraph =
      graphHeight >= GraphPlacement.smallest.height * density && graphHeight <= room.height * 0.75
    let edge = room.max.y - (hasGraph ? graphHeight : 0)
    stage = Rect(min: room.min, max: Vector(room.max.x, edge))
    self.graph = hasGraph ? Rect(min: Vector(room.min.x, edge), max: room.max) : nil
  }
}
