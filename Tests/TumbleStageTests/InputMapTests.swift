import CTumbleSDL2
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleStage

@Suite("Input")
struct InputMapTests {
  let viewport = Viewport(
    view: Rect(size: Size(300, 300)), in: Rect(min: Vector(100, 0), max: Vector(700, 600)))
  var input = InputMap(gravity: Vector(0, -1000))

  private mutating func send(_ event: SDL_Event, pixelsPerPoint: Double = 1) -> Action? {
    input.action(for: event, in: viewport, pixelsPerPoint: pixelsPerPoint)
  }

  private func key(_ key: SDL_KeyCode, again: Bool = false) -> SDL_Event {
    var event = SDL_Event()
    event.type = SDL_KEYDOWN.rawValue
    event.key.keysym.sym = SDL_Keycode(bitPattern: key.rawValue)
    event.key.repeat = again ? 1 : 0
    return event
  }

  private func button(_ type: SDL_EventType, x: Int32, y: Int32, button: Int32 = SDL_BUTTON_LEFT) -> SDL_Event
  {
    var event = SDL_Event()
    event.type = type.rawValue
    event.button.button = UInt8(button)
    (event.button.x, event.button.y) = (x, y)
    return event
  }

  private func motion(x: Int32, y: Int32) -> SDL_Event {
    var event = SDL_Event()
    event.type = SDL_MOUSEMOTION.rawValue
    (event.motion.x, event.motion.y) = (x, y)
    return event
  }

  @Test("keys mean what the help says")
  mutating func keys() {
    #expect(send(key(SDLK_SPACE)) == .togglePause)
    #expect(send(key(SDLK_PERIOD)) == .step)
    #expect(send(key(SDLK_r)) == .restart)
    #expect(send(key(SDLK_ESCAPE)) == .quit)
    #expect(send(key(SDLK_q)) == .quit)
    #expect(send(key(SDLK_h)) == .toggleHelp)
    #expect(send(key(SDLK_F1)) == .toggleHelp)
    #expect(send(key(SDLK_F11)) == .toggleFullScreen)
    #expect(send(key(SDLK_x)) == nil)
  }

  @Test("a key held down goes on tilting and stepping, but pauses once")
  mutating func repeated() {
    #expect(send(key(SDLK_SPACE, again: true)) == nil)
    #expect(send(key(SDLK_r, again: true)) == nil)
    #expect(send(key(SDLK_PERIOD, again: true)) == .step)
    guard case .command(.tilt(let once)) = send(key(SDLK_LEFT)),
      case .command(.tilt(let twice)) = send(key(SDLK_LEFT, again: true))
    else { return #expect(Bool(false), "an arrow tilts") }
    #expect(twice.x < once.x)
    #expect(send(key(SDLK_HOME)) == .command(.tilt(Vector(0, -1000))))
  }

  @Test("a drag takes hold, moves and lets go in the world's points")
  mutating func drag() {
    #expect(send(motion(x: 400, y: 300)) == nil)
    #expect(
      send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300)) == .command(.grab(Vector(150.25, 149.75))))
    #expect(input.isHolding)
    #expect(send(motion(x: 100, y: 599)) == .command(.move(Vector(0.25, 0.25))))
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 100, y: 599)) == .command(.release))
    #expect(!input.isHolding)
    #expect(send(motion(x: 101, y: 599)) == nil)
  }

  @Test("a drag that leaves the window goes on, and ends where the button is released")
  mutating func dragOutside() {
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300))
    #expect(send(motion(x: -900, y: 5000)) == .command(.move(Vector(-499.75, -2200.25))))
    #expect(send(button(SDL_MOUSEBUTTONUP, x: -900, y: 5000)) == .command(.release))
  }

  @Test("on a display of two pixels a point the place is the same")
  mutating func highDensity() {
    let wide = Viewport(
      view: viewport.view, in: Rect(min: Vector(200, 0), max: Vector(1400, 1200)))
    #expect(
      input.action(for: button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300), in: wide, pixelsPerPoint: 2)
        == .command(.grab(Vector(150.25, 149.75))))
  }

  @Test("other buttons, and presses beside the view, hold nothing")
  mutating func elsewhere() {
    #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300, button: SDL_BUTTON_RIGHT)) == nil)
    #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 50, y: 300)) == nil)
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300)) == nil)
    #expect(!input.isHolding)
  }

  @Test("closing the window, or a signal, quits; a resize draws anew")
  mutating func windowEvents() {
    var event = SDL_Event()
    event.type = SDL_QUIT.rawValue
    #expect(send(event) == .quit)
    event.type = SDL_WINDOWEVENT.rawValue
    event.window.event = UInt8(SDL_WINDOWEVENT_CLOSE.rawValue)
    #expect(send(event) == .quit)
    event.window.event = UInt8(SDL_WINDOWEVENT_SIZE_CHANGED.rawValue)
    #expect(send(event) == .redraw)
  }

  @Test("a restart lets go and stands the world upright again")
  mutating func restart() {
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300))
    _ = send(key(SDLK_LEFT))
    input.restart()
    #expect(!input.isHolding)
    guard case .command(.tilt(let gravity)) = send(key(SDLK_UP)) else {
      return #expect(Bool(false), "an arrow tilts")
    }
    #expect(gravity == Vector(0, -875))
  }
}
