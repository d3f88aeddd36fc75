extension Scene.Input {
  /// The keys that an input may have, as a window calls them.
  package static var keyNames: [String] { Format.keyNames }
}

extension Format {
  /// The keys that a scene may use, as a window calls them.
  static let keyNames =
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) } + (0...9).map { "\($0)" } + [
      "Left", "Right", "Up", "Down", "Space", "Return", "Tab", "Backspace", "Delete", "Home", "End", "PageUp",
      "PageDown", "Comma", "Period", "Slash", "Minus", "Equals",
    ]

  static let padNames = [
    "leftX", "leftY", "rightX", "rightY", "leftTrigger", "rightTrigger", "a", "b", "x", "y", "leftShoulder",
    "rightShoulder", "up", "down", "left", "right",
  ]

  static let input = Section(
    .input, "an input",
    examples: [
      "{id: throttle, keys: [Right, D], reverse: [Left, A], pad: leftX, drive: {type: push, of: ball, force: "
        + "[2000, 0]}}",
      "{id: launch, keys: Space, help: Launches the ball}",
    ],
    keys: [
      Key("id", .id, "Its name, unique among inputs.", required: true, alias: ["name"]),
      Key(
        "keys", .list(.word(keyNames), count: 0...8, orOne: true), "While one is held, the input is 1.",
        default: NoEntries(), alias: ["key"]),
      Key(
        "reverse", .list(.word(keyNames), count: 0...8, orOne: true), "While one is held, the input is -1.",
        default: NoEntries(), alias: ["back", "negative"]),
      Key(
        "pad", .word(padNames), "A gamepad's button or axis; axes go from -1 to 1, right and up.",
        alias: ["gamepad", "axis", "button"]),
      Key("help", .text, "What it does, for people.", default: "", alias: ["title", "label"]),
      Key(
        "drive", .list(.record(.drive), count: 0...100, orOne: true), "What it moves, times its value.",
        default: NoEntries(), alias: ["do", "drives"]),
    ])

  static let pointer = Section(
    .pointer, "a use of the pointer",
    examples: [
      "{id: lure, button: left, help: Draws the ball, drive: {type: toward, of: ball, force: 3000}}",
      "{id: paddle, drive: {type: follow, of: platform, speed: 900}}", "{id: shot, button: right}",
    ],
    keys: [
      Key("id", .id, "Its name, unique among inputs.", required: true, alias: ["name"]),
      Key(
        "button", .word(Scene.Input.Pointer.buttons), "While it is held, the input is 1; left out: always.",
        alias: ["while"]),
      Key("help", .text, "What it does, for people.", default: "", alias: ["title", "label"]),
      Key(
        "drive", .list(.record(.drive), count: 0...100, orOne: true), "What it moves.",
        default: NoEntries(), alias: ["do", "drives"]),
    ])

  private static let forces = [DriveWord.thrust, .push].words
  private static let pointed = [DriveWord.toward, .follow].words

  static let drive = Section(
    .drive, "a drive", chooser: "type",
    examples: [
      "{type: thrust, of: lamp, force: [0, 5000], at: [0, -10]}", "{type: push, of: ball, force: [800, 0]}",
    ],
    keys: [
      Key(
        "type", .words(of: DriveWord.self),
        """
        `motor`: its rate; `length`: a spring's; `thrust`: a force in the body's own direction; `push`: in \
        the world's; of a pointer also `toward`: a force to where it is, and `follow`: kinematic bodies go \
        there.
        """,
        required: true),
      Key(
        "of", .reference("joint"), "A motor, or a joint that has one.", required: true, only: ["motor"],
        alias: ["joint"]),
      Key(
        "rate", .number(.spin), "Added to the joint's own; of a prismatic joint points per second.",
        required: true, only: ["motor"]),
      Key("of", .reference("joint"), "A spring joint.", required: true, only: ["length"], alias: ["joint"]),
      Key("by", .number(.length), "Added to its rest length.", required: true, only: ["length"]),
      Key(
        "of", .list(.reference("body or shape"), count: 1...1000, orOne: true), "Which bodies.",
        required: true, only: forces + pointed, alias: ["body"]),
      Key("force", .vector(.force), "All the time.", required: true, only: forces),
      Key(
        "at", .vector(.length), "In the body's own coordinates; left out: its centre of gravity.",
        only: forces),
      Key(
        "force", .number(.force), "All the time; a negative one drives away.", required: true,
        only: ["toward"]),
      Key(
        "reach", .number(.length, .positive), "Nearer than this it gets weaker, in proportion.",
        default: 20.0, only: ["toward"]),
      Key("speed", .number(.speed, .positive), "The greatest.", default: 1000.0, only: ["follow"]),
    ])

  static let control = Section(
    .control, "a control",
    exclusive: [["slider", "switch", "choice"]], oneOf: [["slider", "switch", "choice"]],
    examples: [
      "{id: bounce, slider: [0, 100], unit: \"%\", step: 5, property: [ball.elasticity, tower.elasticity]}",
      "{id: pull, title: Gravity, switch: [[0, 0], [0, -1000]], property: world.gravity}",
      "{id: floor, choice: {ice: 0, wood: 0.5, rubber: 1}, property: left.friction, help: What the floor is "
        + "made of}",
    ],
    keys: [
      Key(
        "id", .id, "Its name, unique among controls; that of no variable.", required: true, alias: ["name"]),
      Key("title", .text, "What people read; left out: its id.", default: "", alias: ["label"]),
      Key("help", .text, "What it does, for people.", default: "", alias: ["description"]),
      Key("slider", .vector(.number), "The two ends, in `unit`.", alias: ["range", "between", "number"]),
      Key(
        "step", .number(.number, .positive), "How far apart the values of a slider are; left out: any value.",
        alias: ["by"]),
      Key(
        "unit", .text, "What a slider's numbers are measured in; left out: the property's plain unit.",
        default: ""),
      Key(
        "switch", .list(.animated, count: 2...2), "The value when it is off, and when it is on.",
        alias: ["toggle", "checkbox"]),
      Key("choice", .names(.animated), "Values by their names.", alias: ["choices", "options", "menu"]),
      Key(
        "property", .list(.text, count: 1...1000, orOne: true),
        "What it sets, such as `ball.elasticity` or `world.gravity[1]`: a key of a body, a joint, a field, a "
          + "fluid, an emitter, `world` or `view`; of a repeater's id, of all its bodies.",
        required: true, alias: ["of", "properties", "set", "target"]),
    ])
}
