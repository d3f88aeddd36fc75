extension Format {
  static let placementFields: [Field<Scene.Body>] = [
    Field(
      "kind", .words(of: Scene.Body.Kind.self),
      "`dynamic` falls and is pushed, `kinematic` is moved by animations, `static` stands.", \.kind,
      alias: ["type", "static", "dynamic", "kinematic", "fixed"]),
    Field(
      "at", .vector(.length), "Where it is.", \.position, isAlwaysWritten: true,
      alias: ["position", "pos", "x", "y"]),
    Field(
      "angle", .number(.angle), "How far it is turned, counter-clockwise.", \.angle, alias: ["rotation"]),
    Field("velocity", .vector(.speed), "How fast it starts.", \.velocity),
    Field(
      "angularVelocity", .number(.spin), "How fast it starts to turn.", \.angularVelocity, alias: ["spin"]),
  ]

  static let centerField = Field<Scene.Body>(
    "centerOfGravity", .vector(.length),
    "In the body's own coordinates; it turns about it. Left out: its origin where it has a `mass`, else the "
      + "centroid of its shapes.", \.centerOfGravity, alias: ["centreOfGravity", "centerOfMass"])

  static let appearanceFields: [Field<Scene.Body>] = [
    Field(
      "color", .color, "Multiplies the picture or the gradient, or fills the outlines.", \.appearance.color,
      alias: ["colour", "fill"]),
    Field("opacity", .number(.ratio, .part), "0 is unseen.", \.appearance.opacity, alias: ["alpha"]),
    Field(
      "scale", .scale(.ratio, .from(0, to: 1000)), "How much larger it is drawn; its shapes stay.",
      \.appearance.scale),
    Field(
      "glow", .number(.ratio, .part), "How brightly it shines on what is behind it: a halo in its color.",
      \.appearance.glow, alias: ["halo", "shine"]),
    Field(
      "fit", .words(of: TextureFit.self),
      """
      How its picture covers it. `stretch`: over its bounds; `slice`: both ends as they are, the middle \
      repeated along the longer side; `tile`: repeated in its own size, two pixels a point; `auto`: a \
      single long box as `slice`, all else as `stretch`.
      """,
      \.textureFit),
    Field(
      "shadow", .flag, "Whether it casts one. What has only sensors casts none.", \.castsShadow,
      alias: ["castsShadow"]),
  ]

  static let motionFields: [Field<Scene.Body>] = [
    Field("gravityScale", .number(.ratio), "Multiplies the world's gravity.", \.gravityScale),
    Field(
      "damping", .number(.ratio, .part),
      "The part of its velocity that is kept over a second; left out: the world's.", \.damping,
      alias: ["drag", "linearDamping"]),
    Field(
      "maxSpeed", .number(.speed, .positive),
      "No step moves it further, whatever pushed it. Left out: no limit.", \.maxSpeed),
    Field(
      "maxAngularSpeed", .number(.spin, .positive),
      "No step turns it further, whatever pushed it. Left out: no limit.", \.maxAngularSpeed,
      alias: ["maxSpin"]),
    Field(
      "bullet", .flag,
      "Keeps it from passing through walls that it is too fast for: it stops where it meets something on its "
        + "way. Others are looked for only where a step ends.",
      \.isBullet, alias: ["isBullet", "ccd", "continuous"]),
    Field(
      "asleep", .flag,
      "Starts asleep with all that touches it, until something else does; beside something kinematic it "
        + "stays awake. Wants `world.sleepAfter`, and no joint to anything kinematic.",
      \.isAsleep, alias: ["sleeping"]),
  ]

  static let bodyFields = placementFields + [centerField] + appearanceFields + styleFields + motionFields

  static let shatterFields: [Field<Scene.Shatter>] = [
    Field("pieces", .count(2...64), "How many cells it is cut into.", \.pieces),
    Field("seed", .count(0...Int(Int32.max)), "Another seed, other pieces.", \.seed),
  ]

  static let shatter = Section(
    .shatter, "shattering", examples: ["20000", "{at: 20000, pieces: 16, seed: 3}"],
    keys: [
      Key(
        "at", .number(.impulse, Bounds(min: 0, max: 1e15, isOpen: true)),
        "The impulse of a single touch from which on it does; what rests on it gives its weight times a "
          + "step, each step.", required: true, alias: ["impulse", "above"])
    ] + shatterFields.map(\.key))

  static let followFields: [Field<Scene.Follow>] = [
    Field(
      "frequency", .number(.rate, Bounds(min: 0, max: 1e4, isOpen: true)),
      "How fast it would swing without damping; at most a quarter of the steps per second.", \.frequency,
      unit: "Hz", isAlwaysWritten: true, alias: ["stiffness"]),
    Field(
      "damping", .number(.ratio, .from(0, to: 100)),
      "0 swings on, 1 comes to rest soonest without swinging over.", \.damping, alias: ["dampingRatio"]),
    Field(
      "maxForce", .number(.force, .from(0, to: 1e15)), "The most that it pulls with; left out: no limit.",
      \.maxForce),
    Field(
      "maxTorque", .number(.torque, .from(0, to: 1e15)), "The most that it turns with; left out: no limit.",
      \.maxTorque),
  ]

  static let follow = Section(
    .follow, "following",
    examples: ["4 Hz", "{frequency: 4 Hz, damping: 0.7, maxForce: 200000}"], keys: followFields.map(\.key))

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
        """
        The name of a picture: `crate` for crate.png, crate.jpg or crate.jpeg beside the scene, else among \
        Tumble's own, which are shown below. In a body with `repeat`, `#` stands for the number of each \
        copy: `\"photo-#\"` is photo-1, photo-2 and so on. `\"@landscape-1\"` to `\"@landscape-999\"` are \
        large pictures that Tumble draws itself. It covers the bounds of the outlines as `fit` says, and is \
        cut to them.
        """,
        alias: ["image", "picture", "sprite"]),
      gradientKey,
      Key(
        "outline", .record(.outline),
        "What its shapes were taken from, as `tumble outline` writes it; `validate` tells when that has "
          + "changed since."),
    ] + appearanceFields.map(\.key) + styleKeys + motionFields.map(\.key) + [
      Key(
        "shatter", .record(.shatter, short: "at"),
        "Falls to pieces at this impulse of a touch, or a mapping; only a dynamic body does.",
        alias: ["fracture"]),
      Key(
        "follow", .record(.follow, short: "frequency"),
        "Stays dynamic under animations, and is pulled to them by a spring: its frequency, or a mapping."),
    ]

  static let material = Section(
    .material, "a material", examples: ["{friction: 0.5, elasticity: 80 %}"],
    keys: surfaceFields.map(\.key))

  private static let rivals = [
    forms + ["shapes"], ["mass", "density"], ["collidesWith", "ignores"], ["texture", "gradient"],
  ]

  static let template = Section(
    .template, "a template", exclusive: rivals,
    examples: ["{box: [32, 32], mass: 100, texture: crate}"], keys: bodyKeys)

  static let body = Section(
    .body, "a body", exclusive: rivals,
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

  static let outline = Section(
    .outline, "an outline's origin", exclusive: [["picture", "text"]], oneOf: [["picture", "text"]],
    examples: ["{text: Tumble}"],
    keys: [
      Key("picture", .text, "The name of a picture, as `texture` has it."),
      Key("digest", .text, "What its bytes came to then."), Key("text", .text, "A text."),
    ])
}

// How a body's outlines are filled, edged and labeled.
extension Format {
  /// Keys of bodies that are single values.
  static let styleFields: [Field<Scene.Body>] = [
    Field(
      "skin", .words(of: Skin.self),
      "All that have the same and move are drawn as one: balls of `water`, `slime`, `sand` or `lava` that "
        + "are near to each other flow together, in their colors or the skin's own. They cast no shadow.",
      \.style.skin, alias: ["liquid"]),
    Field(
      "night", .color,
      "In place of `color` on the dark stage. Left out: it is the same by day and by night.", \.style.night),
    Field(
      "blend", .words(of: Blend.self),
      "`additive`: it is light, whose colors are added to what lies behind it; it casts no shadow. Seen on "
        + "the dark stage.", \.style.blend),
    Field(
      "cornerRadius", .number(.length, .notNegative),
      "Rounds the corners of its boxes and polygons inwards where they are drawn; its shapes stay.",
      \.style.cornerRadius, alias: ["rounded"]),
    Field(
      "layer", .count(-1000...1000),
      """
      Bodies of a higher layer lie in front of those of a lower one. Within a layer the file's order \
      counts, and static bodies lie behind the others. Joints, particles and fluids are in front of all \
      bodies.
      """,
      \.depth, alias: ["zPosition", "zIndex", "z"]),
  ]

  static let gradientKey = Key(
    "gradient", .record(.gradient, short: "colors"),
    "Colors that pass into each other in place of one, from the top down: `[red, orange]`, or a mapping. "
      + "They are multiplied by `color`, if that is given.")

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
      Key(
        "trail", .record(.trail, short: "length"),
        "A ribbon along the way that it came, which tapers and fades: how long that is, or a mapping.",
        alias: ["ribbon", "tail", "tracer"]),
    ] + styleFields.filter { $0.key.name == "layer" }.map(\.key)

  static let gradientFields: [Field<Gradient>] = [
    Field(
      "type", .words(of: Gradient.Kind.self), "`linear`: straight across; `radial`: from a center outwards.",
      \.kind, alias: ["kind"]),
    Field(
      "direction", .direction,
      "Where a linear one goes from its first color to its last, in the body's coordinates. It begins and "
        + "ends at the bounds of the outlines.", \.direction, alias: ["angle"]),
    Field(
      "center", .vector(.length),
      "Where a radial one begins, in the body's coordinates; left out: in the middle of the outlines' "
        + "bounds.", \.center, alias: ["centre", "at", "from"]),
    Field(
      "radius", .number(.length, .extent),
      "Where a radial one ends; left out: half of the longer side of the outlines' bounds.", \.radius),
  ]

  /// The keys of a gradient that only one of the other type has.
  static func gradientKeys(foreignTo kind: Gradient.Kind) -> [String] {
    kind == .linear ? ["center", "radius"] : ["direction"]
  }

  static let borderFields: [Field<BodyBorder>] = [
    Field(
      "width", .number(.length, .notNegative), "How wide it is; 0: neither a border nor a rim.", \.width),
    Field("color", .color, "Left out: a dark shade of what it lies on.", \.color, alias: ["colour"]),
  ]

  static let captionFields: [Field<Caption>] = [
    Field(
      "size", .number(.length, .from(0.001, to: 1e6)),
      "The height of its type; left out: as large as fits the outlines' bounds.", \.size,
      alias: ["fontSize"]),
    Field(
      "color", .color,
      "Left out: black or white, whichever is easier to read on the fill, and on a picture white with a dark "
        + "edge.", \.color, alias: ["colour"]),
    Field("upright", .flag, "Stays upright while the body turns.", \.isUpright, alias: ["isUpright"]),
    Field(
      "at", .vector(.length),
      "Where its middle is, from the middle of the outlines' bounds: in the body's coordinates, or along the "
        + "world's axes where it stays upright.", \.offset, alias: ["offset", "center"]),
  ]

  static let trailFields: [Field<Trail>] = [
    Field(
      "length", .number(.time, Bounds(min: 0, max: Trail.longest, isOpen: true), words: ["forever"]),
      "The time in which it came that way; `forever`: all of its way, which then neither tapers nor fades.",
      \.length, unit: "s", alias: ["duration", "time"]),
    Field(
      "width", .number(.length, .notNegative),
      "How wide it is at the body; left out: half of the shorter side of its outlines' bounds.", \.width),
    Field(
      "color", .color, "Left out: the body's own. On dark paper it is light that adds up.", \.color,
      alias: ["colour"]),
  ]

  static let lookSections = [
    Section(
      .gradient, "a gradient",
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
    Section(.border, "a border", examples: ["2", "{width: 3, color: white}"], keys: borderFields.map(\.key)),
    Section(
      .caption, "a caption",
      examples: ["Start", "{text: \"10 kg\", size: 9, color: \"#264653\", upright: true, at: [0, 14]}"],
      keys: [
        Key(
          "text", .lines, "`\\n` in quotation marks begins another line.", required: true,
          alias: ["string", "label"])
      ] + captionFields.map(\.key)),
    Section(
      .trail, "a trail", examples: ["2 s", "{length: 500 ms, width: 8, color: \"#7fd7ff\"}", "forever"],
      keys: trailFields.map(\.key)),
  ]
}

extension Gradient.Kind: FormatValue {}
extension Skin: FormatValue {}

extension Scene.Body: FormatObject { static var unwritten: Self { Self(id: "") } }
extension Scene.Shatter: FormatObject { static var unwritten: Self { Self(impulse: 0) } }
extension Scene.Follow: FormatObject { static var unwritten: Self { Self() } }
extension Gradient: FormatObject { static var unwritten: Self { Self(stops: []) } }
extension BodyBorder: FormatObject { static var unwritten: Self { Self(width: 1) } }
extension Caption: FormatObject { static var unwritten: Self { Self("") } }
extension Trail: FormatObject { static var unwritten: Self { Self() } }
