extension Format {
  private static let linear = ["pin", "slide", "pivot", "spring", "weld", "hinge"]
  private static let turning = JointKind.allCases.filter(\.turns).words
  private static let straight = JointKind.allCases.filter { !$0.turns }.words + ComposedJoint.allCases.words
  private static let anchors = "In its body's own coordinates."

  static let joint = Section(
    .joint, "a joint", chooser: "type",
    exclusive: [
      ["chain", "a"], ["chain", "b"], ["at", "anchorA"], ["at", "anchorB"], ["ratio", "teeth"],
      ["stiffness", "force"], ["damping", "dampingForce"],
    ],
    oneOf: [["a", "chain"], ["b", "chain"]],
    examples: [
      "{id: rope, type: slide, a: hook, b: lamp, min: 0, max: 80}",
      "{id: nail, type: pivot, a: hook, b: lamp, at: [150, 280]}",
      "{id: elbow, type: hinge, a: hook, b: lamp, at: [150, 280], motor: 1 turn/s, limits: [-2, 2]}",
      "{id: flap, type: hinge, a: hook, b: lamp, spring: {stiffness: 200000, damping: 9000, angle: 10 deg}}",
      "{id: coil, type: spring, a: hook, b: lamp, restLength: 60, stiffness: 400 N/m, damping: 5}",
      "{id: bumper, type: spring, a: hook, b: lamp, restLength: 60, force: [[-30, -9000], [0, 0], [40, "
        + "2000]], timing: ease-in}",
      "{id: shock, type: spring, a: hook, b: lamp, stiffness: 400 N/m, dampingForce: [[-300, -500], [0, 0], "
        + "[300, 4000]]}",
      "{id: engine, type: motor, a: hook, b: lamp, rate: 20 rpm, maxForce: 500000}",
      "{id: glue, type: weld, a: hook, b: lamp, at: [150, 280], stiffness: 200000, breakAt: 90000}",
      "{id: axle, type: wheel, a: hook, b: lamp, stiffness: 400 N/m, damping: 20, motor: 2 turn/s}",
      "{id: strut, type: wheel, a: hook, b: lamp, travel: 30, force: [[-15, -12000], [0, 0], [15, 3000]], "
        + "damping: 20}",
      "{id: drawer, type: prismatic, a: hook, b: lamp, from: [0, -80], to: [0, 0]}",
      "{id: piston, type: prismatic, a: hook, b: lamp, from: [0, -80], to: [0, 0], limits: [10, 60], "
        + "motor: {speed: 40, force: 900000}}",
      "{id: train, type: gear, a: hook, b: lamp, teeth: [12, 36]}",
      "{id: fuse, type: pivot, a: hook, b: lamp, at: [150, 280], breakAt: 500 kg*pt/s^2}",
      "{id: link, type: pivot, chain: tower, anchorA: [15, 0], anchorB: [-15, 0]}",
    ],
    keys: [
      Key("id", .id, "Its name, unique in the scene.", required: true, alias: ["name"]),
      Key(
        "type",
        .word(JointKind.allCases.words + ComposedJoint.allCases.words), "What it does.",
        required: true, alias: ["kind"]),
      Key("a", .reference("body"), "The id of the one body.", alias: ["bodyA", "from", "bodies", "between"]),
      Key("b", .reference("body"), "The id of the other.", alias: ["bodyB", "to"]),
      Key("chain", .reference("repeater"), "The id of a repeater, whose bodies are joined each to the next."),
      Key(
        "loop", .flag, "Whether the last of the chain is joined to the first.", default: false,
        alias: ["closed"]),
      Key(
        "at", .vector(.length), "A pivot's, weld's or hinge's place in the world, in place of the anchors.",
        only: ["pivot", "weld", "hinge"], alias: ["pivot"]),
      Key("anchorA", .vector(.length), anchors, default: Vector.zero, only: linear, alias: ["anchor1"]),
      Key(
        "anchorB", .vector(.length), anchors, default: Vector.zero,
        only: linear + ["groove", "wheel", "prismatic"], alias: ["anchor2"]),
      Key(
        "length", .number(.length, .distance), "How far apart; left out: as far as at the start.",
        only: ["pin"], alias: ["distance"]),
      Key("min", .number(.length, .notNegative), "How far apart at least.", default: 0.0, only: ["slide"]),
      Key(
        "max", .number(.length, .notNegative, words: ["infinite"]),
        "How far apart at most, or `infinite` for no limit; left out: as far as at the start.",
        only: ["slide"]),
      Key(
        "from", .vector(.length), "Where the groove begins, in a's coordinates.", required: true,
        only: ["groove", "prismatic"]),
      Key("to", .vector(.length), "Where it ends.", required: true, only: ["groove", "prismatic"]),
      Key(
        "axis", .vector(.number),
        "The way in which the wheel moves, in a's coordinates: from its lowest place upwards.",
        default: Vector(0, 1), only: ["wheel"]),
      Key(
        "travel", .number(.length, .distance), "How far it moves from end to end; it starts in the middle.",
        default: 20.0, only: ["wheel"]),
      Key(
        "restLength", .number(.length, .notNegative),
        "Where the spring rests; left out: as it is at the start.", only: ["spring"], alias: ["length"]),
      Key(
        "restAngle", .number(.angle), "Where the spring rests; left out: as it is at the start.",
        only: ["rotary-spring"]),
      Key(
        "stiffness", .number(.stiffness, .notNegative), "How hard it pulls.", required: true,
        unless: "force", only: ["spring", "wheel"]
      ),
      Key(
        "damping", .number(.damping, .notNegative), "How much it slows down.", default: 0.0,
        only: ["spring", "wheel"]),
      Key(
        "stiffness", .number(.rotaryStiffness, Bounds(min: 0, max: 1e15)),
        "How hard the weld keeps the angle; without it and `force` it does not give at all.", only: ["weld"]),
      Key(
        "damping", .number(.rotaryDamping, Bounds(min: 0, max: 1e15)),
        "How much it slows down, where it gives.", default: 0.0, only: ["weld"]),
      Key(
        "stiffness", .number(.rotaryStiffness, Bounds(min: 0, max: 1e15)), "How hard it turns.",
        required: true, unless: "force", only: ["rotary-spring"]),
      Key(
        "damping", .number(.rotaryDamping, Bounds(min: 0, max: 1e15)), "How much it slows down.",
        default: 0.0, only: ["rotary-spring"]),
      Key(
        "force", .list(.pair(.length, .any, .force, .from(-1e15, to: 1e15)), count: 1...1000),
        "In place of `stiffness`, a table of how much longer than at rest the spring is, rising, and what it "
          + "pulls with then (below 0 it pushes); straight from point to point, beyond the ends as there.",
        only: ["spring", "wheel"], alias: ["curve", "forces", "table"]),
      Key(
        "force", .list(.pair(.angle, .any, .torque, .from(-1e15, to: 1e15)), count: 1...1000),
        "In place of `stiffness`, a table of how much further than at rest it is turned, rising, and the "
          + "torque that turns it back.",
        only: ["rotary-spring", "weld"], alias: ["torque", "curve", "table"]),
      Key(
        "timing", .text, "The curve from each point of `force` to the next, such as `ease-in`.",
        default: TimingFunction.linear, only: ["spring", "rotary-spring", "wheel", "weld"],
        alias: ["easing"]),
      Key(
        "dampingForce", .list(.pair(.speed, .any, .force, .from(-1e15, to: 1e15)), count: 1...1000),
        """
        In place of `damping`, a table of the speed at which the ends come apart, rising, and what slows \
        them then. Where they come nearer both are below 0; a force that would speed them up counts as 0.
        """,
        only: ["spring", "wheel"]),
      Key(
        "dampingForce", .list(.pair(.spin, .any, .torque, .from(-1e15, to: 1e15)), count: 1...1000),
        "In place of `damping`, a table of the speed at which b turns against a, rising, and the torque that "
          + "slows it then.", only: ["rotary-spring", "weld"]),
      Key(
        "motor", .record(.motor, short: "speed"), "What turns b against a; left out: nothing does.",
        only: ["hinge", "wheel"]),
      Key(
        "motor", .record(.slideMotor, short: "speed"),
        "What moves b along the groove; left out: nothing does.", only: ["prismatic"]),
      Key(
        "limits", .vector(.angle), "The least and the greatest angle of b less a; left out: it turns freely.",
        only: ["hinge"]),
      Key(
        "limits", .vector(.length),
        "How far from `from` b gets at least and at most; left out: from end to end of the groove.",
        only: ["prismatic"]),
      Key(
        "spring", .record(.hingeSpring, short: "stiffness"),
        "What turns b back against a; left out: nothing does.", only: ["hinge"]),
      Key("min", .number(.angle), "The least angle of b less a.", required: true, only: ["rotary-limit"]),
      Key("max", .number(.angle), "The greatest.", required: true, only: ["rotary-limit"]),
      Key(
        "phase", .number(.angle), "Where the clicks, or the gears, start.", default: 0.0,
        only: ["ratchet", "gear"]),
      Key(
        "click", .number(.angle), "The angle from one click to the next; its sign is the direction.",
        required: true, only: ["ratchet"], alias: ["ratchet"]),
      Key(
        "ratio", .number(.number), "How many turns of a make one of b; not 0. Or `teeth`.", only: ["gear"]),
      Key(
        "teeth", .vector(.number, .positive),
        "How many a and b have, for wheels that mesh: these turn against each other.", only: ["gear"]),
      Key(
        "rate", .number(.spin), "How fast b turns against a.", required: true, only: ["motor"],
        alias: ["speed"]),
      Key(
        "breakAt", .number(.force, Bounds(min: 0, max: 1e15, isOpen: true)),
        "The force above which it breaks, as its impulse says: a step that takes more is its last. Left out: "
          + "it never does.", only: straight, alias: ["breakForce", "breakingForce", "strength"]),
      Key(
        "breakAt", .number(.torque, Bounds(min: 0, max: 1e15, isOpen: true)),
        "The torque above which it breaks. Left out: it never does.", only: turning,
        alias: ["breakTorque", "breakForce", "breakingForce", "strength"]),
      Key(
        "partOf", .reference("joint"),
        "The id of a joint further up that it goes with, when that breaks or is removed."),
    ] + jointFields.map(\.key))

  static let jointFields: [Field<Scene.Joint>] = [
    Field(
      "maxForce", .number(.force, Bounds(min: 0, max: 1e15)),
      "Left out: no limit. For joints that turn it is a torque. Of springs it limits the stiffness, not "
        + "the damping.", \.maxForce),
    Field(
      "errorBias", .number(.ratio, .part),
      "The part of an error that is left after a second; left out: 0.9 to the power of 60.", \.errorBias),
    Field(
      "maxBias", .number(.number, .notNegative),
      "How fast an error is corrected at most; left out: no limit; 0: it is friction only, and is not "
        + "drawn.", \.maxBias),
    Field("collideBodies", .flag, "Whether the two bodies may touch.", \.collideBodies, alias: ["collide"]),
    Field(
      "color", .color, "Of its rod, rope, thread or coil; left out: the theme's own.", \.color,
      alias: ["colour"]),
  ]

  static let motorFields: [Field<Scene.Motor>] = [
    Field(
      "speed", .number(.spin), "How fast b turns against a.", \.speed,
      isAlwaysWritten: true, alias: ["rate"]),
    Field(
      "torque", .number(.torque, .from(0, to: 1e15)), "The most that it turns with; left out: no limit.",
      \.torque, alias: ["maxForce", "maxTorque"]),
  ]

  static let slideMotorFields: [Field<Scene.SlideMotor>] = [
    Field(
      "speed", .number(.speed), "How fast b moves from the groove's start to its end.", \.speed,
      isAlwaysWritten: true),
    Field(
      "force", .number(.force, .from(0, to: 1e15)), "The most that it pushes with; left out: no limit.",
      \.force, alias: ["maxForce"]),
  ]

  static let hingeSections = [motor, slideMotor, hingeSpring]

  private static let slideMotor = Section(
    .slideMotor, "a prismatic joint's motor", examples: ["40", "{speed: -40 pt/s, force: 900000}"],
    keys: slideMotorFields.map(\.key))

  private static let motor = Section(
    .motor, "a hinge's or wheel's motor", examples: ["1 turn/s", "{speed: 20 rpm, torque: 500000}"],
    keys: motorFields.map(\.key))

  static let springFields: [Field<Scene.HingeSpring>] = [
    Field(
      "stiffness", .number(.rotaryStiffness, Bounds(min: 0, max: 1e15)), "How hard it turns.", \.stiffness,
      isAlwaysWritten: true),
    Field(
      "damping", .number(.rotaryDamping, Bounds(min: 0, max: 1e15)), "How much it slows down.", \.damping),
    Field(
      "angle", .number(.angle), "The angle of b less a at which it rests; left out: as it is at the start.",
      \.angle, alias: ["restAngle"]),
  ]

  private static let hingeSpring = Section(
    .hingeSpring, "a hinge's spring",
    examples: ["200000", "{stiffness: 200000, damping: 9000, angle: 10 deg}"], keys: springFields.map(\.key))
}

extension Scene.Joint: FormatObject {
  static var unwritten: Self { Self(id: "", form: .motor(rate: 0), a: 0, b: 0) }
}
extension Scene.Motor: FormatObject { static var unwritten: Self { Self() } }
extension Scene.SlideMotor: FormatObject { static var unwritten: Self { Self() } }
extension Scene.HingeSpring: FormatObject { static var unwritten: Self { Self() } }
