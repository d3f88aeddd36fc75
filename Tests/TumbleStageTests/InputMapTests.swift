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

  private func key(_ key: SDL_KeyCode, again: Bool = false, with modifiers: SDL_Keymod = KMOD_NONE)
    -> SDL_Event
  {
    var event = SDL_Event()
    event.type = SDL_KEYDOWN.rawValue
    event.key.keysym.sym = SDL_Keycode(bitPattern: key.rawValue)
    event.key.keysym.mod = UInt16(modifiers.rawValue)
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
    #expect(send(key(SDLK_s)) == .slowDown)
    #expect(send(key(SDLK_ESCAPE)) == .dismiss)
    #expect(send(key(SDLK_q)) == .quit)
    #expect(send(key(SDLK_h)) == .toggleHelp)
    #expect(send(key(SDLK_F1)) == .toggleHelp)
    #expect(send(key(SDLK_F11)) == .toggleFullScreen)
    #expect(send(key(SDLK_x)) == nil)
  }

  @Test("a key means nothing while Control, Alt or the desktop's key is held, but for Control and Q")
  mutating func modifiers() {
    for modifier in [KMOD_LCTRL, KMOD_RCTRL, KMOD_LALT, KMOD_LGUI, KMOD_RGUI] {
      for code in [SDLK_s, SDLK_r, SDLK_SPACE, SDLK_LEFT, SDLK_h, SDLK_ESCAPE, SDLK_PERIOD, SDLK_HOME] {
        #expect(send(key(code, with: modifier)) == nil)
      }
    }
    #expect(send(key(SDLK_q, with: KMOD_LCTRL)) == .quit)
    #expect(send(key(SDLK_q, with: SDL_Keymod(KMOD_LCTRL.rawValue | KMOD_LALT.rawValue))) == nil)
    // These are on while somebody types as always.
    for modifier in [KMOD_LSHIFT, KMOD_CAPS, KMOD_NUM, KMOD_RALT] {
      #expect(send(key(SDLK_s, with: modifier)) == .slowDown)
    }
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

@Suite("Input to the graph")
struct GraphInputTests {
  let viewport = Viewport(view: Rect(size: Size(300, 300)), in: Rect(size: Size(600, 600)))
  let graph = Rect(min: Vector(0, 600), max: Vector(600, 800))
  var input = InputMap(gravity: Vector(0, -1000))

  private mutating func send(_ change: (inout SDL_Event) -> Void) -> Action? {
    var event = SDL_Event()
    change(&event)
    return input.action(for: event, in: viewport, pixelsPerPoint: 2, graph: graph)
  }

  private mutating func move(_ x: Int32, _ y: Int32) -> Action? {
    send {
      $0.type = SDL_MOUSEMOTION.rawValue
      ($0.motion.x, $0.motion.y) = (x, y)
    }
  }

  private mutating func button(_ type: SDL_EventType, _ x: Int32, _ y: Int32) -> Action? {
    send {
      $0.type = type.rawValue
      $0.button.button = UInt8(SDL_BUTTON_LEFT)
      ($0.button.x, $0.button.y) = (x, y)
    }
  }

  @Test("the mouse over the graph shows values, and leaves once")
  mutating func hover() {
    #expect(move(100, 200) == nil)
    #expect(move(100, 310) == .graph(.hover(Vector(100.5, 10.5))))
    #expect(move(100, 200) == .graph(.hover(nil)))
    #expect(move(101, 200) == nil)
  }

  @Test(
    "a press on the graph holds no body; pulling scrolls, even beyond the graph, until the button is let go")
  mutating func pull() {
    #expect(button(SDL_MOUSEBUTTONDOWN, 100, 310) == .graph(.press(Vector(100.5, 10.5))))
    #expect(!input.isHolding)
    #expect(move(130, 100) == .graph(.pull(30)))
    #expect(move(120, 100) == .graph(.pull(-10)))
    #expect(button(SDL_MOUSEBUTTONUP, 120, 100) == nil)
    #expect(move(110, 100) == nil)
  }

  @Test("a held body is moved over the graph too")
  mutating func dragOver() {
    _ = button(SDL_MOUSEBUTTONDOWN, 100, 100)
    guard case .command(.move) = move(100, 350) else { return #expect(Bool(false), "a move") }
  }

  @Test("the wheel scrolls the graph under the mouse, and nothing elsewhere")
  mutating func wheel() {
    func turn(_ event: inout SDL_Event) {
      event.type = SDL_MOUSEWHEEL.rawValue
      event.wheel.y = 1
    }
    #expect(send(turn) == nil)
    _ = move(100, 310)
    #expect(send(turn) == .graph(.pull(48)))
  }

  @Test("keys of the graph")
  mutating func keys() {
    let keys: [(SDL_KeyCode, GraphAction)] = [
      (SDLK_g, .toggle), (SDLK_TAB, .next), (SDLK_f, .toggleFreeze), (SDLK_1, .toggleChannel(0)),
      (SDLK_e, .export(.seen)), (SDLK_9, .toggleChannel(8)), (SDLK_PLUS, .zoom(1, around: nil)),
      (SDLK_MINUS, .zoom(-1, around: nil)),
    ]
    for (key, action) in keys {
      let found = send {
        $0.type = SDL_KEYDOWN.rawValue
        $0.key.keysym.sym = SDL_Keycode(bitPattern: key.rawValue)
      }
      #expect(found == .graph(action))
    }
    let withShift = send {
      $0.type = SDL_KEYDOWN.rawValue
      $0.key.keysym.sym = SDL_Keycode(bitPattern: SDLK_e.rawValue)
      $0.key.keysym.mod = UInt16(KMOD_LSHIFT.rawValue)
    }
    #expect(withShift == .graph(.export(.everything)))
  }
}
