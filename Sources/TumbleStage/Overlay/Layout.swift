import TumbleGeometry

/// How a window or a picture is shared out, in pixels, y down: the stage, the graph below it if it is shown, and a
/// strip for the status at the bottom.
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

  package init(_ size: PixelSize, density: Double = 1, showsGraph: Bool = false) {
    self.size = size
    self.density = density
    let (width, height) = (Double(size.width), Double(size.height))
    let wanted = (Double(Self.stripHeight) * density).rounded()
    let stripHeight = height >= 4 * wanted ? wanted : 0
    // A lower graph could not be read, and a higher one would leave no stage.
    let graphHeight = min(max(height * 0.3, 110 * density), Double(Self.graphHeight) * density, height * 0.5)
      .rounded()
    let hasGraph = showsGraph && graphHeight >= 60 * density
    let stageHeight = height - stripHeight - (hasGraph ? graphHeight : 0)
    stage = Rect(size: Size(width, stageHeight))
    graph =
      hasGraph ? Rect(min: Vector(0, stageHeight), max: Vector(width, height - stripHeight)) : nil
    strip = Rect(min: Vector(0, height - stripHeight), max: Vector(width, height))
  }
}
