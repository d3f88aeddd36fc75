import CTumbleSDL2
import TumbleGeometry
import TumbleInput
import TumbleLooks

extension PointerEvent {
  /// nil for events that are none of the mouse's buttons and moves.
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
      kind, pixel: pixel, point: viewport.point(pixel),
      modifiers: Modifiers(sdl: SDL_GetModState().rawValue))
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
  /// From SDL's. The right Alt is AltGr, which some keyboards need for a sign; Caps Lock and Num Lock are on while
  /// somebody types as always. None of them counts.
  package init(sdl held: UInt32) {
    self = []
    if held & KMOD_CTRL.rawValue != 0 { insert(.control) }
    if held & KMOD_LALT.rawValue != 0 { insert(.alt) }
    if held & KMOD_SHIFT.rawValue != 0 { insert(.shift) }
    if held & KMOD_GUI.rawValue != 0 { insert(.desktop) }
  }
}

extension PadControl.Button {
  /// By SDL's number of a button; nil for one that scenes have no name for.
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
