import CTumbleSDL2
import TumbleFrames
import TumbleInput

/// The keys and the gamepad's controls that the running scene wants for itself, and what is held of them.
package struct SceneKeys {
  private let bindings: [SceneInput]
  /// The keys that are held and the value of the pad control, by binding.
  private var held: [Set<Key>]
  private var pads: [Double]
  /// The values that the world has been told, by binding.
  private var reported: [Double]
  /// The buttons of the mouse that the scene has and that are held.
  private var buttons: Set<Gesture.Button> = []
  private let usesPointer: Bool

  package init(_ bindings: [SceneInput] = []) {
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

  /// Is true while a button of the mouse is held that is the scene's.
  package var isHeld: Bool { !buttons.isEmpty }

  /// Is true if a scene drives something with a stick, so that gravity does not lean with it.
  private var usesStick: Bool {
    bindings.contains { $0.pad.map { [.axis(.leftX), .axis(.leftY)].contains($0) } ?? false }
  }
}

extension SceneKeys {
  /// Returns the commands of an event; nil for one that is the window's.
  ///
  /// - Parameter isForPanels: A key that is pressed goes to what is typed into; one that is let go of is let
  ///   go of anyhow.
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

  /// Returns the commands of a mouse's event, and whether it is the scene's alone.
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

  /// Returns the commands for a world that has been told other values, as one that was begun again or rerun.
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
