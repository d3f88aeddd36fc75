import Testing
import TumbleFrames
import TumbleScenes

@testable import TumbleSimulation

@Suite("What mends change of the motion in earlier recordings")
struct MotionChangeTests {
  private static let ball = "bodies: [{id: a, at: [0, 0], circle: 5, mass: 1"
  private static let fade = "animations: [{id: m, of: a.opacity, type: basic, to: 0"

  private func changes(_ text: String) throws -> [String] {
    try MotionChange.since(2, in: Scene(text: "tumble: 1\n" + text)).map(\.summary)
  }

  /// Scenes that one mend moves, and a word of what is told of it.
  static let moved: [(text: String, word: String)] = [
    ("bodies: [{id: a, circle: 5, mass: 1, maxSpeed: 9}]", "maxSpeed"),
    ("bodies: [{id: a, circle: 5, mass: 1, maxAngularSpeed: 9}]", "maxSpeed"),
    ("bodies: [{id: a, density: 1, shapes: [{box: [9, 9]}, {circle: 9, sensor: true}]}]", "sensors"),
    ("bodies: [{id: a, density: 1, circle: 5, centerOfGravity: [1, 0]}]", "centerOfGravity"),
    (
      "\(Self.ball)}]\n"
        + Self.fade + ", duration: 1 s, autoreverses: true, cumulative: true}]",
      "cumulative"
    ),
    (
      "\(Self.ball)}]\n"
        + "animations: [{id: g, type: group, duration: 1 s, "
        + "animations: [{of: a.opacity, type: basic, to: 0, duration: 1 s}]}]",
      "what a group plays"
    ),
    (
      "\(Self.ball)}]\n"
        + Self.fade + ", duration: 1 s, repeat: 1.5}]",
      "what a group plays"
    ),
    ("\(Self.ball), shatter: {at: 9}}]", "slicing"),
    (
      "templates: {t: {circle: 1, mass: 1}}\n"
        + "when: [{event: time, at: 1 s, do: {action: spawn, template: t, at: [0, 0]}}]",
      "slicing"
    ),
    (
      "\(Self.ball)}]\n"
        + "when: [{event: time, at: 1 s, do: {action: slice, of: a, from: [0, 0], to: [1, 1]}}]",
      "slicing"
    ),
    ("\(Self.ball)}]\n\(Self.fade), duration: 0}]", "duration 0"),
    (
      "\(Self.ball)}]\n"
        + "animations: [{id: m, of: a.position, type: path, rotation: along, duration: 1 s, "
        + "path: {from: [0, 0], steps: [{arc: {center: [9, 0], turn: 0}}, {line: [9, 0]}]}}]",
      "a path turns"
    ),
    (
      "\(Self.ball)}]\n"
        + Self.fade + ", duration: 1 s, beginTime: -3 s, fillMode: forwards}]\n"
        + "when: [{event: finished, of: m, do: {action: mark, text: x}}]",
      "over before"
    ),
    (
      "fields: [{id: f, type: uniform, direction: [1, 0], strength: 1}]\n"
        + "\(Self.ball)}]\nanimations: [{id: m, of: f.strength, type: basic, to: 0, duration: 1 s}]",
      "set at once"
    ),
  ]

  @Test("Each mend of motion is told of for scenes that it moves, and for no others", arguments: moved)
  func told(text: String, word: String) throws {
    let changes = try changes(text)
    #expect(changes.count == 1, "\(changes)")
    #expect(changes.first?.contains(word) == true, "\(changes)")
  }

  @Test("Nothing is told of a scene that no mend moves")
  func plain() throws {
    let text = "\(Self.ball)}]\n\(Self.fade), duration: 1 s}]"
    #expect(try changes(text).isEmpty)
  }

  @Test(
    "Recordings that edit animations at the start are told that bodies go back, and no others")
  func ofStart() throws {
    let scene = try Scene(text: "tumble: 1\n\(Self.ball)}]")
    func told(_ edit: Edit, at step: Int, revision: Int = 2) -> Bool {
      let head = Recording.Head(
        scene: "", content: "", rate: 120, library: World.libraryVersion, revision: revision)
      let recording = Recording(
        head: head, commands: [StampedCommand(step: step, command: .edit(edit))], end: 60)
      return MotionChange.since(revision, in: scene, editedBy: recording.editsOfStart).contains {
        $0.summary.contains("before the first step")
      }
    }
    #expect(told(.remove(.animation("m")), at: 0))
    #expect(told(.set(.animation("m"), path: "to", value: "1"), at: 0))
    #expect(!told(.remove(.animation("m")), at: 1))
    #expect(!told(.remove(.animation("m")), at: 0, revision: World.revision), "it moves as it was recorded")
    #expect(!told(.remove(.body("a")), at: 0))
  }
}
