import CTumbleSDL2
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels

extension InterfaceInput {
  /// Creates the interface's input of an event of SDL; nil for one that does not concern it. A key event says
  /// which modifiers are held as well: see `modifiers(of:)`.
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
  /// SDL's names of the keys, in the order of the cases.
  private static let known = [
    SDLK_TAB, SDLK_LEFT, SDLK_RIGHT, SDLK_UP, SDLK_DOWN, SDLK_PAGEUP, SDLK_PAGEDOWN, SDLK_HOME, SDLK_END,
    SDLK_INSERT, SDLK_DELETE, SDLK_BACKSPACE, SDLK_SPACE, SDLK_RETURN, SDLK_ESCAPE, SDLK_a, SDLK_c,
    SDLK_v, SDLK_x, SDLK_y, SDLK_z,
  ]

  init?(_ key: SDL_KeyCode) {
    let key = key == SDLK_KP_ENTER ? SDLK_RETURN : key
    guard let place = Self.known.firstIndex(of: key) else { return nil }
    self = Self.allCases[place]
  }
}

extension PointerEvent {
  /// Creates a pointer event; nil for events that are none of the mouse's buttons and moves.
  ///
  /// - Parameter pixelsPerUnit: Pixels for each of the units that SDL counts mouse positions in.
  init?(_ event: SDL_Event, in viewport: Viewport, pixelsPerUnit: Double) {
    let kind: Kind
    let place: (x: Int32, y: Int32)
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION:
      kind = .move
      place = (event.motion.x, event.motion.y)
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
      guard let button = Gesture.Button(sdl: event.button.button) else { return nil }
      kind =
        SDL_EventType(event.type) == SDL_MOUSEBUTTONDOWN
        ? .press(button, clicks: max(Int(event.button.clicks), 1)) : .release(button)
      place = (event.button.x, event.button.y)
    default: return nil
    }
    // The middle of the pixel pointed at.
    let pixel = Vector((Double(place.x) + 0.5) * pixelsPerUnit, (Double(place.y) + 0.5) * pixelsPerUnit)
    self.init(
      kind, pixel: pixel, point: viewport.point(pixel), modifiers: Modifiers(sdl: SDL_GetModState().rawValue))
  }
}

extension Gesture.Button {
  init?(sdl button: UInt8) {
    switch Int32(button) {
    case SDL_BUTTON_LEFT: self = .left
    case SDL_BUTTON_MIDDLE: self = .middle
    case SDL_BUTTON_RIGHT: self = .right
    default: return nil
    }
  }
}

extension Modifiers {
  /// Creates modifiers of SDL's. The right Alt is AltGr, which some keyboards need for a sign; Caps Lock and
  /// Num Lock are on while somebody types as always. None of them counts.
  package init(sdl held: UInt32) {
    self = []
    if held & KMOD_CTRL.rawValue != 0 { insert(.control) }
    if held & KMOD_LALT.rawValue != 0 { insert(.alt) }
    if held & KMOD_SHIFT.rawValue != 0 { insert(.shift) }
    if held & KMOD_GUI.rawValue != 0 { insert(.desktop) }
  }
}

extension PadControl.Button {
  /// Creates a button by SDL's number; nil for one that scenes have no name for.
  init?(_ number: Int32) {
    let known: [SDL_GameControllerButton] = [
      SDL_CONTROLLER_BUTTON_A, SDL_CONTROLLER_BUTTON_B, SDL_CONTROLLER_BUTTON_X, SDL_CONTROLLER_BUTTON_Y,
      SDL_CONTROLLER_BUTTON_LEFTSHOULDER, SDL_CONTROLLER_BUTTON_RIGHTSHOULDER,
      SDL_CONTROLLER_BUTTON_DPAD_UP,
      SDL_CONTROLLER_BUTTON_DPAD_DOWN, SDL_CONTROLLER_BUTTON_DPAD_LEFT, SDL_CONTROLLER_BUTTON_DPAD_RIGHT,
    ]
    guard let place = known.firstIndex(where: { $0.rawValue == number }) else { return nil }
    self = Self.allCases[place]
  }
}

/// A key that is typed while the pointer pulls something.
package enum TypedKey: Hashable, Sendable {
  case text(String)
  case enter
  case delete
  case escape
  /// A key that types something: its text comes as an event of its own, and the key does nothing else.
  case press
  /// The space bar without Shift: where no number is begun it types nothing, and does what it does
  /// elsewhere.
  case space
}

extension TypedKey {
  init?(_ event: SDL_Event) {
    switch InterfaceInput(event, pixelsPerPoint: 1) {
    case .text(let text): self = .text(text)
    case .key(.enter, isDown: true): self = .enter
    case .key(.backspace, isDown: true): self = .delete
    case .key(.escape, isDown: true): self = .escape
    default:
      let modifiers = Modifiers(sdl: UInt32(event.key.keysym.mod))
      guard SDL_EventType(event.type) == SDL_KEYDOWN, (32...126).contains(event.key.keysym.sym),
        modifiers.isDisjoint(with: [.control, .alt, .desktop])
      else { return nil }
      self = event.key.keysym.sym == 32 && !modifiers.contains(.shift) ? .space : .press
    }
  }
}
