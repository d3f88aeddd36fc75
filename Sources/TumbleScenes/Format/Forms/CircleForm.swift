import TumbleGeometry

/// A disc as a file says it.
struct CircleForm: WrittenForm {
  var radius: Double?
  var center = Vector.zero

  static let key = Key(
    "circle", .record(.circle, short: "radius"), "A disc: its radius, or a mapping.", alias: ["ball", "disc"])

  static let fields: [Field<CircleForm>] = [
    Field(
      "radius", .number(.length, .extent), "In points.", \.radius, of: CircleForm(), isRequired: true,
      alias: ["r", "size"]),
    Field(
      "center", .vector(.length), "Where its middle is.", \.center, of: CircleForm(),
      alias: ["at", "centre", "offset"]),
  ]

  static let section = Section(
    .circle, "a circle", "A disc.", examples: ["16", "{radius: 16, center: [0, 8]}"], keys: fields.map(\.key))
}
