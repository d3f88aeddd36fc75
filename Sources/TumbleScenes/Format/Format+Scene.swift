extension Format {
  static let scene = Section(
    .scene, "a scene",
    examples: [
      """
      tumble: 1
      title: A ball on a lift
      note: The lift goes up and down; the ball bounces on it.
      view: {size: [300, 300]}
      world: {gravity: [0, -1000], rate: 120 Hz}
      bodies:
        - id: walls
          kind: static
          line: {points: [[0, 0], [300, 0], [300, 300], [0, 300]], radius: 2, closed: true}
        - {id: lift, kind: kinematic, at: [150, 40], box: [120, 8], friction: 1}
        - {id: ball, at: [150, 200], circle: 16, mass: 2 kg, elasticity: 80 %, texture: ball}
      animations:
        - id: ride
          of: lift.position
          type: keyframe
          values: [[150, 40], [150, 200], [150, 40]]
          timing: ease-in-out
          duration: 6 s
          repeat: forever
      graph:
        - {title: Height, channels: [ball.y]}
      """
    ],
    keys: [
      Key("tumble", .count(1...version), "The version of the format.", required: true, alias: ["version"]),
      Key("title", .text, "The scene's name for people.", default: "", alias: ["name"]),
      Key("note", .text, "What to watch for, and what to try.", default: "", alias: ["description"]),
      Key(
        "include", .list(.record(.include, short: "file"), count: 1...64, orOne: true),
        "Files whose bodies, joints, templates and so on come before the scene's own."),
      Key(
        "variables", .names(.arithmetic),
        "Numbers by name, for arithmetic in this file and in those that include it.",
        alias: ["vars", "constants", "parameters"]),
      Key("view", .record(.view), "The part of the world that is shown."),
      Key("camera", .record(.camera), "What moves the view as the scene runs: looks alone."),
      Key("world", .record(.world), "What holds for the whole world.", alias: ["space", "physics"]),
      Key("materials", .names(.record(.material)), "Surfaces by name, for bodies and shapes to refer to."),
      Key(
        "categories", .list(.id, count: 0...32),
        "Names for kinds of shapes, at most 32; filters speak of them.", default: NoEntries()),
      Key("templates", .names(.record(.template)), "Bodies by name, for bodies to start from."),
      Key(
        "bodies", .list(.record(.body), count: 0...100_000),
        "What there is; the order of the file is the order in the world.", default: NoEntries(),
        alias: ["objects", "entities"]),
      Key(
        "joints", .list(.record(.joint), count: 0...100_000), "What holds bodies together.",
        default: NoEntries(), alias: ["constraints"]),
      Key(
        "rules", .list(.record(.rule), count: 0...1000), "What holds when certain bodies meet.",
        default: NoEntries(), alias: ["collisions"]),
      Key(
        "fields", .list(.record(.field), count: 0...1000),
        "What acts on bodies from a distance: wind, the pull of a planet.",
        default: NoEntries(), alias: ["forces"]),
      Key(
        "fluids", .list(.record(.fluid), count: 0...100), "What bodies float in.", default: NoEntries(),
        alias: ["water", "liquids"]),
      Key(
        "emitters", .list(.record(.emitter), count: 0...100), "Sparks, smoke, rain: looks alone.",
        default: NoEntries()),
      Key(
        "scenery", .list(.record(.scenery), count: 0...10_000),
        "Static pictures behind or in front of the bodies: looks alone.", default: NoEntries(),
        alias: ["decorations", "background", "tiles"]),
      Key(
        "when", .list(.record(.trigger), count: 0...1000), "What happens when something happens.",
        default: NoEntries(), alias: ["triggers", "events", "on"]),
      Key(
        "keys", .list(.record(.input), count: 0...100), "What a person drives with keys or a gamepad.",
        default: NoEntries(), alias: ["inputs"]),
      Key(
        "pointer", .list(.record(.pointer), count: 0...20, orOne: true),
        "What a person drives with the mouse.", default: NoEntries(), alias: ["mouse"]),
      Key(
        "controls", .list(.record(.control), count: 0...Scene.Control.maxControls),
        "Sliders, switches and choices for people, over properties of the scene.", default: NoEntries(),
        alias: ["sliders", "panel"]),
      Key(
        "set", .names(.arithmetic),
        "What controls are set to as the scene starts, by their ids, as `--set` says it; a recording keeps "
          + "it here."),
      Key(
        "layers", .list(.record(.layer), count: 0...100), "Times that animations share.", default: NoEntries()
      ),
      Key(
        "animations", .list(.record(.animation), count: 0...100_000), "What moves by the clock.",
        default: NoEntries()),
      Key(
        "graph", .list(.record(.graph), count: 0...32), "The numbers to plot while the scene runs.",
        default: NoEntries(), alias: ["graphs", "plots"]),
      Key(
        "expect", .list(.record(.expectation), count: 0...1000),
        "What a run must show; `tumble test` checks it, and nothing else depends on it.",
        default: NoEntries(), alias: ["expectations", "expects", "tests", "assert", "assertions"]),
      Key(
        "included", .list(.record(.included), count: 1...64),
        "The included files themselves, as a recording brings them along: they are then not looked for."),
    ])

  static let includeSections = [
    Section(
      .include, "an include", examples: ["parts/wheel.yaml", "{file: parts/wheel.yaml}"],
      keys: [
        Key(
          "file", .text, "Its path from this file, within the folder of the scene: `parts/wheel.yaml`.",
          required: true, alias: ["path"])
      ]),
    Section(
      .included, "an included file",
      examples: ["{file: parts/wheel.yaml, content: \"tumble: 1\\nbodies: [{id: hub, circle: 4}]\\n\"}"],
      keys: [
        Key("file", .text, "Its path from the scene's folder.", required: true),
        Key("content", .text, "All of its text.", required: true),
      ]),
  ]

  static let view = Section(
    .view, "the view",
    examples: ["{size: [300, 300]}", "{origin: [-200, 0], size: [400, 300], background: \"#10131a\"}"],
    keys: viewFields.map(\.key))

  static let viewFields: [Field<Scene.View>] = [
    Field("origin", .vector(.length), "The lower left corner.", \.origin),
    Field(
      "size", .vector(.length, .from(1, to: 100_000)), "Width and height.", \.size, isAlwaysWritten: true),
    Field("background", .color, "The color behind everything; left out: the theme's own.", \.background),
    Field("shadows", .flag, "Whether bodies cast shadows.", \.hasShadows),
    Field(
      "sky", .flag,
      "Whether what is behind the bodies is sky, landscape or space: shadows fall on static bodies alone, "
        + "and what glows lights those alone.", \.hasSky),
    Field(
      "poster", .number(.time, .from(0, to: 3600)),
      "The moment that a snapshot, the small picture in the list of scenes and a page at rest show; left "
        + "out: the start.", \.poster),
  ]

  static let camera = Section(
    .camera, "the camera",
    examples: ["{follow: ball, lag: 300 ms, zoom: 2}", "{follow: [left, right], staysInView: true}"],
    keys: [
      Key(
        "follow", .list(.reference("body"), count: 1...100, orOne: true),
        "The bodies in whose middle it stands; left out: it stands in the middle of the view.")
    ] + cameraFields.map(\.key))

  static let cameraFields: [Field<Scene.Camera>] = [
    Field(
      "lag", .number(.time, .from(0, to: 60)),
      "How long it takes to make up 63 % of its distance from what it follows.", \.lag),
    Field(
      "offset", .vector(.length),
      "How far the picture's middle is from what it follows, or from the middle of the view.", \.offset),
    Field(
      "zoom", .number(.ratio, .from(Scene.Camera.zooms.lowerBound, to: Scene.Camera.zooms.upperBound)),
      "The magnification: 1 shows as much as the view is large.", \.zoom),
    Field("shake", .number(.length, .notNegative), "How far the picture trembles.", \.shake),
    Field("staysInView", .flag, "`true`: it shows nothing outside the view.", \.staysInView),
  ]

  static let world = Section(
    .world, "the world",
    examples: [
      "{gravity: [0, -1000], rate: 120 Hz, iterations: 10}",
      "{pointsPerMeter: 100, gravity: [0, -9.8 m/s^2], damping: 90 %, sleepAfter: 500 ms}",
    ],
    keys: worldFields.map(\.key) + [
      Key(
        "spatialHash", .record(.spatialHash),
        "Finds shapes by a grid in place of the tree: faster only where thousands have much the same size."),
      pointsPerMeterField.key,
    ])

  static let pointsPerMeterField = Field<Scene.World>(
    "pointsPerMeter", .number(.number, .from(1e-6, to: 1e6)),
    "How many points make a metre; must be given where units with metres are used.", \.pointsPerMeter,
    alias: ["scale"])

  static let worldFields: [Field<Scene.World>] = [
    Field("gravity", .vector(.acceleration), "What pulls everything.", \.gravity, isAlwaysWritten: true),
    Field(
      "rate", .number(.rate, .from(1, to: 10_000)), "Steps per second, a whole number.", \.rate,
      unit: "Hz", isAlwaysWritten: true, alias: ["fps", "hertz", "step", "timestep"]),
    Field(
      "iterations", .count(1...1000),
      "How often a step goes over contacts and joints: more is stiffer, and slower.", \.iterations,
      isAlwaysWritten: true),
    Field(
      "damping", .number(.ratio, .part), "The part of its velocity that a body keeps over a second.",
      \.damping, alias: ["drag"]),
    Field(
      "sleepAfter", .number(.time, .positive), "Rest after which bodies fall asleep; left out: never.",
      \.sleepAfter, alias: ["sleepTime", "sleepTimeThreshold"]),
    Field(
      "restSpeed", .number(.speed, .notNegative),
      "The speed below which a body rests; left out: judged by gravity.", \.restSpeed, alias: ["idleSpeed"]),
    Field(
      "collisionSlop", .number(.length, .from(0, to: 1000)),
      "How deep shapes may overlap without being pushed apart.", \.collisionSlop),
    Field(
      "collisionBias", .number(.ratio, .part),
      "The part of an overlap that is left after a second; left out: 0.9 to the power of 60.",
      \.collisionBias),
    Field(
      "collisionPersistence", .count(1...1000), "Steps for which a contact is remembered after it ended.",
      \.collisionPersistence),
  ]

  static let spatialHash = Section(
    .spatialHash, "the spatial hash", examples: ["{cell: 12, count: 10000}"],
    keys: [
      Key(
        "cell", .number(.length, .from(1, to: 1e6)), "The side of a cell: about the size of a shape.",
        required: true),
      Key("count", .count(1...10_000_000), "About ten times the number of shapes.", required: true),
    ])

  static let rule = Section(
    .rule, "a rule",
    exclusive: [
      ["ignore", "oneWay", "sticky", "friction"], ["ignore", "oneWay", "sticky", "elasticity"],
      ["ignore", "oneWay", "sticky", "surfaceVelocity"],
    ],
    oneOf: [["ignore", "oneWay", "sticky", "friction", "elasticity", "surfaceVelocity"]],
    examples: [
      "{between: [ball, platform], oneWay: up}", "{between: [ball, [left, right]], ignore: true}",
      "{between: [ball, anything], elasticity: 1}", "{between: [ball, left], sticky: 3000 kg*pt/s^2}",
    ],
    keys: [
      Key("id", .id, "What edits call it, unique among rules.", alias: ["name"]),
      Key(
        "between", .list(.list(.reference("body or shape"), count: 1...100_000, orOne: true), count: 2...2),
        "The two sides.", required: true),
      Key("ignore", .flag, "`true`: they pass through each other.", alias: ["pass"]),
      Key("oneWay", .direction, "The way in which the first passes the second; it is held in the other."),
      Key(
        "sticky", .number(.force, Bounds(min: 0, max: 1e15, isOpen: true)),
        "They stick where they touch, with at most this force; what pulls harder tears them apart, and they "
          + "stick again when they touch again.", alias: ["stick", "adhesion", "glue"]),
      Key("friction", .number(.ratio, .notNegative), "In place of the product of the two frictions."),
      Key(
        "elasticity", .number(.ratio, .notNegative), "In place of the product of the two elasticities.",
        alias: ["restitution", "bounce"]),
      Key(
        "surfaceVelocity", .vector(.speed),
        "In place of the difference of the two surface velocities: the first's less the second's, so [belt, "
          + "crate] carries the crate that way, and [crate, belt] the other."),
    ])

  static let graph = Section(
    .graph, "a graph",
    examples: [
      "{title: Energy, channels: [energy.kinetic, energy.potential]}",
      "{title: Height, channels: [ball.y], range: [0, 300]}",
      "{title: Load, channels: [ball.y], thresholds: [40, 250], hits: 400 pt/s}",
    ],
    keys: [
      Key("title", .text, "Shown above the panel.", default: ""),
      Key("channels", .list(.text, count: 1...32, orOne: true), "What is plotted.", required: true),
      Key("range", .vector(.number), "The least and the greatest value shown; left out: as the values need."),
      Key(
        "thresholds", .list(.number(.number), count: 0...8, orOne: true),
        "Values that get a dashed line, in the channels' units.", default: NoEntries(), alias: ["threshold"]),
      Key(
        "hits", .number(.speed, .notNegative, words: ["none"]),
        """
        How much the impulse of a touch alone would change the speed of the lighter body for it to be \
        marked as a hit, or `none`; left out: as much as falling for a quarter of a second does, 100 where \
        nothing falls.
        """,
        alias: ["hitThreshold"]),
    ])
}

extension Scene.View: FormatObject { static var unwritten: Self { Self() } }
extension Scene.Camera: FormatObject { static var unwritten: Self { Self() } }
extension Scene.World: FormatObject { static var unwritten: Self { Self() } }
