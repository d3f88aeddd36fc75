import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleGraph

/// What keys and the mouse mean.
package struct InputMap {
  private var tilt: Tilt
  /// Whether the mouse holds something (or would, had there been something under it).
  package private(set) var isHolding = false
  /// Where the mouse pulls at the graph; in pixels.
  private var pulledFrom: Double?
  private var isOverGraph = false

  /// The scene's own gravity is what Home returns to.
  package init(gravity: Vector) { tilt = Tilt(upright: gravity) }
}

extension InputMap {
  /// Mouse positions are in the desktop's points: `pixelsPerPoint` takes them to the viewport's pixels.
  ///
  /// - Parameter graph: Where the graph is, in pixels; nil if it is hidden.
  package mutating func action(
    for event: SDL_Event, in viewport: Viewport, pixelsPerPoint: Double, graph: Rect? = nil
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
      guard event.button.button == UInt8(SDL_BUTTON_LEFT) else { return nil }
      if let graph, graph.contains(place) {
        pulledFrom = place.x
        return .graph(.press((place - graph.min) / pixelsPerPoint))
      }
      guard viewport.area.contains(place) else { return nil }
      isHolding = true
      return .command(.grab(viewport.point(place)))
    case SDL_MOUSEMOTION:
      let place = pixel(event.motion.x, event.motion.y)
      if isHolding { return .command(.move(viewport.point(place))) }
      return moveOverGraph(place, graph, pixelsPerPoint)
    case SDL_MOUSEWHEEL:
      guard isOverGraph, event.wheel.y != 0 else { return nil }
      let isZoom = SDL_GetModState().rawValue & KMOD_CTRL.rawValue != 0
      return .graph(isZoom ? .zoom(Int(event.wheel.y), around: nil) : .pull(Double(event.wheel.y) * 48))
    case SDL_MOUSEBUTTONUP:
      guard event.button.button == UInt8(SDL_BUTTON_LEFT) else { return nil }
      pulledFrom = nil
      guard isHolding else { return nil }
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

  private mutating func moveOverGraph(_ place: Vector, _ graph: Rect?, _ pixelsPerPoint: Double) -> Action? {
    if let start = pulledFrom {
      pulledFrom = place.x
      return .graph(.pull((place.x - start) / pixelsPerPoint))
    }
    let wasOver = isOverGraph
    isOverGraph = graph?.contains(place) ?? false
    if isOverGraph, let graph { return .graph(.hover((place - graph.min) / pixelsPerPoint)) }
    return wasOver ? .graph(.hover(nil)) : nil
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
    // With these held a key means something else: to the desktop, or in other programs. The right Alt is AltGr, which
    // some keyboards need for a sign.
    let others = KMOD_CTRL.rawValue | KMOD_LALT.rawValue | KMOD_GUI.rawValue
    guard UInt32(event.keysym.mod) & others == 0 else {
      let isControl = UInt32(event.keysym.mod) & others & ~KMOD_CTRL.rawValue == 0
      return isControl && key == SDLK_q ? .quit : nil
    }
    switch key {
    case SDLK_LEFT: return lean(Vector(-1, 0))
    case SDLK_RIGHT: return lean(Vector(1, 0))
    case SDLK_UP: return lean(Vector(0, 1))
    case SDLK_DOWN: return lean(Vector(0, -1))
    case SDLK_PERIOD: return .step
    default: break
    }
    // The others count once per press, however long the key is held.
    guard event.repeat == 0 else { return nil }
    switch key {
    case SDLK_ESCAPE: return .dismiss
    case SDLK_q: return .quit
    case SDLK_SPACE: return .togglePause
    case SDLK_r: return .restart
    case SDLK_s: return .slowDown
    case SDLK_h, SDLK_F1: return .toggleHelp
    case SDLK_F11: return .toggleFullScreen
    case SDLK_g: return .graph(.toggle)
    case SDLK_TAB: return .graph(.next)
    case SDLK_f: return .graph(.toggleFreeze)
    case SDLK_e:
      let wantsAll = UInt32(event.keysym.mod) & KMOD_SHIFT.rawValue != 0
      return .graph(.export(wantsAll ? .everything : .seen))
    case SDLK_PLUS, SDLK_EQUALS, SDLK_KP_PLUS: return .graph(.zoom(1, around: nil))
    case SDLK_MINUS, SDLK_KP_MINUS: return .graph(.zoom(-1, around: nil))
    case _ where (SDLK_1.rawValue...SDLK_9.rawValue).contains(key.rawValue):
      return .graph(.toggleChannel(Int(key.rawValue - SDLK_1.rawValue)))
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
