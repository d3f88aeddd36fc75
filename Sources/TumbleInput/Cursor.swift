/// The mouse's shape.
package enum Cursor: Int32, Hashable, Sendable, CaseIterable {
  case arrow
  /// Over what can be held.
  case hand
  /// While it is held.
  case hold
  /// The view or the graph moves along.
  case move
  /// An edge can be moved.
  case upDown
  case leftRight
  /// Something is drawn.
  case cross
  /// A text can be typed.
  case text
}
