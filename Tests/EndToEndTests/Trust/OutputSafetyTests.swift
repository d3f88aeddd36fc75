import Foundation
import Testing
import TumbleTestSupport

@Suite("What a program writes")
struct OutputSafetyTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A run with a redirection that only a shell can make.
  private func shell(_ program: String, _ arguments: [String], _ redirection: String) throws
    -> RunProgram.Result
  {
    let executable = RunProgram.products.appendingPathComponent(program).path
    return try RunProgram(path: "/bin/sh").run(
      ["-c", "exec \"$0\" \"$@\" \(redirection)", executable] + arguments)
  }

  private static let crate = "tumble: 1\nbodies:\n  - {id: a, box: [10, 10], mass: 1}\n"

  @Test(
    "A message that nobody can read ends no program",
    arguments: ["tumble-headless", "tumble"], ["2>/dev/full", "2>&-"])
  func unreadMessages(program: String, redirection: String) throws {
    let run =
      program == "tumble" ? ["run", "nosuch", "--offscreen", "--steps", "1"] : ["simulate", "nosuch"]
    #expect(try shell(program, run, redirection).code == 1)
  }

  @Test("A hash that cannot be written is a failure", arguments: ["tumble-headless", "tumble"])
  func fullDisk(program: String) throws {
    let run = program == "tumble" ? ["run", "crates", "--offscreen"] : ["simulate", "crates"]
    let result = try shell(program, run + ["--steps", "3", "--hash"], ">/dev/full")
    #expect(result.code == 1)
    #expect(result.errors.contains("cannot write standard output: no space left on device"))
  }

  @Test("An output never takes the place of a file that is read")
  func sparesInputs() throws {
    let scene = try scratch.file("mine.yaml", Self.crate)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.yaml"), withDestinationPath: scene.path)
    let headless = RunProgram("tumble-headless")
    let tumble = RunProgram("tumble")
    let runs = [
      try headless("simulate", scene.path, "--steps", "1", "--trace", scene.path),
      try headless("simulate", scene.path, "--steps", "1", "--record", scratch.path("link.yaml")),
      try headless(
        "simulate", scratch.path("link.yaml"), "--steps", "1", "--trace", scratch.path("./mine.yaml")),
      try tumble("run", scene.path, "--offscreen", "--steps", "1", "--record", scene.path),
    ]
    for (index, result) in runs.enumerated() {
      #expect(result.code == 1, "run \(index)")
      #expect(result.errors.contains("which this run uses too"), "run \(index)")
    }
    #expect(try String(contentsOf: scene, encoding: .utf8) == Self.crate)
    #expect(try scratch.names() == ["link.yaml", "mine.yaml"])
  }

  @Test("A picture never takes the place of a texture that it is drawn with")
  func sparesTextures() throws {
    let ball = try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("ball.png"))
    let texture = try scratch.file("skin.png", ball)
    let scene = try scratch.file(
      "mine.yaml", "tumble: 1\nbodies:\n  - {id: a, box: [10, 10], texture: skin}\n")
    let runs = [
      try RunProgram("tumble")("snapshot", scene.path, "-o", texture.path),
      try RunProgram("tumble")("run", scene.path, "--offscreen", "--steps", "1", "--record", texture.path),
      try RunProgram("tumble-headless")("simulate", scene.path, "--steps", "1", "--trace", texture.path),
    ]
    for (index, result) in runs.enumerated() {
      #expect(result.code == 1 && result.errors.contains("which this run uses too"), "run \(index)")
    }
    #expect(try Data(contentsOf: texture) == ball)
  }

  @Test(
    "What a program writes has the kind that its name says, or is refused",
    arguments: [
      ["snapshot", "crates", "-o", "x.jpg"], ["snapshot", "crates", "-o", "x.svg"],
      ["curve", "ease", "-o", "x.jpg"], ["curve", "ease", "-o", "x.csv"], ["plot", "crates", "-o", "x.jpg"],
    ])
  func kinds(arguments: [String]) throws {
    var tumble = RunProgram("tumble")
    tumble.folder = scratch.url
    let result = try tumble.run(arguments)
    #expect(result.code == 64 && result.errors.contains("-o takes a file that ends in "), "\(result.errors)")
    #expect(try scratch.names() == [])
  }

  @Test("Two outputs of one run do not share a file, and neither is left half-written")
  func twoOutputs() throws {
    let result = try RunProgram("tumble-headless")(
      "simulate", "crates", "--steps", "3", "--trace", scratch.path("a.csv"), "--record",
      scratch.path("a.csv"))
    #expect(result.code == 1)
    #expect(result.errors.contains("it would overwrite"))
    #expect(try scratch.names() == [])
  }

  @Test("A file that another program writes is left to it", arguments: ["--record", "--trace"])
  func twoWriters(option: String) throws {
    let running = try RunProgram("tumble-headless").start([
      "simulate", "crates", "--steps", "1000000000", option, scratch.path("a"),
    ])
    try running.wait("for the file", in: scratch.url) { try scratch.names() == ["a"] }
    let headless = RunProgram("tumble-headless")
    for arguments in [
      ["simulate", "crates", "--steps", "9", "--record", scratch.path("a")],
      ["simulate", "crates", "--steps", "9", "--trace", scratch.path("a")],
      ["sweep", "crates", "--set", "crate1.x=1", "--duration", "0", "-o", scratch.path("a")],
    ] {
      let result = try headless.run(arguments)
      #expect(result.code == 1)
      #expect(result.errors == "Error: cannot write \(scratch.path("a")): another program is writing it\n")
      #expect(try scratch.names() == ["a"])
    }
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
    if option == "--record" { #expect(try headless("simulate", "--commands", scratch.path("a")).code == 0) }
    // Free again.
    #expect(try headless("simulate", "crates", "--steps", "9", option, scratch.path("a")).code == 0)
  }

  @Test("A file that is removed while it is written is missed", arguments: ["--record", "--trace"])
  func removed(option: String) throws {
    let running = try RunProgram("tumble-headless").start([
      "simulate", "crates", "--steps", "1000000000", option, scratch.path("a"),
    ])
    try running.wait("for the file", in: scratch.url) { try scratch.names() == ["a"] }
    try FileManager.default.removeItem(atPath: scratch.path("a"))
    // A recording looks after its file at every hash, a trace at its end.
    if option == "--trace" { running.signal(SIGTERM) }
    #expect(try running.end() == 1)
    let said = try running.errorText()
    #expect(said.contains("a: it has been removed or replaced while it was written"), "\(said)")
    #expect(try scratch.names() == [])
  }

  @Test("A run that loses bodies fails unseen as it does headless, and its picture is still drawn")
  func lostBodies() throws {
    let scene = try scratch.file("burst.yaml", BurstingScene.text).path
    let headless = try RunProgram("tumble-headless")("simulate", scene, "--steps", "60", "--hash")
    let offscreen = try RunProgram("tumble")("run", scene, "--offscreen", "--steps", "60", "--hash")
    #expect(headless.code == 1 && offscreen.code == 1)
    #expect(headless.text == offscreen.text && headless.text.count == 17)
    let snapshot = try RunProgram("tumble")("snapshot", scene, "--at", "0.5", "-o", scratch.path("burst.png"))
    #expect(snapshot.code == 1)
    #expect(snapshot.errors.contains("a"))
    #expect(try scratch.names().contains("burst.png"))
  }

  @Test(
    "A text that would change what a terminal shows is refused where it is read",
    arguments: [#"title: "a\e[31mred""#, #"title: "a\u202Eb""#, #"title: "two\nlines""#])
  func unseenCharacters(line: String) throws {
    let scene = try scratch.file("title.yaml", "tumble: 1\n\(line)\n").path
    let result = try RunProgram("tumble-headless")("simulate", scene, "--steps", "1")
    #expect(result.code == 1)
    #expect(result.errors.contains("title.yaml:2:8: error: 'title' holds a character that is not to be seen"))
    #expect(!result.errors.contains("\u{1B}"))
  }
}
