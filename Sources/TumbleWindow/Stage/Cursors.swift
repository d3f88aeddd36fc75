import CTumbleSDL2
import TumbleInput
import TumblePanels
import TumbleRendering

/// The mouse's shapes from the desktop, made when they are first wanted.
final class Cursors {
  private var made: [Cursor: OpaquePointer] = [:]
  private var shown: Cursor?
  // The shapes must go before SDL does.
  private let session: SDLSession

  init(_ session: SDLSession) { self.session = session }

  deinit {
    SDL_SetCursor(nil)
    for cursor in made.values { SDL_FreeCursor(cursor) }
  }

  /// Shows a cursor; if the desktop has none, all stays as it is.
  func show(_ cursor: Cursor) {
    guard shown != cursor else { return }
    shown = cursor
    if made[cursor] == nil { made[cursor] = SDL_CreateSystemCursor(cursor.system) }
    if let pointer = made[cursor] { SDL_SetCursor(pointer) }
  }
}

extension Cursor {
  init(_ pointer: Interface.Pointer) {
    switch pointer {
    case .arrow: self = .arrow
    case .text: self = .text
    case .hand: self = .hand
    case .sideways: self = .leftRight
    }
  }

  fileprivate var system: SDL_SystemCursor {
    switch self {
    case .arrow: SDL_SYSTEM_CURSOR_ARROW
    case .hand, .hold: SDL_SYSTEM_CURSOR_HAND
    case .move: SDL_SYSTEM_CURSOR_SIZEALL
    case .upDown: SDL_SYSTEM_CURSOR_SIZENS
    case .leftRight: SDL_SYSTEM_CURSOR_SIZEWE
    case .text: SDL_SYSTEM_CURSOR_IBEAM
    case .cross: SDL_SYSTEM_CURSOR_CROSSHAIR
    }
  }
}
