import TumbleGeometry

/// The effect of the pointer on the stage.
package enum Tool: String, Hashable, Sendable, CaseIterable {
  /// Takes and throws while time runs, moves, turns and scales while it stands; a click selects. The
  /// pointer's usual use.
  case select
  case box, circle, polygon, brush, wall, plane
  case rope, chain, cloth, blob
  case text, note, picture
  case pinJoint, slideJoint, pivot, weld, groove, spring, motor, gear
  case rotarySpring, rotaryLimit, ratchet
  case wheel, cog
  case pin
  case tracer
  case path
  case thruster
  case emitter
  case water, wind, magnet, vortex
  case knife
  case eraser
}

extension Tool {
  /// The tool's name in tooltips and menus.
  package var title: String { words.title }

  /// The use of the tool, in a sentence.
  package var help: String { words.help }

  private var words: (title: String, help: String) {
    switch self {
    case .select:
      (
        "Select and drag",
        "Drag bodies; click to select, Shift adds. Paused: a drag moves, handles turn and scale."
      )
    case .box: ("Box", "Drag from corner to corner; Shift makes a square, Ctrl ignores the grid.")
    case .circle: ("Circle", "Drag from the center outwards.")
    case .polygon:
      ("Polygon, drawn freehand", "Draw an outline in one go; it closes where the button is released.")
    case .brush: ("Brush", "Draw a stroke: it becomes a body as thick as the line.")
    case .wall: ("Wall", "Drag from end to end; Shift keeps to 15 degrees.")
    case .plane: ("Plane", "Click or drag along it: a floor, or a slope, that has no end.")
    case .rope:
      ("Rope", "Drag from end to end, or round a wheel: it joins what lies under its ends, as two boxes.")
    case .chain: ("Chain", "Drag from end to end: links that hang loosely in each other, held as a rope is.")
    case .cloth: ("Cloth", "Drag from corner to corner: a net that hangs from its upper edge.")
    case .blob: ("Blob", "Drag outwards from its center: a soft round body.")
    case .text: ("Text", "Drag as high as the letters are to be, type, then Enter: each letter is a body.")
    case .note:
      ("Note", "Drag as high as its letters are to be, type, then Enter: words, and no body to touch.")
    case .picture: ("Picture", "Drag as high as it is to be, and choose a picture: a body with its outline.")
    case .pinJoint: ("Rod", "Drag from body to body: they stay as far apart as they are.")
    case .slideJoint: ("String", "Drag from body to body: they come no farther apart than they are.")
    case .pivot:
      ("Hinge", "Click where two bodies overlap, or on one: it turns about that point on the background.")
    case .weld: ("Weld", "Click where two bodies overlap: they keep together and turn together.")
    case .groove: ("Groove", "Drag from a body along the line that it may slide on.")
    case .spring: ("Spring", "Drag from body to body: it pulls them to the distance that they are at.")
    case .motor: ("Motor", "Click a body, or where two overlap: it turns about that point, once a second.")
    case .gear: ("Gear", "Drag from wheel to wheel: they turn together, in the ratio of their sizes.")
    case .rotarySpring:
      ("Rotary spring", "Drag from body to body: it turns them back to the angle that they are at.")
    case .rotaryLimit:
      ("Rotary limit", "Drag from body to body: their angle stays within a quarter turn to either side.")
    case .ratchet: ("Ratchet", "Drag from body to body: the second turns one way only, in clicks.")
    case .wheel:
      (
        "Wheel",
        """
        Drag outwards from where a body is to have a wheel: it gets a suspension and a motor. Free keys \
        drive it, arrows first.
        """
      )
    case .cog:
      (
        "Gear wheel",
        "Drag outwards from its axle: it turns on what is there, and its teeth mesh with a gear wheel beside."
      )
    case .pin:
      ("Pin to the background", "Click a body to pin it to the background; click it again to let it go.")
    case .tracer:
      ("Tracer", "Click a body: it leaves all of its way as a line; click it again to take that away.")
    case .path:
      ("Path", "Press on a body and draw the way that it is to go; drawn back to its begin it is a loop.")
    case .thruster:
      (
        "Thruster",
        """
        Drag from a body the way it is to be pushed, the farther the harder. A free key fires it, an arrow \
        first.
        """
      )
    case .emitter: ("Emitter", "Click where particles are to come from; on a body they come along with it.")
    case .water: ("Water", "Drag from corner to corner: it fills that, and things float in it.")
    case .wind:
      ("Wind", "Drag the way it is to blow: the longer, the faster. It blows in a strip along that.")
    case .magnet: ("Magnet", "Drag outwards as far as it is to pull.")
    case .vortex: ("Vortex", "Drag outwards as far as it is to whirl.")
    case .knife: ("Knife", "Drag across bodies: what the stroke goes all through is cut in two.")
    case .eraser: ("Eraser", "Click or drag over bodies and joints to remove them.")
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
    case .select, .box, .circle, .polygon, .brush, .wall, .plane, .rope, .chain, .cloth, .blob, .text,
      .note, .picture, .wheel, .cog, .pin, .tracer, .path, .thruster, .emitter, .water, .wind, .magnet,
      .vortex, .knife, .eraser:
      nil
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
