import TumbleGeometry

/// An outline as a file says it.
struct PolygonForm: WrittenForm {
  var corners: [Vector]?
  var radius = 0.0

  static let key = Key(
    "polygon", .record(.polygon, short: "corners"), "An outline: `[[x, y], …]`, or a mapping.")

  static let fields: [Field<PolygonForm>] = [
    Field(
      "corners", .list(.vector(.length), count: 3...256), "In either direction.", \.corners,
      of: PolygonForm(), isRequired: true, alias: ["points", "vertices"]),
    Field(
      "radius", .number(.length, .notNegative), "Rounds the corners outwards; see `box`.", \.radius,
      of: PolygonForm()),
  ]

  static let section = Section(
    .polygon, "a polygon",
    "Any outline that does not cross itself; a concave one is split into convex pieces.",
    examples: [
      "[[0, 20], [-20, -15], [20, -15]]", "{corners: [[0, 20], [-20, -15], [20, -15]], radius: 1}",
    ], keys: fields.map(\.key))
}
