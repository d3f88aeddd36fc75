import TumbleGeometry

// How a body's outlines are filled, edged and labelled.
extension Format {
  private static let plainBody = Scene.Body(id: "")
  static let plainGradient = Gradient(stops: [])
  static let plainBorder = BodyBorder(width: 1)
  static let plainCaption = Caption("")

  /// Keys of bodies that are single values.
  static let styleFields: [Field<Scene.Body>] = [
    Field(
      "cornerRadius", .number(.length, .notNegative),
      "Rounds the corners of its boxes and polygons inwards where they are drawn; its shapes stay.",
      \.style.cornerRadius, of: plainBody, alias: ["rounded"]),
    Field(
      "layer", .count(-1000...1000),
      "Bodies of a higher layer lie in front of those of a lower one. Within a layer the file's order counts, and static bodies lie behind the others. Joints, particles and fluids are in front of all bodies.",
      \.layer, of: plainBody, alias: ["zPosition", "zIndex", "z"]),
  ]

  static let gradientKey = Key(
    "gradient", .record(.gradient, short: "colors"),
    "Colors that pass into each other in place of one, from the top down: `[red, orange]`, or a mapping. They are multiplied by `color`, if that is given."
  )

  static let styleKeys =
    styleFields.filter { $0.key.name != "layer" }.map(\.key) + [
      Key(
        "border", .record(.border, short: "width"),
        "A line within each outline in place of its darker rim: its width in points, or a mapping.",
        alias: ["borderWidth", "stroke", "outlineWidth"]),
      Key(
        "caption", .record(.caption, short: "text"),
        "A text on it, or a mapping. In a body with `repeat`, `#` stands for the number of each copy.",
        alias: ["label", "title", "text"]),
    ] + styleFields.filter { $0.key.name == "layer" }.map(\.key)

  static let gradientFields: [Field<Gradient>] = [
    Field(
      "type", .words(of: Gradient.Kind.self),
      "`linear`: straight across; `radial`: from a center outwards.", \.kind, of: plainGradient,
      alias: ["kind"]),
    Field(
      "direction", .direction,
      "Where a linear one goes from its first color to its last, in the body's coordinates. It begins and ends at the bounds of the outlines.",
      \.direction, of: plainGradient, alias: ["angle"]),
    Field(
      "center", .vector(.length),
      "Where a radial one begins, in the body's coordinates; left out: in the middle of the outlines' bounds.",
      \.center, of: plainGradient, alias: ["centre", "at", "from"]),
    Field(
      "radius", .number(.length, .extent),
      "Where a radial one ends; left out: half of the longer side of the outlines' bounds.", \.radius,
      of: plainGradient),
  ]

  /// The keys of a gradient that only one of the other type has.
  static func gradientKeys(foreignTo kind: Gradient.Kind) -> [String] {
    kind == .linear ? ["center", "radius"] : ["direction"]
  }

  static let borderFields: [Field<BodyBorder>] = [
    Field(
      "width", .number(.length, .notNegative), "How wide it is; 0: neither a border nor a rim.", \.width,
      of: plainBorder),
    Field(
      "color", .color, "Left out: a dark shade of what it lies on.", \.color, of: plainBorder,
      alias: ["colour"]),
  ]

  static let captionFields: [Field<Caption>] = [
    Field(
      "size", .number(.length, .from(0.001, to: 1e6)),
      "The height of its type; left out: as large as fits the outlines' bounds.", \.size, of: plainCaption,
      alias: ["fontSize"]),
    Field(
      "color", .color,
      "Left out: black or white, whichever is easier to read on the fill, and on a picture white with a dark edge.",
      \.color, of: plainCaption, alias: ["colour"]),
    Field(
      "upright", .flag, "Stays upright while the body turns.", \.isUpright, of: plainCaption,
      alias: ["isUpright"]),
    Field(
      "at", .vector(.length),
      "Where its middle is, from the middle of the outlines' bounds: in the body's coordinates, or along the world's axes where it stays upright.",
      \.offset, of: plainCaption, alias: ["offset", "center"]),
  ]

  static let lookSections = [
    Section(
      .gradient, "a gradient",
      """
      What a body is filled with in place of one color, over the bounds of all of its outlines. It turns with the body. It does not
      stand beside a `texture`, and no animation changes it.
      """,
      examples: [
        "[\"#ffd166\", \"#ef476f\"]",
        "{colors: [white, \"#4f9dde\", \"#1d3557\"], locations: [0, 0.4, 1], type: radial, center: [-4, 4]}",
        "{colors: [red, white, red], direction: 45 deg}",
      ],
      keys: [
        Key(
          "colors", .list(.color, count: 2...32), "From the first to the last.", required: true,
          alias: ["colours", "stops"]),
        Key(
          "locations", .list(.number(.ratio, .part), count: 2...32),
          "Where each color is, from 0 to 1, not falling; left out: in even steps.",
          alias: ["places", "positions", "offsets"]),
      ] + gradientFields.map(\.key)),
    Section(
      .border, "a border",
      "A line along the inside of each outline. No animation changes it.",
      examples: ["2", "{width: 3, color: white}"], keys: borderFields.map(\.key)),
    Section(
      .caption, "a caption",
      "A text in DejaVu Sans, as sharp as the view is large. It takes part in nothing else, and no animation changes it.",
      examples: ["Start", "{text: \"10 kg\", size: 9, color: \"#264653\", upright: true, at: [0, 14]}"],
      keys: [
        Key(
          "text", .lines, "`\\n` in quotation marks begins another line.", required: true,
          alias: ["string", "label"])
      ] + captionFields.map(\.key)),
  ]
}

extension Gradient.Kind: FormatValue {}
