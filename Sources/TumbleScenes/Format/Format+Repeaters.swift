extension Format {
  /// The repeaters that make no joints.
  static let placeRepeaters = [
    Key("grid", .record(.grid), "Rows and columns.", alias: ["matrix"]),
    Key("stack", .record(.stack, short: "count"), "One upon the other.", alias: ["tower", "column"]),
    Key("pyramid", .record(.pyramid, short: "rows"), "Rows that get shorter upwards.", alias: ["triangle"]),
    Key("ring", .record(.ring), "Round a circle.", alias: ["circle"]),
    Key("scatter", .record(.scatter), "Anywhere in an area, the same each time.", alias: ["random"]),
    Key("along", .record(.along), "Evenly along a path.", alias: ["path"]),
  ]

  private static let repeaters = placeRepeaters + SoftWord.allCases.map(\.key)

  static let repeatSections = [
    Section(
      .repeat, "a repeater", exclusive: [repeaters.map(\.name)], oneOf: [repeaters.map(\.name)],
      examples: ["{grid: {columns: 10, rows: 4, spacing: 34}}", "{pyramid: {rows: 20, spacing: [33, 32]}}"],
      keys: repeaters),
    Section(
      .grid, "a grid", examples: ["{columns: 10, rows: 4, spacing: 34}"],
      keys: [
        Key(
          "columns", .count(1...10_000), "How many side by side.", required: true, alias: ["cols", "count"]),
        Key("rows", .count(1...10_000), "How many upon each other.", default: 1),
        Key(
          "spacing", .scale(.length, .any), "From one to the next.", required: true, alias: ["gap", "step"]),
      ]),
    Section(
      .stack, "a stack", examples: ["{count: 10, spacing: 32}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key(
          "spacing", .number(.length), "From one to the next; left out: the height of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .pyramid, "a pyramid", examples: ["20", "{rows: 20, spacing: [33, 32]}"],
      keys: [
        Key(
          "rows", .count(1...400), "How many upon each other, and side by side in the lowest.", required: true
        ),
        Key(
          "spacing", .scale(.length, .any), "From one to the next; left out: the size of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .ring, "a ring", examples: ["{count: 12, radius: 100, turn: true}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key("radius", .number(.length, .extent), "How far from the middle.", required: true),
        Key("turn", .flag, "Whether each is turned with its place.", default: false, alias: ["rotate"]),
      ]),
    Section(
      .scatter, "a scatter", examples: ["{count: 50, area: [280, 100], seed: 7, gap: 12}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key("area", .vector(.length, .extent), "Width and height.", required: true, alias: ["size"]),
        Key("seed", .count(0...Int(Int32.max)), "Another seed, other places.", default: 1),
        Key(
          "gap", .number(.length, .notNegative), "How far apart they are at least.", default: 0.0,
          alias: ["spacing", "distance"]),
        Key("turn", .flag, "Whether each is turned at random.", default: false, alias: ["rotate"]),
      ]),
  ]
}

extension SoftWord {
  fileprivate var key: Key {
    switch self {
    case .rope:
      Key(rawValue, .record(.rope), "Links end to end, held by pivots.", alias: ["string", "cable"])
    case .chain: Key(rawValue, .record(.chain), "Links that hang loosely in each other.")
    case .cloth: Key(rawValue, .record(.cloth), "A net of pieces.", alias: ["net", "fabric"])
    case .blob: Key(rawValue, .record(.blob), "A soft round body.", alias: ["jelly", "soft"])
    }
  }
}

extension Format {
  /// Repeaters that hold what they make together by joints: `ID-link-1`, ….
  static let softSections = [
    Section(
      .along, "a row along a path",
      examples: ["{path: {from: [0, 0], steps: [{curve: [[60, 80], [120, 0]]}]}, count: 9, turn: true}"],
      keys: [
        Key("path", .record(.path), "The way, seen from `at`.", required: true, alias: ["steps"]),
        Key(
          "count", .count(2...10_000), "How many, the first at its start and the last at its end.",
          required: true),
        Key("turn", .flag, "Whether each is turned with the path.", default: false, alias: ["rotate"]),
      ]),
    Section(
      .rope, "a rope",
      examples: [
        "{by: [120, -20], count: 12}", "{by: [0, -90], count: 9, thickness: 3, a: hook, b: lamp, bend: 2000}",
      ],
      keys: ends + [
        Key(
          "bend", .number(.rotaryStiffness, .notNegative),
          "How hard each link is to bend against the next; left out: not at all."),
        Key("bendDamping", .number(.rotaryDamping, .notNegative), "What the bending loses.", default: 0.0),
      ]),
    Section(
      .chain, "a chain", examples: ["{by: [120, 0], count: 10, play: 2}"],
      keys: ends + [
        Key("play", .number(.length, .from(0, to: 1000)), "The way between two links.", default: 2.0)
      ]),
    Section(
      .cloth, "a cloth",
      examples: [
        "{columns: 12, rows: 8, spacing: 10, pin: top}",
        "{columns: 6, rows: 6, spacing: 12, pin: corners, stiffness: 400, damping: 2}",
      ],
      keys: [
        Key("columns", .count(2...200), "How many side by side.", required: true, alias: ["cols"]),
        Key("rows", .count(2...200), "How many upon each other.", required: true),
        Key(
          "spacing", .scale(.length, .extent), "From one to the next.", required: true,
          alias: ["gap", "step"]),
        Key(
          "pin", .words(of: ClothPin.self),
          "Which pieces stand: a side, or the upper two corners.", default: ClothPin.none, alias: ["fixed"]),
        Key(
          "stiffness", .number(.stiffness, .notNegative),
          "Of springs between the pieces; left out: they hold like threads, and do not stretch."),
        Key(
          "shear", .number(.stiffness, .notNegative),
          "Of springs across each mesh, both ways, that keep it square; left out: it shears freely."),
        Key("damping", .number(.damping, .notNegative), "Of the springs.", default: 0.0),
      ]),
    Section(
      .blob, "a blob", examples: ["{radius: 40, count: 16, stiffness: 300, damping: 4}"],
      keys: [
        Key("radius", .number(.length, .extent), "Of the whole.", required: true, alias: ["r"]),
        Key("count", .count(6...200), "Discs of the ring.", required: true),
        Key(
          "stiffness", .number(.stiffness, .notNegative), "Of the springs; more is harder.", required: true),
        Key("damping", .number(.damping, .notNegative), "Of the springs; more wobbles less.", default: 0.0),
      ]),
  ]

  private static let ends = [
    Key(
      "by", .vector(.length), "From its start to its end.", required: true, alias: ["to", "length", "end"]),
    Key(
      "through", .list(.vector(.length), count: 1...100),
      "Points that it goes through on its way, seen from its start, as over a wheel; left out: none.",
      alias: ["via", "points"]),
    Key("count", .count(2...1000), "How many links.", required: true, alias: ["links"]),
    Key(
      "thickness", .number(.length, .extent), "Of a link that has no shape of the body's own.", default: 4.0,
      alias: ["width"]),
    Key("a", .reference("body"), "The body that its start is tied to; left out: none.", alias: ["from"]),
    Key("b", .reference("body"), "The body that its end is tied to; left out: none."),
  ]
}
