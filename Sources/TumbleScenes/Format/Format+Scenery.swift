extension Format {
  private static let outlines = ["box", "circle", "segment", "polygon"]
  private static let repeaters = ["grid", "stack", "pyramid", "ring", "scatter", "along"]

  static let scenerySections = [
    Section(
      .scenery, "scenery", exclusive: [outlines], oneOf: [outlines],
      examples: [
        "{id: moon, at: [240, 250], circle: 18, color: \"#f4f1de\"}",
        "{id: wall, at: [8, 8], box: [16, 16], texture: brick, repeat: {grid: {columns: 400, rows: 250, "
          + "spacing: 16}}}",
        """
        {id: grass, at: [0, 10], polygon: [[0, 0], [4, 0], [2, 14]], color: \"#4c8c3f\", layer: front, \
        repeat: {scatter: {count: 60, area: [300, 4]}}}
        """,
      ],
      keys: [
        Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
        Key(
          "at", .vector(.length), "Where it is.", default: Vector.zero,
          alias: ["position", "pos", "x", "y"]),
        Key(
          "angle", .number(.angle), "How far it is turned, counter-clockwise.", default: 0.0, unit: "rad",
          alias: ["rotation"]),
        Key("repeat", .record(.copies), "Makes many of it."),
      ] + formKeys.filter { outlines.contains($0.name) } + [
        Key(
          "texture", .text,
          "The name of a picture, as a body's. It covers the outline's bounds as `fit` says, and is cut to "
            + "it.", alias: ["image", "picture", "sprite"]),
        gradientKey,
      ] + sceneryFields.map(\.key)),
    Section(
      .copies, "a repeater of scenery", exclusive: [repeaters], oneOf: [repeaters],
      examples: ["{grid: {columns: 400, rows: 250, spacing: 20}}", "{ring: {count: 12, radius: 90}}"],
      keys: placeRepeaters),
  ]

  static let sceneryFields: [Field<Scene.Scenery>] = [
    Field(
      "color", .color, "What it is filled with where it has no picture; left out: the theme's own.",
      \.color, alias: ["colour", "fill"]),
    Field(
      "night", .color,
      """
      In place of `color` on the dark stage; it multiplies a picture or a gradient. Left out: all its \
      colors turn to night there, which is darker and bluer, unless the view's background is dark by day.
      """,
      \.night),
    Field("opacity", .number(.ratio, .part), "0 is unseen.", \.opacity, alias: ["alpha"]),
    Field(
      "depth", .number(.ratio, .part),
      """
      How far away it is: the farther, the nearer its colors are to the paper's, the slower it is before a \
      camera (at 1 it does not move), and the earlier it is drawn. In front of the bodies it is paler only.
      """,
      \.depth, alias: ["distance", "parallax"]),
    Field("fit", .words(of: TextureFit.self), "How its picture covers it, as a body's.", \.textureFit),
    Field("layer", .words(of: Scene.Scenery.Side.self), "`behind` or in `front` of all bodies.", \.side),
  ]
}

extension Scene.Scenery.Side: FormatValue {}

extension Scene.Scenery: FormatObject {
  static var unwritten: Self { Self(id: "", form: .circle(center: .zero, radius: 1)) }
}
