import TumbleGeometry

extension Format {
  /// Those that make no joints.
  static let placeRepeaters = [
    Key("grid", .record(.grid), "Rows and columns.", alias: ["matrix"]),
    Key("stack", .record(.stack, short: "count"), "One upon the other.", alias: ["tower", "column"]),
    Key(
      "pyramid", .record(.pyramid, short: "rows"), "Rows that get shorter upwards.", alias: ["triangle"]),
    Key("ring", .record(.ring), "Round a circle.", alias: ["circle"]),
    Key("scatter", .record(.scatter), "Anywhere in an area, the same each time.", alias: ["random"]),
    Key("along", .record(.along), "Evenly along a path.", alias: ["path"]),
  ]

  private static let repeaters = placeRepeaters + SoftWord.allCases.map(\.key)

  static let repeatSections = [
    Section(
      .repeat, "a repeater",
      """
      Makes many bodies of one: `ID-1`, `ID-2`, … in the order given below. The body's `at` is where the whole stands. `rope`, `chain`,
      `cloth` and `blob` make joints too, `ID-link-1`, `ID-link-2`, …, which come before those that the scene lists.
      """,
      exclusive: [repeaters.map(\.name)], oneOf: [repeaters.map(\.name)],
      examples: ["{grid: {columns: 10, rows: 4, spacing: 34}}", "{pyramid: {rows: 20, spacing: [33, 32]}}"],
      keys: repeaters),
    Section(
      .grid, "a grid", "From left to right, row upon row. `at` is the place of the first, at the lower left.",
      examples: ["{columns: 10, rows: 4, spacing: 34}"],
      keys: [
        Key(
          "columns", .count(1...10_000), "How many side by side.", required: true, alias: ["cols", "count"]),
        Key("rows", .count(1...10_000), "How many upon each other.", default: 1),
        Key(
          "spacing", .scale(.length, .any), "From one to the next.", required: true, alias: ["gap", "step"]),
      ]),
    Section(
      .stack, "a stack", "Upwards. `at` is the place of the lowest.", examples: ["{count: 10, spacing: 32}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key(
          "spacing", .number(.length), "From one to the next; left out: the height of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .pyramid, "a pyramid", "From the bottom row up, left to right. `at` is the middle of the bottom row.",
      examples: ["20", "{rows: 20, spacing: [33, 32]}"],
      keys: [
        Key(
          "rows", .count(1...400), "How many upon each other, and side by side in the lowest.", required: true
        ),
        Key(
          "spacing", .scale(.length, .any), "From one to the next; left out: the size of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .ring, "a ring", "Counter-clockwise from the right. `at` is the middle.",
      examples: ["{count: 12, radius: 100, turn: true}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key("radius", .number(.length, .extent), "How far from the middle.", required: true),
        Key("turn", .flag, "Whether each is turned with its place.", default: false, alias: ["rotate"]),
      ]),
    Section(
      .scatter, "a scatter",
      "At random places, drawn again from the seed each time, so always the same. `at` is the lower left of the area.",
      examples: ["{count: 50, area: [280, 100], seed: 7, gap: 12}"],
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
