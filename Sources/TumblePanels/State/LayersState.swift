import TumbleLooks

/// Which layers of the drawing are shown.
package struct LayersState: Hashable, Sendable {
  package var shown: Set<DrawingLayer>
  /// Those that there are, in order.
  package var offered: [DrawingLayer]

  /// - Parameter offered: Left out: those that any scene has something for.
  package init(shown: Set<DrawingLayer> = [], offered: [DrawingLayer] = DrawingLayer.standard) {
    self.shown = shown
    self.offered = offered
  }
}
