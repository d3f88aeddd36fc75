/// Through what a bitmap is drawn on: its own pixels, or what a test puts in their place.
package struct DrawingSurface: Sendable {
  package typealias Draw = @Sendable (_ bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) -> Void

  private let drawing: Draw

  /// The bitmap's pixels.
  package static let bitmap = DrawingSurface { bitmap, body in bitmap.draw(body) }

  /// - Parameter drawing: calls the body once, with a canvas.
  package init(_ drawing: @escaping Draw) { self.drawing = drawing }

  package func draw(on bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) { drawing(&bitmap, body) }
}
