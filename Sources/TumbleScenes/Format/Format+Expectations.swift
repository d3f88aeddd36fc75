import TumbleGeometry

extension Format {
  /// Checks of a state, which can be evaluated after every step.
  private static let states =
    [CheckWord.value, .asleep, .awake, .inside, .outside, .inView, .present, .gone].words
  /// Checks that are evaluated at a single moment.
  private static let moments = [CheckWord.hash, .picture].words
  /// Those that are events of triggers too.
  private static let watchedEvents = contactEvents + bodyEvents + ["breaks"] + crossings + animationEvents
  private static let happenings = watchedEvents + [CheckWord.lost, .shatters, .mark, .end].words
  /// Checks that apply to all bodies if none is named.
  private static let ofAnything = [CheckWord.asleep, .awake, .inView, .lost, .shatters].words
  private static let channelBounds = Bounds.from(-1e15, to: 1e15)
  private static let timeBounds = Bounds.from(0, to: 1e6)

  static let expectation = Section(
    .expectation, "an expectation",
    """
    What a run of the scene must show. `tumble test` runs the scene and reports each expectation that is not met, with what was seen,
    when, and the line that asks for it. Nothing else depends on it: not the simulation, its hash, or a replay. Times are world times and
    mean the nearest step, ends included. What holds or does not (`value` to `gone`) is looked at after every step: `at` one time, `by` a
    time (after one step at least), or in all steps `from` … `to`; without any of these always. What happens (`began` to `end`) is counted as in `when`,
    up to `by`. A run goes on to the latest `at`, `by` or `to`, or 10 s if there is none. Expectations of an included file count only where it
    is run itself.
    """,
    chooser: "check",
    exclusive: [
      ["at", "step", "by", "to"], ["at", "from"], ["step", "from"], ["between", "min"], ["between", "max"],
    ],
    examples: [
      "{check: value, channel: ball.y, between: [20, 40], at: 2 s}",
      "{id: not-too-fast, check: value, channel: ball.speed, max: 900, note: Nothing pushes it.}",
      "{check: value, channel: energy.kinetic, min: 10, from: 1 s, to: 5 s}",
      "{check: asleep, at: 5 s}",
      "{check: inside, of: [ball, tower], region: {at: [150, 20], box: [80, 40]}, by: 4 s}",
      "{check: inView, of: ball}",
      "{check: hit, between: [ball, left], above: 50, times: [1, 3], by: 3 s}",
      "{check: lost, times: 0}",
      "{check: mark, text: goal, by: 8 s}",
      "{check: hash, hash: 90ae2f1c55d3b7e4, step: 240}",
      "{check: picture, file: pictures/start.png, at: 1 s, tolerance: 1 %}",
    ],
    keys: [
      Key("id", .id, "What reports call it.", alias: ["name"]),
      Key("note", .text, "What it is for, for a report.", default: "", alias: ["description", "help"]),
      Key(
        "check", .word(states + moments + happenings),
        "`value`: a channel is within limits; `asleep`: all dynamic bodies; `awake`: one of them at least; `inside`, `outside`: centres of gravity, a region; `inView`: some of each; `present`: neither lost, removed nor shattered; `gone`: none of them is there; `hash`: the state, bit for bit; `picture`: what is drawn. The others are events: those of `when`, and `lost`: a body went out of all bounds; `shatters`; `mark`: a trigger marked the graph; `end`: a trigger ended the run.",
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
      Key(
        "value", .number(.channel, channelBounds), "In the channel's unit or with another of its kind.",
        required: true, only: crossings),
      Key(
        "between", .list(.list(.reference("body or shape"), count: 1...100_000, orOne: true), count: 2...2),
        "The two sides.", required: true, only: contactEvents),
      Key(
        "above", .number(.number, .notNegative),
        "The least impulse, in kilograms × points per second; a touch counts once, as it gets there.",
        default: 0.0,
        only: ["hit"], alias: ["threshold", "impulse"]),
      Key(
        "of", .list(.reference("body or shape"), count: 1...100_000, orOne: true), "Which bodies.",
        required: true,
        only: ["inside", "outside", "present", "gone"] + bodyEvents, alias: ["body", "bodies"]),
      Key(
        "of", .list(.reference("body or shape"), count: 1...100_000, orOne: true),
        "Which bodies; left out: anything.",
        only: ofAnything, alias: ["body", "bodies"]),
      Key(
        "region", .record(.region), "Where.", required: true, only: ["inside", "outside"] + regionEvents,
        alias: ["area", "zone"]),
      Key(
        "of", .list(.reference("joint"), count: 1...10_000, orOne: true), "Which joints.", required: true,
        only: ["breaks"], alias: ["joint"]),
      Key(
        "of", .list(.reference("animation"), count: 1...10_000, orOne: true),
        "Which animations, as in `when`.",
        required: true, only: animationEvents, alias: ["animation", "animations"]),
      Key("text", .text, "What the mark says.", required: true, only: ["mark"], alias: ["label", "mark"]),
      Key(
        "hash", .text,
        "16 hexadecimal digits, as `tumble simulate --hash` prints them under the `GLIBC_TUNABLES` that `tumble test` sets.",
        required: true, only: ["hash"]),
      Key(
        "file", .text, "A PNG, as `tumble snapshot` writes it: its path from the scene's file.",
        required: true,
        only: ["picture"], alias: ["path", "picture"]),
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
        only: happenings,
        alias: ["count"]),
    ])
}
