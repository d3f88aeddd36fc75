import CTumbleTestHooks
import TumbleAnimation
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleRendering

/// Panels over a running world: its numbers change in every frame.
struct SteadyInterface: CustomStringConvertible {
  /// Is true if the state changes, so that every frame is built and drawn again.
  let isRunning: Bool

  static let all = [SteadyInterface(isRunning: false), SteadyInterface(isRunning: true)]

  var description: String { isRunning ? "panels whose numbers run" : "panels in which nothing changes" }

  private static var state: InterfaceState {
    var state = InterfaceState()
    state.menus = [Menu("File", [MenuItem("open", "Open scene…", shortcut: "Ctrl+O")])]
    state.tools = ToolPaletteState(shortcuts: [.box: "B"])
    state.inspector = InspectorState(
      title: "a crate with quite a long name", subtitle: "dynamic · id 7",
      groups: [
        PropertyGroup(
          "Material",
          [
            PropertyRow("bodies.crate.position", "Position", .vector(.zero), isPlotted: false),
            PropertyRow("bodies.crate.friction", "Friction", .slider(0.5, range: 0...1)),
            PropertyRow("bodies.crate.mass", "Mass", .number(1), unit: "kilograms of mass"),
            PropertyRow(
              "bodies.crate.kind", "Kind", .choice(0, of: ["dynamic", "static", "kinematic", "lift"])),
            PropertyRow("bodies.crate.bullet", "Bullet", .toggle(true)),
            PropertyRow("bodies.crate.color", "Color", .color(.white)),
          ])
      ])
    state.layers = LayersState(shown: [.outlines])
    state.profile = ProfileState(
      framesPerSecond: 60, budget: 16.67,
      phases: [.init("Physics and its phases", now: 4, average: 4, percentile99: 9)],
      history: [Float](repeating: 9, count: 100))
    state.timeline = TimelineState(rate: 120, newest: 100_000, shown: 10, checkpoints: [100, 5000])
    var layer = AnimatorState.Row("layer background machines")
    (layer.layer, layer.isFolded) = (0, false)
    state.animator = AnimatorState(
      rows: [AnimatorState.Row(animation: "sway", "position", begin: 1, end: 2, keys: [1, 2]), layer],
      time: 1,
      present: 2,
      graph: AnimatorCurves(
        animation: "sway", title: "crate.position", unit: "pt",
        lines: [
          AnimatorCurves.Line("x", keys: [Keyframe(at: 1, 0), Keyframe(at: 2, 7, timing: .easeInOut)])
        ]))
    state.animator?.layers = [AnimatorState.Layer("background machines", time: 1)]
    state.animator?.clocks = ["time of the world", "time of background machines"]
    state.animator?.marks = [AnimatorState.Mark(1.5, "what a trigger is called")]
    state.animator?.numbers = AnimatorState.KeyNumbers(time: 1, numbers: [.init("x", 2)], unit: "pt")
    state.hint = HintState("Drag things · H keys · Ctrl+O scenes")
    return state
  }

  /// The heap allocations of 60 frames after as many.
  func run() throws -> UInt64 {
    let target = try RenderTarget(PixelSize(1000, 700))
    let interface = try Interface()
    let surface = InterfaceSurface(target.size)
    var state = Self.state
    if isRunning {
      // What plays needs each frame.
      let row = PropertyRow(
        "card.timing", "timing",
        .curve(.easeInOut, "a curve with a long name", plays: MediaTiming(duration: 1)))
      state.animation = AnimationCardState(title: "Animate", groups: [PropertyGroup("", [row])])
      var trigger = TriggersState.Row("again", "hit a crate, the floor → start the sway of the crate")
      (trigger.isOpen, trigger.isLit, trigger.event, trigger.actions) = (true, true, [row], [[row], [row]])
      state.triggers = TriggersState([trigger])
    }
    var counted: UInt64 = 0
    for frame in 0..<120 {
      if isRunning {
        state.timeline?.shown = frame * 100
        state.animator?.time = Double(frame) / 60
        state.timeline?.speed = frame % 2 == 0 ? 1 : 0.25
        state.profile?.framesPerSecond = 30 + Double(frame % 30)
      }
      let before = ctumble_allocations()
      let actions = interface.frame(state, in: surface, seconds: 1.0 / 60)
      try interface.draw(on: target)
      if frame >= 60 { counted += ctumble_allocations() - before }
      precondition(actions.isEmpty, "nobody did anything")
    }
    return counted
  }
}
