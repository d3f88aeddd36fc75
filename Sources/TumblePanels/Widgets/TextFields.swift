import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  /// A line of text that is edited in place.
  ///
  /// - Parameters:
  ///   - content: The text as the state has it.
  ///   - padding: Left of the text, in points.
  /// - Returns: What was done, and the text if it was edited.
  func textField(
    _ id: UInt32, _ content: String, in rect: Rect, hint: StaticString = "", padding: Double = 8,
    takesFocus: Bool = false, selectsAll: Bool = false
  ) -> (state: ItemState, edited: String?) {
    fillTyped(content)
    let before = tumble_ui_cursor_place()
    let middle = rect.middle(height: Double(fieldHeight))
    tumble_ui_set_cursor_place(pixels(middle.min))
    let hint = UnsafeRawPointer(hint.utf8Start).assumingMemoryBound(to: CChar.self)
    let state = ItemState(
      rawValue: Int(
        tumble_ui_text_field(
          id, pixels(rect.width), pixels(padding), hint, typed, Self.typedCapacity, takesFocus, selectsAll)))
    tumble_ui_set_cursor_place(before)
    if state.contains(.held) { frame(middle, theme.accent, rounding: 6, thickness: 1.5) }
    return (state, state.contains(.edited) ? String(cString: typed) : nil)
  }

  /// The one field of a card: it has the keyboard as long as the card is open, also after Enter, which a card may refuse.
  func cardField(_ id: UInt32, _ content: String, in rect: Rect, hint: StaticString, padding: Double = 8)
    -> String?
  {
    let takesFocus = tumble_ui_window_appears() || returnsFocus
    returnsFocus = false
    let (state, edited) = textField(
      id, content, in: rect, hint: hint, padding: padding, takesFocus: takesFocus)
    if state.contains(.released), isPressed(TUMBLE_UI_ENTER) { returnsFocus = true }
    return edited
  }

  /// That of the body's font with Dear ImGui's padding.
  var fieldHeight: Double {
    tumble_ui_push_font(TextStyle.body.rawValue)
    defer { tumble_ui_pop_font() }
    return (Double(tumble_ui_measure("x", 1, 0).y) + 2 * (5 * scale).rounded(.down)) / scale
  }

  /// A field with a magnifying glass.
  func searchField(_ id: UInt32, _ content: String, in rect: Rect, hint: StaticString) -> String? {
    let edited = cardField(id, content, in: rect, hint: hint, padding: 28)
    icon(.search, in: rect.left(28), theme.dim)
    return edited
  }

  private func fillTyped(_ content: String) {
    content.withBytes { bytes in
      let count = min(bytes.count, Self.typedCapacity - 1)
      for index in 0..<count { typed[index] = CChar(bitPattern: bytes[index]) }
      typed[count] = 0
    }
  }
}
