import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension Format {
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
    .emitter, "an emitter",
    """
    Sends out particles: sparks, smoke, rain. They are looks alone: nothing touches them, and no trace, hash or recording knows of them. A
    particle keeps the place where its emitter was at its birth, and flies on by itself; so a moment shows the same particles
    however it is come to. `rate`, `lifetime`, `velocity`, `scale` and `spin` can be animated and set while the scene runs: what was born
    before stays as it was.
    """,
    exclusive: [["line", "box", "circle", "outline"]],
    examples: [
      "{id: fire, at: [150, 20], line: 40, blend: additive, cells: {rate: 80, lifetime: 1, velocity: 60, angle: 90 deg, angleRange: 20 deg, color: \"#ff8a30\", alphaSpeed: -1, size: 18}}",
      "{id: halo, body: ball, outline: true, mode: outline, cells: {rate: 40, lifetime: 0.5, velocity: 20}}",
      "{id: jet, at: [50, 20], rate: 0, scale: 150 %, cells: {rate: 60, lifetime: 1, velocity: 90}}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key(
        "body", .reference("body"),
        "The body that takes it along, and in whose coordinates it is. Left out: the world's.", alias: ["on"]),
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

  static let placeFields: [Field<Scene.Emitter>] = {
    let plain = Scene.Emitter(id: "", emitter: Emitter())
    return [
      Field("at", .vector(.length), "Where it is.", \.position, of: plain, alias: ["position"]),
      Field("angle", .number(.angle), "How far it is turned.", \.angle, of: plain, unit: "rad"),
    ]
  }()

  static let emitterFields: [Field<Emitter>] = {
    let plain = Emitter()
    return [
      Field(
        "mode", .words(of: EmitterShape.Mode.self),
        "`points`: its corners; `outline`: the line around it, with angles measured from the outward direction; `surface`, `volume`: all of it.",
        \.mode, of: plain),
      Field(
        "blend", .words(of: Emitter.Blend.self),
        "`additive`: the light of particles adds up, as that of sparks does.", \.blend, of: plain,
        alias: ["renderMode"]),
      Field(
        "begin", .number(.time), "When it begins; one that began before the scene did is in full swing.",
        \.begin, of: plain, unit: "s", alias: ["beginTime"]),
      Field(
        "duration", .number(.time, .notNegative), "For how long it emits; left out: without end.", \.duration,
        of: plain),
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
      Field(
        "seed", .count(0...Int(Int32.max)), "Another seed, other particles.", \.seedNumber, of: plain),
    ]
  }()

  private static func multiplier(
    _ name: String, _ range: ClosedRange<Double>, _ help: String,
    _ path: WritableKeyPath<Emitter, Double> & Sendable, alias: [String] = []
  ) -> Field<Emitter> {
    Field(
      name, .number(.ratio, .from(range.lowerBound, to: range.upperBound)), help, path, of: Emitter(),
      alias: alias)
  }

  static let particle = Section(
    .particle, "a kind of particle",
    """
    A value with a range is chosen for each particle: evenly, from half the range below it to half the range above. A speed changes it from then
    on, per second.
    """,
    examples: [
      "{rate: 50, lifetime: 2, velocity: 100, angleRange: 360 deg, acceleration: [0, -200], size: 4}",
      "{rate: 2, lifetime: 1.5, velocity: 300, angle: 90 deg, cells: {rate: 300, begin: 1.4, duration: 0.1, lifetime: 1, velocity: 80, angleRange: 360 deg}}",
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

  static let particleFields: [Field<ParticleCell>] = {
    let plain = ParticleCell()
    let ratio = Bounds.from(-1e6, to: 1e6)
    return [
      Field(
        "rate", .number(.rate, .from(0, to: 1e5)), "Births per second.", \.birthRate, of: plain, unit: "Hz",
        alias: ["birthRate"]),
      Field(
        "begin", .number(.time, .notNegative),
        "From when on they are born, counted from the begin of the emitter or from the birth of the particle that emits them.",
        \.begin, of: plain, unit: "s", alias: ["beginTime"]),
      Field(
        "duration", .number(.time, .notNegative), "For how long they are born; left out: without end.",
        \.duration, of: plain),
      Field(
        "lifetime", .number(.time, .from(0, to: 60)), "How long each is seen.", \.lifetime, of: plain,
        unit: "s"),
      Field("lifetimeRange", .number(.time, .from(0, to: 60)), half, \.lifetimeRange, of: plain, unit: "s"),
      Field("velocity", .number(.speed), "How fast it starts.", \.velocity, of: plain, alias: ["speed"]),
      Field("velocityRange", .number(.speed, .notNegative), half, \.velocityRange, of: plain),
      Field(
        "angle", .number(.angle), "Where it flies, from the emitter's x axis.", \.angle, of: plain,
        unit: "rad", alias: ["emissionLongitude"]),
      Field(
        "angleRange", .number(.angle, .notNegative), half, \.angleRange, of: plain, unit: "rad",
        alias: ["emissionRange"]),
      Field(
        "acceleration", .vector(.acceleration), "In the world's axes, whatever the emitter's angle.",
        \.acceleration, of: plain, alias: ["gravity"]),
      Field("size", .number(.length, .notNegative), "How wide it is at scale 1.", \.size, of: plain),
      Field("scale", .number(.number, ratio), "Times its size.", \.scale, of: plain),
      Field("scaleRange", .number(.number, .notNegative), half, \.scaleRange, of: plain),
      Field("scaleSpeed", .number(.number, ratio), "Added per second.", \.scaleSpeed, of: plain),
      Field("spin", .number(.spin), "How fast it turns.", \.spin, of: plain, unit: "rad/s"),
      Field("spinRange", .number(.spin, .notNegative), half, \.spinRange, of: plain, unit: "rad/s"),
      Field("alpha", .number(.ratio, .part), "How opaque it is.", \.alpha, of: plain, alias: ["opacity"]),
      Field("alphaRange", .number(.ratio, .from(0, to: 2)), half, \.alphaRange, of: plain),
      Field("alphaSpeed", .number(.number, ratio), "Added per second.", \.alphaSpeed, of: plain),
      Field(
        "color", .color, "Times that of the particle that emits it; its alpha does not count.", \.color,
        of: plain, alias: ["colour"]),
      Field(
        "colorRange", change, "For \(color), 0 to 1 each. \(half)", \.colorRange, of: plain,
        alias: ["colourRange"]),
      Field(
        "colorSpeed", change, "What is added to \(color) per second.", \.colorSpeed, of: plain,
        alias: ["colourSpeed"]),
    ]
  }()
}

extension EmitterShape.Mode: FormatValue {}
extension Emitter.Blend: FormatValue {}

extension Emitter {
  /// The seed as the format has it: a whole number.
  fileprivate var seedNumber: Int {
    get { Int(truncatingIfNeeded: seed) }
    set { seed = UInt64(truncatingIfNeeded: newValue) }
  }
}

extension ParticleCell.ColorChange: FormatValue {
  static func read(_ key: String, of record: Record) -> Self? {
    let numbers = record.list(key).compactMap {
      if case .number(let number) = $0.value { number } else { nil }
    }
    return numbers.count == 3 ? Self(numbers[0], numbers[1], numbers[2]) : nil
  }

  var written: FormatNode? { .list([.number(red), .number(green), .number(blue)]) }
}
