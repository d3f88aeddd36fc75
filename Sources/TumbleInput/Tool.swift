import TumbleGeometry

/// The effect of the pointer on the stage.
package enum Tool: String, Hashable, Sendable, CaseIterable {
  /// Takes and throws while time runs, moves, turns and scales while it stands; a click selects. The
  /// pointer's usual use.
  case select
  case box, circle, polygon, wall
  case rope
  case pinJoint, slideJoint, pivot, weld, groove, spring, motor, gear
  case rotarySpring, rotaryLimit, ratchet
  case wheel
  case pin
  case thruster
  case emitter
  case eraser
}

extension Tool {
  /// The tool's name in tooltips and menus.
  package var title: String {
    switch self {
    case .select: "Select and drag"
    case .box: "Box"
    case .circle: "Circle"
    case .polygon: "Polygon, drawn freehand"
    case .wall: "Wall"
    case .rope: "Rope"
    case .pinJoint: "Rod"
    case .slideJoint: "String"
    case .pivot: "Hinge"
    case .weld: "Weld"
    case .groove: "Groove"
    case .spring: "Spring"
    case .motor: "Motor"
    case .gear: "Gear"
    case .rotarySpring: "Rotary spring"
    case .rotaryLimit: "Rotary limit"
    case .ratchet: "Ratchet"
    case .wheel: "Wheel"
    case .pin: "Pin to the background"
    case .thruster: "Thruster"
    case .emitter: "Emitter"
    case .eraser: "Eraser"
    }
  }

  /// The use of the tool, in a sentence.
  package var help: String {
    switch self {
    case .select: "Drag bodies; click to select, Shift adds. Paused: a drag moves, handles turn and scale."
    case .box: "Drag from corner to corner; Shift makes a square, Ctrl leaves the grid."
    case .circle: "Drag from the center outwards."
    case .polygon: "Draw an outline in one go; it closes where the button is released."
    case .wall: "Drag from end to end; Shift keeps to 15 degrees."
    case .rope: "Drag from end to end: it hangs on what is under its start and, drawn upwards, under its end."
    case .pinJoint: "Drag from body to body: they stay as far apart as they are."
    case .slideJoint: "Drag from body to body: they come no farther apart than they are."
    case .pivot: "Click where two bodies overlap, or on one: it turns about that point on the background."
    case .weld: "Click where two bodies overlap: they keep together and turn together."
    case .groove: "Drag from a body along the line that it may slide on."
    case .spring: "Drag from body to body: it pulls them to the distance that they are at."
    case .motor: "Click a body, or where two overlap: it turns about that point, once a second."
    case .gear: "Drag from wheel to wheel: they turn together, in the ratio of their sizes."
    case .rotarySpring: "Drag from body to body: it turns them back to the angle that they are at."
    case .rotaryLimit: "Drag from body to body: their angle stays within a quarter turn to either side."
    case .ratchet: "Drag from body to body: the second turns one way only, in clicks."
    case .wheel:
      """
      Drag outwards from where a body is to have a wheel: it gets a suspension and a motor. Free keys drive \
      it, arrows first.
      """
    case .pin: "Click a body to pin it to the background; click it again to let it go."
    case .thruster:
      """
      Drag from a body the way it is to be pushed, the farther the harder. A free key fires it, an arrow \
      first.
      """
    case .emitter: "Click where particles are to come from; on a body they come along with it."
    case .eraser: "Click or drag over bodies and joints to remove them."
    }
  }

  /// The kind of joint that a tool makes, of a weld or a motor the first of several; nil for tools that make
  /// none.
  package var joint: JointKind? {
    switch self {
    case .pinJoint: .pin
    case .slideJoint: .slide
    case .pivot, .weld, .motor: .pivot
    case .groove: .groove
    case .spring: .spring
    case .gear: .gear
    case .rotarySpring: .rotarySpring
    case .rotaryLimit: .rotaryLimit
    case .ratchet: .ratchet
    case .select, .box, .circle, .polygon, .wall, .rope, .wheel, .pin, .thruster, .emitter, .eraser: nil
    }
  }

  /// Is true if a click makes the joint, and not a drag from one body to another.
  package var isPlacedByClick: Bool { self == .pivot || self == .weld || self == .motor }

  /// The name of new joints, before a number.
  package var stem: String {
    switch self {
    case .pivot, .motor: "hinge"
    case .pinJoint: "rod"
    case .slideJoint: "string"
    case .rotarySpring: "twist"
    case .rotaryLimit: "limit"
    default: rawValue
    }
  }
}
