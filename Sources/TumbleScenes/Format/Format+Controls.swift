import TumbleGeometry

extension Format {
  static let control = Section(
    .control, "a control",
    """
    A slider, a switch or a choice for people, in the window's panel of controls. It sets one property or several to the same value,
    and shows what the first of them is. What a person sets reaches the world as a command, so that a recording has it; without a
    window `--set wind=120` sets it as the scene starts.
    """,
    exclusive: [["slider", "switch", "choice"]], oneOf: [["slider", "switch", "choice"]],
    examples: [
      "{id: bounce, slider: [0, 100], unit: \"%\", step: 5, property: [ball.elasticity, tower.elasticity]}",
      "{id: pull, title: Gravity, switch: [[0, 0], [0, -1000]], property: world.gravity}",
      "{id: floor, choice: {ice: 0, wood: 0.5, rubber: 1}, property: left.friction, help: What the floor is made of}",
    ],
    keys: [
      Key(
        "id", .id, "Its name, unique among controls; that of no variable.", required: true, alias: ["name"]),
      Key("title", .text, "What people read; left out: its id.", default: "", alias: ["label"]),
      Key("help", .text, "What it does, for people.", default: "", alias: ["description"]),
      Key(
        "slider", .vector(.number), "The two ends, in `unit`.", alias: ["range", "between", "number"]),
      Key(
        "step", .number(.number, .positive), "How far apart the values of a slider are; left out: any value.",
        alias: ["by"]),
      Key(
        "unit", .text, "What a slider's numbers are measured in; left out: the property's plain unit.",
        default: ""),
      Key(
        "switch", .list(.animated, count: 2...2), "The value when it is off, and when it is on.",
        alias: ["toggle", "checkbox"]),
      Key(
        "choice", .names(.animated), "Values by their names.",
        alias: ["choices", "options", "menu"]),
      Key(
        "property", .list(.text, count: 1...1000, orOne: true),
        "What it sets, such as `ball.elasticity` or `world.gravity[1]`: a key of a body, a joint, a field, a fluid, an emitter, `world` or `view`; of a repeater's id, of all its bodies.",
        required: true, alias: ["of", "properties", "set", "target"]),
    ])
}
