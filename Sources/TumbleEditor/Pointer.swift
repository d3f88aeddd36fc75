import TumbleGeometry
import TumbleInput

/// A place of the pointer, in the world's points, and what is held there.
struct Pointer: Hashable, Sendable {
  var point: Vector
  var modifiers: Modifiers

  init(_ point: Vector, _ modifiers: Modifiers = []) {
    self.point = point
    self.modifiers = modifiers
  }

  /// Shift: adds to the selection, keeps to squares, straight lines and whole steps of 15 degrees.
  var isConstrained: Bool { modifiers.contains(.shift) }
  /// Control: nothing snaps.
  var isFree: Bool { modifiers.contains(.control) }

  /// The other end of a line from a place to here, straight where that is wanted.
  func end(from start: Vector) -> Vector { isConstrained ? point.straightened(from: start) : point }
}
