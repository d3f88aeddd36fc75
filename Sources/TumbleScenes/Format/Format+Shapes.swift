import TumbleGeometry

extension Format {
  /// What a shape is where nothing is said of it.
  static let plainShape = Scene.Shape(.circle(center: .zero, radius: 1))

  /// What a shape's surface is like: keys of materials, bodies (for all their shapes) and shapes.
  static let surfaceFields: [Field<Scene.Shape>] = [
    Field(
      "friction", .number(.ratio, .notNegative), "Multiplied with that of the other shape.", \.friction,
      of: plainShape),
    Field(
      "elasticity", .number(.ratio, .notNegative),
      "How much of a bounce is kept; multiplied with that of the other shape.", \.elasticity, of: plainShape,
      alias: ["restitution", "bounce", "bounciness"]),
    Field(
      "surfaceVelocity", .vector(.speed),
      "As that of a conveyor's belt, in the world's directions, however the body is turned.",
      \.surfaceVelocity, of: plainShape),
    Field(
      "density", .number(.density, Bounds(min: 1e-15)), "What a square point weighs.", \.density,
      of: plainShape),
  ]

  static let sensorField = Field<Scene.Shape>(
    "sensor", .flag, "Tells that something is there, and pushes nothing.", \.isSensor, of: plainShape,
    alias: ["isSensor", "trigger"])

  /// Keys of bodies and shapes beside the surface.
  static let meeting = [
    Key("material", .reference("material"), "The name of a material, whose keys then need not be given."),
    sensorField.key,
    Key("group", .id, "Shapes of a group do not meet each other.", alias: ["filterGroup"]),
    Key(
      "categories", .list(.reference("category"), count: 0...32, orOne: true),
      "What kinds the shape is of; left out: all.", alias: ["category", "layers"]),
    Key(
      "collidesWith", .list(.reference("category"), count: 0...32, orOne: true),
      "The only kinds that it meets; left out: all.", alias: ["mask", "collides"]),
    Key(
      "ignores", .list(.reference("category"), count: 0...32, orOne: true), "Kinds that it does not meet."),
  ]

  static let forms = ["box", "circle", "segment", "polygon", "line"]

  static let formKeys = [
    Key(
      "box", .record(.box, short: "size"), "A rectangle: `[width, height]`, or a mapping.",
      alias: ["rect", "rectangle", "size", "square"]),
    Key(
      "circle", .record(.circle, short: "radius"), "A disc: its radius, or a mapping.",
      alias: ["ball", "disc"]),
    Key("segment", .record(.segment), "A straight line with round ends."),
    Key("polygon", .record(.polygon, short: "corners"), "An outline: `[[x, y], …]`, or a mapping."),
    Key(
      "line", .record(.line, short: "points"), "A line over several points: `[[x, y], …]`, or a mapping.",
      alias: ["path", "polyline", "chain"]),
  ]

  static let shapeSections = [
    Section(
      .shape, "a shape",
      "An outline in the body's own coordinates, with a surface of its own where it differs from the body's.",
      exclusive: [forms, ["mass", "density"], ["collidesWith", "ignores"]], oneOf: [forms],
      examples: [
        "{circle: 16, elasticity: 1}", "{segment: {from: [0, 0], to: [300, 0]}, friction: 1}",
        "{id: foot, box: [8, 4]}",
      ],
      keys: [
        Key(
          "id", .id, "Its name in the body, for rules to speak of it as `BODY.NAME`; several may share one.",
          alias: ["name"])
      ] + formKeys + meeting + surfaceFields.map(\.key) + [
        Key(
          "mass", .number(.mass, .notNegative),
          "What the shape weighs, where the body has no mass of its own.")
      ]),
    Section(
      .box, "a box", "A rectangle about the body's position.",
      examples: ["[32, 32]", "{size: [64, 16], center: [0, 24], angle: 30 deg}"],
      keys: [
        Key(
          "size", .vector(.length, .extent), "Width and height.", required: true,
          alias: ["width", "height", "w", "h"]),
        Key(
          "center", .vector(.length), "Where its middle is.", default: Vector.zero,
          alias: ["at", "centre", "offset"]),
        Key("angle", .number(.angle), "How far it is turned.", default: 0.0, alias: ["rotation"]),
        Key(
          "radius", .number(.length, .notNegative),
          "Rounds the corners outwards. Circles meet rounded corners wrongly: leave it at 0 where there are any.",
          default: 0.0),
      ]),
    Section(
      .circle, "a circle", "A disc.", examples: ["16", "{radius: 16, center: [0, 8]}"],
      keys: [
        Key("radius", .number(.length, .extent), "In points.", required: true, alias: ["r", "size"]),
        Key(
          "center", .vector(.length), "Where its middle is.", default: Vector.zero,
          alias: ["at", "centre", "offset"]),
      ]),
    Section(
      .segment, "a segment", "A straight line with round ends: walls and floors.",
      examples: ["{from: [0, 0], to: [300, 0], radius: 1}"],
      keys: [
        Key("from", .vector(.length), "One end.", required: true, alias: ["a", "start"]),
        Key("to", .vector(.length), "The other end.", required: true, alias: ["b", "end"]),
        Key(
          "radius", .number(.length, .notNegative), "Half its thickness.", default: 0.0,
          alias: ["thickness", "width"]),
        Key(
          "before", .vector(.length),
          "Where the segment before this one starts, so that nothing trips where they meet."),
        Key("after", .vector(.length), "Where the segment after this one ends."),
      ]),
    Section(
      .polygon, "a polygon",
      "Any outline that does not cross itself; a concave one is split into convex pieces.",
      examples: [
        "[[0, 20], [-20, -15], [20, -15]]", "{corners: [[0, 20], [-20, -15], [20, -15]], radius: 1}",
      ],
      keys: [
        Key(
          "corners", .list(.vector(.length), count: 3...256), "In either direction.", required: true,
          alias: ["points", "vertices"]),
        Key(
          "radius", .number(.length, .notNegative), "Rounds the corners outwards; see `box`.",
          default: 0.0),
      ]),
    Section(
      .line, "a line",
      "Segments from point to point that know their neighbours, so that nothing trips where they meet.",
      examples: [
        "[[0, 80], [100, 20], [200, 20], [300, 80]]",
        "{points: [[0, 0], [300, 0], [300, 300]], radius: 2, closed: true}",
      ],
      keys: [
        Key(
          "points", .list(.vector(.length), count: 2...1000), "In order.", required: true,
          alias: ["corners", "vertices"]),
        Key(
          "radius", .number(.length, .notNegative), "Half its thickness.", default: 0.0,
          alias: ["thickness", "width"]),
        Key(
          "closed", .flag, "Whether the last point is joined to the first.", default: false,
          alias: ["loop"]),
      ]),
  ]
}

extension Scene.Shape {
  /// What a square point weighs; nil where the shape's own mass is given.
  fileprivate var density: Double? {
    get { if case .density(let density) = mass { density } else { nil } }
    set { if let newValue { mass = .density(newValue) } }
  }
}
