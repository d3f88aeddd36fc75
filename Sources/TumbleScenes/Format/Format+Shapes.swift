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

  static let massField = Field<Scene.Shape>(
    "mass", .number(.mass, .notNegative), "What the shape weighs, where the body has no mass of its own.",
    \.ownMass, of: plainShape)

  /// What a shape meets. They are no fields: their values are names, of which the scene's lists give bits.
  static let filterKeys = [
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

  /// Keys of bodies and shapes beside the surface.
  static let meeting =
    [
      Key("material", .reference("material"), "The name of a material, whose keys then need not be given."),
      sensorField.key,
    ] + filterKeys

  /// Those that give an outline; a shape has one of them.
  static let formKeys = [BoxForm.key, CircleForm.key, SegmentForm.key, PolygonForm.key, LineForm.key]
  static let forms = formKeys.map(\.name)

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
      ] + formKeys + meeting + surfaceFields.map(\.key) + [massField.key]),
    BoxForm.section, CircleForm.section, SegmentForm.section, PolygonForm.section, LineForm.section,
  ]
}

extension Scene.Shape {
  /// The mass of a square point, in kilograms; nil where the shape's own mass is given.
  public var density: Double? {
    get { if case .density(let density) = mass { density } else { nil } }
    set { if let newValue { mass = .density(newValue) } }
  }

  /// The mass of the whole, in kilograms; nil where its density is given.
  public var ownMass: Double? {
    get { if case .mass(let mass) = mass { mass } else { nil } }
    set { if let newValue { mass = .mass(newValue) } }
  }
}
