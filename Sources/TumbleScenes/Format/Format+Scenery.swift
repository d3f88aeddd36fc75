import TumbleGeometry

extension Format {
  private static let outlines = ["box", "circle", "segment", "polygon"]
  private static let repeaters = ["grid", "stack", "pyramid", "ring", "scatter", "along"]

  static let scenerySections = [
    Section(
      .scenery, "scenery",
      """
      A static picture without shapes, or many alike: walls of houses, stars, tiles of a floor. It is looks alone: nothing touches it, it takes no time of
      a step, and no trace, hash or recording knows of it. Only what is in sight is drawn, so that a scene may have hundreds of thousands.
      """,
      exclusive: [outlines], oneOf: [outlines],
      examples: [
        "{id: moon, at: [240, 250], circle: 18, color: \"#f4f1de\"}",
        "{id: wall, at: [8, 8], box: [16, 16], texture: brick, repeat: {grid: {columns: 400, rows: 250, spacing: 16}}}",
        "{id: grass, at: [0, 10], polygon: [[0, 0], [4, 0], [2, 14]], color: \"#4c8c3f\", layer: front, repeat: {scatter: {count: 60, area: [300, 4]}}}",
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
          "The name of a picture, as a body's. It covers the outline's bounds as `fit` says, and is cut to it.",
          alias: ["image", "picture", "sprite"])
      ] + sceneryFields.map(\.key)),
    Section(
      .copies, "a repeater of scenery",
      "Makes many of one. The `at` of the scenery is where the whole stands, as with a body's `repeat`.",
      exclusive: [repeaters], oneOf: [repeaters],
      examples: ["{grid: {columns: 400, rows: 250, spacing: 20}}", "{ring: {count: 12, radius: 90}}"],
      keys: placeRepeaters),
  ]

  static let sceneryFields: [Field<Scene.Scenery>] = {
    let plain = Scene.Scenery(id: "", form: .circle(center: .zero, radius: 1))
    return [
      Field(
        "color", .color, "What it is filled with where it has no picture; left out: the theme's own.",
        \.color,
        of: plain, alias: ["colour", "fill"]),
      Field(
        "opacity", .number(.ratio, .part), "0 is unseen.", \.opacity, of: plain, alias: ["alpha"]),
      Field(
        "fit", .words(of: TextureFit.self), "How its picture covers it, as a body's.",
        \.textureFit, of: plain),
      Field(
        "layer", .words(of: Scene.Scenery.Layer.self),
        "`behind` or in `front` of all bodies.", \.layer, of: plain),
    ]
  }()
}

extension Scene.Scenery.Layer: FormatValue {}
