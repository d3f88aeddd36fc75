extension Format {
  static let contactEvents = [EventWord.began, .ended, .hit].words
  static let regionEvents = [EventWord.enters, .leaves].words
  static let bodyEvents = regionEvents + [EventWord.leavesView, .sleeps, .wakes].words
  static let crossings = [EventWord.rises, .falls].words
  private static let keyEvents = [EventWord.pressed, .released].words
  static let animationEvents = [EventWord.finished, .interrupted].words

  // Keys of an event, which a trigger waits for and an expectation counts.
  private static let aboveKey = Key(
    "above", .number(.number, .notNegative),
    "The least impulse, in kilograms × points per second; a touch counts once, as it gets there.",
    default: 0.0, only: ["hit"], alias: ["threshold", "impulse"])
  private static let brokenKey = Key(
    "of", .list(.reference("joint"), count: 1...10_000, orOne: true), "Which joints.", required: true,
    only: ["breaks"], alias: ["joint"])
  private static let crossedKey = Key(
    "value", .number(.channel, channelBounds), "In the channel's unit or with another of its kind.",
    required: true, only: crossings)
  private static let bodies = ValueType.list(.reference("body or shape"), count: 1...100_000, orOne: true)
  private static let channelBounds = Bounds.from(-1e15, to: 1e15)

  static let trigger = Section(
    .trigger, "a trigger", chooser: "event",
    examples: [
      "{event: hit, between: [ball, left], above: 50, do: {action: impulse, of: ball, amount: [400, 0]}}",
      "{id: again, event: leavesView, of: ball, after: 1 s, do: {action: respawn, of: it}}",
      "{event: enters, of: [ball, tower], region: {at: [150, 20], box: [80, 40]}, do: [{action: remove, of: "
        + "it}, {action: mark, text: goal}]}",
      "{event: rises, channel: ball.y, value: 200, times: 3, do: {action: set, of: lamp.color, to: orange}}",
      "{event: time, every: 2 s, at: 1 s, do: {action: signal, name: tick}}",
      "{event: finished, of: ball.opacity, do: {action: remove, of: it}}",
      "{event: signal, name: tick, do: {action: impulse, of: lamp, amount: [0, 200]}}",
    ],
    keys: [
      Key("id", .id, "What messages call it.", alias: ["name"]),
      Key(
        "event", .words(of: EventWord.self),
        """
        `began`, `ended`: bodies touch or part; `hit`: they touch that hard, one of which physics moves; \
        `enters`, `leaves`: the centre of gravity, a region; `leavesView`: all of it, after it was seen; \
        `sleeps`, `wakes`; `breaks`: a joint; `rises`, `falls`: a channel, over or under a value; `time`; \
        `signal`: of an action; \
        `pressed`, `released`: an input of `keys`; `finished`: an animation has played to its end; \
        `interrupted`: it was replaced, stopped or removed before.
        """,
        required: true, alias: ["on", "when", "type"]),
      Key(
        "between", .list(bodies, count: 2...2),
        "The two sides; `it` is the first, `other` the second.", required: true, only: contactEvents),
      aboveKey,
      Key(
        "of", bodies, "Which bodies; each is `it` in turn.", required: true, only: bodyEvents,
        alias: ["body", "bodies"]),
      Key("region", .record(.region), "Where.", required: true, only: regionEvents, alias: ["area", "zone"]),
      brokenKey,
      Key(
        "channel", .text, "A channel, as in `graph`, but for measured ones.", required: true, only: crossings
      ),
      crossedKey,
      Key("at", .number(.time, .from(0, to: 1e6)), "World time; left out: `every`.", only: ["time"]),
      Key(
        "every", .number(.time, .from(1e-4, to: 1e6)), "Again after each such time; left out: once.",
        only: ["time"]),
      Key("name", .id, "That of the signal.", required: true, only: ["signal"], alias: ["signal"]),
      Key(
        "key", .reference("input"), "The id of an entry of `keys` or `pointer`.", required: true,
        only: keyEvents, alias: ["input"]),
      Key(
        "of", .list(.reference("animation"), count: 1...10_000, orOne: true),
        """
        Which animations: ids, also of those that `animate` adds, and properties that `set` changes over \
        time, such as `lamp.opacity`, of a body, a repeater or a template. `it` is the body that was moved.
        """,
        required: true, only: animationEvents, alias: ["animation", "animations"]),
      Key(
        "after", .number(.time, .from(0, to: 1e6)), "From the event to what is done.", default: 0.0,
        alias: ["delay"]),
      Key(
        "times", .count(1...1_000_000_000), "How often at most; left out: always.", alias: ["limit", "most"]),
      Key(
        "do", .list(.record(.action), count: 1...100, orOne: true), "What is done, in order.", required: true,
        alias: ["then", "actions", "action"]),
    ])

  static let region = Section(
    .region, "a region", exclusive: [["box", "circle", "polygon"]], oneOf: [["box", "circle", "polygon"]],
    examples: ["{at: [150, 40], box: [80, 40]}", "{circle: {radius: 30, center: [150, 40]}}"],
    keys: [
      Key("at", .vector(.length), "Where it is.", default: Vector.zero, alias: ["position"]),
      Key("box", .record(.box, short: "size"), "A rectangle: `[width, height]`, or a mapping."),
      Key("circle", .record(.circle, short: "radius"), "A disc: its radius, or a mapping."),
      Key("polygon", .record(.polygon, short: "corners"), "An outline: `[[x, y], …]`, or a mapping."),
    ])

  private static let layerActions = [ActionWord.play, .pause, .rewind].words
  private static let bodyActions = [ActionWord.impulse, .remove, .respawn, .slice, .burst].words

  static let action = Section(
    .action, "an action",
    chooser: "action", exclusive: [["over", "spring"], ["timing", "spring"], ["transition", "spring"]],
    examples: [
      "{action: set, of: lamp.kind, to: dynamic}",
      "{action: set, of: lamp.opacity, to: 0.2, over: 500 ms, timing: ease-out}",
      "{action: set, of: lamp.scale, to: 2, spring: \"spring(response: 0.4, damping: 0.6)\"}",
      "{action: set, of: ball.texture, to: steel, over: 400 ms, transition: push, from: left}",
      "{action: stop, animations: lamp.opacity, keep: true}",
      "{action: animate, animation: {id: flash, of: lamp.opacity, type: basic, from: 0, to: 1, duration: 1 "
        + "s}}",
      "{action: impulse, of: [ball, tower], amount: [0, 300], frame: body}",
      "{action: spawn, template: drop, at: [150, 280], spread: [40, 0], velocity: [0, 100], max: 60, "
        + "replace: true}",
      "{action: slice, of: anything, from: [0, 100], to: [300, 140]}",
      "{action: burst, of: it, impact: sparks}",
      "{action: attach, joint: {id: hold, type: pin, a: hook, b: it}}", "{action: end}",
    ],
    keys: [
      Key(
        "action", .words(of: ActionWord.self),
        """
        `set`: a property, at once, over time or by a transition; `animate`: adds an animation; `start`, \
        `stop`: animations of the scene, from the beginning; `play`, `pause`, `rewind`: layers; `impulse`: \
        hits bodies; `remove`; `respawn`: back to its start; `slice`: cuts dynamic bodies in two where the \
        cut goes all through, as dense and as fast as they were, and leaves joints with the half that has \
        their anchor; `burst`: particles where the event's bodies touch, else at a body; `spawn`: from a \
        template; `attach`, `detach`: joints; `mark`: the graph; `signal`: for other triggers, in this step; \
        `end`: the run.
        """,
        required: true, alias: ["type", "do"]),
      Key(
        "of", .text, "A property, such as `lamp.opacity`, `it.velocity`, `motor.rate` or `world.gravity`.",
        required: true, only: ["set"], alias: ["property"]),
      Key("to", .animated, "Its value.", required: true, only: ["set"], alias: ["value"]),
      Key(
        "over", .number(.time, .from(0, to: 1e6)),
        "How long the change takes, from what is seen now; for what `animations` can move, bodies' `at` and "
          + "`angle` too. Left out: at once, but 250 ms beside `timing`.",
        only: ["set"], alias: ["duration", "during"]),
      Key(
        "timing", .text, "The curve of the change.", default: TimingFunction.ease, only: ["set"],
        alias: ["easing", "curve", "timingFunction"]),
      Key(
        "spring", .text,
        "A spring that changes it, in the time that it takes to settle, in place of `over` and `timing`; it "
          + "takes over the velocity that is seen.", only: ["set"]),
      Key(
        "animation", .source(.animation),
        "An animation as in `animations`; it begins now. Of `it`, each body gets one.", required: true,
        only: ["animate"]),
      Key(
        "transition", .words(of: Transition.Kind.self),
        """
        How another texture or color is shown: `fade`, `move-in`: it slides over the old one, `push`: it \
        slides the old one out, `reveal`: the old one slides away. Of a texture with `over` left out: \
        `fade`.
        """,
        only: ["set"]),
      Key(
        "from", .words(of: Transition.Side.self),
        "The side of the body that the transition's motion begins at.", default: Transition.Side.left,
        only: ["set"], alias: ["side", "subtype"]),
      Key(
        "start", .number(.ratio, .part), "Where in the whole the transition begins.", default: 0.0,
        only: ["set"], alias: ["startProgress"]),
      Key(
        "end", .number(.ratio, .part), "Where it ends; the new look shows then.", default: 1.0, only: ["set"],
        alias: ["endProgress"]),
      Key(
        "animations", .list(.reference("animation"), count: 1...1000, orOne: true), "Their ids.",
        required: true, only: ["start"], alias: ["of", "animation"]),
      Key(
        "animations", .list(.reference("animation"), count: 1...10_000, orOne: true),
        "Their ids, also of those that `animate` adds, and properties that `set` changes over time, such as "
          + "`lamp.opacity` or `it.opacity`.", required: true, only: ["stop"], alias: ["of", "animation"]),
      Key(
        "keep", .flag,
        "Whether what they move stays as it is seen; else the value shows that it was set to last. A body "
          + "stays where it is in any case.", default: false, only: ["stop"]),
      Key(
        "layers", .list(.reference("layer"), count: 1...100, orOne: true), "Their ids.", required: true,
        only: layerActions, alias: ["of", "layer"]),
      Key("of", bodies, "Which bodies.", required: true, only: bodyActions, alias: ["body", "bodies"]),
      Key(
        "amount", .vector(.number), "In kilograms × points per second.", required: true, only: ["impulse"],
        alias: ["by", "impulse"]),
      Key(
        "at", .vector(.length), "In the body's own coordinates; left out: its centre of gravity.",
        only: ["impulse"]),
      Key(
        "frame", .word(["world", "body"]), "Whether the amount is turned with the body.",
        default: Frame.world, only: ["impulse"]),
      Key("from", .vector(.length), "Where the cut begins.", only: ["slice"]),
      Key("to", .vector(.length), "Where it ends.", only: ["slice"]),
      Key(
        "stroke", .reference("pointer"),
        "In place of both: from where this button of `pointer` was pressed last to where the pointer is.",
        only: ["slice"]),
      Key(
        "frame", .word(["world", "body"]), "Whether the cut is in the body's own coordinates.",
        default: Frame.world, only: ["slice"]),
      Key("impact", .words(of: Impact.self), "What flies off.", required: true, only: ["burst"]),
      Key(
        "strength", .number(.ratio, .part), "How much, and how fast.", default: 1.0, only: ["burst"],
        alias: ["amount"]),
      Key("template", .reference("template"), "What is made.", required: true, only: ["spawn"]),
      Key(
        "at", .vector(.length), "Where; left out: as the template says.", only: ["spawn"],
        alias: ["position"]),
    ] + (spawnFields + [replaceField, spawnSeedField]).map(\.key) + [
      Key(
        "joint", .source(.joint), "A joint as in `joints`; `a` and `b` may be `it` and `other`.",
        required: true, only: ["attach"]),
      Key(
        "joints", .list(.reference("joint"), count: 1...10_000, orOne: true), "Their ids.", required: true,
        only: ["detach"], alias: ["of", "joint"]),
      Key("text", .text, "What the mark says.", required: true, only: ["mark"], alias: ["label"]),
      Key("name", .id, "That of the signal.", required: true, only: ["signal"], alias: ["signal"]),
    ])

  enum Frame: String, FormatValue {
    case world, body
  }

  static let spawnFields: [Field<Scene.Spawn>] = [
    Field(
      "atPointer", .flag, "Whether it is made where the pointer is, in place of `at`.", \.isAtPointer,
      only: ["spawn"]),
    Field(
      "spread", .vector(.length, .notNegative), "How far from there at random, either way.", \.spread,
      only: ["spawn"]),
    Field("angle", .number(.angle), "Left out: as the template says.", \.angle, only: ["spawn"]),
    Field("velocity", .vector(.speed), "Left out: as the template says.", \.velocity, only: ["spawn"]),
    Field(
      "velocitySpread", .vector(.speed, .notNegative), "How much it differs at random, either way.",
      \.velocitySpread, only: ["spawn"]),
    Field(
      "angularVelocity", .number(.spin), "Left out: as the template says.", \.angularVelocity, only: ["spawn"]
    ),
    Field("count", .count(1...1000), "How many at once.", \.count, only: ["spawn"]),
    Field(
      "max", .count(1...10_000), "How many of the template there are at a time.", \.max,
      only: ["spawn"], alias: ["limit"], formerNames: ["most"]),
  ]

  static let replaceField = Field<Scene.Spawn>(
    "replace", .flag, "Whether the oldest goes where there are as many; else nothing is made.",
    \.replacesOldest, only: ["spawn"])

  static let spawnSeedField = Field<Scene.Spawn>(
    "seed", .count(0...Int(Int32.max)), "Another seed, other places.", \.seed, only: ["spawn"])

  /// Checks of a state, which can be evaluated after every step.
  private static let states =
    [CheckWord.value, .asleep, .awake, .inside, .outside, .inView, .present, .gone].words
  /// Checks that are evaluated at a single moment.
  private static let moments = [CheckWord.hash, .picture].words
  /// The events of expectations that are events of triggers too.
  private static let watchedEvents = contactEvents + bodyEvents + ["breaks"] + crossings + animationEvents
  private static let happenings = watchedEvents + [CheckWord.lost, .shatters, .mark, .end].words
  /// Checks that apply to all bodies if none is named.
  private static let ofAnything = [CheckWord.asleep, .awake, .inView, .lost, .shatters].words
  private static let timeBounds = Bounds.from(0, to: 1e6)

  static let expectation = Section(
    .expectation, "an expectation", chooser: "check",
    exclusive: [
      ["at", "step", "by", "to"], ["at", "from"], ["step", "from"], ["between", "min"], ["between", "max"],
    ],
    examples: [
      "{check: value, channel: ball.y, between: [20, 40], at: 2 s}",
      "{id: not-too-fast, check: value, channel: ball.speed, max: 900, note: Nothing pushes it.}",
      "{check: value, channel: energy.kinetic, min: 10, from: 1 s, to: 5 s}", "{check: asleep, at: 5 s}",
      "{check: inside, of: [ball, tower], region: {at: [150, 20], box: [80, 40]}, by: 4 s}",
      "{check: inView, of: ball}", "{check: hit, between: [ball, left], above: 50, times: [1, 3], by: 3 s}",
      "{check: lost, times: 0}", "{check: mark, text: goal, by: 8 s}",
      "{check: hash, hash: 90ae2f1c55d3b7e4, step: 240}",
      "{check: picture, file: pictures/start.png, at: 1 s, tolerance: 1 %}",
    ],
    keys: [
      Key("id", .id, "What reports call it.", alias: ["name"]),
      Key("note", .text, "What it is for, for a report.", default: "", alias: ["description", "help"]),
      Key(
        "check", .word(states + moments + happenings),
        """
        `value`: a channel is within limits; `asleep`: all dynamic bodies; `awake`: one of them at least; \
        `inside`, `outside`: centres of gravity, a region; `inView`: some of each; `present`: neither lost, \
        removed nor shattered; `gone`: none of them is there; `hash`: the state, bit for bit; `picture`: \
        what is drawn. The others are events: those of `when`, and `lost`: a body went out of all bounds; \
        `shatters`; `mark`: a trigger marked the graph; `end`: a trigger ended the run.
        """,
        required: true, alias: ["event", "type", "that", "kind", "expect"]),
      Key(
        "channel", .text, "A channel, as in `graph`, but for measured ones.", required: true,
        only: ["value"] + crossings
      ),
      Key(
        "between", .vector(.channel, channelBounds),
        "The least and the greatest value, in the channel's unit or with another of its kind.",
        only: ["value"], alias: ["range", "within"]),
      Key(
        "min", .number(.channel, channelBounds), "The least value.", only: ["value"],
        alias: ["above", "atLeast", "least", "over"]),
      Key(
        "max", .number(.channel, channelBounds), "The greatest value.", only: ["value"],
        alias: ["below", "atMost", "most", "under"]),
      crossedKey,
      Key("between", .list(bodies, count: 2...2), "The two sides.", required: true, only: contactEvents),
      aboveKey,
      Key(
        "of", bodies, "Which bodies.", required: true,
        only: ["inside", "outside", "present", "gone"] + bodyEvents, alias: ["body", "bodies"]),
      Key("of", bodies, "Which bodies; left out: anything.", only: ofAnything, alias: ["body", "bodies"]),
      Key(
        "region", .record(.region), "Where.", required: true, only: ["inside", "outside"] + regionEvents,
        alias: ["area", "zone"]),
      brokenKey,
      Key(
        "of", .list(.reference("animation"), count: 1...10_000, orOne: true),
        "Which animations, as in `when`.",
        required: true, only: animationEvents, alias: ["animation", "animations"]),
      Key("text", .text, "What the mark says.", required: true, only: ["mark"], alias: ["label", "mark"]),
      Key(
        "hash", .text,
        "16 hexadecimal digits, as `tumble simulate --hash` prints them under the `GLIBC_TUNABLES` that "
          + "`tumble test` sets.", required: true, only: ["hash"]),
      Key(
        "file", .text, "A PNG, as `tumble snapshot` writes it: its path from the scene's file.",
        required: true, only: ["picture"], alias: ["path", "picture"]),
      Key(
        "tolerance", .number(.ratio, .part), "The part of the pixels that may differ.",
        default: Scene.Expectation.Picture("").tolerance, only: ["picture"]),
      Key(
        "threshold", .count(0...255),
        "How much a color component of a pixel may differ before the pixel counts.",
        default: Scene.Expectation.Picture("").threshold, only: ["picture"]),
      Key("at", .number(.time, timeBounds), "At this time.", only: states),
      Key("at", .number(.time, timeBounds), "At this time.", required: true, unless: "step", only: moments),
      Key(
        "step", .count(0...1_000_000_000), "The number of steps, in place of `at`.", only: states + moments),
      Key(
        "by", .number(.time, timeBounds), "At this time or earlier.", only: states + happenings,
        alias: ["before", "until", "within"]),
      Key(
        "from", .number(.time, timeBounds), "Not before this time.", default: 0.0, only: states + happenings,
        alias: ["after", "start", "since"]),
      Key(
        "to", .number(.time, timeBounds), "In all steps up to this time; left out: to the end of the run.",
        only: states, alias: ["end", "till"]),
      Key(
        "times", .list(.count(0...Scene.Expectation.maxTimes), count: 1...2, orOne: true),
        "How often: a number, or `[least, most]`; 0 is never. Left out: once or more often.",
        only: happenings, alias: ["count"]),
    ])
}

extension Scene.Spawn: FormatObject { static var unwritten: Self { Self("") } }
