import CTumbleImGui
import CTumbleSDL2
import TumbleGeometry

/// The input that was not taken in yet. Dear ImGui sees the state of a frame: what goes down and up within
/// one needs two.
struct InputQueue {
  private var events: [InterfaceInput] = []
  private var next = 0
  /// The buttons that are down, one bit each.
  private var held = 0

  init() { events.reserveCapacity(64) }

  var isEmpty: Bool { next == events.count }

  /// The latest position of the mouse, if all that was done is that it moved.
  var onlyMove: Vector? {
    guard events.count - next == 1, case .move(let place)? = events.last else { return nil }
    return place
  }

  mutating func append(_ event: InterfaceInput) {
    // Of moves that follow each other the last is enough.
    if case .move = event, case .move? = events.last, next < events.count { events.removeLast() }
    events.append(event)
  }

  /// Tells what fits into one frame; the rest waits for the next.
  mutating func feed(_ context: OpaquePointer) {
    var buttons = 0
    var keys = 0
    var hasText = false
    var hasMoved = false
    while next < events.count {
      let event = events[next]
      switch event {
      case .move, .leave:
        // A press belongs to the place it was made at.
        if buttons != 0 { return }
        hasMoved = true
      case .button(let button, let isDown):
        // What is pulled is let go of where the mouse is: it gets there before.
        if hasMoved, !isDown, held & 1 << button.rawValue != 0 { return }
        if buttons & 1 << button.rawValue != 0 { return }
        buttons |= 1 << button.rawValue
        held = isDown ? held | 1 << button.rawValue : held & ~(1 << button.rawValue)
      case .key(let key, _):
        // A sign typed before a key must not come after it.
        if keys & 1 << key.rawValue != 0 || hasText { return }
        keys |= 1 << key.rawValue
      case .text:
        if keys != 0 { return }
        hasText = true
      case .modifiers:
        if keys != 0 || buttons != 0 || hasText { return }
      case .focusLost: held = 0
      case .wheel: break
      }
      tell(event, context)
      next += 1
    }
    events.removeAll(keepingCapacity: true)
    next = 0
  }

  private func tell(_ event: InterfaceInput, _ context: OpaquePointer) {
    switch event {
    case .move(let place): tumble_ui_move_mouse(context, Float(place.x), Float(place.y))
    // What is pulled out of the window is pulled on.
    case .leave: if held == 0 { tumble_ui_move_mouse(context, .nan, .nan) }
    case .button(let button, let isDown): tumble_ui_set_button(context, button.rawValue, isDown)
    case .wheel(let way): tumble_ui_turn_wheel(context, Float(way.x), Float(way.y))
    case .key(let key, let isDown): tumble_ui_set_key(context, TumbleUIKey(UInt32(key.rawValue)), isDown)
    case .modifiers(let control, let shift, let alt): tumble_ui_set_modifiers(context, control, shift, alt)
    case .text(let text): text.withBytes { tumble_ui_type(context, $0.characters, $0.count) }
    case .focusLost: tumble_ui_release_everything(context)
    }
  }
}

/// The desktop's clipboard, for what is cut, copied and pasted in text fields.
final class Clipboard {
  /// SDL's copy of the text, until the next is asked for.
  private var text: UnsafeMutablePointer<CChar>?

  deinit { SDL_free(text) }

  /// Gives the clipboard to a context, which must not outlive this.
  func give(to context: OpaquePointer) {
    tumble_ui_set_clipboard(
      context,
      { owner in
        guard let owner else { return nil }
        return UnsafePointer(Unmanaged<Clipboard>.fromOpaque(owner).takeUnretainedValue().read())
      },
      { _, text in SDL_SetClipboardText(text) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func read() -> UnsafeMutablePointer<CChar>? {
    SDL_free(text)
    text = SDL_GetClipboardText()
    return text
  }
}
