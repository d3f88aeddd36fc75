extension Format {
  private static let centered = ["gravity", "vortex", "spring"]
  private static let rates = Bounds(min: 0, max: ForceField.largestStrength)
  private static let strengthHelp = "How strong it is; animations move it as `FIELD.strength`."
  private static let categoriesKey = Key(
    "categories", .list(.reference("category"), count: 0...32, orOne: true),
    "The kinds that it acts on; left out: all.", alias: ["category", "collidesWith"])

  enum StrengthMeasure: String, FormatValue, CaseIterable {
    case acceleration, force
  }

  static let field = Section(
    .field, "a field", chooser: "type",
    examples: [
      "{id: sun, type: gravity, at: [150, 150], strength: 5000000}",
      "{id: moon, type: gravity, body: ball, strength: 200000, reaction: true}",
      "{id: breeze, type: wind, velocity: [200, 0], region: {at: [150, 150], box: [300, 100]}}",
      "{id: fan, type: uniform, direction: up, strength: 1500, body: platform, region: {at: [0, 75], box: "
        + "[80, 150]}}",
      "{id: air, type: drag, strength: 0.2, quadratic: 0.001}",
      "{id: swirl, type: vortex, at: [150, 150], strength: 30000, region: {at: [150, 150], circle: 100}}",
      "{id: home, type: spring, at: [150, 200], strength: 8, damping: 0.5}",
      "{id: gusts, type: noise, strength: 300, scale: 60, rate: 0.5 Hz, seed: 3, as: force}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key("type", .words(of: ForceField.Effect.Kind.self), "What it does.", required: true, alias: ["kind"]),
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
      Key("direction", .direction, "Where it pushes.", required: true, only: ["uniform"]),
      Key(
        "velocity", .vector(.speed), "How the wind blows.", required: true, only: ["wind"], alias: ["speed"]),
      Key(
        "quadratic", .number(.number, .notNegative),
        "What is added to the strength for each point per second.", default: 0.0, only: ["drag"]),
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
        "`acceleration`: heavy and light bodies move alike; `force`: the strength, and `damping` and "
          + "`quadratic` with it, is divided by a body's mass, so light ones move more.",
        default: StrengthMeasure.acceleration),
      Key(
        "body", .reference("body"),
        "The body in whose coordinates it is, and that takes it along; it does not act on that body. Left "
          + "out: the world's.", alias: ["on"]),
      Key(
        "reaction", .flag,
        "Whether the `body` that it is on is pulled back as hard as it pulls, so that momentum is kept; "
          + "nothing sleeps then.", default: false, only: ["gravity"], alias: ["mutual"]),
      Key("region", .record(.region), "Where it acts; left out: everywhere.", alias: ["area", "zone"]),
      categoriesKey,
    ])

  static let fluid = Section(
    .fluid, "a fluid", exclusive: [["box", "polygon"]], oneOf: [["box", "polygon"]],
    examples: [
      "{id: pool, at: [150, 60], box: [300, 120]}",
      """
      {id: river, polygon: [[0, 0], [300, 20], [300, 90], [0, 90]], level: 70, density: 0.002, drag: 3, \
      flow: [40, 0], color: \"#2a6f97\"}
      """,
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key("at", .vector(.length), "Where it is.", default: Vector.zero, alias: ["position"]),
      Key("box", .record(.box, short: "size"), "A vessel of `[width, height]`, or a mapping."),
      Key("polygon", .record(.polygon, short: "corners"), "A vessel by its corners, or a mapping."),
    ] + fluidFields.map(\.key) + [categoriesKey])

  static let fluidFields: [Field<Scene.Fluid>] = [
    Field(
      "level", .number(.length),
      "The height of the surface; animations move it as `FLUID.level`. Left out: the top of the vessel.",
      \.liquid.level, alias: ["height"]),
    Field(
      "density", .number(.density, .notNegative), "What it weighs; bodies weigh 0.001 unless they say so.",
      \.liquid.density),
    Field(
      "drag", .number(.number, .notNegative), "How much it slows down, per second.", \.liquid.drag,
      alias: ["damping", "viscosity"]),
    Field("flow", .vector(.speed), "How it flows itself.", \.liquid.flow, alias: ["velocity"]),
    Field("color", .color, "Left out: the theme's own.", \.color, alias: ["colour"]),
  ]

  /// Particles of particles of particles.
  static let particleDepth = 4

  private static let change = ValueType.list(.number(.number, .from(-1e3, to: 1e3)), count: 3...3)
  private static let color = "red, green and blue"
  private static let half = "Chosen for each from half of this below to half of it above."
  private static func cellsKey(_ help: String, required: Bool) -> Key {
    Key(
      "cells", .list(.record(.particle), count: 1...16, orOne: true), help, required: required,
      alias: ["cell", "particles"])
  }

  static let emitter = Section(
    .emitter, "an emitter", exclusive: [["line", "box", "circle", "outline"]],
    examples: [
      """
      {id: fire, at: [150, 20], line: 40, blend: additive, cells: {rate: 80, lifetime: 1, velocity: 60, \
      angle: 90 deg, angleRange: 20 deg, color: \"#ff8a30\", alphaSpeed: -1, size: 18}}
      """,
      "{id: halo, body: ball, outline: true, mode: outline, cells: {rate: 40, lifetime: 0.5, velocity: 20}}",
      "{id: jet, at: [50, 20], rate: 0, scale: 150 %, cells: {rate: 60, lifetime: 1, velocity: 90}}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key(
        "body", .reference("body"),
        "The body that takes it along, and in whose coordinates it is. Left out: the world's.",
        alias: ["on"]),
      Key(
        "line", .number(.length, .extent),
        "A line of this length along its x axis, its middle at the emitter."
      ),
      Key(
        "box", .vector(.length), "A rectangle of this width and height about the emitter.",
        alias: ["rectangle"]),
      Key(
        "circle", .number(.length, .extent), "A circle of this radius about the emitter.", alias: ["radius"]),
      Key(
        "outline", .flag, "Whether it has the shape of its body. Without a shape it is a point.",
        default: false),
      cellsKey("The kinds of particles.", required: true),
    ] + placeFields.map(\.key) + emitterFields.map(\.key))

  static let placeFields: [Field<Scene.Emitter>] = [
    Field("at", .vector(.length), "Where it is.", \.position, alias: ["position"]),
    Field("angle", .number(.angle), "How far it is turned.", \.angle, unit: "rad"),
  ]

  static let emitterFields: [Field<Emitter>] = [
    Field(
      "mode", .words(of: EmitterShape.Mode.self),
      "`points`: its corners; `outline`: the line around it, with angles measured from the outward "
        + "direction; `surface`, `volume`: all of it.", \.mode),
    Field(
      "blend", .words(of: Blend.self),
      "`additive`: the light of particles adds up, as that of sparks does.", \.blend, alias: ["renderMode"]),
    Field(
      "begin", .number(.time), "When it begins; one that began before the scene did is in full swing.",
      \.begin, unit: "s", alias: ["beginTime"]),
    Field(
      "duration", .number(.time, .notNegative), "For how long it emits; left out: without end.", \.duration),
    multiplier(
      "rate", Scene.Emitter.rates, "Times the rate of its cells: 0 emits nothing.", \.multipliers.rate,
      alias: ["birthRate"]),
    multiplier(
      "lifetime", Scene.Emitter.lifetimes, "Times the lifetime of its cells.", \.multipliers.lifetime),
    multiplier(
      "velocity", Scene.Emitter.ratios, "Times the velocity of its cells.", \.multipliers.velocity,
      alias: ["speed"]),
    multiplier("scale", Scene.Emitter.scales, "Times the size of its cells.", \.multipliers.scale),
    multiplier("spin", Scene.Emitter.ratios, "Times the spin of its cells.", \.multipliers.spin),
    Field("seed", .count(0...Int(Int32.max)), "Another seed, other particles.", \.seedNumber),
  ]

  private static func multiplier(
    _ name: String, _ range: ClosedRange<Double>, _ help: String,
    _ path: WritableKeyPath<Emitter, Double> & Sendable, alias: [String] = []
  ) -> Field<Emitter> {
    Field(name, .number(.ratio, .from(range.lowerBound, to: range.upperBound)), help, path, alias: alias)
  }

  static let particle = Section(
    .particle, "a kind of particle",
    examples: [
      "{rate: 50, lifetime: 2, velocity: 100, angleRange: 360 deg, acceleration: [0, -200], size: 4}",
      "{rate: 2, lifetime: 1.5, velocity: 300, angle: 90 deg, cells: {rate: 300, begin: 1.4, duration: 0.1, "
        + "lifetime: 1, velocity: 80, angleRange: 360 deg}}",
    ],
    keys: particleFields.map(\.key) + [
      Key(
        "picture", .text,
        "The name of a picture, which the color is multiplied with. Left out: a round, soft spot.",
        alias: ["texture", "contents"]),
      cellsKey(
        "What each of them emits itself, from where it is, at angles from its direction of flight.",
        required: false),
    ])

  private static let ratio = Bounds.from(-1e6, to: 1e6)

  static let particleFields: [Field<ParticleCell>] = [
    Field(
      "rate", .number(.rate, .from(0, to: 1e5)), "Births per second.", \.birthRate, unit: "Hz",
      alias: ["birthRate"]),
    Field(
      "begin", .number(.time, .notNegative),
      "From when on they are born, counted from the begin of the emitter or from the birth of the particle "
        + "that emits them.", \.begin, unit: "s", alias: ["beginTime"]),
    Field(
      "duration", .number(.time, .notNegative), "For how long they are born; left out: without end.",
      \.duration),
    Field("lifetime", .number(.time, .from(0, to: 60)), "How long each is seen.", \.lifetime, unit: "s"),
    Field("lifetimeRange", .number(.time, .from(0, to: 60)), half, \.lifetimeRange, unit: "s"),
    Field("velocity", .number(.speed), "How fast it starts.", \.velocity, alias: ["speed"]),
    Field("velocityRange", .number(.speed, .notNegative), half, \.velocityRange),
    Field(
      "angle", .number(.angle), "Where it flies, from the emitter's x axis.", \.angle,
      unit: "rad", alias: ["emissionLongitude"]),
    Field(
      "angleRange", .number(.angle, .notNegative), half, \.angleRange, unit: "rad",
      alias: ["emissionRange"]),
    Field(
      "acceleration", .vector(.acceleration), "In the world's axes, whatever the emitter's angle.",
      \.acceleration, alias: ["gravity"]),
    Field("size", .number(.length, .notNegative), "How wide it is at scale 1.", \.size),
    Field("scale", .number(.number, ratio), "Times its size.", \.scale),
    Field("scaleRange", .number(.number, .notNegative), half, \.scaleRange),
    Field("scaleSpeed", .number(.number, ratio), "Added per second.", \.scaleSpeed),
    Field("spin", .number(.spin), "How fast it turns.", \.spin, unit: "rad/s"),
    Field("spinRange", .number(.spin, .notNegative), half, \.spinRange, unit: "rad/s"),
    Field("alpha", .number(.ratio, .part), "How opaque it is.", \.alpha, alias: ["opacity"]),
    Field("alphaRange", .number(.ratio, .from(0, to: 2)), half, \.alphaRange),
    Field("alphaSpeed", .number(.number, ratio), "Added per second.", \.alphaSpeed),
    Field(
      "color", .color, "Times that of the particle that emits it; its alpha does not count.", \.color,
      alias: ["colour"]),
    Field("colorRange", change, "For \(color), 0 to 1 each. \(half)", \.colorRange, alias: ["colourRange"]),
    Field(
      "colorSpeed", change, "What is added to \(color) per second.", \.colorSpeed, alias: ["colourSpeed"]),
  ]
}

extension EmitterShape.Mode: FormatValue {}
extension Blend: FormatValue {}

extension Scene.Fluid: FormatObject {
  static var unwritten: Self { Self(id: "", liquid: Fluid(outline: [])) }
}
extension Scene.Emitter: FormatObject { static var unwritten: Self { Self(id: "", emitter: Emitter()) } }
extension Emitter: FormatObject { static var unwritten: Self { Self() } }
extension ParticleCell: FormatObject { static var unwritten: Self { Self() } }

extension Emitter {
  /// The seed as the format has it: a whole number.
  fileprivate var seedNumber: Int {
    get { Int(truncatingIfNeeded: seed) }
    set { seed = UInt64(truncatingIfNeeded: newValue) }
  }
}

extension ParticleCell.ColorChange: FormatValue {
  static func read(_ key: String, of record: Record) -> Self? {
    let numbers = record.list(key).compactMap(\.number)
    return numbers.count == 3 ? Self(numbers[0], numbers[1], numbers[2]) : nil
  }

  var written: FormatNode? { .list([.number(red), .number(green), .number(blue)]) }
}
