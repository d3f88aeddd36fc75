import CTumbleSDL2
import TumbleFrames

/// The keys and the gamepad's controls that the running scene wants for itself, and what is held of them.
package struct SceneKeys {
  /// An input of a scene.
  package struct Binding: Hashable, Sendable {
    package var id: String
    var keys: Set<Key>
    var reverse: Set<Key>
    var pad: PadControl?
    /// A button of the mouse.
    var button: Gesture.Button?
    /// Whether it wants to know where the mouse is.
    var usesPointer: Bool

    /// The world knows by itself that it is on.
    fileprivate var isAlways: Bool { usesPointer && button == nil }

    /// Names that are on no key or pad are left out.
    ///
    /// - Parameter pad: Such as `leftX` or `a`.
    package init(
      id: String, keys: [String], reverse: [String] = [], pad: String? = nil, pointer: String? = nil
    ) {
      self.id = id
      self.keys = Set(keys.compactMap(Key.init(sceneName:)))
      self.reverse = Set(reverse.compactMap(Key.init(sceneName:)))
      self.pad = pad.flatMap(PadControl.init)
      usesPointer = pointer != nil
      button = [Gesture.Button.left, .middle, .right].first { "\($0)" == pointer }
    }
  }

  private let bindings: [Binding]
  /// By binding: the keys that are held, and how far its pad control is moved.
  private var held: [Set<Key>]
  private var pads: [Double]
  /// By binding: what the world has been reported.
  private var reported: [Double]
  /// The buttons of the mouse that the scene has and that are held.
  private var buttons: Set<Gesture.Button> = []
  private let usesPointer: Bool

  package init(_ bindings: [Binding] = []) {
    self.bindings = bindings
    held = bindings.map { _ in [] }
    pads = bindings.map { _ in 0 }
    reported = pads
    usesPointer = bindings.contains(where: \.usesPointer)
  }

  /// The keys that the window does without.
  package var gestures: Set<Gesture> {
    Set(bindings.flatMap { $0.keys.union($0.reverse) }.map { Gesture(.key($0)) })
  }

  /// Whether a button of the mouse is held that is the scene's.
  package var isHeld: Bool { !buttons.isEmpty }

  /// Whether a scene drives something with a stick, so that gravity does not lean with it.
  private var usesStick: Bool {
    bindings.contains { $0.pad.map { [.axis(.leftX), .axis(.leftY)].contains($0) } ?? false }
  }
}

extension SceneKeys {
  /// What an event comes to; nil for one that is the window's.
  ///
  /// - Parameter isForPanels: A key that is pressed goes to what is typed into; one that is let go of is let go of anyhow.
  package mutating func take(_ event: SDL_Event, isForPanels: Bool = false) -> [Command]? {
    switch SDL_EventType(event.type) {
    case SDL_KEYDOWN where !isForPanels:
      let modifiers = Modifiers(sdl: UInt32(event.key.keysym.mod))
      guard modifiers.isEmpty, change(Key(code: event.key.keysym.sym), isHeld: true) else { return nil }
    case SDL_KEYUP: guard change(Key(code: event.key.keysym.sym), isHeld: false) else { return nil }
    case SDL_CONTROLLERAXISMOTION:
      guard let axis = PadControl.Axis(Int32(event.caxis.axis)) else { return nil }
      let isBound = move(.axis(axis), to: axis.value(event.caxis.value))
      guard isBound || (usesStick && axis.isOfLeftStick) else { return nil }
    case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP:
      guard let button = PadControl.Button(Int32(event.cbutton.button)) else { return nil }
      guard move(.button(button), to: event.cbutton.state == 0 ? 0 : 1) else { return nil }
    case SDL_WINDOWEVENT where SDL_WindowEventID(UInt32(event.window.event)) == SDL_WINDOWEVENT_FOCUS_LOST:
      // What is let go of elsewhere is reported to nobody.
      for index in held.indices { held[index].removeAll() }
      buttons.removeAll()
      let commands = news()
      return commands.isEmpty ? nil : commands
    default: return nil
    }
    return news()
  }

  /// What a mouse's event comes to, and whether it is the scene's alone.
  ///
  /// - Parameter isRunning: While time stands, the scene gets no more than a button that is let go of.
  package mutating func take(_ event: PointerEvent, isRunning: Bool) -> (commands: [Command], isTaken: Bool) {
    guard usesPointer else { return ([], false) }
    switch event.kind {
    case .move: return isRunning ? ([.point(event.point)], !buttons.isEmpty) : ([], !buttons.isEmpty)
    case .press(let button, _):
      guard isRunning, !event.modifiers.contains(.control), bindings.contains(where: { $0.button == button })
      else { return ([], false) }
      buttons.insert(button)
      return ([.point(event.point)] + news(), true)
    case .release(let button):
      guard buttons.remove(button) != nil else { return ([], false) }
      return ((isRunning ? [.point(event.point)] : []) + news(), true)
    }
  }

  /// What a world has to be reported that has been reported something else, as one that was begun again or run again.
  ///
  /// - Parameter value: Of an input, by its id.
  package mutating func tell(_ value: (String) -> Double) -> [Command] {
    for index in bindings.indices where !bindings[index].isAlways {
      reported[index] = value(bindings[index].id)
    }
    return news()
  }

  private mutating func change(_ key: Key, isHeld: Bool) -> Bool {
    var isBound = false
    for index in bindings.indices where bindings[index].keys.union(bindings[index].reverse).contains(key) {
      if isHeld { held[index].insert(key) } else { held[index].remove(key) }
      isBound = true
    }
    return isBound
  }

  private mutating func move(_ control: PadControl, to value: Double) -> Bool {
    var isBound = false
    for index in bindings.indices where bindings[index].pad == control {
      pads[index] = value
      isBound = true
    }
    return isBound
  }

  private mutating func news() -> [Command] {
    bindings.indices.compactMap { index in
      let value = value(of: index)
      guard value != reported[index], !bindings[index].isAlways else { return nil }
      reported[index] = value
      return .input(bindings[index].id, value)
    }
  }

  private func value(of index: Int) -> Double {
    let isClicked = bindings[index].button.map(buttons.contains) ?? false
    let isForward = isClicked || !held[index].isDisjoint(with: bindings[index].keys)
    let isBack = !held[index].isDisjoint(with: bindings[index].reverse)
    if isForward != isBack { return isForward ? 1 : -1 }
    return isForward ? 0 : pads[index]
  }
}

/// A button or an axis of a gamepad, by the names that scenes have for them.
enum PadControl: Hashable, Sendable {
  case axis(Axis)
  case button(Button)

  enum Axis: String, CaseIterable, Hashable, Sendable {
    case leftX, leftY, rightX, rightY, leftTrigger, rightTrigger

    /// The order is SDL's.
    init?(_ number: Int32) {
      guard Self.allCases.indices.contains(Int(number)) else { return nil }
      self = Self.allCases[Int(number)]
    }

    var isOfLeftStick: Bool { self == .leftX || self == .leftY }

    /// -1 to 1, right and up; a stick that is let go of is seldom quite in the middle, and trembles.
    func value(_ raw: Int16) -> Double {
      let part = max(Double(raw) / 32_767, -1)
      guard part.magnitude > 0.15 else { return 0 }
      let value = (part * 64).rounded() / 64
      return self == .leftY || self == .rightY ? -value : value
    }
  }

  enum Button: String, CaseIterable, Hashable, Sendable {
    case a, b, x, y, leftShoulder, rightShoulder, up, down, left, right

    init?(_ number: Int32) {
      let known: [SDL_GameControllerButton] = [
        SDL_CONTROLLER_BUTTON_A, SDL_CONTROLLER_BUTTON_B, SDL_CONTROLLER_BUTTON_X, SDL_CONTROLLER_BUTTON_Y,
        SDL_CONTROLLER_BUTTON_LEFTSHOULDER, SDL_CONTROLLER_BUTTON_RIGHTSHOULDER,
        SDL_CONTROLLER_BUTTON_DPAD_UP,
        SDL_CONTROLLER_BUTTON_DPAD_DOWN, SDL_CONTROLLER_BUTTON_DPAD_LEFT, SDL_CONTROLLER_BUTTON_DPAD_RIGHT,
      ]
      guard let place = known.firstIndex(where: { $0.rawValue == number }) else { return nil }
      self = Self.allCases[place]
    }
  }

  init?(_ name: String) {
    if let axis = Axis(rawValue: name) {
      self = .axis(axis)
    } else if let button = Button(rawValue: name) {
      self = .button(button)
    } else {
      return nil
    }
  }
}

extension Key {
  /// By the word that scenes have for it.
  fileprivate init?(sceneName: String) {
    self.init(name: ["Slash": "/", "Equals": "="][sceneName] ?? sceneName)
  }
}
