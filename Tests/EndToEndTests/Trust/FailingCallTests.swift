import Foundation
import Testing
import TumbleTestSupport

/// Each call that a program makes on a file of its own fails in turn.
@Suite("A call on a file that fails")
struct FailingCallTests {
  private let scratch: ScratchFolder
  private let headless = RunProgram("tumble-headless")

  init() throws { scratch = try ScratchFolder() }

  private func bytes(_ name: String) -> Data? {
    try? Data(contentsOf: scratch.url.appendingPathComponent(name))
  }
  private func clear() throws {
    for name in try scratch.names() { try FileManager.default.removeItem(atPath: scratch.path(name)) }
  }

  /// The state of a file after each failure.
  private struct Outcome {
    var call: FileCall
    var code: Int32
    var errors: String
    var file: Data?
  }

  /// Runs a program once for each of its calls on a file, of which that one fails; a write that fails goes on
  /// failing, as on a disk that is full, after a part of it.
  ///
  /// - Parameter prepare: Puts something where the file goes.
  private func outcomes(
    of name: String, _ program: RunProgram, _ arguments: [String], prepare: () throws -> Void = {},
    _ check: (Outcome) throws -> Void
  ) throws -> Data {
    let log = try ScratchFolder()
    let calls = log.url.appendingPathComponent("calls")
    try clear()
    try prepare()
    #expect(try program.with(Faults(path: scratch.path(name), log: calls)).run(arguments).code == 0)
    let whole = try #require(bytes(name))
    for call in try FileCall.all(in: calls) {
      try clear()
      try prepare()
      var faults = Faults(path: scratch.path(name), call: call.name, first: call.number)
      if call.name == "write" { (faults.error, faults.count, faults.partial) = (ENOSPC, 0, 7) }
      let result = try program.with(faults).run(arguments)
      // How fast the machine is does not matter here.
      let errors = result.errors.split(separator: "\n").filter { !$0.contains("time were dropped") }
      try check(
        Outcome(
          call: call, code: result.code, errors: errors.map { $0 + "\n" }.joined(), file: bytes(name)))
    }
    return whole
  }

  /// An error in one line that names the file, or none and a file that is whole.
  private func expectOneLine(_ outcome: Outcome, _ name: String, whole: Data) {
    let (call, result) = (outcome.call.description, outcome)
    if result.code == 0 {
      #expect(outcome.file == whole, "\(call)")
      #expect(result.errors.isEmpty, "\(call): \(result.errors)")
    } else {
      #expect(result.code == 1, "\(call)")
      #expect(
        result.errors.hasPrefix("Error: cannot write \(scratch.path(name)): "), "\(call): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(call): \(result.errors)")
      let reason = outcome.call.name == "write" ? "no space left on device" : "input/output error"
      #expect(result.errors.contains(reason), "\(call): \(result.errors)")
    }
  }

  /// The calls whose failure costs nothing: they tidy up, set what is set anyway, or keep other programs
  /// away.
  private static let harmless: Set = ["unlink", "fchmod", "flock"]

  @Test(
    "A failing call on a recording leaves whole lines, which replay, and an old file until there is a new one",
    arguments: [["tumble-headless", "simulate"], ["tumble", "run", "--offscreen"]])
  func recording(command: [String]) throws {
    let program = RunProgram(command[0])
    let arguments = command.dropFirst() + ["crates", "--steps", "300", "--record", scratch.path("r.jsonl")]
    let whole = try outcomes(of: "r.jsonl", program, Array(arguments)) { _ in }
    let lines = whole.split(separator: 10).map { $0.count + 1 }
    let old = Data("old\n".utf8)
    _ = try outcomes(
      of: "r.jsonl", program, Array(arguments), prepare: { try scratch.file("r.jsonl", old) }
    ) { outcome in
      let call = outcome.call
      expectOneLine(outcome, "r.jsonl", whole: whole)
      // Which of its descriptors is closed when is not the same each time.
      if call.name != "close" {
        #expect((outcome.code == 0) == Self.harmless.contains(call.name), "\(call)")
      }
      #expect(try scratch.names() == ["r.jsonl"], "\(call)")
      let file = try #require(outcome.file)
      switch call.name {
      case "open", "rename": #expect(file == old, "\(call)")
      // The head and the first hash are one write, and make the file appear.
      case "write" where call.number == 1: #expect(file == old)
      case "write":
        #expect(file == whole.prefix(lines.prefix(call.number).reduce(0, +)), "\(call)")
        #expect(outcome.errors.contains("what it has up to there is kept"))
      default: #expect(whole.starts(with: file) && file.last == 10, "\(call)")
      }
      guard file != old else { return }
      let replay = try headless("simulate", "--commands", scratch.path("r.jsonl"))
      #expect(replay.code == 0, "\(call): \(replay.errors)")
      #expect(replay.errors.contains("was not finished") == (file != whole), "\(call): \(replay.errors)")
    }
  }

  @Test("A failing call on a trace leaves the rows of the steps that were sent on")
  func trace() throws {
    let arguments = ["simulate", "crates", "--steps", "300", "--trace", scratch.path("t.csv")]
    let whole = try outcomes(of: "t.csv", headless, arguments) { _ in }
    #expect(whole.count > 3 * 65_536)
    var sizes: [Int] = []
    _ = try outcomes(of: "t.csv", headless, arguments) { outcome in
      let call = outcome.call
      expectOneLine(outcome, "t.csv", whole: whole)
      #expect((outcome.code == 0) == Self.harmless.contains(call.name), "\(call)")
      let file = outcome.file ?? Data()
      let names = try scratch.names()
      #expect(names == (file.isEmpty ? [] : ["t.csv"]), "\(call)")
      #expect(whole.starts(with: file) && file.last ?? 10 == 10, "\(call)")
      if call.name == "write" { sizes.append(file.count) }
      if call.name == "close" { #expect(file == whole) }
    }
    // Before the first nothing, then the head with step 0, then 64 KiB more each.
    #expect(sizes.count > 4 && sizes[0] == 0 && (1...2000).contains(sizes[1]))
    #expect(zip(sizes.dropFirst(), sizes.dropFirst(2)).allSatisfy { $1 - $0 >= 65_536 })
  }

  @Test("A failing call on one output loses no other one: both end with the step that failed")
  func bothOutputs() throws {
    let arguments = [
      "simulate", "crates", "--steps", "600", "--trace", scratch.path("t.csv"), "--record",
      scratch.path("r.jsonl"),
    ]
    func step(ofLastRow trace: Data?) -> Int {
      let row = String(decoding: trace ?? Data(), as: UTF8.self).split(separator: "\n").last ?? ""
      return Int(row.prefix { $0 != "," }) ?? -1
    }
    #expect(try headless.run(arguments).code == 0)
    let (trace, recording) = (try #require(bytes("t.csv")), try #require(bytes("r.jsonl")))
    // The hash at step 240.
    var faults = Faults(path: scratch.path("r.jsonl"), call: "write", first: 3, error: ENOSPC)
    #expect(try headless.with(faults).run(arguments).code == 1)
    let cut = try #require(bytes("t.csv"))
    #expect(trace.starts(with: cut) && cut.last == 10 && step(ofLastRow: cut) == 239)
    faults = Faults(path: scratch.path("t.csv"), call: "write", first: 3, error: ENOSPC)
    let result = try headless.with(faults).run(arguments)
    #expect(result.code == 1 && result.errors.hasPrefix("Error: cannot write \(scratch.path("t.csv"))"))
    let replay = try headless("simulate", "--commands", scratch.path("r.jsonl"))
    #expect(replay.code == 0 && replay.errors.isEmpty, "it has its end: \(replay.errors)")
    #expect(bytes("r.jsonl")?.count ?? .max < recording.count)
    // A reader that has enough is no failure, and no reason to lose the recording.
    let shell = RunProgram(path: "/bin/sh")
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let piped = try shell(
      "-c",
      "'\(program)' simulate crates --steps 6000 --trace - --record '\(scratch.path("p.jsonl"))' | head -n 1")
    #expect(piped.code == 0 && piped.errors.isEmpty && piped.text.hasPrefix("step,"), "\(piped.errors)")
    let whole = try headless("simulate", "--commands", scratch.path("p.jsonl"))
    #expect(whole.code == 0 && whole.errors.isEmpty, "\(whole.errors)")
  }

  @Test("A failing call on a sweep's file leaves its rows, and `--resume` goes on to the same bytes")
  func sweep() throws {
    let arguments = [
      "sweep", "crates", "--set", "crate1.x=20..280/8", "--duration", "0.1", "--jobs", "1", "-o",
      scratch.path("s.csv"),
    ]
    let whole = try outcomes(of: "s.csv", headless, arguments) { _ in }
    _ = try outcomes(of: "s.csv", headless, arguments) { outcome in
      let call = outcome.call
      expectOneLine(outcome, "s.csv", whole: whole)
      // A descriptor that is closed when all is on the disk has nothing left to lose.
      #expect((outcome.code == 0) == (call.name == "close"), "\(call)")
      let file = outcome.file ?? Data()
      let names = try scratch.names()
      #expect(names == (file.isEmpty ? [] : ["s.csv"]), "\(call)")
      #expect(whole.starts(with: file) && file.last ?? 10 == 10, "\(call)")
      if call.name == "write", call.number > 1 {
        // The head and the columns' names are the first write.
        #expect(file.count { $0 == 10 } == call.number, "\(call)")
        #expect(
          outcome.errors.contains(
            "its \(call.number - 2) whole rows of 8 are kept, and --resume goes on"),
          "\(outcome.errors)")
      }
      let resumed = try headless.run(arguments + ["--resume"])
      #expect(resumed.code == 0, "\(call): \(resumed.errors)")
      #expect(bytes("s.csv") == whole, "\(call)")
    }
  }

  private static let crate = "tumble: 1\nbodies:\n  - {id: a, box: [10, 10], mass: 1}\n"

  @Test("A failing call on a scene that is saved leaves the old one or the new one, and so is the copy of it")
  func scene() throws {
    let tumble = RunProgram("tumble")
    let arguments = ["outline", "O", "--into", scratch.path("mine.yaml")]
    let (old, older) = (Data(Self.crate.utf8), Data("older\n".utf8))
    func prepare() throws {
      try scratch.file("mine.yaml", old)
      try scratch.file("mine.yaml~", older)
    }
    let whole = try outcomes(of: "mine.yaml", tumble, arguments, prepare: prepare) { _ in }
    #expect(whole != old)
    var failures = 0
    _ = try outcomes(of: "mine.yaml", tumble, arguments, prepare: prepare) { outcome in
      let (call, isSaved) = (outcome.call, outcome.code == 0)
      failures += isSaved ? 0 : 1
      #expect(outcome.file == (isSaved ? whole : old), "\(call)")
      #expect(outcome.errors.isEmpty == isSaved, "\(call): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count <= 1, "\(call)")
      #expect(isSaved == Self.harmless.contains(call.name), "\(call)")
      let names = try scratch.names()
      #expect(names == ["mine.yaml", "mine.yaml~"], "\(call)")
      let copy = bytes("mine.yaml~")
      #expect(copy == old || (copy == older && !isSaved), "\(call)")
    }
    // Two files, each opened, written, synced, closed and renamed.
    #expect(failures == 10)
  }

  @Test("A failing call on a scene that is formatted or begun leaves the old one or the new one")
  func formatted() throws {
    let old = Data("tumble: 1\nbodies:\n   - {id: a,   box: [10, 10], mass: 1}\n".utf8)
    let arguments = ["format", scratch.path("mine.yaml")]
    let whole = try outcomes(
      of: "mine.yaml", headless, arguments, prepare: { try scratch.file("mine.yaml", old) }
    ) { _ in }
    #expect(whole != old)
    _ = try outcomes(
      of: "mine.yaml", headless, arguments, prepare: { try scratch.file("mine.yaml", old) }
    ) { outcome in
      expectOneLine(outcome, "mine.yaml", whole: whole)
      #expect(outcome.file == (outcome.code == 0 ? whole : old), "\(outcome.call)")
      let names = try scratch.names()
      #expect(names == ["mine.yaml"], "\(outcome.call)")
    }
  }
}
