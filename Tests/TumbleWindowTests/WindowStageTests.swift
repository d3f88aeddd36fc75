import CTumbleSDL2
import Testing
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput
@testable import TumbleLooks
@testable import TumblePanels
@testable import TumbleRendering
import TumbleSamples
@testable import TumbleWindow

extension StageTests {
  private func stage() throws -> Stage {
    let (description, _) = Samples.zoo
    return try Stage(.offscreen, description: description, gravity: Vector(0, -1000), warn: { _ in })
  }

  private func push(_ change: (inout SDL_Event) -> Void) {
    var event = SDL_Event()
    change(&event)
    SDL_PushEvent(&event)
  }

  private func pushKey(_ key: SDL_KeyCode, _ modifiers: SDL_Keymod = KMOD_NONE) {
    push {
      $0.type = SDL_KEYDOWN.rawValue
      $0.key.keysym.sym = SDL_Keycode(bitPattern: key.rawValue)
      $0.key.keysym.mod = UInt16(truncatingIfNeeded: modifiers.rawValue)
    }
  }

  private func pushText(_ text: String) {
    push { event in
      event.type = SDL_TEXTINPUT.rawValue
      withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: text.utf8) }
    }
  }

  private func pushMotion(_ x: Int32, _ y: Int32) {
    push {
      $0.type = SDL_MOUSEMOTION.rawValue
      ($0.motion.x, $0.motion.y) = (x, y)
    }
  }

  private func pushButton(_ type: SDL_EventType, _ x: Int32, _ y: Int32) {
    push {
      $0.type = type.rawValue
      $0.button.button = UInt8(SDL_BUTTON_LEFT)
      ($0.button.x, $0.button.y) = (x, y)
    }
  }

  @Test("What is selected is seen beside the column of panels, and not moved where it is seen already")
  func reveal() throws {
    let (description, _) = Samples.zoo
    let stage = try Stage(
      .offscreen, description: description, gravity: .zero, size: PixelSize(900, 600), hasPanels: true,
      warn: { _ in })
    var state = InterfaceState()
    state.inspector = InspectorState(title: "crate1")
    let free = stage.layout.stage
    #expect(stage.clearStage == free)
    stage.updatePanels(state, seconds: 0.02)
    let clear = stage.clearStage
    #expect(clear.max.x < free.max.x - 200 && clear.min == free.min)
    let viewport = stage.viewport
    func part(_ center: Double, _ width: Double) -> Rect {
      let (a, b) = (
        viewport.point(Vector(center - width / 2, 300)), viewport.point(Vector(center + width / 2, 280))
      )
      return Rect(min: a, max: b)
    }
    stage.reveal(part(clear.center.x, 60))
    #expect(stage.camera.isHome)
    let hidden = part(free.max.x - 60, 60)
    stage.reveal(hidden)
    #expect(stage.viewport.pixel(hidden.max).x <= clear.max.x && !stage.camera.isHome)
    #expect(stage.viewport.scale == viewport.scale)
    let moved = stage.viewport
    stage.reveal(hidden)
    #expect(stage.viewport == moved)
    // Of what is wider than the room the left edge is seen.
    stage.reveal(Rect(min: moved.point(Vector(clear.max.x - 10, 300)), max: moved.point(Vector(5000, 200))))
    #expect(stage.viewport.pixel(hidden.max).x > clear.min.x)
  }

  @Test("A stage without a display opens, shows frames and reads what is done, in order")
  func stageInput() throws {
    let stage = try stage()
    let (_, frame) = Samples.zoo
    stage.readInput(frame)
    try stage.draw(frame, status: Status(title: "Zoo", step: 1, rate: 120))
    stage.present()
    pushKey(SDLK_SPACE)
    pushButton(SDL_MOUSEBUTTONDOWN, 300, 300)
    for x in 0..<50 { pushMotion(300 + Int32(x), 300) }
    pushButton(SDL_MOUSEBUTTONUP, 350, 300)
    pushKey(SDLK_q)
    // What a key does comes before what is done next has a meaning.
    stage.readInput(frame)
    #expect(stage.actions == [.named(.pause)])
    stage.readInput(frame)
    // Of moves that follow each other the last is enough.
    guard stage.actions.count == 4, case .command(.grab(let start)) = stage.actions[0],
      case .command(.move(let end)) = stage.actions[1]
    else { return #expect(Bool(false), "\(stage.actions)") }
    #expect(Array(stage.actions[2...]) == [.command(.release), .named(.quit)])
    // The window's size follows the screen that SDL pretends to have.
    #expect(start.distance(to: Vector(150, 150)) < 10)
    #expect((20...30).contains(end.x - start.x) && end.y == start.y)
    stage.readInput(frame)
    #expect(stage.actions.isEmpty)
  }

  @Test("Several stages can follow each other in one program")
  func reopen() throws {
    for _ in 0..<3 {
      let stage = try stage()
      #expect(stage.rendererName == "software")
      #expect(!stage.isHidden)
      #expect(stage.refreshRate > 0)
    }
  }

  @Test("Lost textures are made again")
  func lostTextures() throws {
    let stage = try stage()
    let (_, frame) = Samples.zoo
    let status = Status(title: "Zoo", step: 1, rate: 120)
    try stage.draw(frame, status: status)
    stage.present()
    push { $0.type = SDL_RENDER_DEVICE_RESET.rawValue }
    stage.readInput(frame)
    #expect(stage.actions == [.texturesLost])
    try stage.draw(frame, status: status)
    stage.present()
  }

  @Test("Frames are wanted until panels have settled, also where one was drawn meanwhile, and then no longer")
  func settlingPanels() throws {
    let (description, frame) = Samples.zoo
    let stage = try Stage(
      .offscreen, description: description, gravity: Vector(0, -1000), hasPanels: true, warn: { _ in })
    let status = Status(title: "Zoo", step: 1, rate: 120)
    var state = InterfaceState()
    state.menus = [Menu("File", [MenuItem("open", "Open scene…", shortcut: "Ctrl+O")])]
    func show() throws {
      stage.updatePanels(state, seconds: 1.0 / 60)
      try stage.draw(frame, status: status)
    }
    for _ in 0..<20 { try show() }
    #expect(!stage.wantsFrame)
    // A press and its release between two frames: the release is taken in by the next frame.
    pushButton(SDL_MOUSEBUTTONDOWN, 30, 14)
    pushButton(SDL_MOUSEBUTTONUP, 30, 14)
    stage.readInput(frame)
    try show()
    #expect(stage.wantsFrame)
    var frames = 0
    while stage.wantsFrame, frames < 60 {
      try show()
      frames += 1
    }
    #expect((1..<60).contains(frames))
  }

  @Test(
    "What is typed before the next frame is for the card that a key opened, and what follows the answer is not"
  )
  func hastyTyping() throws {
    let (description, frame) = Samples.zoo
    let stage = try Stage(
      .offscreen, description: description, gravity: Vector(0, -1000), hasPanels: true, warn: { _ in })
    var state = InterfaceState()
    var (done, opened): ([Action], [String?]) = ([], [])
    let picker = PickerState(
      rows: ["Crates", "A pyramid of stones"].map {
        PickerState.Row(title: $0, name: $0.lowercased(), path: "Scenes/" + $0)
      }, selected: 1, total: 2)
    func turn() throws {
      stage.readInput(frame)
      done += stage.actions
      if stage.actions.contains(.named(.open)) { state.picker = picker }
      for isFirst in [true, false] {
        stage.updatePanels(state, seconds: 1.0 / 60, takesInput: isFirst)
        for action in stage.panelActions {
          if case .searchScenes(let text) = action { state.picker?.search = text }
          if case .openScene(let path) = action {
            opened.append(path)
            state.picker = nil
          }
        }
      }
      try stage.draw(frame, status: Status(title: "Zoo", step: 1, rate: 120))
    }
    for _ in 0..<20 { try turn() }

    var searched = ""
    pushKey(SDLK_o, KMOD_LCTRL)
    // L and E are keys of the window as well.
    for (key, text) in [(SDLK_l, "l"), (SDLK_e, "e")] {
      pushKey(key)
      pushText(text)
    }
    for _ in 0..<20 {
      try turn()
      searched = state.picker?.search ?? searched
    }
    #expect(searched == picker.search + "le")
    #expect(done == [.named(.open)])

    // The answer, and a tool: all within a frame.
    pushText("x")
    pushKey(SDLK_RETURN)
    pushKey(SDLK_x)
    for _ in 0..<20 { try turn() }
    #expect(opened == [nil], "the row that is marked")
    #expect(done == [.named(.open), .named(.boxTool)])
  }

  @Test("While nothing moves, each key is read: a frame is wanted for what panels have not taken in")
  func keysWhilePaused() throws {
    let (description, frame) = Samples.zoo
    let stage = try Stage(
      .offscreen, description: description, gravity: Vector(0, -1000), hasPanels: true, warn: { _ in })
    var done: [Action] = []
    func turn() throws {
      stage.readInput(frame)
      done += stage.actions
      // As a paused window does.
      guard stage.wantsFrame else { return }
      stage.updatePanels(InterfaceState(), seconds: 1.0 / 60)
      try stage.draw(frame, status: Status(title: "Zoo", step: 1, rate: 120))
    }
    for _ in 0..<20 { try turn() }
    for key in [SDLK_l, SDLK_x, SDLK_c] {
      pushKey(key)
      for _ in 0..<4 { try turn() }
    }
    #expect(done == [.named(.wallTool), .named(.boxTool), .named(.circleTool)])
  }
}
