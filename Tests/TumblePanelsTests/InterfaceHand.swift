import TumbleGeometry
@testable import TumbleLooks
@testable import TumblePanels

/// Does to an interface what a person does to a window, and notes what comes of it.
struct InterfaceHand {
  let interface: Interface
  var state: InterfaceState
  var surface: InterfaceSurface
  var actions: [PanelAction] = []

  init(_ state: InterfaceState, size: PixelSize = PixelSize(1000, 700), scale: Double = 1) throws {
    interface = try Interface()
    self.state = state
    surface = InterfaceSurface(size, scale: scale)
    frames(4)
  }

  var layout: InterfaceLayout { Interface.layout(state, in: surface) }

  mutating func frames(_ count: Int = 2, _ input: [InterfaceInput] = []) {
    for index in 0..<count {
      actions += interface.frame(state, input: index == 0 ? input : [], in: surface, seconds: 1.0 / 60)
    }
  }

  /// A place in points.
  mutating func move(_ place: Vector) { frames(2, [.move(place * surface.scale)]) }

  /// Turns the wheel, and gives what the panels ask for then.
  mutating func turnWheel(_ way: Vector) -> PanelAction? {
    frames(1, [.wheel(way)])
    frames(2)
    return taken().last
  }

  mutating func press() { frames(1, [.button(.left, isDown: true)]) }
  mutating func release() { frames(3, [.button(.left, isDown: false)]) }

  mutating func click(_ place: Vector) {
    move(place)
    press()
    release()
  }

  mutating func clickRight(_ place: Vector) {
    move(place)
    frames(1, [.button(.right, isDown: true)])
    frames(3, [.button(.right, isDown: false)])
  }

  mutating func drag(from start: Vector, to end: Vector, steps: Int = 4) {
    move(start)
    press()
    for step in 1...steps { move(start.interpolated(to: end, by: Double(step) / Double(steps))) }
    release()
  }

  mutating func press(_ key: InterfaceInput.Key) {
    frames(1, [.key(key, isDown: true)])
    frames(2, [.key(key, isDown: false)])
  }

  mutating func type(_ text: String) { frames(2, [.text(text)]) }

  /// Returns the actions since the last call.
  mutating func taken() -> [PanelAction] {
    defer { actions = [] }
    return actions
  }

  /// The place of a row of the column's first part; each is 28 points high.
  func row(_ index: Int) -> Rect {
    let side = layout.side
    let top = side.min.y + 10 + 22 + 4 + Double(index) * 28
    return Rect(min: Vector(side.min.x + 12, top), max: Vector(side.max.x - 12, top + 28))
  }
}
