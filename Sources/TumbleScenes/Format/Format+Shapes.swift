extension Format {
  /// The keys of a shape's surface: of materials, bodies (for all their shapes) and shapes.
  static let surfaceFields: [Field<Scene.Shape>] = [
    Field("friction", .number(.ratio, .notNegative), "Multiplied with that of the other shape.", \.friction),
    Field(
      "elasticity", .number(.ratio, .notNegative),
      "How much of a bounce is kept; multiplied with that of the other shape.", \.elasticity,
      alias: ["restitution", "bounce", "bounciness"]),
    Field(
      "surfaceVelocity", .vector(.speed),
      "As that of a conveyor's belt, in the world's directions, however the body is turned.",
      \.surfaceVelocity),
    Field("density", .number(.density, Bounds(min: 1e-15)), "What a square point weighs.", \.density),
    Field(
      "impact", .words(of: Impact.self),
      "What flies off where it is hit, the more the harder: looks alone. Left out: what the material says, "
        + "or nothing. What changes the speed of neither body by 80 points per second shows nothing.",
      \.impact, alias: ["particles", "effect"]),
  ]

  static let sensorField = Field<Scene.Shape>(
    "sensor", .flag, "Tells that something is there, and pushes nothing.", \.isSensor,
    alias: ["isSensor", "trigger"])

  static let massField = Field<Scene.Shape>(
    "mass", .number(.mass, .notNegative), "What the shape weighs, where the body has no mass of its own.",
    \.ownMass)

  /// The keys of what a shape meets. They are no fields: their values are names, of which the scene's lists
  /// give bits.
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

  /// The keys that give an outline; a shape has one of them.
  static let formKeys = [BoxForm.key, CircleForm.key, SegmentForm.key, PolygonForm.key, LineForm.key]
  static let forms = formKeys.map(\.name)

  static let shapeSections = [
    Section(
      .shape, "a shape",
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

extension Scene.Shape: FormatObject {
  static var unwritten: Self { Self(.circle(center: .zero, radius: 1)) }

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

/// A form of a shape as a file says it. Its keys are bound to its properties once, by its fields: the reader,
/// the writer, the schema and the reference all go by them.
///
/// It is not what a shape has: a turned box becomes a polygon, and a line several segments.
protocol WrittenForm: FormatObject {
  /// The key of a body or a shape that gives it: a mapping of its fields, or the value of one of them alone.
  static var key: Key { get }
  static var section: Section { get }
  static var fields: [Field<Self>] { get }
  init()
}

extension WrittenForm {
  static var unwritten: Self { Self() }
  init(_ record: Record) { self = Self.fields.object(record) }

  /// The key of the form and the shortest value that says all of it.
  var written: (String, FormatNode) {
    let mapping = Self.fields.write(self)
    if case .record(_, short: .some(let short)) = Self.key.type, mapping.count == 1, mapping[0].0 == short {
      return (Self.key.name, mapping[0].1)
    }
    return (Self.key.name, .mapping(mapping))
  }
}

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
      "size", .vector(.length, .extent), "Width and height.", \.size, isRequired: true,
      alias: ["width", "height", "w", "h"]),
    Field("center", .vector(.length), "Where its middle is.", \.center, alias: ["at", "centre", "offset"]),
    Field("angle", .number(.angle), "How far it is turned.", \.angle, alias: ["rotation"]),
    Field(
      "radius", .number(.length, .notNegative),
      "Rounds the corners outwards. Circles meet rounded corners wrongly: leave it at 0 where there are any.",
      \.radius),
  ]

  static let section = Section(
    .box, "a box",
    examples: ["[32, 32]", "{size: [64, 16], center: [0, 24], angle: 30 deg}"], keys: fields.map(\.key))
}

/// A disc as a file says it.
struct CircleForm: WrittenForm {
  var radius: Double?
  var center = Vector.zero

  static let key = Key(
    "circle", .record(.circle, short: "radius"), "A disc: its radius, or a mapping.", alias: ["ball", "disc"])

  static let fields: [Field<CircleForm>] = [
    Field(
      "radius", .number(.length, .extent), "In points.", \.radius, isRequired: true, alias: ["r", "size"]),
    Field("center", .vector(.length), "Where its middle is.", \.center, alias: ["at", "centre", "offset"]),
  ]

  static let section = Section(
    .circle, "a circle", examples: ["16", "{radius: 16, center: [0, 8]}"], keys: fields.map(\.key))
}

/// A straight line with round ends as a file says it.
struct SegmentForm: WrittenForm {
  var from: Vector?
  var to: Vector?
  var radius = 0.0
  var before: Vector?
  var after: Vector?

  static let key = Key("segment", .record(.segment), "A straight line with round ends.")

  static let fields: [Field<SegmentForm>] = [
    Field("from", .vector(.length), "One end.", \.from, isRequired: true, alias: ["a", "start"]),
    Field("to", .vector(.length), "The other end.", \.to, isRequired: true, alias: ["b", "end"]),
    Field(
      "radius", .number(.length, .notNegative), "Half its thickness.", \.radius,
      alias: ["thickness", "width"]),
    Field(
      "before", .vector(.length),
      "Where the segment before this one starts, so that nothing trips where they meet.", \.before),
    Field("after", .vector(.length), "Where the segment after this one ends.", \.after),
  ]

  static let section = Section(
    .segment, "a segment",
    examples: ["{from: [0, 0], to: [300, 0], radius: 1}"], keys: fields.map(\.key))
}

/// An outline as a file says it.
struct PolygonForm: WrittenForm {
  var corners: [Vector]?
  var radius = 0.0

  static let key = Key(
    "polygon", .record(.polygon, short: "corners"), "An outline: `[[x, y], …]`, or a mapping.")

  static let fields: [Field<PolygonForm>] = [
    Field(
      "corners", .list(.vector(.length), count: 3...256), "In either direction.", \.corners, isRequired: true,
      alias: ["points", "vertices"]),
    Field("radius", .number(.length, .notNegative), "Rounds the corners outwards; see `box`.", \.radius),
  ]

  static let section = Section(
    .polygon, "a polygon",
    examples: [
      "[[0, 20], [-20, -15], [20, -15]]", "{corners: [[0, 20], [-20, -15], [20, -15]], radius: 1}",
    ], keys: fields.map(\.key))
}

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
      "points", .list(.vector(.length), count: 2...1000), "In order.", \.points,
      isRequired: true, alias: ["corners", "vertices"]),
    Field(
      "radius", .number(.length, .notNegative), "Half its thickness.", \.radius,
      alias: ["thickness", "width"]),
    Field("closed", .flag, "Whether the last point is joined to the first.", \.isClosed, alias: ["loop"]),
  ]

  static let section = Section(
    .line, "a line",
    examples: [
      "[[0, 80], [100, 20], [200, 20], [300, 80]]",
      "{points: [[0, 0], [300, 0], [300, 300]], radius: 2, closed: true}",
    ], keys: fields.map(\.key))
}
