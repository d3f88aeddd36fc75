import Foundation
import Testing
import TumbleTestSupport

@Suite("A scene with variables and included files, in the programs")
struct SettingTests {
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file(
      "swing.yaml",
      """
      tumble: 1
      include: parts/hook.yaml
      variables: {arm: 60, top: 200}
      bodies: [{id: bob, at: [150 + arm, top], circle: 10}]
      joints: [{id: rod, type: pin, a: hook, b: bob}]

      """)
    try scratch.file(
      "parts/hook.yaml",
      "tumble: 1\nvariables: {top: 100}\nbodies: [{id: hook, kind: static, at: [150, top]}]\n")
  }

  private var scene: String { scratch.path("swing.yaml") }
  private func hash(_ arguments: String...) throws -> String {
    try headless.run(["simulate", scene, "--steps", "90", "--hash"] + arguments).text
  }

  @Test("is simulated with other values, and refuses what it does not have")
  func set() throws {
    let plain = try hash()
    #expect(try hash("--set", "arm=60") == plain)
    #expect(try hash("--set", "arm=80", "--set", "top=30 * 5") != plain)
    let unknown = try headless("simulate", scene, "--set", "leg=3")
    #expect(unknown.code == 1 && unknown.errors.contains("--set leg=3: there is no variable 'leg'"))
    let odd = try headless("simulate", scene, "--set", "arm")
    #expect(odd.code == 64 && odd.errors.contains("'arm' is no setting"))
    let checked = try headless("validate", scene, "--set", "arm=1 s")
    #expect(checked.code == 1 && checked.text.contains("'at' needs a length"))
  }

  @Test("is recorded with the values and the files that it was run with, and replayed without them")
  func replay() throws {
    let made = try headless(
      "simulate", scene, "--steps", "240", "--set", "arm=2 * 45", "--record", scratch.path("run.jsonl"),
      "--hash")
    #expect(made.code == 0, "\(made.errors)")
    try FileManager.default.removeItem(atPath: scratch.path("parts"))
    try FileManager.default.removeItem(atPath: scene)
    let again = try headless("simulate", "--commands", scratch.path("run.jsonl"), "--hash")
    #expect(again.code == 0 && again.text == made.text, "\(again.errors)")
  }

  @Test("is swept over a variable")
  func sweep() throws {
    let result = try headless("sweep", scene, "--set", "arm=60,80", "--tell", "bob.x", "--duration", "0")
    #expect(result.text == "arm,bob.x,error\n60,210,\n80,230,\n", "\(result.errors)")
  }

  @Test("is formatted in place, and only looked at with --check")
  func format() throws {
    try scratch.file("wide.yaml", "tumble:   1\nbodies:\n- { id: a ,circle: 3 }  # round\n")
    let checked = try headless("format", scratch.path("wide.yaml"), "--check")
    #expect(checked.code == 1 && checked.text == scratch.path("wide.yaml") + "\n")
    #expect(try String(contentsOfFile: scratch.path("wide.yaml"), encoding: .utf8).hasPrefix("tumble:   1"))
    let formatted = try headless("format", scratch.path("wide.yaml"), scene)
    #expect(formatted.code == 0)
    #expect(
      try String(contentsOfFile: scratch.path("wide.yaml"), encoding: .utf8)
        == "tumble: 1\nbodies:\n  - {id: a, circle: 3}  # round\n")
    #expect(try headless("format", scratch.path("wide.yaml"), "--check").code == 0)
    try scratch.file("broken.yaml", "tumble: [1\n")
    let broken = try headless("format", scratch.path("broken.yaml"))
    #expect(broken.code == 1 && broken.errors.contains("broken.yaml:"))
  }

  @Test("is begun from another, or from nothing, and never written over")
  func new() throws {
    let made = try headless("new", scratch.path("mine.yaml"), "--from", "ragdoll")
    #expect(made.code == 0 && made.text == scratch.path("mine.yaml") + "\n", "\(made.errors)")
    #expect(try headless("validate", scratch.path("mine.yaml")).code == 0)
    let again = try headless("new", scratch.path("mine.yaml"))
    #expect(again.code == 1 && again.errors.contains("already"))
    #expect(try headless("new", "fresh", "--scenes", scratch.url.path).code == 0)
    #expect(try headless("validate", scratch.path("fresh.yaml")).code == 0)
    #expect(try headless("new", "a/b").code == 1)
  }
}
