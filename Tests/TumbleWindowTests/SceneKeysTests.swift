import CTumbleSDL2
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleWindow

@Suite("The keys of a scene")
struct SceneKeysTests {
  var keys = SceneKeys([
    SceneInput(id: "drive", keys: ["Right", "D"], reverse: ["Left"], pad: "leftX"),
    SceneInput(id: "jump", keys: ["Space", "Slash"], pad: "a"),
  ])

  private func key(_ code: SDL_KeyCode, _ type: SDL_EventType = SDL_KEYDOWN, _ held: SDL_Keymod = KMOD_NONE)
    -> SDL_Event
  {
    var event = SDL_Event()
    event.type = type.rawValue
    event.key.keysym.sym = SDL_Keycode(bitPattern: code.rawValue)
    event.key.keysym.mod = UInt16(held.rawValue)
    return event
  }

  private func axis(_ axis: UInt8, _ value: Int16) -> SDL_Event {
    var event = SDL_Event()
    event.type = SDL_CONTROLLERAXISMOTION.rawValue
    (event.caxis.axis, event.caxis.value) = (axis, value)
    return event
  }

  @Test("The keys of a scene say once what is held and what is let go of, and two against each other nothing")
  mutating func holding() {
    #expect(keys.take(key(SDLK_RIGHT)) == [.input("drive", 1)])
    #expect(keys.take(key(SDLK_RIGHT)) == [], "repeated by the keyboard")
    #expect(keys.take(key(SDLK_d)) == [])
    #expect(keys.take(key(SDLK_RIGHT, SDL_KEYUP)) == [], "the other is held still")
    #expect(keys.take(key(SDLK_LEFT)) == [.input("drive", 0)])
    #expect(keys.take(key(SDLK_d, SDL_KEYUP)) == [.input("drive", -1)])
    #expect(keys.take(key(SDLK_LEFT, SDL_KEYUP)) == [.input("drive", 0)])
    #expect(keys.take(key(SDLK_SLASH)) == [.input("jump", 1)])
  }

  @Test(
    "The keys of a scene leave the window its own: other keys, those with Control, and what is typed into a panel"
  )
  mutating func others() {
    #expect(keys.take(key(SDLK_q)) == nil)
    #expect(keys.take(key(SDLK_RIGHT, SDL_KEYDOWN, KMOD_LCTRL)) == nil)
    #expect(keys.take(key(SDLK_SPACE), isForPanels: true) == nil)
    #expect(keys.take(key(SDLK_SPACE)) == [.input("jump", 1)])
    #expect(keys.take(key(SDLK_SPACE, SDL_KEYUP), isForPanels: true) == [.input("jump", 0)])
  }

  @Test("The keys of a scene follow a gamepad's stick, which then does not lean gravity, and its buttons")
  mutating func pads() {
    #expect(keys.take(axis(0, 32_767)) == [.input("drive", 1)])
    #expect(keys.take(axis(0, -16_384)) == [.input("drive", -0.5)])
    #expect(keys.take(axis(0, 2_000)) == [.input("drive", 0)], "hardly moved")
    #expect(keys.take(axis(1, 20_000)) == [], "of the same stick")
    #expect(keys.take(axis(2, 20_000)) == nil)
    var button = SDL_Event()
    button.type = SDL_CONTROLLERBUTTONDOWN.rawValue
    (button.cbutton.button, button.cbutton.state) = (0, 1)
    #expect(keys.take(button) == [.input("jump", 1)])
  }

  @Test(
    "The keys of a scene are let go of where the window is left, and told again to a world that knows nothing of them"
  )
  mutating func leaving() {
    _ = keys.take(key(SDLK_RIGHT))
    #expect(keys.tell { _ in 0 } == [.input("drive", 1)])
    #expect(keys.tell { $0 == "drive" ? 1 : 0 } == [])
    var event = SDL_Event()
    event.type = SDL_WINDOWEVENT.rawValue
    event.window.event = UInt8(SDL_WINDOWEVENT_FOCUS_LOST.rawValue)
    #expect(keys.take(event) == [.input("drive", 0)])
    #expect(keys.take(event) == nil)
  }

  @Test("The keys of a scene take those of the window, which go on with Control where that is free")
  func yielding() throws {
    let table = KeyTable.standard.yielding(keys.gestures)
    let space = try #require(Key(name: "Space"))
    #expect(table.entry(forKey: space, with: []) == nil)
    #expect(table.entry(forKey: space, with: .control)?.name == .pause)
    let left = try #require(Key(name: "Left"))
    #expect(table.entry(forKey: left, with: []) == nil)
    #expect(table.entry(forKey: left, with: .control)?.name == .panLeft, "as before")
    #expect(
      KeyTable.standard.yielding([]).entries.map(\.gestures) == KeyTable.standard.entries.map(\.gestures))
  }

  @Test(
    "The keys of a scene take the buttons of the mouse that the scene has while time runs, and tell where it is; with Ctrl they are the window's"
  )
  func pointer() {
    var keys = SceneKeys([
      SceneInput(id: "bat", keys: [], pointer: "always"),
      SceneInput(id: "lure", keys: [], pointer: "left"),
    ])
    func event(_ kind: PointerEvent.Kind, _ modifiers: Modifiers = []) -> PointerEvent {
      PointerEvent(kind, pixel: .zero, point: Vector(3, 4), modifiers: modifiers)
    }
    let place = Command.point(Vector(3, 4))
    func take(_ kind: PointerEvent.Kind, _ modifiers: Modifiers = [], isRunning: Bool = true) -> [Command]? {
      let (commands, isTaken) = keys.take(event(kind, modifiers), isRunning: isRunning)
      return isTaken ? commands : commands.isEmpty ? nil : commands + [.release]
    }
    // What the window goes on with ends in a release here.
    #expect(take(.move) == [place, .release] && take(.move, isRunning: false) == nil)
    #expect(take(.press(.right, clicks: 1)) == nil && take(.press(.left, clicks: 1), .control) == nil)
    #expect(take(.press(.left, clicks: 1), isRunning: false) == nil && !keys.isHeld)
    #expect(take(.press(.left, clicks: 1)) == [place, .input("lure", 1)] && keys.isHeld)
    #expect(take(.move) == [place] && take(.release(.right)) == nil)
    #expect(take(.release(.left), isRunning: false) == [.input("lure", 0)] && !keys.isHeld)
    // The world knows by itself that the pointer is somewhere.
    #expect(keys.tell { $0 == "bat" ? 1 : 0 } == [])
    var others = SceneKeys([SceneInput(id: "go", keys: ["G"])])
    #expect(others.take(event(.press(.left, clicks: 1)), isRunning: true).commands == [])
  }
}
