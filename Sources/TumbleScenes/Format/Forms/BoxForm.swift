import TumbleGeometry

/// A rectangle, which may be turned, as a file says it.
struct BoxForm: WrittenForm {
  var size: Vector?
  var center = Vector.zero
  var angle = 0.0
  var radius = 0.0

  static let key = Key(
    "box", .record(.box, short: "size"), "A rectangle: `[width, height]`, or a mapping.",
    alias: ["rect", "rectangle", "size", "square"])

  static let fields: [Field<BoxForm>] = [
    Field(
      "size", .vector(.length, .extent), "Width and height.", \.size, of: BoxForm(), isRequired: true,
      alias: ["width", "height", "w", "h"]),
    Field(
      "center", .vector(.length), "Where its middle is.", \.center, of: BoxForm(),
      alias: ["at", "centre", "offset"]),
    Field("angle", .number(.angle), "How far it is turned.", \.angle, of: BoxForm(), alias: ["rotation"]),
    Field(
      "radius", .number(.length, .notNegative),
      "Rounds the corners outwards. Circles meet rounded corners wrongly: leave it at 0 where there are any.",
      \.radius, of: BoxForm()),
  ]

  static let section = Section(
    .box, "a box", "A rectangle about the body's position.",
    examples: ["[32, 32]", "{size: [64, 16], center: [0, 24], angle: 30 deg}"], keys: fields.map(\.key))
}
