import CTumbleSDL2
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// The meaning of keys, the mouse and pads, by the table of keys.
package struct InputMap {
  package var keys: KeyTable
  /// The keys that the running scene has for itself.
  package var scene = SceneKeys()
  /// Is true if the arrows move what is selected, and do not lean gravity.
  package var nudges = false
  var tilt: Tilt
  /// The action of the mouse's button until it is released.
  private var drag: (button: Gesture.Button, action: WindowAction, from: Vector)?
  /// Is true once the button was pulled: until then it may be a click.
  private var isPulled = false
  /// The distance by which a button may be pulled for a click, in the desktop's points.
  private static let clickReach = 3.0
  /// The position of the mouse, in pixels; nil while it is outside of the window.
  package private(set) var pointer: Vector?
  private var isOverGraph = false

  /// The scene's own gravity is what Home returns to.
  package init(gravity: Vector, keys: KeyTable = .standard) {
    tilt = Tilt(upright: gravity)
    self.keys = keys
  }
}

extension InputMap {
  /// Is true while the mouse holds something (or would, had there been something under it).
  package var isHolding: Bool { drag?.action == .grab }
  /// Is true while a button is held: its moves are wanted from outside of the window too.
  package var isDragging: Bool { drag != nil }
  /// Is true while a person tilts gravity.
  package var isTilted: Bool { tilt.gravity != tilt.upright }
  /// Is true while the mouse moves the view.
  package var isPanning: Bool { drag?.action == .pan }

  package mutating func action(for event: SDL_Event, in surroundings: Surroundings) -> Action? {
    if let event = PointerEvent(
      event, in: surroundings.viewport, pixelsPerUnit: surroundings.pixelsPerUnit)
    {
      return action(for: event, in: surroundings)
    }
    switch SDL_EventType(event.type) {
    case SDL_QUIT: return .named(.quit)
    case SDL_KEYDOWN: return action(for: event.key)
    case SDL_MOUSEWHEEL: return action(for: event.wheel, in: surroundings)
    case SDL_MULTIGESTURE: return action(for: event.mgesture, in: surroundings)
    case SDL_WINDOWEVENT: return action(for: event.window)
    case SDL_CONTROLLERAXISMOTION, SDL_CONTROLLERSENSORUPDATE, SDL_SENSORUPDATE: return lean(event)
    case SDL_RENDER_DEVICE_RESET: return .texturesLost
    default: return nil
    }
  }

  /// Returns the action of a name in the table: the same whether a key, the menu or a button asked for it.
  package mutating func action(for name: WindowAction) -> Action {
    switch name {
    case .tiltLeft where nudges, .tiltRight where nudges, .tiltUp where nudges, .tiltDown where nudges:
      return .named(name)
    case .tiltLeft: return lean(Vector(-1, 0))
    case .tiltRight: return lean(Vector(1, 0))
    case .tiltUp: return lean(Vector(0, 1))
    case .tiltDown: return lean(Vector(0, -1))
    case .upright:
      tilt.reset()
      return .command(.tilt(tilt.gravity))
    case .zoomIn: return .camera(.zoom(Self.keyZoom, at: nil))
    case .zoomOut: return .camera(.zoom(1 / Self.keyZoom, at: nil))
    case .panLeft: return .camera(.pan(Vector(Self.keyPan, 0)))
    case .panRight: return .camera(.pan(Vector(-Self.keyPan, 0)))
    case .panUp: return .camera(.pan(Vector(0, Self.keyPan)))
    case .panDown: return .camera(.pan(Vector(0, -Self.keyPan)))
    case .frameAll: return .camera(.frameAll)
    case .wholeView: return .camera(.wholeView)
    case .graph: return .graph(.toggle)
    case .nextGraph: return .graph(.next)
    case .dockGraph: return .graph(.dock)
    case .freezeGraph: return .graph(.toggleFreeze)
    case .zoomGraphIn: return .graph(.zoom(1, around: nil))
    case .zoomGraphOut: return .graph(.zoom(-1, around: nil))
    case .exportGraph: return .graph(.export(.seen))
    case .exportWholeGraph: return .graph(.export(.everything))
    default: return name.channel.map { .graph(.toggleChannel($0)) } ?? .named(name)
    }
  }

  /// Undoes of the input what a restart undoes: the hold and the tilt.
  package mutating func restart() {
    drag = nil
    tilt.reset()
  }

  /// Another scene's gravity is what Home returns to from now on.
  package mutating func restart(gravity: Vector) {
    drag = nil
    tilt = Tilt(upright: gravity)
  }

  /// The factor by which a press of a key magnifies; the next is the distance by which it moves the view, in
  /// pixels.
  private static let keyZoom = 1.25
  private static let keyPan = 60.0
  /// The factor by which a notch of the wheel magnifies.
  private static let wheelZoom = 1.2
  /// The distance by which a notch of the wheel moves the view or the graph, in the desktop's points.
  private static let wheelPan = 48.0
}

// MARK: Keys

extension InputMap {
  private mutating func action(for event: SDL_KeyboardEvent) -> Action? {
    let key = Key(code: event.keysym.sym)
    let modifiers = Modifiers(sdl: UInt32(event.keysym.mod))
    guard let entry = keys.entry(forKey: key, with: modifiers) else { return nil }
    // Most count once per press, however long the key is held.
    guard event.repeat == 0 || entry.repeats else { return nil }
    return action(for: entry.name)
  }

  private mutating func action(for event: SDL_WindowEvent) -> Action? {
    switch SDL_WindowEventID(UInt32(event.event)) {
    case SDL_WINDOWEVENT_CLOSE: return .named(.quit)
    case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_EXPOSED: return .redraw
    case SDL_WINDOWEVENT_LEAVE: return drag == nil ? leave() : nil
    default: return nil
    }
  }

  /// Takes note of where the mouse is while what it does is taken elsewhere.
  package mutating func note(_ pixel: Vector) { pointer = pixel }

  /// The mouse is over something else than the stage and the graph.
  package mutating func leave() -> Action? {
    pointer = nil
    return leaveGraph()
  }
}

// MARK: The mouse

extension InputMap {
  package mutating func action(for event: PointerEvent, in surroundings: Surroundings) -> Action? {
    pointer = event.pixel
    switch event.kind {
    case .press(let button, let clicks):
      // What another button began goes on.
      guard drag == nil else { return nil }
      return press(button, clicks, event, surroundings)
    case .move:
      guard let drag else { return hover(event.pixel, surroundings) }
      let moved = event.pixel - drag.from
      if !isPulled, drag.action == .pan || drag.action == .contextMenu {
        guard moved.length > Self.clickReach * surroundings.density else { return nil }
      }
      isPulled = true
      self.drag?.from = event.pixel
      switch drag.action {
      case .grab: return .command(.move(event.point))
      case .pan: return moved == .zero ? nil : .camera(.pan(moved))
      case .scrollGraph: return .graph(.drag(moved / surroundings.density))
      default: return nil
      }
    case .release(let button):
      guard let drag, drag.button == button else { return nil }
      self.drag = nil
      switch drag.action {
      case .grab: return .command(.release)
      case .scrollGraph: return .graph(.release)
      case .pan, .contextMenu:
        let isMenu = keys.entry(for: .click(button), with: event.modifiers, at: .stage)?.name == .contextMenu
        return isMenu && !isPulled ? .contextMenu(at: event.point) : nil
      default: return nil
      }
    }
  }

  private mutating func press(
    _ button: Gesture.Button, _ clicks: Int, _ event: PointerEvent, _ surroundings: Surroundings
  ) -> Action? {
    let place = self.place(of: event.pixel, surroundings)
    guard let place else { return nil }
    if clicks == 2, button == .left,
      keys.entry(for: .doubleClick, with: event.modifiers, at: place)?.name == .follow
    {
      return .camera(.follow(at: event.pixel))
    }
    isPulled = false
    guard let entry = keys.entry(for: .drag(button), with: event.modifiers, at: place) else {
      if keys.entry(for: .click(button), with: event.modifiers, at: place)?.name == .contextMenu {
        drag = (button, .contextMenu, event.pixel)
      }
      return nil
    }
    switch entry.name {
    case .grab:
      guard surroundings.viewport.area.contains(event.pixel) else { return nil }
      drag = (button, .grab, event.pixel)
      return .command(.grab(event.point))
    case .scrollGraph:
      guard let graph = surroundings.graph else { return nil }
      drag = (button, .scrollGraph, event.pixel)
      return .graph(.press((event.pixel - graph.min) / surroundings.density))
    default:
      drag = (button, entry.name, event.pixel)
      return nil
    }
  }

  private func place(of pixel: Vector, _ surroundings: Surroundings) -> KeyTable.Place? {
    if let graph = surroundings.graph, graph.contains(pixel) { return .graph }
    return surroundings.stage.contains(pixel) ? .stage : nil
  }

  private mutating func hover(_ pixel: Vector, _ surroundings: Surroundings) -> Action? {
    guard let graph = surroundings.graph, graph.contains(pixel) else { return leaveGraph() }
    isOverGraph = true
    return .graph(.hover((pixel - graph.min) / surroundings.density))
  }

  private mutating func leaveGraph() -> Action? {
    defer { isOverGraph = false }
    return isOverGraph ? .graph(.hover(nil)) : nil
  }

  private mutating func action(for event: SDL_MouseWheelEvent, in surroundings: Surroundings) -> Action? {
    guard let pointer, let place = place(of: pointer, surroundings) else { return nil }
    let held = Modifiers(sdl: SDL_GetModState().rawValue)
    // Trackpads tell parts of a notch.
    let turned = Vector(
      event.preciseX != 0 ? Double(event.preciseX) : Double(event.x),
      event.preciseY != 0 ? Double(event.preciseY) : Double(event.y))
    let isSideways = abs(turned.x) > abs(turned.y)
    guard turned != .zero,
      let entry = keys.entry(for: isSideways ? .sideWheel : .wheel, with: held, at: place)
    else { return nil }
    let notches = isSideways ? turned.x : turned.y
    switch entry.name {
    case .zoom: return .camera(.zoom(pow(Self.wheelZoom, notches), at: pointer))
    case .pan:
      // With Shift an upright wheel moves the view sideways.
      return .camera(
        .pan(Vector(-turned.x + (isSideways ? 0 : turned.y), 0) * Self.wheelPan * surroundings.density))
    case .scrollGraph: return .graph(.pull(notches * Self.wheelPan))
    case .zoomGraph: return .graph(.zoom(notches > 0 ? 1 : -1, around: nil))
    default: return nil
    }
  }

  private func action(for event: SDL_MultiGestureEvent, in surroundings: Surroundings) -> Action? {
    // A distance of 1 is the whole of the touch screen.
    let factor = exp(Double(event.dDist) * 3)
    guard abs(factor - 1) > 0.001, keys.entry(for: .pinch, with: [], at: .stage)?.name == .zoom else {
      return nil
    }
    let stage = surroundings.stage
    let place = stage.min + Vector(Double(event.x) * stage.width, Double(event.y) * stage.height)
    return .camera(.zoom(factor, at: place))
  }
}

extension InputMap {
  /// The areas that the mouse can be over, in pixels.
  package struct Surroundings {
    package var viewport: Viewport
    /// The stage's room, of which the viewport may leave margins.
    package var stage: Rect
    /// The area of the graph; nil if it is hidden.
    package var graph: Rect?
    /// Pixels for each of the units that SDL counts mouse positions in.
    package var pixelsPerUnit: Double
    /// Pixels for each of the desktop's points, which the graph is measured in.
    package var density: Double

    package init(
      viewport: Viewport, stage: Rect? = nil, graph: Rect? = nil, pixelsPerUnit: Double = 1,
      density: Double? = nil
    ) {
      self.viewport = viewport
      self.stage = stage ?? viewport.area
      self.graph = graph
      self.pixelsPerUnit = pixelsPerUnit
      self.density = density ?? pixelsPerUnit
    }
  }
}

// Gravity that is leaned by keys, sticks and sensors.
extension InputMap {
  mutating func lean(_ direction: Vector) -> Action {
    tilt.lean(direction)
    return .command(.tilt(tilt.gravity))
  }

  /// Leans gravity by a gamepad's left stick, or by a sensor of acceleration in a pad or in the machine.
  mutating func lean(_ event: SDL_Event) -> Action? {
    let isChanged: Bool
    switch SDL_EventType(event.type) {
    case SDL_CONTROLLERAXISMOTION:
      guard isOn(.stick) else { return nil }
      let axis = SDL_GameControllerAxis(Int32(event.caxis.axis))
      let value = max(Double(event.caxis.value) / 32_767, -1)
      switch axis {
      case SDL_CONTROLLER_AXIS_LEFTX: isChanged = tilt.moveStick(x: value)
      case SDL_CONTROLLER_AXIS_LEFTY: isChanged = tilt.moveStick(y: -value)
      default: return nil
      }
    case SDL_CONTROLLERSENSORUPDATE:
      guard isOn(.sensor), event.csensor.sensor == SDL_SENSOR_ACCEL.rawValue else { return nil }
      // Lying on a table a pad feels y; held upright, as a screen is, z points to the person.
      isChanged = tilt.feel(Vector(Double(event.csensor.data.0), -Double(event.csensor.data.2)))
    default:
      guard isOn(.sensor) else { return nil }
      isChanged = tilt.feel(Vector(Double(event.sensor.data.0), Double(event.sensor.data.1)))
    }
    return isChanged ? .command(.tilt(tilt.gravity)) : nil
  }

  private func isOn(_ leaning: Gesture.Leaning) -> Bool {
    keys.entry(for: .lean(leaning), with: [], at: .stage)?.name == .tilt
  }
}
