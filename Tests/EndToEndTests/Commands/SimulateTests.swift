import Foundation
import Testing
import TumbleTestSupport

@Suite("tumble-headless simulate")
struct SimulateTests {
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("`tumble-headless simulate` traces the five crates to standard output, step by step, walls left out")
  func trace() throws {
    let result = try headless("simulate", "crates", "--steps", "3", "--trace", "-")
    let lines = result.text.split(separator: "\n")
    #expect(result.code == 0 && result.errors == "")
    #expect(lines.count == 1 + 4 * 5)
    #expect(lines[0] == "step,time,body,x,y,angle,vx,vy,w")
    #expect(lines[1] == "0,0,crate1,16,284,0,0,0,0")
    #expect(lines[6] == "1,0.008333333333333333,crate1,16,284,0,0,-8.333333333333334,0")
    #expect(lines.last?.hasPrefix("3,0.025,crate5,") == true)
  }

  @Test("`tumble-headless simulate` writes the same numbers as JSON Lines, and further columns on request")
  func jsonl() throws {
    let result = try headless(
      "simulate", "crate", "--steps", "1", "--trace", "-", "--format", "jsonl", "--columns",
      "sleeping,opacity")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0]
        == #"{"step":0,"time":0,"body":"crate","x":150,"y":250,"angle":0,"vx":0,"vy":0,"w":0,"sleeping":0,"opacity":1}"#
    )
    let object = try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
    #expect(object?["step"] as? Int == 1)
  }

  @Test("`tumble-headless simulate` traces every so many steps, the first state among them")
  func every() throws {
    let result = try headless(
      "simulate", "crate", "--steps", "100", "--every", "40", "--trace", "-", "--bodies", "crate")
    #expect(
      result.text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } } == ["0", "40", "80"])
  }

  @Test("`tumble-headless simulate` writes a trace to a file that appears whole, and nothing beside it")
  func file() throws {
    let result = try headless("simulate", "crates", "--steps", "60", "--trace", scratch.path("trace.csv"))
    #expect(result.code == 0 && result.output.isEmpty && result.errors == "")
    #expect(try scratch.names() == ["trace.csv"])
    let piped = try headless("simulate", "crates", "--steps", "60", "--trace", "-")
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("trace.csv")) == piped.output)
  }

  @Test("`tumble-headless simulate` prints a hash, the same each time, and another at another step")
  func hash() throws {
    let a = try headless("simulate", "crates", "--steps", "240", "--hash").text
    #expect(a.count == 17 && a.dropLast().allSatisfy(\.isHexDigit))
    #expect(try headless("simulate", "crates", "--duration", "2", "--hash").text == a)
    let every = try headless("simulate", "crates", "--steps", "240", "--hash", "--every", "120").text
    #expect(every.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["0", "120", "240"])
    #expect(every.hasSuffix("240 \(a)"))
    #expect(!every.contains("120 \(a)"))
  }

  @Test("`tumble-headless simulate` takes the nearest step to a duration")
  func duration() throws {
    for (seconds, steps) in [("0", "0"), ("0.004", "0"), ("0.00417", "1"), ("0.99", "119"), ("1e0", "120")] {
      let a = try headless("simulate", "crate", "--duration", seconds, "--hash").text
      #expect(try headless("simulate", "crate", "--steps", steps, "--hash").text == a, "\(seconds) s")
    }
  }

  @Test("`tumble-headless simulate` without --trace or --hash prints a summary for people")
  func summary() throws {
    let result = try headless("simulate", "crates", "--steps", "360")
    #expect(result.code == 0)
    #expect(result.text.contains("Crates in a box (crates)\n  360 steps at 120 per second: 3.00 s\n"))
    #expect(result.text.contains("6 bodies, 5 of them free to move"))
    #expect(result.text.contains("  crate5"))
    #expect(try headless("simulate", "crate", "--steps", "0").text.contains("no step taken"))
  }

  @Test("`tumble-headless simulate` ends quietly when nobody reads any more")
  func closedPipe() throws {
    let shell = RunProgram(path: "/bin/sh")
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let result = try shell(
      "-c", "{ '\(program)' simulate crates --steps 20000 --trace - ; echo code $? >&2; } | head -n 1")
    #expect(result.text == "step,time,body,x,y,angle,vx,vy,w\n")
    #expect(result.errors == "code 0\n")
  }

  @Test(
    "`tumble-headless simulate` answers what it can't do with one clear message, the right exit code, and nothing written",
    arguments: [
      (["no-such-scene"], 1, "there is no scene named 'no-such-scene'"),
      (["crtes"], 1, "did you mean 'crates'?"),
      (["../../etc/passwd"], 1, "is not the name of a scene"),
      (["crates/../crates"], 1, "is not the name of a scene"),
      ([""], 1, "is not the name of a scene"),
      (["/nowhere/scene.yaml"], 1, "/nowhere/scene.yaml"),
      (["FOLDER"], 1, "is not the name of a scene"),
      (["FOLDER/folder.yaml"], 1, "folder"),
      (["FOLDER/locked.yaml"], 1, "locked.yaml"),
      (["FOLDER/broken.yaml"], 1, "broken.yaml:4:"),
      (["FOLDER/mass.yaml"], 1, "mass.yaml:4:"),
      (["FOLDER/empty.yaml"], 1, "the file is empty"),
      (["FOLDER/binary.yaml"], 1, "binary.yaml"),
      (["crates", "--scenes", "FOLDER/none"], 1, "FOLDER/none"),
      (["crates", "--steps", "-1"], 64, "--steps is a number of steps from 0 to 1000000000, not -1."),
      (["crates", "--steps", "1.5"], 64, "1.5"),
      (["crates", "--steps", "1000000001"], 64, "not 1000000001"),
      (["crates", "--steps", "99999999999999999999"], 64, "99999999999999999999"),
      (
        ["crates", "--duration", "-1"], 64,
        "--duration is a number of seconds from 0 to 1000000000, not -1."
      ),
      (["crates", "--duration", "nan"], 64, "not nan"),
      (["crates", "--duration", "1e300"], 64, "not 1e+300"),
      (["crates", "--duration", "1e9"], 1, "more than 1000000000 steps at 120 per second"),
      (["crates", "--steps", "1", "--duration", "1"], 64, "Give either --steps or --duration"),
      (["crates", "--every", "0"], 64, "--every is a number of steps, 1 or more, not 0."),
      (["crates", "--format", "xml"], 64, "'csv' and 'jsonl'"),
      (["crates", "--trace", "-", "--columns", "size"], 64, "size"),
      (["crates", "--trace", "-", "--hash"], 64, "would both write to standard output"),
      (["crates", "--trace", "FOLDER"], 1, "it is a folder"),
      (["crates", "--trace", "FOLDER/none/trace.csv"], 1, "no such file or directory"),
      (["crates", "--trace", "/dev/full"], 1, "no space left on device"),
      (["crates", "--record", "-"], 64, "--record writes to a file"),
      (["crates", "--commands", "FOLDER/none.jsonl"], 1, "there is no such file"),
      (["crates", "--commands", "FOLDER"], 1, "it is a folder"),
      (["crates", "--commands", "/dev/zero"], 1, "it is a device, not a file"),
      (["crates", "--commands", "FOLDER/broken.yaml"], 1, "this is not a recording"),
      ([], 64, "Missing a scene"),
      (["crates", "crate"], 64, "crate"),
      (["crates", "--frobnicate"], 64, "--frobnicate"),
    ])
  func badInput(arguments: [String], code: Int, message: String) throws {
    try scratch.file("folder.yaml/inside", "")
    try scratch.file("broken.yaml", "tumble: 1\nbodies:\n  - {id: a, circle: [5\n")
    try scratch.file(
      "mass.yaml", "tumble: 1\ntitle: Heavy\nbodies:\n  - {id: a, mass: -1, box: [10, 10]}\n")
    try scratch.file("empty.yaml", "")
    try scratch.file("binary.yaml", Data([0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 3, 0xFF]))
    let locked = try scratch.file("locked.yaml", "tumble: 1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked.path)
    // The superuser reads it all the same, and finds no more than an empty scene in it.
    if geteuid() == 0, arguments.first == "FOLDER/locked.yaml" { return }
    let before = try scratch.names()

    let folder = scratch.url.path
    let result = try headless.run(
      ["simulate"] + arguments.map { $0.replacing("FOLDER", with: folder) }
        + (arguments.contains("--steps") || arguments.contains("--duration") || arguments.isEmpty
          ? [] : ["--steps", "1"]))
    #expect(result.code == Int32(code), "\(arguments): \(result.errors)")
    #expect(result.errors.contains(message.replacing("FOLDER", with: folder)), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(!result.errors.contains("Fatal error"))
    #expect(try scratch.names() == before)
  }

  @Test(
    "`tumble-headless simulate` keeps the trace of a run in which a body diverged, names the body, and fails")
  func lost() throws {
    try scratch.file(
      "flight.yaml",
      """
      tumble: 1
      title: Flight
      world: {gravity: [0, 0]}
      bodies:
        - {id: calm, circle: 5}
        - {id: fast, at: [9.9e8, 0], circle: 5, velocity: [1e7, 0]}
      """)
    let result = try headless(
      "simulate", scratch.path("flight.yaml"), "--steps", "240", "--trace", scratch.path("trace.csv"),
      "--every", "60")
    #expect(result.code == 1)
    #expect(result.errors.contains("fast went out of all bounds"))
    let trace = try String(contentsOf: scratch.url.appendingPathComponent("trace.csv"), encoding: .utf8)
    #expect(trace.contains("\n60,0.5,fast,"))
    #expect(!trace.contains("\n180,1.5,fast,"))
    #expect(trace.contains("\n240,2,calm,"))
  }

  @Test("`tumble-headless simulate` writes to a device or a pipe that is named as a file")
  func devices() throws {
    #expect(try headless("simulate", "crate", "--steps", "1", "--trace", "/dev/null").code == 0)
    let shell = RunProgram(path: "/bin/sh")
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let piped = try shell("-c", "'\(program)' simulate crate --steps 1 --trace /dev/stdout | cat")
    #expect(try headless("simulate", "crate", "--steps", "1", "--trace", "-").output == piped.output)
  }

  @Test("`tumble-headless` needs no window: it links no SDL and no Cairo")
  func links() throws {
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let libraries = try RunProgram(path: "/usr/bin/ldd")(program).text
    #expect(libraries.contains("libchipmunk"))
    #expect(!libraries.contains("SDL") && !libraries.contains("cairo") && !libraries.contains("jpeg"))
  }

  @Test("`tumble-headless scenes` lists the scenes with their titles")
  func scenes() throws {
    let result = try headless("scenes")
    #expect(result.code == 0 && result.errors == "")
    let lines = result.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("crates ") && $0.hasSuffix("  Crates in a box") })
    #expect(lines == lines.sorted())
    #expect(!result.text.contains("cannot be read"))
  }
}
