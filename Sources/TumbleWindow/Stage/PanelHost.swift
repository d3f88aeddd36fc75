import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleRendering

/// The panels of a window: reads its events for them, and keeps what is shown and what was done.
final class PanelHost {
  private let interface: Interface
  private var state = InterfaceState()
  private var inputs: [InterfaceInput] = []
  /// Is true if the button that is down was pressed over a panel.
  private var holdsButton = false
  /// The actions in the panels up to the last `update`.
  private(set) var actions: [PanelAction] = []

  init(_ interface: Interface) { self.interface = interface }
}

extension PanelHost {
  /// Keeps an event for the next `update`; false where it means nothing to panels.
  func append(_ event: SDL_Event, pixelsPerPoint: Double) -> Bool {
    if Self.isKey(event) { inputs.append(InterfaceInput.modifiers(of: event.key)) }
    guard let input = InterfaceInput(event, pixelsPerPoint: pixelsPerPoint) else { return false }
    inputs.append(input)
    return true
  }

  static func isKey(_ event: SDL_Event) -> Bool {
    [SDL_KEYDOWN, SDL_KEYUP].contains(SDL_EventType(event.type))
  }

  /// Returns true if an event that is for the panels may close one: an answer, or the end of a click.
  static func mayChange(by event: SDL_Event) -> Bool {
    switch SDL_EventType(event.type) {
    case SDL_MOUSEBUTTONUP: true
    case SDL_KEYDOWN:
      [SDLK_RETURN, SDLK_KP_ENTER, SDLK_ESCAPE].contains { event.key.keysym.sym == Int32($0.rawValue) }
    default: false
    }
  }

  /// Returns true if a key is for the panels alone.
  func takesKey(_ event: SDL_KeyboardEvent) -> Bool {
    let closes = SDL_EventType(event.type) == SDL_KEYDOWN && event.keysym.sym == Int32(SDLK_ESCAPE.rawValue)
    return closes && interface.closeMenus() || interface.wantsKeyboard
  }

  /// Is true if a menu or a list is open, which has the keys that nothing is typed with.
  var hasMenu: Bool { interface.hasMenu }

  /// Returns true if an event of the mouse is for the panels alone: what was pressed in one goes on there.
  func takesMouse(_ event: SDL_Event, pixelsPerUnit: Double) -> Bool {
    let place: (x: Int32, y: Int32)
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION: place = (event.motion.x, event.motion.y)
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: place = (event.button.x, event.button.y)
    case SDL_MOUSEWHEEL: return interface.wantsMouse
    default: return false
    }
    let isOver = holdsButton || interface.covers(Vector(Double(place.x), Double(place.y)) * pixelsPerUnit)
    if SDL_EventType(event.type) == SDL_MOUSEBUTTONDOWN { holdsButton = isOver }
    if SDL_EventType(event.type) == SDL_MOUSEBUTTONUP { holdsButton = false }
    return isOver
  }

  /// Shows a state, and puts what was done in the panels into `actions`.
  func update(_ state: InterfaceState, in surface: InterfaceSurface, seconds: Double, takesInput: Bool) {
    self.state = state
    actions = interface.frame(state, input: inputs, in: surface, seconds: seconds, takesInput: takesInput)
    inputs.removeAll(keepingCapacity: true)
  }

  /// Is true if they have not taken in yet all that was done: what is done next may be for a panel that is
  /// still to open.
  var isBehind: Bool { !inputs.isEmpty || interface.isBehind }

  /// Is true if another frame should be drawn soon.
  var needsFrame: Bool { isBehind || interface.needsFrame }

  /// Returns the part of the window that the panels leave to the stage.
  func stagePixels(in surface: InterfaceSurface) -> Rect {
    let pixels = Interface.layout(state, in: surface).stagePixels
    return Rect(
      min: Vector(pixels.min.x.rounded(), pixels.min.y.rounded()),
      max: Vector(pixels.max.x.rounded(), pixels.max.y.rounded()))
  }

  /// Returns the part of the window that the column at the right may cover; without a width if there is none.
  func sidePixels(in surface: InterfaceSurface) -> Rect {
    let layout = Interface.layout(state, in: surface)
    return Rect(min: layout.side.min * layout.scale, max: layout.side.max * layout.scale)
  }

  /// The mouse's shape; nil where it is not over a panel.
  var cursor: Cursor? { interface.wantsMouse ? Cursor(interface.pointer) : nil }

  func setPicture(_ picture: Bitmap?, for id: PictureID) { interface.setPicture(picture, for: id) }
  func draw(on target: RenderTarget) throws(StageError) { try interface.draw(on: target) }
  func discardTextures() { interface.discardTextures() }
}
