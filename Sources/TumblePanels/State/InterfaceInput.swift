import TumbleGeometry

/// Something done with the mouse or the keyboard, as the interface takes it in.
package enum InterfaceInput: Hashable, Sendable {
  package enum Button: Int32, Hashable, Sendable { case left, right, middle }
  package enum Key: Int, Hashable, Sendable, CaseIterable {
    case tab, left, right, up, down, pageUp, pageDown, home, end, insert, delete, backspace, space, enter,
      escape
    case a, c, v, x, y, z
  }

  /// In pixels of the window, y down.
  case move(Vector)
  /// The mouse is elsewhere.
  case leave
  case button(Button, isDown: Bool)
  /// Notches; positive y scrolls towards the beginning.
  case wheel(Vector)
  case key(Key, isDown: Bool)
  case modifiers(control: Bool, shift: Bool, alt: Bool)
  case text(String)
  /// The window lost the keyboard: nothing is held any more.
  case focusLost
}
