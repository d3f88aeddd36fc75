import TumbleGeometry

extension Format {
  private static let plainBody = Scene.Body(id: "")

  static let placementFields: [Field<Scene.Body>] = [
    Field(
      "kind", .words(of: Scene.Body.Kind.self),
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
    "centerOfGravity", .vector(.length),
    "In the body's own coordinates; it turns about it. Left out: its origin where it has a `mass`, else the centroid of its shapes.",
    \.centerOfGravity, of: plainBody,
    alias: ["centreOfGravity", "centerOfMass"])

  static let appearanceFields: [Field<Scene.Body>] = [
    Field(
      "color", .color, "Multiplies the picture or the gradient, or fills the outlines.", \.appearance.color,
      of: plainBody,
      alias: ["colour", "fill"]),
    Field(
      "opacity", .number(.ratio, .part), "0 is unseen.", \.appearance.opacity, of: plainBody,
      alias: ["alpha"]),
    Field(
      "scale", .scale(.ratio, .from(0, to: 1000)), "How much larger it is drawn; its shapes stay.",
      \.appearance.scale, of: plainBody),
    Field(
      "glow", .number(.ratio, .part), "How brightly it shines on what is behind it: a halo in its color.",
      \.appearance.glow, of: plainBody, alias: ["halo", "shine"]),
    Field(
      "fit", .words(of: TextureFit.self),
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
    Field(
      "maxSpeed", .number(.speed, .positive),
      "No step moves it further, whatever pushed it. Left out: no limit.", \.maxSpeed, of: plainBody),
    Field(
      "maxAngularSpeed", .number(.spin, .positive),
      "No step turns it further, whatever pushed it. Left out: no limit.", \.maxAngularSpeed, of: plainBody,
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

  static let bodyFields =
    placementFields + [centerField] + appearanceFields + styleFields + motionFields

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
      gradientKey,
      Key(
        "outline", .record(.outline),
        "What its shapes were taken from, as `tumble outline` writes it; `validate` tells when that has changed since."
      ),
    ] + appearanceFields.map(\.key) + styleKeys + motionFields.map(\.key) + [
      Key(
        "shatter", .record(.shatter, short: "at"),
        "Falls to pieces at this impulse of a touch, or a mapping; only a dynamic body does.",
        alias: ["fracture"])
    ]

  static let material = Section(
    .material, "a material", "A surface by name.", examples: ["{friction: 0.5, elasticity: 80 %}"],
    keys: surfaceFields.map(\.key))

  private static let rivals = [
    forms + ["shapes"], ["mass", "density"], ["collidesWith", "ignores"], ["texture", "gradient"],
  ]

  static let template = Section(
    .template, "a template",
    "The keys that several bodies share. What a body says itself counts more.",
    exclusive: rivals,
    examples: ["{box: [32, 32], mass: 100, texture: crate}"], keys: bodyKeys)

  static let body = Section(
    .body, "a body",
    """
    Something that is somewhere. Its surface keys (`friction`, …), filters and `material` count for all of its shapes that do
    not have their own.
    """,
    exclusive: rivals,
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
    .outline, "an outline's origin", "It changes nothing of the body.",
    exclusive: [["picture", "text"]], oneOf: [["picture", "text"]],
    examples: ["{text: Tumble}"],
    keys: [
      Key("picture", .text, "The name of a picture, as `texture` has it."),
      Key("digest", .text, "What its bytes came to then."),
      Key("text", .text, "A text."),
    ])
}
