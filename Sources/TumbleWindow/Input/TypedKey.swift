import CTumbleSDL2
import TumbleInput
import TumblePanels

/// What is typed while the pointer pulls something.
package enum TypedKey: Hashable, Sendable {
  case text(String)
  case enter
  case delete
  case escape
  /// A key that types something: its text comes by itself, and the key does nothing else.
  case press
}

extension TypedKey {
  init?(_ event: SDL_Event) {
    switch InterfaceInput(event, pixelsPerPoint: 1) {
    case .text(let text): self = .text(text)
    case .key(.enter, isDown: true): self = .enter
    case .key(.backspace, isDown: true): self = .delete
    case .key(.escape, isDown: true): self = .escape
    default:
      guard SDL_EventType(event.type) == SDL_KEYDOWN, (32...126).contains(event.key.keysym.sym),
        Modifiers(sdl: UInt32(event.key.keysym.mod)).isDisjoint(with: [.control, .alt, .desktop])
      else { return nil }
      self = .press
    }
  }
}
