import Foundation

/// How finely what moves is drawn in advance: it does not depend on what of the world is shown.
package struct Detail: Hashable {
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// The width of a fine line on the screen, in pixels.
  package let line: Double

  /// Of a moved camera the next half power of two: most zooming shows the same sprites a little larger or smaller.
  package init(_ viewport: Viewport) {
    scale =
      viewport.isMoved ? exp2((log2(max(viewport.scale, 1e-12)) * 2).rounded(.up) / 2) : viewport.scale
    density = viewport.density
    // The desktop's points, but never much of a small picture.
    line = min(viewport.density, min(viewport.area.width, viewport.area.height) / 500)
  }
}
