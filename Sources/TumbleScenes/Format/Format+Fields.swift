import TumbleGeometry

extension Format {
  private static let centered = ["gravity", "vortex", "spring"]
  private static let rates = Bounds(min: 0, max: ForceField.largestStrength)
  private static let strengthHelp = "How strong it is; animations move it as `FIELD.strength`."
  private static let categoriesKey = Key(
    "categories", .list(.reference("category"), count: 0...32, orOne: true),
    "The kinds that it acts on; left out: all.", alias: ["category", "collidesWith"])

  /// What the strength of a field is.
  enum StrengthMeasure: String, FormatValue, CaseIterable {
    case acceleration, force
  }

  static let field = Section(
    .field, "a field",
    """
    Acts on bodies without touching them, by where their centres of gravity are. `gravity` pulls towards a point by
    strength / distance^falloff; `vortex` pushes around it, counter-clockwise; `spring` pulls by strength × distance;
    `uniform` pushes the same way everywhere; `wind` takes bodies along at up to its velocity, by `strength` per second;
    `drag` slows down by `strength` per second; `noise` pushes in directions that vary. What sleeps where a field acts wakes when
    the field changes.
    """,
    chooser: "type",
    examples: [
      "{id: sun, type: gravity, at: [150, 150], strength: 5000000}",
      "{id: moon, type: gravity, body: ball, strength: 200000, reaction: true}",
      "{id: breeze, type: wind, velocity: [200, 0], region: {at: [150, 150], box: [300, 100]}}",
      "{id: fan, type: uniform, direction: up, strength: 1500, body: platform, region: {at: [0, 75], box: [80, 150]}}",
      "{id: air, type: drag, strength: 0.2, quadratic: 0.001}",
      "{id: swirl, type: vortex, at: [150, 150], strength: 30000, region: {at: [150, 150], circle: 100}}",
      "{id: home, type: spring, at: [150, 200], strength: 8, damping: 0.5}",
      "{id: gusts, type: noise, strength: 300, scale: 60, rate: 0.5 Hz, seed: 3, as: force}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key(
        "type", .words(of: ForceField.Effect.Kind.self), "What it does.", required: true,
        alias: ["kind"]),
      Key(
        "strength", .number(.number, .strength),
        strengthHelp
          + " In points^(falloff + 1) per second squared; a negative one pushes away, or clockwise.",
        required: true, only: ["gravity", "vortex"]),
      Key(
        "strength", .number(.acceleration, .strength), strengthHelp, required: true,
        only: ["uniform", "noise"], alias: ["acceleration"]),
      Key(
        "strength", .number(.number, .strength), strengthHelp + " Per second squared.", required: true,
        only: ["spring"], alias: ["stiffness"]),
      Key(
        "strength", .number(.number, rates), strengthHelp + " Per second.", default: 1.0,
        only: ["wind", "drag"]),
      Key(
        "at", .vector(.length), "The centre.", default: Vector.zero, only: centered,
        alias: ["center", "centre", "position"]),
      Key(
        "falloff", .count(0...3), "The power of the distance by which it gets weaker.", default: 2,
        only: ["gravity"]),
      Key(
        "falloff", .count(0...3), "The power of the distance by which it gets weaker.", default: 1,
        only: ["vortex"]),
      Key(
        "core", .number(.length, .extent), "The distance within which it falls to 0 again.", default: 1.0,
        only: ["gravity", "vortex"]),
      Key(
        "direction", .direction, "Where it pushes.", required: true, only: ["uniform"]),
      Key(
        "velocity", .vector(.speed), "How the wind blows.", required: true, only: ["wind"], alias: ["speed"]),
      Key(
        "quadratic", .number(.number, .notNegative),
        "What is added to the strength for each point per second.",
        default: 0.0, only: ["drag"]),
      Key(
        "damping", .number(.number, .notNegative), "How much it slows down, per second.", default: 0.0,
        only: ["spring"]),
      Key(
        "scale", .number(.length, .extent), "Over what distance it varies.", default: 100.0, only: ["noise"],
        alias: ["size"]),
      Key(
        "rate", .number(.rate, .from(0, to: 1e6)),
        "How often it changes per second; where it does, nothing sleeps in it. 0: never.", default: 1.0,
        only: ["noise"], alias: ["frequency"]),
      Key("seed", .count(0...Int(Int32.max)), "Another seed, another noise.", default: 1, only: ["noise"]),
      Key(
        "as", .words(of: StrengthMeasure.self),
        "`acceleration`: heavy and light bodies move alike; `force`: the strength, and `damping` and `quadratic` with it, is divided by a body's mass, so light ones move more.",
        default: StrengthMeasure.acceleration),
      Key(
        "body", .reference("body"),
        "The body in whose coordinates it is, and that takes it along; it does not act on that body. Left out: the world's.",
        alias: ["on"]),
      Key(
        "reaction", .flag,
        "Whether the `body` that it is on is pulled back as hard as it pulls, so that momentum is kept; nothing sleeps then.",
        default: false, only: ["gravity"], alias: ["mutual"]),
      Key(
        "region", .record(.region), "Where it acts; left out: everywhere.", alias: ["area", "zone"]),
      categoriesKey,
    ])

  static let fluid = Section(
    .fluid, "a fluid",
    """
    Water, or what else bodies float in: what is of less density rises, until it displaces its own weight. A vessel by its
    corners, full up to `level`.
    """,
    exclusive: [["box", "polygon"]], oneOf: [["box", "polygon"]],
    examples: [
      "{id: pool, at: [150, 60], box: [300, 120]}",
      "{id: river, polygon: [[0, 0], [300, 20], [300, 90], [0, 90]], level: 70, density: 0.002, drag: 3, flow: [40, 0], color: \"#2a6f97\"}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key("at", .vector(.length), "Where it is.", default: Vector.zero, alias: ["position"]),
      Key("box", .record(.box, short: "size"), "A vessel of `[width, height]`, or a mapping."),
      Key("polygon", .record(.polygon, short: "corners"), "A vessel by its corners, or a mapping."),
    ] + fluidFields.map(\.key) + [categoriesKey])

  static let fluidFields: [Field<Scene.Fluid>] = {
    let plain = Scene.Fluid(id: "", liquid: Fluid(outline: []))
    return [
      Field(
        "level", .number(.length),
        "The height of the surface; animations move it as `FLUID.level`. Left out: the top of the vessel.",
        \.liquid.level, of: plain, alias: ["height"]),
      Field(
        "density", .number(.density, .notNegative), "What it weighs; bodies weigh 0.001 unless they say so.",
        \.liquid.density, of: plain),
      Field(
        "drag", .number(.number, .notNegative), "How much it slows down, per second.", \.liquid.drag,
        of: plain, alias: ["damping", "viscosity"]),
      Field("flow", .vector(.speed), "How it flows itself.", \.liquid.flow, of: plain, alias: ["velocity"]),
      Field("color", .color, "Left out: the theme's own.", \.color, of: plain, alias: ["colour"]),
    ]
  }()
}
