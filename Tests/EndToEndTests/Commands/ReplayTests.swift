import Foundation
import Testing
import TumbleTestSupport

@Suite("A recording")
struct ReplayTests {
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder
  private let file: String

  init() throws {
    scratch = try ScratchFolder()
    file = scratch.url.appendingPathComponent("run.jsonl").path
  }

  private func record(_ steps: Int = 300) throws -> [String] {
    let result = try headless("simulate", "crates", "--steps", "\(steps)", "--record", file)
    #expect(result.code == 0, "\(result.errors)")
    return try lines()
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String]) throws {
    // What is changed on purpose is not to be found by its digest.
    try lines.map { $0.replacing(/,"digest":"[0-9a-f]{16}"/, with: "") + "\n" }.joined().write(
      toFile: file, atomically: true, encoding: .utf8)
  }

  /// A recording of its own commands, made by replaying them without hashes.
  private func recordCommands(_ commands: [String]) throws {
    let head = try record(0)[0]
    try write([head] + commands + [#"{"end":300,"lines":\#(commands.count + 2)}"#])
    let copy = scratch.url.appendingPathComponent("copy.jsonl").path
    let result = try headless("simulate", "--commands", file, "--record", copy)
    #expect(result.code == 0, "\(result.errors)")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: copy, toPath: file)
  }

  private let commands = [
    #"{"step":20,"tilt":[600,-800]}"#, #"{"step":90,"grab":[100,30]}"#, #"{"step":95,"move":[150,200]}"#,
    #"{"step":150,"release":true}"#, #"{"step":150,"tilt":[0,-1000]}"#,
  ]

  @Test("A recording replays to the same hashes, with the scene it holds or by the scene's name")
  func same() throws {
    try recordCommands(commands)
    #expect(try lines().filter { $0.contains("hash") }.count == 3)
    for arguments in [["--commands", file], ["crates", "--commands", file]] {
      let result = try headless.run(["simulate"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.text.contains("300 steps") && result.text.contains("as recorded: 3 hashes are the same"))
    }
  }

  @Test(
    "A recording that names a layer which the scene lacks is refused before the first step, with file, line, step and likely word"
  )
  func unknownLayer() throws {
    let scene = scratch.url.appendingPathComponent("layers.yaml").path
    try "tumble: 1\nlayers:\n  - {id: crane}\n".write(toFile: scene, atomically: true, encoding: .utf8)
    let made = try headless("simulate", scene, "--steps", "0", "--record", file)
    #expect(made.code == 0, "\(made.errors)")
    let head = try lines()[0]
    for (name, hint) in [("crame", "; did you mean 'crane'?"), ("zzzzzzzz", "")] {
      try write([head, #"{"step":10,"layer":"\#(name)","scrub":1}"#, #"{"end":20,"lines":3}"#])
      let trace = scratch.url.appendingPathComponent("\(name).csv").path
      let result = try headless("simulate", "--commands", file, "--trace", trace)
      #expect(result.code == 1)
      #expect(result.errors.contains("\(file):2: at step 10 there is no layer '\(name)' in the scene\(hint)"))
      #expect(!FileManager.default.fileExists(atPath: trace))
    }
    try write([head, #"{"step":10,"layer":"crane","scrub":1}"#, #"{"end":20,"lines":3}"#])
    #expect(try headless("simulate", "--commands", file).code == 0)
  }

  @Test(
    "A recording with a command that cannot be carried out stops there, with file, line and step",
    arguments: [
      (#""remove":"body","id":"crate9""#, "there is no body named 'crate9'; did you mean 'crate"),
      (#""input":"thrust","to":1"#, "there is no input 'thrust'"),
    ])
  func refused(command: String, message: String) throws {
    try recordCommands(commands)
    var lines = try lines()
    let place = try #require(lines.firstIndex { $0.contains(#""step":90"#) })
    lines[place] = #"{"step":90,\#(command)}"#
    try write(lines)
    let result = try headless("simulate", "--commands", file)
    #expect(result.code == 1)
    #expect(
      result.errors.contains("\(file):\(place + 1): at step 90: \(message)"), "\(result.errors)")
  }

  @Test("A recording whose commands took effect is another run than one without")
  func commandsCount() throws {
    let still = try record().filter { $0.contains("hash") }
    try recordCommands(commands)
    let moved = try lines().filter { $0.contains("hash") }
    #expect(still[0] == moved[0] && still[1] != moved[1] && still[2] != moved[2])
  }

  @Test("A recording that a run differs from names the first step whose hash differs, and the first body")
  func divergence() throws {
    var lines = try record()
    #expect(lines.count == 5)
    lines[3] = lines[3].replacing(/"hash":"[0-9a-f]{16}"/, with: #""hash":"0123456789abcdef""#)
      .replacing("[2,", with: "[2,1")
    try write(lines)
    let result = try headless("simulate", "--commands", file)
    #expect(result.code == 1 && result.output.isEmpty)
    #expect(
      result.errors.contains("the run differs from the recording after step 240 (2.0 s): crate2's x is "))
    #expect(result.errors.contains("it was still the same after step 120"))
  }

  @Test(
    "A recording of an older version says which mends may be why a run differs, if the scene has what they mended"
  )
  func olderVersion() throws {
    for (scene, isAnimated) in [("chain", false), ("elevator", true)] {
      _ = try headless("simulate", scene, "--steps", "240", "--record", file)
      var lines = try lines()
      lines[2] = lines[2].replacing(/"hash":"[0-9a-f]{16}"/, with: #""hash":"0123456789abcdef""#)
      for isOlder in [false, true] {
        var lines = lines
        // A recording without a revision is of the first one.
        if isOlder { lines[0] = lines[0].replacing(/"revision":[0-9]+,/, with: "") }
        try write(lines)
        let result = try headless("simulate", "--commands", file)
        #expect(result.code == 1)
        let hint = "it was recorded by an older version; since then animations count their passes exactly"
        #expect(result.errors.contains(hint) == (isAnimated && isOlder), "\(scene): \(result.errors)")
      }
    }
  }

  @Test("A recording of a scene that has changed since says so where the runs part")
  func changedScene() throws {
    _ = try record()
    let scenes = try scratch.file(
      "crates.yaml", "tumble: 1\ntitle: Another\nbodies:\n  - {id: ball, at: [50, 50], circle: 5}\n")
    let result = try headless("simulate", scenes.path, "--commands", file)
    #expect(result.code == 1)
    #expect(result.errors.contains("differs from the recording after step 0"))
    #expect(result.errors.contains("it is the first hash of the recording"))
    #expect(result.errors.contains("the scene has changed since it was recorded"))
    try scratch.file(
      "crates.yaml", "tumble: 1\ntitle: Slow\nworld: {rate: 60 Hz}\nbodies:\n  - {id: ball, circle: 5}\n")
    let slow = try headless("simulate", scenes.path, "--commands", file)
    #expect(slow.code == 1)
    #expect(slow.errors.contains("recorded at 120 steps per second; the scene now has 60"))
  }

  @Test("A recording that was cut off, or mangled, is refused with its line")
  func mangled() throws {
    let lines = try record()
    for (text, message) in [
      (
        lines[0] + "\n" + lines[2...].joined(separator: "\n") + "\n",
        "line 2: one of the lines 1 to 1 was changed, lost or moved"
      ),
      (
        lines.map { $0.replacing(/,"digest":"[0-9a-f]{16}"/, with: "") }.enumerated()
          .filter { $0.offset != 1 }.map(\.element).joined(separator: "\n") + "\n",
        "line 4: the end line says that there are 5 lines"
      ),
      (lines[0], "the recording was cut off within its head"),
      (lines[0] + "\n{\n", "line 2: this is not a JSON object"),
      (lines[0] + "\n{\"step\":1e99,\"release\":true}\n", "line 2: "),
      ("", "the recording is empty"),
    ] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let result = try headless("simulate", "--commands", file, "--trace", scratch.url.path + "/trace.csv")
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(result.errors.contains("\(file): \(message)"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/trace.csv"))
    }
  }

  @Test("A recording that was cut off is rerun up to its last whole line, and is said to be unfinished")
  func unfinished() throws {
    let lines = try record()
    let whole = lines.dropLast().joined(separator: "\n") + "\n"
    for (text, steps) in [(whole, 240), (whole + "{\"end\":240,\"li", 240), (String(whole.dropLast(9)), 120)]
    {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let result = try headless("simulate", "--commands", file)
      #expect(result.code == 0 && result.text.contains("\(steps) steps"), "\(result.text)")
      #expect(
        result.errors.contains("the recording was not finished")
          && result.errors.contains("after step \(steps)"))
    }
  }

  @Test("A recording of the first format is rerun to the same hashes")
  func firstFormat() throws {
    let result = try headless(
      "simulate", "--commands",
      ProjectFolder.tests.path + "/EndToEndTests/Golden/crates-format-1.jsonl", "--hash")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text == "9d55868ca2824469\n")
  }

  @Test("A recording names the step from which a run differs, between two checks")
  func stepHashes() throws {
    var lines = try record()
    // The 31st step after the check at step 120.
    let place = try #require(lines[3].range(of: "\"each\":\""))
    let digit = lines[3].index(place.upperBound, offsetBy: 30 * 8)
    lines[3].replaceSubrange(digit...digit, with: lines[3][digit] == "0" ? "1" : "0")
    try write(lines)
    let result = try headless("simulate", "--commands", file)
    #expect(result.code == 1 && result.errors.contains("differs from the recording after step 151"))
  }

  @Test("A recording is there up to its latest hash after SIGKILL, and replays")
  func killed() throws {
    let running = try RunProgram("tumble-headless").start([
      "simulate", "crates", "--steps", "1000000000", "--record", file,
    ])
    try running.wait("for a hash", in: scratch.url) {
      ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").contains("\"step\":1200,")
    }
    running.signal(SIGKILL)
    #expect(try running.end() == -SIGKILL)
    let result = try headless("simulate", "--commands", file)
    #expect(result.code == 0 && result.errors.contains("was not finished"), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["run.jsonl"])
  }

  @Test("A recording holds a hash a step where that is asked for, and so names the very step")
  func everyStep() throws {
    _ = try record(0)
    let result = try headless("simulate", "crates", "--steps", "30", "--record", file, "--every", "1")
    #expect(result.code == 0)
    var lines = try lines()
    #expect(lines.count == 1 + 31 + 1)
    lines[18] = lines[18].replacing(/"hash":"[0-9a-f]{16}"/, with: #""hash":"0123456789abcdef""#)
    try write(lines)
    let replayed = try headless("simulate", "--commands", file)
    #expect(
      replayed.errors.contains("after step 17 (0.142 s)") && replayed.errors.contains("same after step 16"))
  }

  @Test("A recording runs as long as it was recorded, unless told otherwise")
  func steps() throws {
    _ = try record(77)
    #expect(try headless("simulate", "--commands", file).text.contains("77 steps"))
    #expect(try headless("simulate", "--commands", file, "--steps", "200").text.contains("200 steps"))
  }
}
