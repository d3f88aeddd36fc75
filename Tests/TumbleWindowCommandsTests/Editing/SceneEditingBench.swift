import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleScenes
import TumbleSimulation
import TumbleWindow
@testable import TumbleWindowCommands

/// A hand that edits a scene that runs, as in a window of 1 point of the desktop for each of the world's.
struct SceneEditingBench {
  let session: Session
  let editing = SceneEditing()

  init(_ scene: Scene, timeline: TimelineOptions? = nil) throws {
    session = try Session(
      World(scene), content: SceneWriter().text(scene), lastStep: .max, timeline: timeline)
    session.isPaused = true
  }

  /// A crate on a floor, and a ball in the air.
  init() throws {
    var scene = Scene(name: "bench", view: Scene.View(size: Size(400, 300)))
    scene.bodies = [
      Self.body(
        "floor", .static, at: Vector(200, 0), .segment(from: Vector(-200, 0), to: Vector(200, 0), radius: 2)),
      Self.body("crate1", .dynamic, at: Vector(100, 22), .box(Size(40, 40))),
      Self.body("ball1", .dynamic, at: Vector(200, 150), .circle(radius: 20)),
    ]
    try self.init(scene)
  }

  private static func body(_ id: String, _ kind: BodyKind, at position: Vector, _ form: Form) -> Scene.Body {
    var body = Scene.Body(id: id)
    body.kind = kind
    body.position = position
    body.shapes = [Scene.Shape(form)]
    return body
  }

  // MARK: The hand

  @discardableResult
  func send(_ kind: PointerEvent.Kind, _ point: Vector, _ modifiers: Modifiers = []) -> Bool {
    editing.take(
      PointerEvent(kind, pixel: point, point: point, modifiers: modifiers), session, pointsPerUnit: 1)
  }

  func drag(_ from: Vector, _ to: Vector, _ modifiers: Modifiers = []) {
    send(.press(.left, clicks: 1), from, modifiers)
    send(.move, from.interpolated(to: to, by: 0.5), modifiers)
    send(.release(.left), to, modifiers)
  }

  func click(_ point: Vector, _ modifiers: Modifiers = []) {
    send(.press(.left, clicks: 1), point, modifiers)
    send(.release(.left), point, modifiers)
  }

  /// A body as the world's scene has it now.
  func made(_ id: String) -> Scene.Body? { world.sceneNow().bodies.first { $0.id == id } }

  /// Types while something is pulled, and presses Enter.
  func type(_ text: String) {
    for character in text {
      _ = editing.type(.press, session, pointsPerUnit: 1)
      _ = editing.type(.text(String(character)), session, pointsPerUnit: 1)
    }
    _ = editing.type(.enter, session, pointsPerUnit: 1)
  }

  func choose(_ tool: Tool) { editing.choose(tool, session) }

  func perform(_ command: EditorCommand) { editing.perform(command, session, pointsPerUnit: 1) }

  // MARK: The world

  var world: World { session.world }

  func steps(_ count: Int) throws {
    for _ in 0..<count { try session.step() }
  }

  func undo() throws {
    session.undo()
    try session.finishRerun()
    editing.update(session, pointsPerUnit: 1)
  }

  func redo() throws {
    session.redo()
    try session.finishRerun()
    editing.update(session, pointsPerUnit: 1)
  }
}
