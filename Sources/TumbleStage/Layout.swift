import TumbleGeometry

/// How a window or a picture is shared out, in pixels, y down: the stage, and a strip for the status below.
package struct Layout: Hashable, Sendable {
  package let size: PixelSize
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// Where the world is shown.
  package let stage: Rect
  /// For the line of status; empty where there is no room for it.
  package let strip: Rect

  /// The strip's height in the desktop's points.
  package static let stripHeight = 26

  package init(_ size: PixelSize, density: Double = 1) {
    (self.size, self.density) = (size, density)
    let (width, height) = (Double(size.width), Double(size.height))
    let wanted = (Double(Self.stripHeight) * density).rounded()
    let stripHeight = height >= 4 * wanted ? wanted : 0
    stage = Rect(size: Size(width, height - stripHeight))
    strip = Rect(min: Vector(0, height - stripHeight), max: Vector(width, height))
  }
}
