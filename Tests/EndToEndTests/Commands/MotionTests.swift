import Foundation
import Testing
import TumbleTestSupport

@Suite("Motion from the command line")
struct MotionTests {
  private let folder: ScratchFolder
  private var tumble = RunProgram("tumble")

  init() throws {
    folder = try ScratchFolder()
    tumble.folder = folder.url
  }

  private func object(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: folder.bytes(name)) as? [String: Any])
  }

  @Test("The ending says the form, and standard error what was written and what is left out")
  func forms() throws {
    let beginnings = [
      "json": "{\"v\":", "svg": "<svg ", "css": "/* ", "swift": "// ", "glb": "glTF", "csv": "body,channel,",
    ]
    for (ending, beginning) in beginnings {
      let result = try tumble("motion", "crates", "--duration", "1", "-o", "a.\(ending)")
      #expect(result.code == 0 && result.output.isEmpty, "\(result.errors)")
      #expect(result.errors.contains("a.\(ending): "), "\(result.errors)")
      #expect(result.errors.contains("samples of 5 moving bodies, at most 0.0"), "\(result.errors)")
      #expect(result.errors.contains("warning: a.\(ending) leaves out "), "\(result.errors)")
      #expect(try folder.bytes("a.\(ending)").starts(with: beginning.utf8))
    }
  }

  @Test("Keys are JSON where they are asked for, and go to standard output as anything does")
  func keys() throws {
    let result = try tumble("motion", "crates", "--duration", "1", "--as", "keys", "-o", "k.json", "-q")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect((try object("k.json")["bodies"] as? [Any])?.count == 5)
    let piped = try tumble("motion", "crates", "--duration", "1", "--as", "keys", "-o", "-", "-q")
    #expect(piped.output == (try folder.bytes("k.json")))
  }

  @Test("A part of the run, some bodies, other tolerances, fewer samples")
  func options() throws {
    func keys(_ arguments: String...) throws -> [String: Any] {
      let result = try tumble.run(["motion", "crates", "--as", "keys", "-o", "k.json"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      return try object("k.json")
    }
    func count(_ keys: [String: Any]) -> Int {
      (keys["bodies"] as? [[String: Any]] ?? []).reduce(0) { $0 + (($1["x"] as? [Any])?.count ?? 0) }
    }
    let part = try keys("--from", "0.5", "--to", "2", "--bodies", "crate1,crate2")
    #expect(part["duration"] as? Double == 1.5)
    let names = (part["bodies"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == ["crate1", "crate2"])
    let usual = count(try keys("--duration", "4"))
    #expect(count(try keys("--duration", "4", "--tolerance", "5")) < usual)
    #expect(count(try keys("--duration", "4", "--tolerance", "0.001")) > usual)
    let sampled = try keys("--duration", "4", "--rate", "30")
    #expect(sampled["duration"] as? Double == 4)
  }

  @Test("A recording gives the motion of what was done in it, to its end")
  func recordings() throws {
    let plain = try tumble("simulate", "crates", "--steps", "90", "--record", "plain.jsonl")
    #expect(plain.code == 0, "\(plain.errors)")
    let head = try #require(
      String(decoding: folder.bytes("plain.jsonl"), as: UTF8.self).split(separator: "\n").first)
    try folder.file("r.jsonl", "\(head)\n{\"step\":10,\"tilt\":[2000,0]}\n{\"end\":90,\"lines\":3}\n")
    let result = try tumble("motion", "r.jsonl", "--as", "keys", "-o", "r.json")
    #expect(result.code == 0, "\(result.errors)")
    let tilted = try object("r.json")
    #expect(tilted["duration"] as? Double == 0.75)
    _ = try tumble("motion", "crates", "--duration", "0.75", "--as", "keys", "-o", "u.json")
    #expect(try folder.bytes("r.json") != folder.bytes("u.json"))
  }

  @Test("A file that cannot be written whole is told, and nothing is there under its name")
  func unwritable() throws {
    let full = try tumble("motion", "crates", "--duration", "1", "--as", "svg", "-o", "/dev/full")
    #expect(full.code == 1 && full.errors.contains("no space left on device"), "\(full.errors)")
    let missing = try tumble("motion", "crates", "--duration", "1", "-o", "missing/a.svg")
    #expect(missing.code == 1 && missing.errors.contains("missing"), "\(missing.errors)")
    try folder.file("mine.yaml", "tumble: 1\nbodies:\n  - {id: a, circle: 10}\n")
    let link = folder.url.appendingPathComponent("mine.svg").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "mine.yaml")
    let own = try tumble("motion", "mine.yaml", "--duration", "0.1", "-o", "mine.svg")
    #expect(own.code == 1 && own.errors.contains("which this run uses too"), "\(own.errors)")
    #expect(try folder.names() == ["mine.svg", "mine.yaml"])
  }

  @Test("One that is interrupted leaves nothing behind", arguments: [SIGTERM, SIGINT])
  func interrupted(number: Int32) throws {
    let path = folder.url.appendingPathComponent("a.svg").path
    let running = try RunProgram("tumble").start(["motion", "crates", "--duration", "20000", "-o", path])
    try running.wait("for its file", in: folder.url) { try folder.names().isEmpty == false }
    running.signal(number)
    #expect(try running.end() == -number)
    #expect(try folder.names() == [])
  }

  @Test(
    "What makes no sense is refused, in a sentence that says what would",
    arguments: [
      (["--rate", "0"], "1 to 10000"), (["--from", "-1"], "--from"), (["--to", "0"], "after --from"),
      (["--to", "1", "--duration", "1"], "--to or --duration"), (["--tolerance", "0"], "0.001 to 1000"),
      (["--angle-tolerance", "nan"], "--angle-tolerance"), (["--as", "gif"], "lottie"),
      (["--bodies", "crate9"], "there is no body"), (["--duration", "1e9"], "at most"),
      (["-o", "x.mp4"], ".json, .svg"), (["-o", "x"], "--as"),
      (["-o", "x.svg", "--as", "lottie"], "ends in .json"),
    ] as [([String], String)])
  func usage(arguments: [String], word: String) throws {
    let output = arguments.contains("-o") ? [] : ["-o", "a.svg"]
    let result = try tumble.run(["motion", "crates"] + arguments + output)
    #expect(result.code == 64 && result.errors.contains(word), "\(result.errors)")
    #expect(try folder.names() == [])
  }
}
