import TumbleGeometry

/// Segments from point to point as a file says them.
struct LineForm: WrittenForm {
  var points: [Vector]?
  var radius = 0.0
  var isClosed = false

  static let key = Key(
    "line", .record(.line, short: "points"), "A line over several points: `[[x, y], …]`, or a mapping.",
    alias: ["path", "polyline", "chain"])

  static let fields: [Field<LineForm>] = [
    Field(
      "points", .list(.vector(.length), count: 2...1000), "In order.", \.points, of: LineForm(),
      isRequired: true, alias: ["corners", "vertices"]),
    Field(
      "radius", .number(.length, .notNegative), "Half its thickness.", \.radius, of: LineForm(),
      alias: ["thickness", "width"]),
    Field(
      "closed", .flag, "Whether the last point is joined to the first.", \.isClosed, of: LineForm(),
      alias: ["loop"]),
  ]

  static let section = Section(
    .line, "a line",
    "Segments from point to point that know their neighbours, so that nothing trips where they meet.",
    examples: [
      "[[0, 80], [100, 20], [200, 20], [300, 80]]",
      "{points: [[0, 0], [300, 0], [300, 300]], radius: 2, closed: true}",
    ], keys: fields.map(\.key))
}
