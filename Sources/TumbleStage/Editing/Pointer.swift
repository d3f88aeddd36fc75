import TumbleGeometry

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
}
