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
      controls: [{id: grip, slider: [0, 1], property: bob.friction}]
      expect: [{check: value, channel: bob.y, min: -1000, by: 0.1 s}]

      """)
    try scratch.file(
      "parts/hook.yaml",
      "tumble: 1\nvariables: {top: 100}\nbodies: [{id: hook, kind: static, at: [150, top]}]\n")
  }

  private var scene: String { scratch.path("swing.yaml") }
  private func hash(_ arguments: String...) throws -> String {
    try headless.run(["simulate", scene, "--steps", "90", "--hash"] + arguments).text
  }

  @Test(
    "A scene with variables and included files is simulated with other values, and refuses what it does not have"
  )
  func set() throws {
    let plain = try hash()
    #expect(try hash("--set", "arm=60") == plain)
    #expect(try hash("--set", "arm=80", "--set", "top=30 * 5") != plain)
    let unknown = try headless("simulate", scene, "--set", "leg=3")
    #expect(
      unknown.code == 1 && unknown.errors.contains("--set leg=3: there is no variable or control 'leg'"))
    let odd = try headless("simulate", scene, "--set", "arm")
    #expect(odd.code == 64 && odd.errors.contains("'arm' is no setting"))
    let checked = try headless("validate", scene, "--set", "arm=1 s")
    #expect(checked.code == 1 && checked.text.contains("'at' needs a length"))
  }

  @Test(
    "A scene with variables and included files is recorded with the values and the files that it was run with, and replayed without them"
  )
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

  @Test("A scene with variables and included files is swept over a variable")
  func sweep() throws {
    let result = try headless("sweep", scene, "--set", "arm=60,80", "--tell", "bob.x", "--duration", "0")
    #expect(result.text == "arm,bob.x,error\n60,210,\n80,230,\n", "\(result.errors)")
  }

  @Test("A scene with variables and included files is formatted in place, and only looked at with --check")
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

  @Test(
    "A scene with variables and included files is begun from another, or from nothing, and never written over"
  )
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

  @Test("A bare number of a variable that has a unit in the scene has that unit, which is said")
  func bareNumbers() throws {
    try scratch.file(
      "lifted.yaml",
      """
      tumble: 1
      variables: {start: 30 deg, reach: 60}
      bodies: [{id: arm, at: [reach, 0], angle: start, box: [40, 4], mass: 1}]

      """)
    let file = scratch.path("lifted.yaml")
    func angle(_ setting: String) throws -> RunProgram.Result {
      try headless("simulate", file, "--set", setting, "--steps", "0", "--tell", "arm.angle")
    }
    #expect(try angle("start=90").text == angle("start=90 deg").text)
    #expect(try angle("start=90").errors.contains("start=90: taken in deg"))
    #expect(try angle("start=0.5 rad").errors.contains("taken in") == false)
    #expect(try angle("reach=90").errors.contains("taken in") == false)
    let swept = try headless(
      "sweep", file, "--set", "start=0..90/2", "--duration", "0", "--tell", "arm.angle")
    let written = try headless(
      "sweep", file, "--set", "start=0 deg..90 deg/2", "--duration", "0", "--tell", "arm.angle")
    #expect(swept.text == "start,arm.angle,error\n0,0,\n90,1.5707963267948966,\n", "\(swept.errors)")
    #expect(
      written.text == "start,arm.angle,error\n0 deg,0,\n90 deg,1.5707963267948966,\n", "\(written.errors)")
    #expect(swept.errors.contains("taken in deg"))
    #expect(!written.errors.contains("taken in"))
    // What was recorded with it replays as it was.
    _ = try headless(
      "simulate", file, "--set", "start=90", "--steps", "9", "--record", scratch.path("r.jsonl"))
    #expect(try headless("simulate", "--commands", scratch.path("r.jsonl")).code == 0)
  }

  @Test("A property that a sweep found can be run, recorded, drawn, plotted, exported and filmed")
  func properties() throws {
    let swept = try headless(
      "sweep", scene, "--set", "bob.mass=1,5", "--set", "rod.maxForce=40", "--duration", "1", "--tell",
      "bob.y,hash")
    let row = swept.text.split(separator: "\n").last.map { $0.split(separator: ",") } ?? []
    let set = ["--set", "bob.mass=5", "--set", "rod.maxForce=40"]
    let others = ["--set", "arm=70", "--set", "grip=0.5"]
    let run = try headless.run(
      ["simulate", scene, "--duration", "1", "--tell", "bob.y,hash", "--record", scratch.path("p.jsonl")]
        + set)
    #expect(
      run.text.contains("\(row.count > 3 ? row[3] : "none")"), "\(swept.text) \(run.text) \(run.errors)")
    let again = try headless("simulate", "--commands", scratch.path("p.jsonl"), "--tell", "bob.y,hash")
    #expect(again.text == run.text, "\(again.errors)")
    let tumble = RunProgram("tumble")
    for arguments in [
      ["snapshot", scene, "--size", "100x126", "-o", scratch.path("a.png")],
      ["plot", scene, "--channels", "bob.y", "--duration", "1", "-o", scratch.path("a.csv")],
      ["export", scene, "--duration", "0.2", "-o", scratch.path("a.html")],
      ["motion", scene, "--duration", "0.2", "-o", scratch.path("a.svg")],
      ["film", scene, "--duration", "0.1", "--size", "100x126", "-o", scratch.path("a.png-sequence")],
      ["run", scene, "--offscreen", "--steps", "9", "--hash"],
      ["bench", scene, "--steps", "9"], ["validate", scene], ["test", scene],
    ] {
      let result = try tumble.run(arguments + set + others)
      #expect(result.code == 0, "\(arguments[0]): \(result.errors)")
      let unknown = try tumble.run(arguments + ["--set", "bob.mas=5"])
      #expect(unknown.code == (arguments[0] == "test" ? 2 : 1), "\(arguments[0])")
      #expect(
        (unknown.errors + unknown.text).contains("did you mean 'mass'"), "\(arguments[0]): \(unknown.errors)")
    }
  }

  @Test("A list never takes the scene's name for a word of its own")
  func lists() throws {
    for arguments in [
      ["simulate", "--tell", "bob.y,hash", "--steps", "3", scene],
      ["simulate", "--tell", "bob.y", "--tell", "hash", scene, "--steps", "3"],
      ["simulate", "--trace", "-", "--columns", "speed,load", scene, "--steps", "3"],
      ["simulate", "--trace", "-", "--bodies", "bob", scene, "--steps", "3"],
      ["sweep", "--set", "arm=60,70", "--tell", "bob.y,settled", scene, "--duration", "0.1"],
    ] {
      let result = try headless.run(arguments)
      #expect(result.code == 0, "\(arguments): \(result.errors)")
    }
    for arguments in [
      ["plot", "--channels", "bob.y,bob.x", scene, "--duration", "0.1", "-o", scratch.path("a.csv")],
      ["export", "--channels", "bob.y,bob.x", scene, "--duration", "0.1", "-o", scratch.path("a.html")],
      ["motion", "--bodies", "bob,hook", scene, "--duration", "0.1", "-o", scratch.path("a.svg")],
    ] {
      let result = try RunProgram("tumble").run(arguments)
      #expect(result.code == 0, "\(arguments): \(result.errors)")
    }
  }

  @Test("Film, export and snapshot take a recording in the scene's place, as play does")
  func recordings() throws {
    let file = scratch.path("take.jsonl")
    #expect(try headless("simulate", scene, "--steps", "60", "--record", file).code == 0)
    let tumble = RunProgram("tumble")
    for arguments in [
      ["snapshot", file, "--size", "100x126", "--at", "0.2", "-o", scratch.path("a.png")],
      ["plot", file, "--channels", "bob.y", "--duration", "0.5", "-o", scratch.path("a.csv")],
      ["export", file, "-o", scratch.path("a.html")], ["motion", file, "-o", scratch.path("a.svg")],
      ["film", file, "--size", "100x126", "--rate", "2", "-o", scratch.path("a.png-sequence")],
    ] {
      let result = try tumble.run(arguments)
      #expect(result.code == 0, "\(arguments[0]): \(result.errors)")
    }
  }

  @Test("A mistyped command is answered with the one that was meant, whatever follows it")
  func mistyped() throws {
    let tumble = RunProgram("tumble")
    for (words, meant) in [
      (["simulat", scene, "--steps", "9"], "simulate"), (["snapshto", scene, "-o", "x.png"], "snapshot"),
      (["flim", scene], "film"),
    ] {
      let result = try tumble.run(words)
      #expect(result.code == 64)
      #expect(result.errors.contains("did you mean '\(meant)'?"), "\(result.errors)")
    }
  }

  @Test("Validate checks the scene files of a folder")
  func folders() throws {
    try scratch.file("set/good.yaml", "tumble: 1\nbodies: [{id: a, circle: 5, kind: static}]\n")
    try scratch.file("set/bad.yaml", "tumble: 1\nbodis: []\n")
    let result = try headless("validate", scratch.path("set"))
    #expect(result.code == 1)
    #expect(result.text.contains("bad.yaml:2:1: error"), "\(result.text)")
    #expect(result.text.contains("good.yaml: nothing wrong"), "\(result.text)")
    let quiet = try headless("validate", scratch.path("set"), "-q")
    #expect(!quiet.text.contains("nothing wrong"))
    #expect(try headless("validate", scratch.path("set"), "--json").text.contains("\"isValid\" : false"))
  }
}
