import Testing
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands

/// A hand that animates a scene whose time stands, without a window: 1 point of the desktop for each of the
/// world's.
struct AnimatorBench {
  let bench: SceneEditingBench
  let animator: AnimatorPart
  let notices = Notices(clock: { .zero })

  /// A box on a floor, a ball in the air, and what is added to them.
  static let text = """
    tumble: 1
    view: {size: [400, 300]}
    world: {rate: 120}
    bodies:
      - {id: floor, kind: static, at: [200, 10], box: [400, 20]}
      - {id: box, at: [100, 40], box: [40, 40]}
      - {id: ball, at: [300, 40], circle: 20}

    """

  init(_ more: String = "", steps: Int = 60) throws {
    let scene = try Scene(text: Self.text + more)
    bench = try SceneEditingBench(scene, timeline: TimelineOptions(historyBudget: 8 << 20))
    animator = AnimatorPart(bench.session, notices, bench.editing, keys: .standard, isRepeatable: true)
    animator.isShown = true
    try bench.steps(steps)
  }

  var session: Session { bench.session }
  var start: Scene { session.startScene }

  /// Does what is done in panels, and waits for what follows from it.
  func act(_ actions: PanelAction...) throws {
    for action in actions {
      _ = animator.perform(action)
      try session.finishRerun()
    }
  }

  /// Sets a row of the inspector or of the world's panel.
  func set(_ row: String, _ value: PropertyValue) throws {
    _ = try self.row(row)
    bench.editing.beginEdit(row, session)
    bench.editing.edit(row, value, session)
    bench.editing.endEdit(row, session)
    try session.finishRerun()
  }

  /// A row of the inspector or of the world's panel, with its diamond.
  func row(_ path: String) throws -> PropertyRow {
    var state = InterfaceState()
    state.inspector = bench.editing.inspectorState(session, plotted: [])
    state.world = bench.editing.worldState(session, plotted: [])
    animator.mark(&state)
    let groups = (state.inspector?.groups ?? []) + (state.world?.groups ?? [])
    return try #require(groups.flatMap(\.rows).first { $0.path == path }, "\(path)")
  }

  func drag(_ from: Vector, _ to: Vector) throws {
    bench.drag(from, to, .control)
    try session.finishRerun()
  }

  /// The row of an animation, or of a member of a group.
  func keys(_ id: String) -> [Keyframe<AnimatableValue>]? { start.row(id)?.keys }

  func undo() throws {
    session.undo()
    try session.finishRerun()
  }
}
