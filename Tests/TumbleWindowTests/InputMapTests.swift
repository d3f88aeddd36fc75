import CTumbleSDL2
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleWindow

@Suite("Input")
struct InputMapTests {
  let viewport = Viewport(
    view: Rect(size: Size(300, 300)), in: Rect(min: Vector(100, 0), max: Vector(700, 600)))
  var input = InputMap(gravity: Vector(0, -1000))

  private mutating func send(_ event: SDL_Event) -> Action? {
    input.action(
      for: event, in: InputMap.Surroundings(viewport: viewport, stage: Rect(size: Size(800, 600))))
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

  @Test("A key's number is SDL's, and one of the number pad that of the same sign")
  func keyNumbers() {
    let keys: [(SDL_KeyCode, String)] = [
      (SDLK_F1, "F1"), (SDLK_F12, "F12"), (SDLK_SPACE, "Space"), (SDLK_TAB, "Tab"), (SDLK_RETURN, "Enter"),
      (SDLK_ESCAPE, "Esc"), (SDLK_DELETE, "Delete"), (SDLK_BACKSPACE, "Backspace"), (SDLK_INSERT, "Insert"),
      (SDLK_HOME, "Home"), (SDLK_END, "End"), (SDLK_PAGEUP, "PageUp"), (SDLK_PAGEDOWN, "PageDown"),
      (SDLK_LEFT, "←"), (SDLK_RIGHT, "→"), (SDLK_UP, "↑"), (SDLK_DOWN, "↓"), (SDLK_PLUS, "+"),
      (SDLK_MINUS, "−"), (SDLK_COMMA, ","), (SDLK_PERIOD, "."), (SDLK_KP_PLUS, "+"), (SDLK_KP_MINUS, "−"),
      (SDLK_KP_ENTER, "Enter"), (SDLK_KP_PERIOD, "."), (SDLK_KP_COMMA, ","), (SDLK_q, "Q"),
    ]
    for (code, name) in keys {
      #expect(Key(code: Int32(bitPattern: code.rawValue)) == Key(name: name), "\(name)")
      #expect(Key(code: Int32(bitPattern: code.rawValue)).name == name)
    }
  }

  @Test("Keys mean what the table says")
  mutating func keys() {
    let named: [(SDL_KeyCode, WindowAction)] = [
      (SDLK_SPACE, .pause), (SDLK_PERIOD, .stepForth), (SDLK_COMMA, .stepBack), (SDLK_r, .restart),
      (SDLK_s, .slower), (SDLK_ESCAPE, .close), (SDLK_q, .quit), (SDLK_h, .help), (SDLK_F1, .help),
      (SDLK_F11, .fullScreen), (SDLK_F3, .profile), (SDLK_d, .layers), (SDLK_LEFTBRACKET, .previousScene),
      (SDLK_KP_PERIOD, .stepForth),
    ]
    for (code, name) in named { #expect(send(key(code)) == .named(name)) }
    #expect(send(key(SDLK_f)) == .camera(.frameAll))
    #expect(send(key(SDLK_F5)) == nil)
  }

  @Test("Held keys count: Control saves where the key alone slows down, and what has no meaning does nothing")
  mutating func modifiers() {
    let shifted = SDL_Keymod(KMOD_LCTRL.rawValue | KMOD_RSHIFT.rawValue)
    let meant: [(SDL_KeyCode, SDL_Keymod, WindowAction)] = [
      (SDLK_s, KMOD_LCTRL, .save), (SDLK_s, KMOD_RCTRL, .save), (SDLK_s, shifted, .saveMoment),
      (SDLK_z, KMOD_LCTRL, .undo), (SDLK_z, shifted, .redo), (SDLK_y, KMOD_LCTRL, .redo),
      (SDLK_d, KMOD_LCTRL, .duplicate), (SDLK_o, KMOD_LCTRL, .open), (SDLK_q, KMOD_LCTRL, .quit),
      (SDLK_r, KMOD_LCTRL, .record),
      (SDLK_s, KMOD_LSHIFT, .faster), (SDLK_d, KMOD_LSHIFT, .chooseLayers),
    ]
    for (code, held, name) in meant { #expect(send(key(code, with: held)) == .named(name)) }
    for modifier in [KMOD_LALT, KMOD_LGUI, KMOD_RGUI] {
      for code in [SDLK_s, SDLK_r, SDLK_SPACE, SDLK_LEFT, SDLK_h, SDLK_ESCAPE, SDLK_PERIOD, SDLK_HOME] {
        #expect(send(key(code, with: modifier)) == nil)
      }
    }
    #expect(send(key(SDLK_h, with: KMOD_LCTRL)) == nil)
    #expect(send(key(SDLK_q, with: SDL_Keymod(KMOD_LCTRL.rawValue | KMOD_LALT.rawValue))) == nil)
    // These are on while somebody types as always.
    for modifier in [KMOD_CAPS, KMOD_NUM, KMOD_RALT] {
      #expect(send(key(SDLK_s, with: modifier)) == .named(.slower))
    }
    // Shift makes no other meaning where the table has none.
    #expect(send(key(SDLK_r, with: KMOD_LSHIFT)) == .named(.restart))
    #expect(send(key(SDLK_F5, with: KMOD_LSHIFT)) == nil)
  }

  @Test("A key held down goes on tilting and stepping, but pauses once")
  mutating func repeated() {
    #expect(send(key(SDLK_SPACE, again: true)) == nil)
    #expect(send(key(SDLK_r, again: true)) == nil)
    #expect(send(key(SDLK_PERIOD, again: true)) == .named(.stepForth))
    guard case .command(.tilt(let once)) = send(key(SDLK_LEFT)),
      case .command(.tilt(let twice)) = send(key(SDLK_LEFT, again: true))
    else { return #expect(Bool(false), "an arrow tilts") }
    #expect(twice.x < once.x)
    #expect(send(key(SDLK_HOME)) == .command(.tilt(Vector(0, -1000))))
  }

  @Test("A drag takes hold, moves and lets go in the world's points")
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

  @Test("A drag that leaves the window goes on, and ends where the button is released")
  mutating func dragOutside() {
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300))
    #expect(send(motion(x: -900, y: 5000)) == .command(.move(Vector(-499.75, -2200.25))))
    #expect(send(button(SDL_MOUSEBUTTONUP, x: -900, y: 5000)) == .command(.release))
  }

  @Test("On a display of two pixels a point the place is the same")
  mutating func highDensity() {
    let wide = Viewport(
      view: viewport.view, in: Rect(min: Vector(200, 0), max: Vector(1400, 1200)))
    #expect(
      input.action(
        for: button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300),
        in: InputMap.Surroundings(viewport: wide, pixelsPerUnit: 2))
        == .command(.grab(Vector(150.25, 149.75))))
  }

  @Test(
    "The right and the middle button move the view, and hold nothing",
    arguments: [SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE])
  mutating func pan(other: Int32) {
    #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 50, y: 300, button: other)) == nil)
    #expect(input.isPanning && !input.isHolding)
    #expect(send(motion(x: 60, y: 280)) == .camera(.pan(Vector(10, -20))))
    // Another button does not disturb it.
    #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300)) == nil)
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300)) == nil)
    #expect(input.isPanning)
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 60, y: 280, button: other)) == nil)
    #expect(!input.isPanning)
  }

  @Test(
    "A right click opens a menu where it is, a hand that shakes does not move the view, and a drag opens none"
  )
  mutating func rightClick() {
    for (x, y) in [(400, 300), (402, 299)] {
      #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300, button: SDL_BUTTON_RIGHT)) == nil)
      #expect(send(motion(x: Int32(x), y: Int32(y))) == nil)
      #expect(
        send(button(SDL_MOUSEBUTTONUP, x: Int32(x), y: Int32(y), button: SDL_BUTTON_RIGHT))
          == .contextMenu(at: viewport.point(Vector(Double(x) + 0.5, Double(y) + 0.5))))
    }
    // Once it was pulled it is no click, also where it comes back to its start.
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300, button: SDL_BUTTON_RIGHT))
    #expect(send(motion(x: 410, y: 300)) == .camera(.pan(Vector(10, 0))))
    #expect(send(motion(x: 400, y: 300)) == .camera(.pan(Vector(-10, 0))))
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300, button: SDL_BUTTON_RIGHT)) == nil)
    // The middle button only moves the view.
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300, button: SDL_BUTTON_MIDDLE))
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300, button: SDL_BUTTON_MIDDLE)) == nil)
    #expect(!input.isPanning)
  }

  @Test("A right click opens the menu also where no drag of the right button has a meaning")
  mutating func rightClickAlone() throws {
    input.keys = try KeyTable.standard.remapped([("pan", ["Middle drag"])])
    _ = send(button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300, button: SDL_BUTTON_RIGHT))
    #expect(send(motion(x: 401, y: 300)) == nil)
    #expect(
      send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300, button: SDL_BUTTON_RIGHT))
        == .contextMenu(at: viewport.point(Vector(400.5, 300.5))))
  }

  private func wheel(_ y: Int32, x: Int32 = 0) -> SDL_Event {
    var event = SDL_Event()
    event.type = SDL_MOUSEWHEEL.rawValue
    (event.wheel.x, event.wheel.y) = (x, y)
    return event
  }

  @Test("The wheel zooms at the mouse, sideways it moves the view, and outside of the window it does nothing")
  mutating func wheelOnStage() {
    #expect(send(wheel(1)) == nil)
    _ = send(motion(x: 400, y: 300))
    guard case .camera(.zoom(let larger, at: let place)) = send(wheel(1)),
      case .camera(.zoom(let smaller, at: _)) = send(wheel(-1))
    else { return #expect(Bool(false), "a zoom") }
    #expect(larger > 1 && abs(larger * smaller - 1) < 1e-12 && place == Vector(400.5, 300.5))
    #expect(send(wheel(0, x: 2)) == .camera(.pan(Vector(-96, 0))))
  }

  @Test("A double click follows what is there; two slow ones hold it twice")
  mutating func doubleClick() {
    var press = button(SDL_MOUSEBUTTONDOWN, x: 400, y: 300)
    press.button.clicks = 2
    #expect(send(press) == .camera(.follow(at: Vector(400.5, 300.5))))
    #expect(!input.isHolding)
    press.button.clicks = 1
    guard case .command(.grab) = send(press) else { return #expect(Bool(false), "a hold") }
  }

  @Test("A stick leans gravity as far as it is pushed, and lets it go where it was; its rest is no push")
  mutating func stick() {
    func axis(_ axis: SDL_GameControllerAxis, _ value: Int16) -> SDL_Event {
      var event = SDL_Event()
      event.type = SDL_CONTROLLERAXISMOTION.rawValue
      event.caxis.axis = UInt8(axis.rawValue)
      event.caxis.value = value
      return event
    }
    #expect(send(axis(SDL_CONTROLLER_AXIS_LEFTX, 2000)) == nil)
    #expect(send(axis(SDL_CONTROLLER_AXIS_LEFTX, 32_767)) == .command(.tilt(Vector(1000, 0))))
    guard case .command(.tilt(let half)) = send(axis(SDL_CONTROLLER_AXIS_LEFTX, 16_384)) else {
      return #expect(Bool(false), "a tilt")
    }
    #expect((490...510).contains(half.x) && (-510 ... -490).contains(half.y))
    #expect(send(axis(SDL_CONTROLLER_AXIS_LEFTX, 0)) == .command(.tilt(Vector(0, -1000))))
    #expect(send(axis(SDL_CONTROLLER_AXIS_RIGHTX, 32_767)) == nil)
  }

  @Test(
    "A sensor leans gravity the way it is held, never stronger than the scene's, and its noise does nothing")
  mutating func sensor() {
    func felt(_ x: Float, _ y: Float) -> SDL_Event {
      var event = SDL_Event()
      event.type = SDL_SENSORUPDATE.rawValue
      (event.sensor.data.0, event.sensor.data.1) = (x, y)
      return event
    }
    #expect(send(felt(0, 9.81)) == nil)
    guard case .command(.tilt(let gravity)) = send(felt(-9.81, 0)) else {
      return #expect(Bool(false), "a tilt")
    }
    #expect(gravity.distance(to: Vector(1000, 0)) < 1e-3)
    #expect(send(felt(-9.80, 0.01)) == nil)
    guard case .command(.tilt(let shaken)) = send(felt(0, -90)) else {
      return #expect(Bool(false), "a tilt")
    }
    #expect(abs(shaken.length - 1000) < 1e-9)
    #expect(send(felt(.nan, 0)) == nil)
  }

  @Test("Presses beside the view hold nothing")
  mutating func elsewhere() {
    #expect(send(button(SDL_MOUSEBUTTONDOWN, x: 50, y: 300)) == nil)
    #expect(send(button(SDL_MOUSEBUTTONUP, x: 400, y: 300)) == nil)
    #expect(!input.isHolding)
  }

  @Test("Closing the window, or a signal, quits; a resize draws anew")
  mutating func windowEvents() {
    var event = SDL_Event()
    event.type = SDL_QUIT.rawValue
    #expect(send(event) == .named(.quit))
    event.type = SDL_WINDOWEVENT.rawValue
    event.window.event = UInt8(SDL_WINDOWEVENT_CLOSE.rawValue)
    #expect(send(event) == .named(.quit))
    event.window.event = UInt8(SDL_WINDOWEVENT_SIZE_CHANGED.rawValue)
    #expect(send(event) == .redraw)
  }

  @Test("A restart lets go and stands the world upright again")
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
    return input.action(
      for: event, in: InputMap.Surroundings(viewport: viewport, graph: graph, pixelsPerUnit: 2))
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

  @Test("The mouse over the graph shows values, and leaves once")
  mutating func hover() {
    #expect(move(100, 200) == nil)
    #expect(move(100, 310) == .graph(.hover(Vector(100.5, 10.5))))
    #expect(move(100, 200) == .graph(.hover(nil)))
    #expect(move(101, 200) == nil)
  }

  @Test(
    "A press on the graph holds no body; it is pulled, even from beyond the graph, until the button is let go"
  )
  mutating func pull() {
    #expect(button(SDL_MOUSEBUTTONDOWN, 100, 310) == .graph(.press(Vector(100.5, 10.5))))
    #expect(!input.isHolding)
    #expect(move(130, 100) == .graph(.drag(Vector(30, -210))))
    #expect(move(120, 100) == .graph(.drag(Vector(-10, 0))))
    #expect(button(SDL_MOUSEBUTTONUP, 120, 100) == .graph(.release))
    #expect(move(110, 100) == nil)
  }

  @Test("A held body is moved over the graph too")
  mutating func dragOver() {
    _ = button(SDL_MOUSEBUTTONDOWN, 100, 100)
    guard case .command(.move) = move(100, 350) else { return #expect(Bool(false), "a move") }
  }

  @Test("The wheel scrolls the graph under the mouse, and nothing outside of the window")
  mutating func wheel() {
    func turn(_ event: inout SDL_Event) {
      event.type = SDL_MOUSEWHEEL.rawValue
      event.wheel.y = 1
    }
    #expect(send(turn) == nil)
    _ = move(100, 310)
    #expect(send(turn) == .graph(.pull(48)))
  }

  @Test("The keys of the graph give its actions")
  mutating func keys() {
    let keys: [(SDL_KeyCode, GraphAction)] = [
      (SDLK_g, .toggle), (SDLK_TAB, .next), (SDLK_1, .toggleChannel(0)),
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
    let frozen = send {
      $0.type = SDL_KEYDOWN.rawValue
      $0.key.keysym.sym = SDL_Keycode(bitPattern: SDLK_f.rawValue)
      $0.key.keysym.mod = UInt16(KMOD_RSHIFT.rawValue)
    }
    #expect(frozen == .graph(.toggleFreeze))
    let withShift = send {
      $0.type = SDL_KEYDOWN.rawValue
      $0.key.keysym.sym = SDL_Keycode(bitPattern: SDLK_e.rawValue)
      $0.key.keysym.mod = UInt16(KMOD_LSHIFT.rawValue)
    }
    #expect(withShift == .graph(.export(.everything)))
  }
}
