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
  private static let meeting = [
    Key("material", .reference("material"), "The name of a material, whose keys then need not be given."),
    sensorField.key,
    Key("group", .id, "Shapes of a group do not meet each other.", alias: ["filterGroup"]),
    Key(
      "categories", .list(.reference("category"), count: 0...32, orOne: true),
      "What kinds the shape is of; left out: all.", alias: ["category", "layer", "layers"]),
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

  private static let plainBody = Scene.Body(id: "")

  static let placementFields: [Field<Scene.Body>] = [
    Field(
      "kind", .word(Scene.Body.Kind.allCases.map(\.rawValue)),
      "`dynamic` falls and is pushed, `kinematic` is moved by animations, `static` stands.", \.kind,
      of: plainBody, alias: ["type", "static", "dynamic", "kinematic", "fixed"]),
    Field(
      "at", .vector(.length), "Where it is.", \.position, of: plainBody, isAlwaysWritten: true,
      alias: ["position", "pos", "x", "y"]),
    Field(
      "angle", .number(.angle), "How far it is turned, counter-clockwise.", \.angle, of: plainBody,
      alias: ["rotation"]),
    Field("velocity", .vector(.speed), "How fast it starts.", \.velocity, of: plainBody),
    Field(
      "angularVelocity", .number(.spin), "How fast it starts to turn.", \.angularVelocity, of: plainBody,
      alias: ["spin"]),
  ]

  static let centerField = Field<Scene.Body>(
    "centerOfGravity", .vector(.length), "In the body's own coordinates.", \.centerOfGravity, of: plainBody,
    alias: ["centreOfGravity", "centerOfMass"])

  static let appearanceFields: [Field<Scene.Body>] = [
    Field(
      "color", .color, "Multiplies the picture, or fills the outlines.", \.appearance.color, of: plainBody,
      alias: ["colour", "fill"]),
    Field(
      "opacity", .number(.ratio, .part), "0 is unseen.", \.appearance.opacity, of: plainBody,
      alias: ["alpha"]),
    Field(
      "scale", .scale(.ratio, .from(0, to: 1000)), "How much larger it is drawn; its shapes stay.",
      \.appearance.scale, of: plainBody),
    Field(
      "fit", .word(TextureFit.allCases.map(\.rawValue)),
      "How its picture covers it. `stretch`: over its bounds; `slice`: both ends as they are, the middle repeated along the longer side; `tile`: repeated in its own size, two pixels a point; `auto`: a single long box as `slice`, all else as `stretch`.",
      \.textureFit, of: plainBody),
    Field(
      "shadow", .flag, "Whether it casts one. What has only sensors casts none.", \.castsShadow,
      of: plainBody, alias: ["castsShadow"]),
  ]

  static let motionFields: [Field<Scene.Body>] = [
    Field(
      "gravityScale", .number(.ratio), "Multiplies the world's gravity.", \.gravityScale, of: plainBody),
    Field(
      "damping", .number(.ratio, .part),
      "The part of its velocity that is kept over a second; left out: the world's.", \.damping, of: plainBody,
      alias: ["drag", "linearDamping"]),
    Field("maxSpeed", .number(.speed, .positive), "Left out: no limit.", \.maxSpeed, of: plainBody),
    Field(
      "maxAngularSpeed", .number(.spin, .positive), "Left out: no limit.", \.maxAngularSpeed, of: plainBody,
      alias: ["maxSpin"]),
    Field(
      "bullet", .flag,
      "Keeps it from passing through walls that it is too fast for: it stops where it meets something on its way. Others are looked for only where a step ends.",
      \.isBullet, of: plainBody, alias: ["isBullet", "ccd", "continuous"]),
    Field(
      "asleep", .flag,
      "Starts asleep with all that touches it, until something else does; beside something kinematic it stays awake. Wants `world.sleepAfter`, and no joint to anything kinematic.",
      \.isAsleep, of: plainBody, alias: ["sleeping"]),
  ]

  static let bodyFields = placementFields + [centerField] + appearanceFields + motionFields

  static let shatterFields: [Field<Scene.Shatter>] = [
    Field(
      "pieces", .count(2...64), "How many cells it is cut into.", \.pieces, of: Scene.Shatter(impulse: 0)),
    Field(
      "seed", .count(0...Int(Int32.max)), "Another seed, other pieces.", \.seed, of: Scene.Shatter(impulse: 0)
    ),
  ]

  static let shatter = Section(
    .shatter, "shattering",
    "Cuts a body that is hit into cells about random places (of Voronoi), which keep its mass and its motion. Its joints go with it.",
    examples: ["20000", "{at: 20000, pieces: 16, seed: 3}"],
    keys: [
      Key(
        "at", .number(.impulse, Bounds(min: 0, max: 1e15, isOpen: true)),
        "The impulse of a single touch from which on it does; what rests on it gives its weight times a step, each step.",
        required: true, alias: ["impulse", "above"])
    ] + shatterFields.map(\.key))

  private static let bodyKeys: [Key] =
    placementFields.map(\.key) + [
      Key(
        "mass", .number(.mass, .mass), "What the body weighs; left out: what its shapes weigh.",
        alias: ["weight"]),
      Key(
        "moment", .number(.moment, Bounds(min: 1e-15, max: 1e15), words: ["infinite"]),
        "How hard it is to turn, where `mass` is given; left out: by its shapes. `infinite`: it never turns.",
        alias: ["inertia", "momentOfInertia", "fixedRotation"]),
      centerField.key,
      Key(
        "shapes", .list(.record(.shape), count: 0...1000),
        "Its outlines; or one of the next keys for a single one."),
    ] + formKeys + meeting + surfaceFields.map(\.key) + [
      Key(
        "texture", .text,
        "The name of a picture: `crate` for crate.png, crate.jpg or crate.jpeg beside the scene, else among Tumble's own, which are shown below. In a body with `repeat`, `#` stands for the number of each copy: `\"photo-#\"` is photo-1, photo-2 and so on. `\"@landscape-1\"` to `\"@landscape-999\"` are large pictures that Tumble draws itself. It covers the bounds of the outlines as `fit` says, and is cut to them.",
        alias: ["image", "picture", "sprite"]),
      Key(
        "outline", .record(.outline),
        "What its shapes were taken from, as `tumble outline` writes it; `validate` tells when that has changed since."
      ),
    ] + appearanceFields.map(\.key) + motionFields.map(\.key) + [
      Key(
        "shatter", .record(.shatter, short: "at"),
        "Falls to pieces at this impulse of a touch, or a mapping; only a dynamic body does.",
        alias: ["fracture"])
    ]

  static let material = Section(
    .material, "a material", "A surface by name.", examples: ["{friction: 0.5, elasticity: 80 %}"],
    keys: surfaceFields.map(\.key))

  static let template = Section(
    .template, "a template",
    "The keys that several bodies share. What a body says itself counts more.",
    exclusive: [forms + ["shapes"], ["mass", "density"], ["collidesWith", "ignores"]],
    examples: ["{box: [32, 32], mass: 100, texture: crate}"], keys: bodyKeys)

  static let body = Section(
    .body, "a body",
    """
    Something that is somewhere. Its surface keys (`friction`, …), filters and `material` count for all of its shapes that do
    not have their own.
    """,
    exclusive: [forms + ["shapes"], ["mass", "density"], ["collidesWith", "ignores"]],
    examples: [
      "{id: crate1, at: [16, 284], box: [32, 32], mass: 100, texture: crate}",
      "{id: walls, kind: static, shapes: [{segment: {from: [0, 0], to: [300, 0], radius: 1}}]}",
      "{id: tower, at: [150, 16], box: [30, 30], repeat: {stack: {count: 10, spacing: 30}}}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key("template", .reference("template"), "The name of a template, whose keys then need not be given."),
      Key("repeat", .record(.repeat), "Makes many of it: `tower-1`, `tower-2`, …."),
    ] + bodyKeys)

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

  private static let repeaters = [
    "grid", "stack", "pyramid", "ring", "scatter", "along", "rope", "chain", "cloth", "blob",
  ]

  /// Those that make no joints.
  static let placeRepeaters = [
    Key("grid", .record(.grid), "Rows and columns.", alias: ["matrix"]),
    Key("stack", .record(.stack, short: "count"), "One upon the other.", alias: ["tower", "column"]),
    Key(
      "pyramid", .record(.pyramid, short: "rows"), "Rows that get shorter upwards.", alias: ["triangle"]),
    Key("ring", .record(.ring), "Round a circle.", alias: ["circle"]),
    Key("scatter", .record(.scatter), "Anywhere in an area, the same each time.", alias: ["random"]),
    Key("along", .record(.along), "Evenly along a path.", alias: ["path"]),
  ]

  static let outline = Section(
    .outline, "an outline's origin", "It changes nothing of the body.",
    exclusive: [["picture", "text"]], oneOf: [["picture", "text"]],
    examples: ["{text: Tumble}"],
    keys: [
      Key("picture", .text, "The name of a picture, as `texture` has it."),
      Key("digest", .text, "What its bytes came to then."),
      Key("text", .text, "A text."),
    ])

  static let repeatSections = [
    Section(
      .repeat, "a repeater",
      """
      Makes many bodies of one: `ID-1`, `ID-2`, … in the order given below. The body's `at` is where the whole stands. `rope`, `chain`,
      `cloth` and `blob` make joints too, `ID-link-1`, `ID-link-2`, …, which come before those that the scene lists.
      """,
      exclusive: [repeaters], oneOf: [repeaters],
      examples: ["{grid: {columns: 10, rows: 4, spacing: 34}}", "{pyramid: {rows: 20, spacing: [33, 32]}}"],
      keys: placeRepeaters + [
        Key("rope", .record(.rope), "Links end to end, held by pivots.", alias: ["string", "cable"]),
        Key("chain", .record(.chain), "Links that hang loosely in each other."),
        Key("cloth", .record(.cloth), "A net of pieces.", alias: ["net", "fabric"]),
        Key("blob", .record(.blob), "A soft round body.", alias: ["jelly", "soft"]),
      ]),
    Section(
      .grid, "a grid", "From left to right, row upon row. `at` is the place of the first, at the lower left.",
      examples: ["{columns: 10, rows: 4, spacing: 34}"],
      keys: [
        Key(
          "columns", .count(1...10_000), "How many side by side.", required: true, alias: ["cols", "count"]),
        Key("rows", .count(1...10_000), "How many upon each other.", default: 1),
        Key(
          "spacing", .scale(.length, .any), "From one to the next.", required: true, alias: ["gap", "step"]),
      ]),
    Section(
      .stack, "a stack", "Upwards. `at` is the place of the lowest.", examples: ["{count: 10, spacing: 32}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key(
          "spacing", .number(.length), "From one to the next; left out: the height of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .pyramid, "a pyramid", "From the bottom row up, left to right. `at` is the middle of the bottom row.",
      examples: ["20", "{rows: 20, spacing: [33, 32]}"],
      keys: [
        Key(
          "rows", .count(1...400), "How many upon each other, and side by side in the lowest.", required: true
        ),
        Key(
          "spacing", .scale(.length, .any), "From one to the next; left out: the size of its shapes.",
          alias: ["gap", "step"]),
      ]),
    Section(
      .ring, "a ring", "Counter-clockwise from the right. `at` is the middle.",
      examples: ["{count: 12, radius: 100, turn: true}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key("radius", .number(.length, .extent), "How far from the middle.", required: true),
        Key("turn", .flag, "Whether each is turned with its place.", default: false, alias: ["rotate"]),
      ]),
    Section(
      .scatter, "a scatter",
      "At random places, drawn again from the seed each time, so always the same. `at` is the lower left of the area.",
      examples: ["{count: 50, area: [280, 100], seed: 7, gap: 12}"],
      keys: [
        Key("count", .count(1...10_000), "How many.", required: true),
        Key("area", .vector(.length, .extent), "Width and height.", required: true, alias: ["size"]),
        Key("seed", .count(0...Int(Int32.max)), "Another seed, other places.", default: 1),
        Key(
          "gap", .number(.length, .notNegative), "How far apart they are at least.", default: 0.0,
          alias: ["spacing", "distance"]),
        Key("turn", .flag, "Whether each is turned at random.", default: false, alias: ["rotate"]),
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
