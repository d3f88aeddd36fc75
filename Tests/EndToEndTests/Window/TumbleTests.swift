import Foundation
import Testing
import TumbleTestSupport

@Suite("The program tumble")
struct TumbleTests {
  let tumble = RunProgram("tumble")
  let headless = RunProgram("tumble-headless")

  @Test(
    "Without a display the program comes to the headless one's hash, however long its frames are",
    arguments: ["7ms", "16.7ms", "random:1", "random:2"])
  func sameHash(frames: String) throws {
    let expected = try headless("simulate", "crates", "--steps", "600", "--hash")
    let found = try tumble("run", "crates", "--offscreen", "--frames", frames, "--steps", "600", "--hash")
    #expect(expected.code == 0 && found.code == 0)
    #expect(expected.text.count == 17)
    #expect(found.text == expected.text)
  }

  @Test("Triggers come to the same in a window, and what they spawned is in a snapshot")
  func triggers() throws {
    let expected = try headless("simulate", "fountain", "--steps", "300", "--hash")
    let found = try tumble(
      "run", "fountain", "--offscreen", "--frames", "random:3", "--steps", "300", "--hash")
    #expect(expected.code == 0 && found.text == expected.text && expected.text.count == 17)
    let scratch = try ScratchFolder()
    let pictures = try [("early", "0.5 s"), ("late", "5 s")].map { name, time in
      let scene = try scratch.file(
        "\(name).yaml",
        """
        tumble: 1
        title: A box
        world: {gravity: [0, 0]}
        templates: {box: {box: [100, 100], color: red}}
        bodies: [{id: floor, kind: static, box: [10, 10]}]
        when: [{event: time, at: \(time), do: {action: spawn, template: box, at: [150, 150]}}]
        """)
      let file = scratch.url.appendingPathComponent("\(name).png")
      let outcome = try tumble("snapshot", scene.path, "--at", "1", "-o", file.path)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return try Data(contentsOf: file)
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test("`tumble` alone runs crates, and `tumble NAME` a scene of that name")
  func defaults() throws {
    let named = try tumble("run", "crates", "--offscreen", "--steps", "60", "--hash")
    #expect(try tumble("--offscreen", "--steps", "60", "--hash").text == named.text)
    #expect(try tumble("crates", "--offscreen", "--steps", "60", "--hash").text == named.text)
    #expect(try tumble("crate", "--offscreen", "--steps", "60", "--hash").text != named.text)
  }

  @Test("The graph looks on and changes nothing")
  func graph() throws {
    let arguments = ["run", "crates", "--offscreen", "--steps", "240", "--hash"]
    let without = try tumble.run(arguments)
    let with = try tumble.run(arguments + ["--graph"])
    #expect(with.code == 0)
    #expect(with.text == without.text)
  }

  @Test("Two snapshots of the same step are the same bytes")
  func sameSnapshot() throws {
    let scratch = try ScratchFolder()
    let files = ["a.png", "b.png"].map { scratch.url.appendingPathComponent($0) }
    for file in files {
      let outcome = try tumble("snapshot", "crates", "--at", "2.5", "-o", file.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.text.isEmpty && outcome.errors.isEmpty)
    }
    let pictures = try files.map { try Data(contentsOf: $0) }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].count > 10_000)
  }

  @Test(
    "A moment may have a unit", arguments: ["1s", "1 s", "1000ms", "1", "1.0", "0.016666666666666667min"])
  func units(at: String) throws {
    let scratch = try ScratchFolder()
    let files = ["a.png", "b.png"].map { scratch.url.appendingPathComponent($0) }
    for (file, at) in zip(files, ["1", at]) {
      let outcome = try tumble("snapshot", "crates", "--at", at, "-o", file.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]))
    #expect(try headless("simulate", "crates", "--duration", at).text.contains("120 steps"))
    #expect(
      try tumble("plot", "crates", "--duration", at, "-o", "-").text.split(separator: "\n").count == 122)
  }

  @Test("Without a display a window cannot open: it says so, and what to do instead")
  func noDisplay() throws {
    var program = tumble
    program.environment = ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""]
    let outcome = try program("run", "crates")
    #expect(outcome.code == 1)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains("there is no display"))
    #expect(outcome.errors.contains("tumble snapshot"))
  }

  @Test(
    "Bad input is reported in a line and leaves nothing behind",
    arguments: [
      (["run", "creates", "--offscreen", "--steps", "1"], "did you mean 'crates'", 1),
      (["run", "../../etc/passwd"], "is not the name of a scene", 1),
      (["snapshot", "nosuch.yaml", "-o", "OUT"], "nosuch.yaml", 1),
      (["snapshot", "crates", "-o", "OUT/below"], "cannot", 1),
      (["snapshot", "crates", "--size", "99999x9", "-o", "OUT"], "99999 × 9", 1),
      (["snapshot", "crates", "--size", "axb", "-o", "OUT"], "--size", 64),
      (["snapshot", "crates", "--at", "-1", "-o", "OUT"], "0 or more, not -1", 64),
      (["snapshot", "crates", "--at", "nan", "-o", "OUT"], "0 or more, not nan", 64),
      (["snapshot", "crates", "--at", "1e12", "-o", "OUT"], "at most", 64),
      (["run", "--steps", "-1"], "not -1", 64),
      (["run", "--offscreen"], "--steps", 64),
      (["run", "--frames", "7ms"], "--offscreen", 64),
      (["run", "--offscreen", "--steps", "1", "--frames", "0ms"], "--frames", 64),
      (["run", "--offscreen", "--steps", "1", "--record", "-"], "--record", 64),
      (["run", "--offscreen", "--steps", "1", "--record", "/no/such/folder/x"], "/no/such/folder/x", 1),
    ])
  func badInput(arguments: [String], message: String, code: Int32) throws {
    let scratch = try ScratchFolder()
    let output = scratch.url.appendingPathComponent("out.png").path
    let outcome = try tumble.run(arguments.map { $0.replacingOccurrences(of: "OUT", with: output) })
    #expect(outcome.code == code)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  @Test("A recording replays headless to the same hashes, and exists only when the run has ended")
  func recording() throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("run.jsonl")
    let run = try tumble("run", "crates", "--offscreen", "--steps", "300", "--record", file.path, "--hash")
    #expect(run.code == 0)
    let replay = try headless("simulate", "--commands", file.path, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == run.text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["run.jsonl"])
  }

  @Test(
    "A recording is shown in a window only: what goes against that is refused, and so is a file that is none")
  func shownRecording() throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    #expect(try headless("simulate", "crates", "--steps", "9", "--record", file).code == 0)
    for (arguments, code, message) in [
      (["run", "--commands", file, "--offscreen", "--steps", "5"], 64, "`tumble simulate --commands FILE`"),
      (["run", "--commands", file, "--steps", "5"], 64, "a recording has its own end"),
      (["run", "--commands", file, "--set", "a=1"], 64, "--set goes with a scene"),
      (["run", "nowhere", "--commands", file], 1, "there is no scene named 'nowhere'"),
      (["run", "card-house", "--commands", file], 1, "steps per second"),
      (["play"], 64, "Missing expected argument '<file>'"),
      (["play", "Scenes/crates.yaml"], 1, "this is not a recording"),
      (["play", "nowhere.jsonl"], 1, "nowhere.jsonl: "),
      (["play", file, "--record", "-"], 64, "--record writes a file"),
    ] {
      let outcome = try tumble.run(arguments)
      #expect(outcome.code == code && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
    }
  }

  @Test("Dropped time is reported at the end, and fails the run where that is asked for")
  func droppedTime() throws {
    // A frame of a second owes 120 steps and may take eight.
    let arguments = ["run", "crates", "--offscreen", "--frames", "1000ms", "--steps", "60", "--hash"]
    let lenient = try tumble.run(arguments)
    #expect(lenient.code == 0)
    #expect(lenient.errors.contains("were dropped"))
    let strict = try tumble.run(arguments + ["--fail-on-dropped-time"])
    #expect(strict.code == 1)
    #expect(strict.text == lenient.text)
    let whole = try tumble("run", "crates", "--offscreen", "--frames", "7ms", "--steps", "60", "--hash")
    #expect(strict.text == whole.text)
  }
}
