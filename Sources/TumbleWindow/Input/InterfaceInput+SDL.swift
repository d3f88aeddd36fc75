import CTumbleSDL2
import TumbleGeometry
import TumblePanels

extension InterfaceInput {
  /// What an event of SDL means to the interface; nil for what does not concern it. A key event says which modifiers are
  /// held as well: see `modifiers(of:)`.
  package init?(_ event: SDL_Event, pixelsPerPoint: Double) {
    func place(_ x: Int32, _ y: Int32) -> Vector {
      Vector((Double(x) + 0.5) * pixelsPerPoint, (Double(y) + 0.5) * pixelsPerPoint)
    }
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION: self = .move(place(event.motion.x, event.motion.y))
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
      let button: Button
      switch Int32(event.button.button) {
      case SDL_BUTTON_LEFT: button = .left
      case SDL_BUTTON_RIGHT: button = .right
      case SDL_BUTTON_MIDDLE: button = .middle
      default: return nil
      }
      self = .button(button, isDown: event.type == SDL_MOUSEBUTTONDOWN.rawValue)
    case SDL_MOUSEWHEEL:
      let sign = event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1.0 : 1
      self = .wheel(Vector(Double(event.wheel.preciseX) * -sign, Double(event.wheel.preciseY) * sign))
    case SDL_KEYDOWN, SDL_KEYUP:
      guard let key = Key(SDL_KeyCode(UInt32(bitPattern: event.key.keysym.sym))) else { return nil }
      self = .key(key, isDown: event.type == SDL_KEYDOWN.rawValue)
    case SDL_TEXTINPUT:
      let text = withUnsafeBytes(of: event.text.text) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !text.isEmpty else { return nil }
      self = .text(text)
    case SDL_WINDOWEVENT:
      switch SDL_WindowEventID(UInt32(event.window.event)) {
      case SDL_WINDOWEVENT_LEAVE: self = .leave
      case SDL_WINDOWEVENT_FOCUS_LOST: self = .focusLost
      default: return nil
      }
    default: return nil
    }
  }

  /// The modifiers that a key's event says are held: to be given before the key itself.
  package static func modifiers(of event: SDL_KeyboardEvent) -> InterfaceInput {
    let held = UInt32(event.keysym.mod)
    return .modifiers(
      control: held & KMOD_CTRL.rawValue != 0, shift: held & KMOD_SHIFT.rawValue != 0,
      alt: held & KMOD_ALT.rawValue != 0)
  }
}

extension InterfaceInput.Key {
  init?(_ key: SDL_KeyCode) {
    switch key {
    case SDLK_TAB: self = .tab
    case SDLK_LEFT: self = .left
    case SDLK_RIGHT: self = .right
    case SDLK_UP: self = .up
    case SDLK_DOWN: self = .down
    case SDLK_PAGEUP: self = .pageUp
    case SDLK_PAGEDOWN: self = .pageDown
    case SDLK_HOME: self = .home
    case SDLK_END: self = .end
    case SDLK_INSERT: self = .insert
    case SDLK_DELETE: self = .delete
    case SDLK_BACKSPACE: self = .backspace
    case SDLK_SPACE: self = .space
    case SDLK_RETURN, SDLK_KP_ENTER: self = .enter
    case SDLK_ESCAPE: self = .escape
    case SDLK_a: self = .a
    case SDLK_c: self = .c
    case SDLK_v: self = .v
    case SDLK_x: self = .x
    case SDLK_y: self = .y
    case SDLK_z: self = .z
    default: return nil
    }
  }
}
