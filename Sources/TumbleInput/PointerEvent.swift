import TumbleGeometry

/// A mouse event over the stage, which a tool or a handle may take before the world does.
package struct PointerEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// With the number of presses that came close after each other: 2 for a double click.
    case press(Gesture.Button, clicks: Int)
    case move
    case release(Gesture.Button)
  }

  package var kind: Kind
  /// Where, in pixels of the window, y down.
  package var pixel: Vector
  /// Where in the world, in points.
  package var point: Vector
  package var modifiers: Modifiers

  package init(_ kind: Kind, pixel: Vector, point: Vector, modifiers: Modifiers = []) {
    self.kind = kind
    self.pixel = pixel
    self.point = point
    self.modifiers = modifiers
  }
}
