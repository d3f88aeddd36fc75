import CTumbleSDL2
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleWindow
import TumbleWindowCommands

/// Does to a window without a display what a person does to one: keys, the mouse, and time that goes by.
///
/// SDL has one queue of events: of several such windows in one program only one can be used at a time.
package final class WindowInput {
  package let window: DrivenWindow
  /// The length of a frame, where nothing else is said.
  package var frameLength = Duration.microseconds(16_700)
  /// The mouse's position, in pixels.
  package private(set) var place: (x: Int, y: Int) = (0, 0)
  private var held: Modifiers = []
  /// Is true if all of a click, a pull or a word comes within one frame, as on a machine that is slow.
  package var isHasty = false
  /// Keys, buttons and turns of the wheel so far.
  package private(set) var inputs = 0

  package init(_ window: DrivenWindow) { self.window = window }

  // MARK: - Time

  /// Shows this many frames without any input.
  package func wait(frames: Int = 1, each length: Duration? = nil) throws {
    for _ in 0..<frames { try window.frame(lasting: length ?? frameLength) }
  }

  /// The frame between two parts of what is done, for callers that measure the time.
  private func pause() throws { if !isHasty { try wait() } }

  /// Shows frames until the rerun that is under way is done.
  package func waitForRerun() throws {
    while window.session.rerun != nil {
      try? window.session.finishRerun()
      try wait()
    }
  }

  // MARK: - Keys

  /// Holds these from now on.
  package func hold(_ modifiers: Modifiers) {
    held = modifiers
    SDL_SetModState(SDL_Keymod(rawValue: Self.sdl(modifiers)))
  }

  /// Presses a key and lets it go, as `Ctrl+Shift+Z` says.
  package func press(_ keys: String) throws {
    let gesture = try Gesture(parsing: keys)
    guard case .key(let key) = gesture.input else { return }
    press(key, with: gesture.modifiers)
    try wait()
  }

  package func press(_ key: Key, with modifiers: Modifiers = []) {
    let before = held
    inputs += 1
    hold(modifiers)
    push(key, SDL_KEYDOWN)
    // What a keyboard writes comes with the key, unless it is held together with one that makes a command of
    // it.
    if modifiers.isSubset(of: .shift), let scalar = Unicode.Scalar(UInt32(bitPattern: key.code)),
      (0x20..<0x7f).contains(scalar.value)
    {
      let text = String(scalar)
      pushText(modifiers.contains(.shift) ? text.uppercased() : text)
    }
    push(key, SDL_KEYUP)
    hold(before)
  }

  /// Holds a key down until `up`.
  package func down(_ key: Key) {
    inputs += 1
    push(key, SDL_KEYDOWN)
  }

  package func up(_ key: Key) { push(key, SDL_KEYUP) }

  /// Types a text, letter by letter, as a keyboard does.
  package func type(_ text: String) throws {
    for letter in text {
      let small = String(letter).lowercased()
      if let key = Key(name: small) {
        press(key, with: small == String(letter) ? [] : .shift)
      } else {
        pushText(String(letter))
      }
      try pause()
    }
    try wait()
  }

  private func push(_ key: Key, _ kind: SDL_EventType) {
    push {
      $0.type = kind.rawValue
      $0.key.keysym.sym = key.code
      $0.key.keysym.mod = UInt16(truncatingIfNeeded: Self.sdl(held))
      $0.key.state = kind == SDL_KEYDOWN ? 1 : 0
    }
  }

  private func pushText(_ text: String) {
    push { event in
      event.type = SDL_TEXTINPUT.rawValue
      withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
    }
  }

  private static func sdl(_ modifiers: Modifiers) -> UInt32 {
    (modifiers.contains(.control) ? KMOD_LCTRL.rawValue : 0)
      | (modifiers.contains(.shift) ? KMOD_LSHIFT.rawValue : 0)
      | (modifiers.contains(.alt) ? KMOD_LALT.rawValue : 0)
  }

  // MARK: - The mouse

  package func move(to x: Int, _ y: Int) {
    place = (x, y)
    push {
      $0.type = SDL_MOUSEMOTION.rawValue
      ($0.motion.x, $0.motion.y) = (Int32(x), Int32(y))
    }
  }

  package func down(_ button: Gesture.Button = .left, clicks: Int = 1) { push(button, true, clicks) }
  package func up(_ button: Gesture.Button = .left) { push(button, false, 1) }

  /// Moves there and clicks.
  package func click(_ x: Int, _ y: Int, _ button: Gesture.Button = .left, clicks: Int = 1) throws {
    move(to: x, y)
    try pause()
    for number in 1...clicks {
      down(button, clicks: number)
      try pause()
      up(button)
      try pause()
    }
    try wait()
  }

  /// Presses at a place, moves on and lets go at another.
  package func drag(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ button: Gesture.Button = .left,
    moves: Int = 4
  ) throws {
    move(to: start.x, start.y)
    try pause()
    down(button)
    try pause()
    for number in 1...max(moves, 1) {
      move(
        to: start.x + (end.x - start.x) * number / max(moves, 1),
        start.y + (end.y - start.y) * number / max(moves, 1))
      try pause()
    }
    up(button)
    try wait()
  }

  /// Presses at the first of some places, moves on along the others and lets go at the last.
  package func drag(along places: [(x: Int, y: Int)], _ button: Gesture.Button = .left) throws {
    for (number, place) in places.enumerated() {
      move(to: place.x, place.y)
      try pause()
      guard number == 0 else { continue }
      down(button)
      try pause()
    }
    up(button)
    try wait()
  }

  package func turnWheel(_ x: Double, _ y: Double) {
    inputs += 1
    push {
      $0.type = SDL_MOUSEWHEEL.rawValue
      ($0.wheel.x, $0.wheel.y) = (Int32(x), Int32(y))
      ($0.wheel.preciseX, $0.wheel.preciseY) = (Float(x), Float(y))
    }
  }

  private func push(_ button: Gesture.Button, _ isDown: Bool, _ clicks: Int) {
    if isDown { inputs += 1 }
    push {
      $0.type = isDown ? SDL_MOUSEBUTTONDOWN.rawValue : SDL_MOUSEBUTTONUP.rawValue
      $0.button.clicks = UInt8(clicks)
      switch button {
      case .left: $0.button.button = UInt8(SDL_BUTTON_LEFT)
      case .middle: $0.button.button = UInt8(SDL_BUTTON_MIDDLE)
      case .right: $0.button.button = UInt8(SDL_BUTTON_RIGHT)
      }
      ($0.button.x, $0.button.y) = (Int32(place.x), Int32(place.y))
    }
  }

  // MARK: - The desktop

  /// A file is dropped on the window.
  package func drop(_ path: String) {
    push {
      $0.type = SDL_DROPFILE.rawValue
      $0.drop.file = SDL_strdup(path)
    }
  }

  package func tell(_ event: SDL_WindowEventID) {
    push {
      $0.type = SDL_WINDOWEVENT.rawValue
      $0.window.event = UInt8(event.rawValue)
    }
  }

  package func resize(to size: PixelSize) {
    window.stage.resize(to: size)
    tell(SDL_WINDOWEVENT_SIZE_CHANGED)
  }

  /// The graphics card has lost what was given to it.
  package func loseTextures() { push { $0.type = SDL_RENDER_DEVICE_RESET.rawValue } }

  private func push(_ change: (inout SDL_Event) -> Void) {
    var event = SDL_Event()
    change(&event)
    SDL_PushEvent(&event)
  }
}
