import CTumbleSDL2
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
