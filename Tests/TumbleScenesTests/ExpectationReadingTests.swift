import Foundation
import Testing
import TumbleGeometry
import TumbleScenes

@Suite("What a scene expects, as it is written")
struct ExpectationReadingTests {
  private static let bodies = """
    world: {sleepAfter: 0.5, rate: 120 Hz}
    bodies:
      - {id: ball, at: [50, 50], circle: 10}
      - {id: row, at: [100, 20], box: [8, 8], repeat: {stack: 2}}
      - {id: wall, kind: static, line: [[0, 0], [0, 300]]}
    when: [{event: began, between: [ball, wall], do: {action: mark, text: goal}}]

    """

  private func scene(_ text: String) throws -> Scene {
    try Scene(text: "tumble: 1\n\(text)", name: "e")
  }

  private func expectation(_ text: String) throws -> Scene.Expectation {
    try #require(scene(Self.bodies + "expect: [\(text)]").expectations.first)
  }

  @Test(
    "An expectation is read with its limits and its time",
    arguments: [
      (
        "{check: value, channel: ball.y, between: [20, 40], at: 2 s}",
        Scene.Expectation(.value(channel: "ball.y", min: 20, max: 40), .at(2)), "ball.y from 20 to 40 at 2 s"
      ),
      (
        "{id: fast, note: why, check: value, channel: ball.speed, max: 900}",
        Scene.Expectation(
          id: "fast", note: "why", .value(channel: "ball.speed", min: nil, max: 900),
          .throughout(from: 0, to: nil)), "ball.speed at most 900 always"
      ),
      (
        "{check: value, channel: ball.x, min: 3, from: 1 s, by: 4 s}",
        Scene.Expectation(.value(channel: "ball.x", min: 3, max: nil), .by(4, from: 1)),
        "ball.x at least 3 between 1 s and 4 s"
      ),
      (
        "{check: asleep, step: 60}", Scene.Expectation(.bodies(.asleep, .anything), .at(0.5)),
        "anything asleep at 0.5 s"
      ),
      (
        "{check: inView, of: [ball, row], from: 1 s, to: 2 s}",
        Scene.Expectation(
          .bodies(.inView, Scene.BodySelector(["ball", "row-1", "row-2"])), .throughout(from: 1, to: 2)),
        "ball, row-1, row-2 in view from 1 s to 2 s"
      ),
      (
        "{check: hash, hash: 00000000000000Ff, at: 1 s}", Scene.Expectation(.hash(255), .at(1)),
        "hash 00000000000000ff at 1 s"
      ),
      (
        "{check: hit, between: [ball, wall], by: 3 s}",
        Scene.Expectation(
          .count(
            .event(.hit(Scene.BodySelector(["ball"]), Scene.BodySelector(["wall"]), above: 0)),
            1...Scene.Expectation.maxTimes), .by(3, from: 0)), "ball hits wall: at least once by 3 s"
      ),
      (
        "{check: lost, times: 0}",
        Scene.Expectation(.count(.lost(.anything), 0...0), .throughout(from: 0, to: nil)),
        "anything lost: never"
      ),
      (
        "{check: mark, text: goal, times: [1, 3]}",
        Scene.Expectation(.count(.mark("goal"), 1...3), .throughout(from: 0, to: nil)),
        "the mark 'goal': 1 to 3 times"
      ),
    ])
  func reads(text: String, expected: Scene.Expectation, words: String) throws {
    let read = try expectation(text)
    #expect(read == expected)
    #expect(read.description == words)
  }

  @Test("An expectation of an included file counts only where that file is run itself")
  func included() throws {
    let scene = try scene(
      """
      include: part.yaml
      included: [{file: part.yaml, content: "tumble: 1\\nbodies: [{id: hub, circle: 4}]\\nexpect: [{check: inView, of: hub}]\\n"}]
      expect: [{check: present, of: hub}]
      """)
    #expect(scene.expectations.map(\.check) == [.bodies(.present, Scene.BodySelector(["hub"]))])
  }

  @Test("An expectation leaves out what is removed by an edit, and goes with the last of it")
  func edited() throws {
    var scene = try scene(
      Self.bodies + """
        expect:
          - {check: inView, of: [ball, row]}
          - {check: value, channel: ball.y, min: 0}
          - {check: hit, between: [ball, wall]}
          - {check: lost, times: 0}
          - {check: value, channel: energy.kinetic, max: 5}

        """)
    try scene.apply(.remove(.body("ball")))
    #expect(
      scene.expectations.map(\.description) == [
        "row-1, row-2 in view always", "anything lost: never", "energy.kinetic at most 5 always",
      ])
    #expect(try self.scene(String(SceneWriter().text(scene).dropFirst(10))) == with(scene, name: "e"))
  }

  private func with(_ scene: Scene, name: String) -> Scene {
    var scene = scene
    scene.name = name
    return scene
  }

  @Test("An expectation is saved into the file's text where it stands, and its comments stay")
  func saved() throws {
    let text =
      "tumble: 1\n" + Self.bodies + """
        expect:
          # How far it gets.
          - {check: value, channel: ball.x, min: 3, by: 4 s}  # the half way
          - {id: state, check: hash, hash: 0000000000000001, step: 60}

        """
    let reader = SceneReader()
    var scene = try reader.read(Data(text.utf8), file: "e.yaml", name: "e").get()
    scene.expectations[1].check = .hash(0xabc)
    let saved = String(
      decoding: try SceneTextPatch(reader).patched(Data(text.utf8), to: scene), as: UTF8.self)
    #expect(saved == text.replacingOccurrences(of: "0000000000000001", with: "0000000000000abc"))
  }
}
