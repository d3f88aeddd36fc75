import TumbleAnimation
import TumbleDrawing
import TumbleGeometry
@testable import TumbleInput
@testable import TumbleLooks
@testable import TumblePanels

/// States of the interface that the tests build and draw.
enum InterfaceSamples {
  static let menus = [
    Menu(
      "File",
      [
        MenuItem("open", "Open scene…", shortcut: "Ctrl+O"), MenuItem("save", "Save", shortcut: "Ctrl+S"),
        MenuItem("saveMoment", "Save moment"), .separator, MenuItem("quit", "Quit", shortcut: "Ctrl+Q"),
      ]),
    Menu(
      "Edit",
      [
        MenuItem("undo", "Undo", shortcut: "Ctrl+Z"),
        MenuItem("redo", "Redo", shortcut: "Ctrl+Y", isEnabled: false),
      ]),
    Menu("View", [MenuItem("graph", "Graph", shortcut: "G", isChecked: true)]),
    Menu("Layers", [MenuItem("outlines", "Outlines", isChecked: true), MenuItem("joints", "Joints")]),
    Menu("Scene", [MenuItem("restart", "Start again", shortcut: "R")]),
    Menu("Help", [MenuItem("keys", "Keys and mouse", shortcut: "H")]),
  ]

  static var inspector: InspectorState {
    InspectorState(
      title: "crate1", subtitle: "dynamic · id 7",
      groups: [
        PropertyGroup(
          "",
          [
            PropertyRow(
              "bodies.crate1.position", "Position", .vector(Vector(142.5, 310)), unit: "pt", isPlotted: false),
            PropertyRow(
              "bodies.crate1.angle", "Angle", .number(30), unit: "°", help: "Counter-clockwise",
              isPlotted: true),
            PropertyRow(
              "bodies.crate1.mass", "Mass", .number(1.5, range: 0.001...1e6), unit: "kg", isPlotted: false),
          ]),
        PropertyGroup(
          "Material",
          [
            PropertyRow(
              "bodies.crate1.friction", "Friction", .slider(0.7, range: 0...2), help: "0 slides, 1 grips"),
            PropertyRow(
              "bodies.crate1.elasticity", "Elasticity", .slider(0.2, range: 0...1),
              refusal: "elasticity is 1.4; a number from 0 to 1 was expected"),
            PropertyRow(
              "bodies.crate1.kind", "Kind", .choice(0, of: ["dynamic", "static", "kinematic", "lift"])),
            PropertyRow("bodies.crate1.color", "Color", .color(Color(hex: "#e07a5f") ?? .black)),
            PropertyRow("bodies.crate1.fixed", "No turning", .toggle(false)),
            PropertyRow("bodies.crate1.bullet", "Bullet", .toggle(true)),
            PropertyRow("bodies.crate1.name", "Name", .text("crate1")),
            PropertyRow("bodies.crate1.speed", "Speed", .reading("37.2 pt/s")),
          ]),
      ])
  }

  static var world: WorldPanelState {
    WorldPanelState([
      PropertyGroup(
        "",
        [
          PropertyRow("world.gravity", "Gravity", .vector(Vector(0, -1000))),
          PropertyRow("world.damping", "Damping", .slider(1, range: 0...1)),
          PropertyRow("world.iterations", "Iterations", .slider(10, range: 1...60)),
          PropertyRow(
            "world.timeScale", "Time", .slider(1, range: 0.0625...16, isLogarithmic: true), unit: "×"),
          PropertyRow(
            "world.rate", "Rate", .choice(1, of: ["60", "120", "240"]), help: "Starts the scene again"),
        ])
    ])
  }

  static var profile: ProfileState {
    let lengths = (0..<200).map { index -> Float in
      let usual = Float(9 + index * 37 % 11)
      return index % 41 == 0 ? usual * 2 : usual * 0.6
    }
    return ProfileState(
      framesPerSecond: 59.6, budget: 16.67,
      phases: [
        .init("Events", now: 0.04, average: 0.05, percentile99: 0.3),
        .init("Animation", now: 0.31, average: 0.28, percentile99: 0.6),
        .init("Physics", now: 4.12, average: 3.9, percentile99: 9.2),
        .init("broad phase", depth: 1, now: 1.2, average: 1.1, percentile99: 2.4),
        .init("solver", depth: 1, now: 2.4, average: 2.2, percentile99: 6.1),
        .init("Snapshot", now: 0.12, average: 0.12, percentile99: 0.2),
        .init("Graph", now: 0.4, average: 0.38, percentile99: 1.1),
        .init("Interface", now: 0.2, average: 0.2, percentile99: 0.9),
        .init("Drawing", now: 2.6, average: 2.5, percentile99: 18.4),
        .init("Presenting", now: 8.1, average: 8.4, percentile99: 11),
      ], history: lengths, stall: "The main thread stood still for 310 ms in drawing, at step 4,211")
  }

  static var timeline: TimelineState {
    TimelineState(
      rate: 120, newest: 7200, oldest: 240, shown: 4311, isPaused: true, speed: 0.5,
      checkpoints: [960, 1920, 3840, 5760],
      marks: [
        .init(step: 1000, kind: .restart), .init(step: 3000, kind: .trigger("goal")),
        .init(step: 5200, kind: .stall),
        .init(step: 6100, kind: .restart),
      ], memory: 43 << 20)
  }

  static var picker: PickerState {
    let titles = [
      "Crates", "A pyramid of stones", "Shower", "Chain and ball", "Domino run", "Newton's cradle", "Pinball",
      "Seesaw",
      "Orbit", "Elevator and a very long title that does not fit", "Gears", "Suspension bridge",
      "Wrecking ball",
      "Zoo", "Cart",
    ]
    return PickerState(
      rows: titles.enumerated().map { index, title in
        PickerState.Row(
          title: title, name: title.lowercased().split(separator: " ").prefix(2).joined(separator: "-"),
          path: "Scenes/\(index).yaml", picture: index % 5 == 4 ? nil : PictureID(index % 3),
          isOwn: index % 6 == 1)
      }, selected: 1, total: 26)
  }

  static var help: HelpState {
    HelpState(
      sections: [
        .init(
          "Mouse",
          [
            .init(["drag"], "Take a body and throw it"), .init(["wheel"], "Zoom at the mouse"),
            .init(["right drag"], "Move the view"),
          ]),
        .init(
          "Time",
          [
            .init(["Space"], "Pause, and go on"), .init([".", ","], "One step forth, one step back"),
            .init(["S"], "Slow motion: a half, a quarter, an eighth, and full speed again"),
            .init(["R"], "Start the scene again, from its file as it is now"),
          ]),
        .init(
          "Files",
          [
            .init(["Ctrl+O"], "Choose a scene"), .init(["Ctrl+S"], "Save the start of the scene"),
            .init(["[", "]"], "The scene before, the scene after"),
          ]),
        .init(
          "Editing",
          [
            .init(["Ctrl+Z"], "Undo"), .init(["Ctrl+Y"], "Redo"),
            .init(["Delete"], "Take away what is selected"),
            .init(["Ctrl+D"], "Duplicate"), .init(["Ctrl+C", "Ctrl+V"], "Copy and paste"),
          ]),
      ],
      note:
        "Four wooden crates fall onto stone. Lean the world with the arrow keys — they slide when it is steep enough."
    )
  }

  static var error: ErrorCardState {
    ErrorCardState(
      title: "crates.yaml cannot be loaded",
      message: """
        crates.yaml:14:12: unknown property `frction` of a body
           14 |     frction: 0.7
              |     ^^^^^^^
        crates.yaml:22:7: mass is -1; a number above 0 was expected
           22 |     mass: -1
              |           ^^
        """, hint: "Did you mean friction?")
  }

  /// The panels with everything at the edges.
  static func panels(_ appearance: InterfaceTheme.Appearance = .light) -> InterfaceState {
    var state = InterfaceState(appearance: appearance)
    state.menus = menus
    state.tools = ToolPaletteState(chosen: .box, shortcuts: [.box: "B"])
    state.inspector = inspector
    state.world = world
    state.timeline = timeline
    return state
  }

  /// Rows of animations, a layer's clock and the card of an animation; in place of the rows their curves.
  static func animator(
    _ appearance: InterfaceTheme.Appearance, curves: Bool = false, isOffer: Bool = false
  ) -> InterfaceState {
    var state = InterfaceState(appearance: appearance)
    state.menus = menus
    state.tools = ToolPaletteState()
    state.timeline = TimelineState(rate: 120, newest: 480, shown: 300, isPaused: true)
    var rows = [
      AnimatorState.Row("crate1", isLit: true),
      AnimatorState.Row(
        animation: "sway", "position", depth: 1, begin: 1, end: 3, lastEnd: 7, fillsBefore: true,
        keys: [1, 1.8, 3], selected: [1, 2], isLit: true),
      AnimatorState.Row(
        animation: "turn", "angle", depth: 1, begin: 0.5, end: 2.5, fillsAfter: true, keys: [0.5, 2.5],
        color: Color(hex: "#d1495b")),
      AnimatorState.Row("world"),
      AnimatorState.Row(animation: "lean", "world.gravity", depth: 1, begin: 4, end: 6, lastEnd: .infinity),
      AnimatorState.Row("layer slow"),
      AnimatorState.Row(animation: "beat", "crate2.opacity", depth: 1, begin: 2, end: 4, keys: [2, 4]),
    ]
    for index in [0, 3, 5] { rows[index].isFolded = index == 3 }
    rows[5].layer = 0
    var animator = AnimatorState(
      rows: rows, time: 2.5, present: 4, range: 0...8, hasAutoKey: true, curve: "bounce-out")
    animator.layers = [AnimatorState.Layer("slow", speed: 0.5, offset: 1, time: 3)]
    animator.clocks = ["time of the world", "time of slow"]
    animator.marks = [AnimatorState.Mark(1.3, "when-1"), AnimatorState.Mark(3.2, "when-1")]
    animator.rows[1].isFlashing = true
    (animator.hasMovers, animator.hasPast) = (true, true)
    if curves {
      let line = AnimatorCurves.Line(
        "x",
        keys: [
          Keyframe(at: 1, 40), Keyframe(at: 1.8, 240, timing: .easeInOut),
          Keyframe(at: 3, 90, timing: .easing(Easing(.bounce, .out))),
        ])
      let other = AnimatorCurves.Line(
        "", keys: [Keyframe(at: 0.5, 0), Keyframe(at: 1.5, 90, timing: .hold), Keyframe(at: 2.5, 360)])
      animator.graphs = [
        AnimatorCurves(animation: "sway", title: "crate1.position", unit: "pt", lines: [line]),
        AnimatorCurves(animation: "turn", title: "crate1.angle", unit: "°", lines: [other]),
      ]
      animator.numbers = AnimatorState.KeyNumbers(
        time: nil, numbers: [.init("x", 240), .init("y", nil)], unit: "pt")
    } else if isOffer {
      animator.offer =
        "crate1: 178 keys in place of 3603 values, off by 0.1\u{a0}pt and 0.099° at most, from 0.5\u{a0}s to "
        + "3.2\u{a0}s"
      animator.stretch = 0.5...3.2
    } else {
      state.animation = AnimationCardState(
        title: "Animate crate1",
        groups: [
          PropertyGroup(
            "",
            [
              PropertyRow(
                "card.property", "property", .choice(0, of: ["position", "angle", "scale", "size"])),
              PropertyRow("card.from", "from", .vector(Vector(40, 120))),
              PropertyRow("card.to", "to", .vector(Vector(240, 120))),
              PropertyRow("card.duration", "duration", .number(1), unit: "s"),
              PropertyRow("card.autoreverses", "back and forth", .toggle(true)),
              PropertyRow("card.repeat", "repeat", .text("forever")),
              PropertyRow(
                "card.timing", "timing",
                .curve(.easing(Easing(.bounce, .out)), "bounce-out", plays: MediaTiming(duration: 1))),
            ])
        ])
    }
    state.animator = animator
    return state
  }

  /// Triggers of a scene, one of them open.
  static func triggers(_ appearance: InterfaceTheme.Appearance) -> InterfaceState {
    var state = card(appearance) { _ in }
    let kinds = ["hit", "release", "time", "key", "leaves", "finished", "value", "reset"]
    var open = TriggersState.Row("0", "hit crate1, anything → start sway, mark hop")
    open.isOpen = true
    open.event = [
      PropertyRow("when.0.on", "event", .choice(0, of: kinds)),
      PropertyRow("when.0.between", "between", .text("[crate1, any]")),
      PropertyRow("when.0.minImpulse", "minImpulse", .number(20), unit: "kg·pt/s"),
    ]
    open.actions = [
      [
        PropertyRow("when.0.do.0", "action", .choice(0, of: ["start", "mark"])),
        PropertyRow("when.0.do.0.of", "animations", .choice(0, of: ["sway", "turn"])),
      ],
      [
        PropertyRow("when.0.do.1", "action", .choice(1, of: ["start", "mark"])),
        PropertyRow("when.0.do.1.name", "name", .text("hop")),
      ],
    ]
    var lit = TriggersState.Row("1", "every 2 s → spawn ball")
    lit.isLit = true
    state.triggers = TriggersState([open, lit])
    return state
  }

  static func measures(_ appearance: InterfaceTheme.Appearance) -> InterfaceState {
    var state = InterfaceState(appearance: appearance)
    state.menus = menus
    state.tools = ToolPaletteState()
    state.layers = LayersState(shown: [.outlines, .contacts, .velocities])
    state.profile = profile
    var timeline = timeline
    timeline.shown = timeline.newest
    timeline.isPaused = false
    timeline.speed = 1
    state.timeline = timeline
    return state
  }

  static func messages(_ appearance: InterfaceTheme.Appearance) -> InterfaceState {
    var state = InterfaceState(appearance: appearance)
    state.menus = menus
    state.timeline = measures(appearance).timeline
    state.hint = HintState("Drag things · H keys · Ctrl+O scenes")
    state.note = NoteState(title: "Crates", text: help.note)
    state.toasts = [
      Toast(id: 1, "Saved crates.yaml", kind: .success),
      Toast(id: 2, "Paused: dragging moves the crate", kind: .information),
      Toast(id: 3, "A picture of the scene cannot be read: ball.png", kind: .warning),
    ]
    state.labels = [FloatingLabel("crate1 · id 7\n1.5 kg · 37.2 pt/s", at: Vector(240, 170))]
    state.progress = ProgressState(title: "Undoing", fraction: 0.42, detail: "step 3,020 of 7,200")
    return state
  }

  static func card(_ appearance: InterfaceTheme.Appearance, _ change: (inout InterfaceState) -> Void)
    -> InterfaceState
  {
    var state = InterfaceState(appearance: appearance)
    state.menus = menus
    state.tools = ToolPaletteState()
    state.timeline = measures(appearance).timeline
    change(&state)
    return state
  }

  /// All panels, by a name for their pictures.
  static func all(_ appearance: InterfaceTheme.Appearance) -> [(name: String, state: InterfaceState)] {
    [
      ("panels", panels(appearance)), ("measures", measures(appearance)), ("messages", messages(appearance)),
      ("animator", animator(appearance)), ("curves", animator(appearance, curves: true)),
      ("offer", animator(appearance, isOffer: true)),
      ("triggers", triggers(appearance)),
      ("picker", card(appearance) { $0.picker = picker }), ("help", card(appearance) { $0.help = help }),
      ("error", card(appearance) { $0.error = error }),
      (
        "folders",
        card(appearance) {
          $0.picker = picker
          $0.picker?.rows.insert(contentsOf: ["..", "cars"].map { PickerState.Row(folder: $0) }, at: 0)
          $0.picker?.folder = "/home/ann/a folder with a very long name/.local/share/tumble/scenes/machines"
        }
      ),
      (
        "naming",
        card(appearance) {
          $0.naming = NamingState(
            title: "Save the new scene", name: "a/b", refusal: "'a/b' is not a file name: expected letters")
        }
      ),
      (
        "leaving",
        card(appearance) { $0.leaving = LeavingState(scene: "My car", detail: "edits of its start") }
      ),
      (
        "recovery",
        card(appearance) {
          $0.recovery = RecoveryState(scene: "Crates", detail: "2 min 14 s of play, 31 edits, kept at 14:02")
        }
      ),
    ]
  }

  static let sizes: [(name: String, size: PixelSize, scale: Double)] = [
    ("small", PixelSize(480, 360), 1), ("usual", PixelSize(1280, 800), 1),
    ("large", PixelSize(3840, 2160), 2),
  ]
}
