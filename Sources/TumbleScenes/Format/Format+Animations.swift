extension Format {
  private static let ends = [AnimationWord.basic, .spring].words

  /// The properties that can be animated, as documents list them.
  private static var animatableWords: String {
    let owners: [SceneObject.Kind] = [.body, .joint, .field, .fluid, .emitter]
    return
      (owners.map { words($0.rawValue.uppercased(), AnimatableProperty.all(of: $0).map(\.name)) }
      + [SceneObject.Kind.world, .camera].map {
        words($0.rawValue, AnimatableProperty.all(of: $0).map(\.name))
      })
      .joined(separator: "; ")
  }

  /// Words after an owner's name, which stands before the first: `BODY.x`, `.y`.
  static func words(_ owner: String, _ names: [String]) -> String {
    names.enumerated().map { index, name in "`\(index == 0 ? owner : "").\(name)`" }.joined(separator: ", ")
  }

  private static let animationKeys =
    [
      Key(
        "of", .text, "What it moves: \(animatableWords).", required: true,
        only: ["basic", "keyframe", "path", "spring"], alias: ["target", "keyPath", "property"]),
      Key("type", .words(of: AnimationWord.self), "How it moves.", required: true, alias: ["kind"]),
      Key("from", .animated, "Where it starts; left out: as things are, or `to` less `by`.", only: ends),
      Key("to", .animated, "Where it ends; left out: as things are, or `from` and `by`.", only: ends),
      Key("by", .animated, "How far it goes, beside `from` or `to`, or alone.", only: ends),
      Key(
        "keyframes", .list(.record(.keyframe, short: "to"), count: 1...100_000),
        """
        Values at times in seconds, in place of `values`, `keyTimes`, `timing`, `mode` and `duration`, which \
        is the time of the last. Before a first key after 0 things stay as they are. Plain values are those \
        of `values`.
        """,
        only: ["keyframe"], alias: ["keys"]),
      Key(
        "values", .animated, "What it goes through.", required: true, unless: "keyframes", only: ["keyframe"]
      ),
      Key(
        "keyTimes", .list(.number(.ratio, .part), count: 1...100_000),
        "When, as rising shares of the duration from 0 to 1; left out: evenly.", only: ["keyframe"]),
      Key(
        "timing", .list(.text, count: 1...100_000, orOne: true),
        "The curve of each segment, or one for all: `ease-in-out`, `bounce-out`, `cubic-bezier(1, 0, 0.75, "
          + "1)`, `steps(4)`, ….", default: TimingFunction.linear, alias: ["easing", "curve"]),
      Key(
        "timingFunction", .text,
        "The curve of the whole: of key frames, over the segments' own; of all others, another name for "
          + "`timing`.", default: TimingFunction.linear, formerNames: ["pace"]),
      Key(
        "mode", .words(of: KeyframeAnimation<AnimatableValue>.Mode.self), "What is between two values.",
        default: KeyframeAnimation<AnimatableValue>.Mode.linear, only: ["keyframe"],
        alias: ["calculationMode"]),
      Key("path", .record(.path), "The way it goes.", required: true, only: ["path"]),
      Key(
        "pacing", .words(of: PathAnimation.Pacing.self),
        "`uniform`: each step takes the same time; `paced`: at an even speed.",
        default: PathAnimation.Pacing.uniform, only: ["path"]
      ),
      Key(
        "rotation", .words(of: PathAnimation.Rotation.self), "Whether the body turns with the path.",
        default: PathAnimation.Rotation.none, only: ["path"]),
      Key(
        "spring", .text,
        "`spring(response: 0.5, damping: 0.7)`, or by `mass`, `stiffness`, `damping` and `velocity`.",
        default: TimingFunction.spring(Spring()), only: ["spring"]),
      Key("velocity", .animated, "How fast it starts; left out: as fast as the thing is.", only: ["spring"]),
      Key(
        "animations", .list(.record(.member), count: 1...1000), "What plays in the group's time.",
        required: true, only: ["group"], alias: ["members", "children"]),
    ] + clockFields.map(\.key) + [
      Key(
        "repeat", .number(.number, .unlimited, words: ["forever"]),
        "How often it plays, or `forever`; 0 is once.", default: 1,
        alias: ["loop", "loops"]),
      Key(
        "repeatCount", .number(.number, .unlimited, words: ["forever"]),
        "The same, as Core Animation calls it."
      ),
      Key(
        "repeatDuration", .number(.time, .unlimited, words: ["forever"]),
        "For how long it plays, in place of how often; 0 is one cycle."),
    ] + cycleFields.map(\.key) + [
      Key("cumulative", .flag, "Whether each cycle starts where the last one ended.", default: false)
    ]

  static let clockFields: [Field<MediaTiming>] = [
    Field(
      "duration", .number(.time, .from(0, to: 1e6)),
      "Of one pass; left out, a spring's is the time it takes to settle. 0 is at once, and cannot be "
        + "repeated.", \.writtenDuration, shown: MediaTiming.defaultDuration, unit: "s"),
    Field(
      "beginTime", .number(.time, .from(-1e6, to: 1e6)), "When it starts.", \.beginTime,
      alias: ["delay", "begin", "start"]),
    Field(
      "speed", .number(.ratio, .from(-1e6, to: 1e6)), "2 is twice as fast, -1 backwards, 0 stands.", \.speed),
    Field(
      "timeOffset", .number(.time, .from(-1e6, to: 1e6)), "Where in its cycle it starts.", \.timeOffset,
      alias: ["offset"]),
  ]

  static let cycleFields: [Field<MediaTiming>] = [
    Field(
      "autoreverses", .flag, "Whether each pass is followed by one backwards.", \.autoreverses,
      alias: ["autoreverse", "pingpong", "yoyo"]),
    Field(
      "fillMode", .words(of: MediaTiming.FillMode.self),
      "Whether the end shows after it (`forwards`) and the start before it (`backwards`); places stay where "
        + "they came to in any case, and a dynamic body is held for as long as one shows.",
      \.fillMode, alias: ["fill"]),
  ]

  /// The keys of an animation that a member of a group does not have.
  static let wholeAnimationFields: [Field<Scene.Animation>] = [
    Field(
      "autoplay", .flag,
      "Whether it begins by itself. One that does not waits for a trigger's `start`, from which its "
        + "`beginTime` then counts.", \.autoplay),
    Field("color", .color, "The color of its row in the window.", \.color),
    Field("note", .text, "A note for people.", \.note),
  ]

  static let layerFields: [Field<LayerTiming>] = [
    Field(
      "beginTime", .number(.time, .from(-1e6, to: 1e6)), "When in that time its own is at `timeOffset`.",
      \.beginTime, alias: ["delay", "begin", "start"]),
    Field(
      "speed", .number(.ratio, .from(-1e6, to: 1e6)), "2 is twice as fast, -1 backwards, 0 stands.", \.speed),
    Field(
      "timeOffset", .number(.time, .from(-1e6, to: 1e6)), "Its own time then.", \.timeOffset,
      alias: ["offset"]),
  ]

  private static let exclusiveKeys = [["keyframes", "values"], ["repeat", "repeatCount", "repeatDuration"]]

  static let animationSections = [
    Section(
      .layer, "a layer",
      examples: ["{id: machines, speed: 0.5}", "{id: mill, parent: show, speed: 2, beginTime: 1 s}"],
      keys: [
        Key("id", .id, "Its name, unique among layers.", required: true, alias: ["name", "key"]),
        Key(
          "parent", .reference("layer"),
          "The layer in whose time it runs, one further up in the file; left out: the world's own.",
          alias: ["in"]),
      ] + layerFields.map(\.key)),
    Section(
      .animation, "an animation", chooser: "type", exclusive: exclusiveKeys,
      examples: [
        "{id: fade, of: lamp.opacity, type: basic, to: 0.2, duration: 2 s, autoreverses: true, repeat: "
          + "forever}",
        "{id: lift, of: platform.position, type: keyframe, values: [[150, 40], [150, 240], [150, 40]], "
          + "keyTimes: [0, 0.5, 1], timing: [ease-in-out, bounce-out], duration: 4 s, repeat: forever}",
        "{id: drop, of: lamp.position.y, type: keyframe, keyframes: [{at: 0, to: 240}, {at: 0.5 s, to: 40, "
          + "timing: quadratic-in}, {at: 2 s, to: 40}]}",
        "{id: trip, of: platform.position, type: path, path: {from: [0, 150], steps: [{curve: [[75, 0], "
          + "[225, 300], [300, 150]]}]}, duration: 4 s}",
        """
        {id: pull, of: platform.position.x, type: spring, to: 200, spring: \"spring(response: 0.5, damping: \
        0.7)\"}
        """,
        "{id: hop, of: platform.position.y, type: basic, by: 60, duration: 0.5 s, autoplay: false}",
        "{id: both, type: group, duration: 3 s, animations: [{of: lamp.opacity, type: basic, to: 0}, {of: "
          + "platform.angle, type: basic, by: 1 turn, duration: 3 s}]}",
      ],
      keys: [
        Key(
          "id", .animationID,
          "Its name, unique among animations. That of the property that it moves (`lamp.opacity`) is what a "
            + "trigger's `set` with `over` gives its own.", required: true, alias: ["name", "key"]),
        Key("layer", .reference("layer"), "The layer in whose time it plays; left out: the world's own."),
      ] + wholeAnimationFields.map(\.key) + animationKeys),
    Section(
      .member, "an animation of a group", chooser: "type", exclusive: exclusiveKeys,
      examples: ["{of: lamp.opacity, type: basic, from: 0, to: 1, duration: 1 s}"],
      keys: animationKeys),
    Section(
      .keyframe, "a key", examples: ["{at: 0.5 s, to: [150, 240], timing: ease-out}"],
      keys: [
        Key(
          "at", .number(.time, .from(0, to: 1e6)), "When, from the begin of the animation.", alias: ["time"]),
        Key("to", .animated, "The value then.", required: true, alias: ["value"]),
        Key(
          "timing", .text, "The curve that leads to it; `hold` keeps the value before up to this time.",
          default: TimingFunction.linear, alias: ["easing", "curve"]),
      ]),
    Section(
      .path, "a path",
      examples: [
        "{from: [0, 150], steps: [[100, 150], {curve: [[150, 150], [150, 250], [250, 250]]}, {arc: {center: "
          + "[250, 200], turn: -180 deg}}]}"
      ],
      keys: [
        Key("from", .vector(.length), "Where it starts.", required: true, alias: ["start"]),
        Key(
          "steps", .list(.record(.pathStep, short: "line"), count: 1...10_000),
          "The way on, each step from where the last ended.", required: true, alias: ["segments", "points"]),
        Key("closed", .flag, "Whether it goes back to its start in a straight line.", default: false),
      ]),
    Section(
      .pathStep, "a step", exclusive: [["line", "curve", "arc"]], oneOf: [["line", "curve", "arc"]],
      examples: ["[100, 150]", "{curve: [[50, 100], [100, 150]]}", "{arc: {center: [0, 0], turn: 90 deg}}"],
      keys: [
        Key("line", .vector(.length), "Straight to a point; `[x, y]` alone is a line.", alias: ["to"]),
        Key(
          "curve", .list(.vector(.length), count: 2...3),
          "One control point (quadratic) or two (cubic), and the end.",
          alias: ["bezier", "cubic", "quadratic"]),
        Key("arc", .record(.arc), "Part of a circle."),
      ]),
    Section(
      .arc, "an arc", examples: ["{center: [150, 150], turn: 1 turn}"],
      keys: [
        Key("center", .vector(.length), "What it goes round.", required: true, alias: ["centre"]),
        Key(
          "turn", .number(.angle), "How far; counter-clockwise if positive.", required: true,
          alias: ["sweep", "angle"]),
      ]),
  ]
}

extension MediaTiming {
  /// The duration as a scene has it: nil where it is left out, and 0 is 0.
  fileprivate var writtenDuration: Double? {
    get { isInstant || duration > 0 ? duration : nil }
    set { (duration, isInstant) = (newValue ?? 0, newValue == 0) }
  }
}

extension Scene.Animation: FormatObject {
  static var unwritten: Self { Self(id: "", target: nil, definition: .init(.group([]))) }
}
extension MediaTiming: FormatObject { static var unwritten: Self { Self() } }
extension LayerTiming: FormatObject { static var unwritten: Self { Self() } }
