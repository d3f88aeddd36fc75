import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// What keys and the mouse mean.
package struct InputMap {
  private var tilt: Tilt
  /// Whether the mouse holds something (or would, had there been something under it).
  package private(set) var isHolding = false

  /// The scene's own gravity is what Home returns to.
  package init(gravity: Vector) { tilt = Tilt(upright: gravity) }
}

extension InputMap {
  /// Mouse positions are in the desktop's points: `pixelsPerPoint` takes them to the viewport's pixels.
  package mutating func action(
    for event: SDL_Event, in viewport: Viewport, pixelsPerPoint: Double
  ) -> Action? {
    func pixel(_ x: Int32, _ y: Int32) -> Vector {
      // The middle of the pixel pointed at.
      Vector((Double(x) + 0.5) * pixelsPerPoint, (Double(y) + 0.5) * pixelsPerPoint)
    }
    switch SDL_EventType(event.type) {
    case SDL_QUIT:
      return .quit
    case SDL_KEYDOWN:
      return action(for: event.key)
    case SDL_MOUSEBUTTONDOWN:
      let place = pixel(event.button.x, event.button.y)
      guard event.button.button == UInt8(SDL_BUTTON_LEFT), viewport.area.contains(place) else { return nil }
      isHolding = true
      return .command(.grab(viewport.point(place)))
    case SDL_MOUSEMOTION:
      guard isHolding else { return nil }
      return .command(.move(viewport.point(pixel(event.motion.x, event.motion.y))))
    case SDL_MOUSEBUTTONUP:
      guard event.button.button == UInt8(SDL_BUTTON_LEFT), isHolding else { return nil }
      isHolding = false
      return .command(.release)
    case SDL_WINDOWEVENT:
      return action(for: event.window)
    case SDL_RENDER_DEVICE_RESET:
      return .texturesLost
    default:
      return nil
    }
  }

  /// What a restart undoes of the input: the hold and the tilt.
  package mutating func restart() {
    isHolding = false
    tilt.reset()
  }

  private mutating func action(for event: SDL_WindowEvent) -> Action? {
    switch SDL_WindowEventID(UInt32(event.event)) {
    case SDL_WINDOWEVENT_CLOSE: .quit
    case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_EXPOSED: .redraw
    default: nil
    }
  }

  private mutating func action(for event: SDL_KeyboardEvent) -> Action? {
    let key = SDL_KeyCode(UInt32(bitPattern: event.keysym.sym))
    switch key {
    case SDLK_LEFT: return lean(Vector(-1, 0))
    case SDLK_RIGHT: return lean(Vector(1, 0))
    case SDLK_UP: return lean(Vector(0, 1))
    case SDLK_DOWN: return lean(Vector(0, -1))
    case SDLK_PERIOD: return .step
    default: break
    }
    // The others mean one thing a press, however long the key is held.
    guard event.repeat == 0 else { return nil }
    switch key {
    case SDLK_ESCAPE, SDLK_q: return .quit
    case SDLK_SPACE: return .togglePause
    case SDLK_r: return .restart
    case SDLK_h, SDLK_F1: return .toggleHelp
    case SDLK_F11: return .toggleFullScreen
    case SDLK_HOME:
      tilt.reset()
      return .command(.tilt(tilt.gravity))
    default: return nil
    }
  }

  private mutating func lean(_ direction: Vector) -> Action {
    tilt.lean(direction)
    return .command(.tilt(tilt.gravity))
  }
}
