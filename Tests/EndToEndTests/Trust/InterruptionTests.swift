import Foundation
import Testing
import TumbleTestSupport

/// Programs are ended when they have written a certain byte, in the middle of a call if need be.
/// `TUMBLE_TRUST_MOMENTS` says at how many moments, `TUMBLE_SEED` at which; scripts/check trust tries a
/// thousand.
@Suite("A program that is ended at any byte")
struct InterruptionTests {
  private let scratch: ScratchFolder
  private let headless = RunProgram("tumble-headless")

  init() throws { scratch = try ScratchFolder() }

  private func bytes(_ name: String) throws -> Data? {
    let url = scratch.url.appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: url.path) ? try Data(contentsOf: url) : nil
  }
  /// A run that nobody ends, made once for all moments of its kind.
  private struct Whole {
    var arguments: [String]
    var data: Data
  }

  /// The commands of half a minute of crates with a hand in it.
  private static let commands = Result {
    let folder = try ScratchFolder()
    let (head, file) = (folder.url.path + "/head.jsonl", folder.url.path + "/commands.jsonl")
    let headless = RunProgram("tumble-headless")
    _ = try headless("simulate", "crates", "--steps", "0", "--record", head)
    var lines = [String(try String(contentsOfFile: head, encoding: .utf8).prefix { $0 != "\n" })]
    var random = SeededGenerator(seed: 1)
    var step = 0
    while step < 1800 {
      step += random.int(in: 1...40)
      let (x, y) = (random.int(in: 0...300), random.int(in: 0...200))
      lines.append("{\"step\":\(step),\"grab\":[\(x),\(y)]}")
      for _ in 0..<random.int(in: 0...5) {
        step += random.int(in: 1...3)
        lines.append("{\"step\":\(step),\"move\":[\(random.int(in: 0...300)),\(random.int(in: 0...200))]}")
      }
      lines.append("{\"step\":\(step + 1),\"release\":true}")
      step += 1
    }
    lines.append("{\"end\":\(step + 10),\"lines\":\(lines.count + 1)}")
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    return (folder, file)
  }

  private static func whole(_ name: String, _ arguments: [String]) -> Result<Whole, any Error> {
    Result {
      let scratch = try ScratchFolder()
      let file = scratch.url.appendingPathComponent(name)
      let result = try RunProgram("tumble-headless").run(arguments + [file.path])
      guard result.code == 0 else { throw RunningProgram.Failure(result.errors) }
      return Whole(arguments: arguments, data: try Data(contentsOf: file))
    }
  }

  private static let recording = whole(
    "r.jsonl", ["simulate", "--commands", (try? commands.get().1) ?? "", "--record"])
  private static let trace = whole(
    "t.csv", ["simulate", "--commands", (try? commands.get().1) ?? "", "--steps", "400", "--trace"])
  private static let sweep = whole(
    "s.csv",
    ["sweep", "crates", "--set", "crate1.x=20..280/60", "--duration", "0.1", "--tell", "crate1.y", "-o"])

  /// Ends a run at a byte and looks at what it left.
  ///
  /// - Returns: What is in the file, nil without one, and what the program said.
  private func end(
    _ whole: Whole, _ name: String, at byte: Int, by interruption: Interruption
  ) throws -> (data: Data?, result: RunProgram.Result) {
    let result = try interruption.run(
      whole.arguments + [scratch.path(name)], at: byte, of: scratch.path(name))
    let data = try bytes(name)
    // A signal at the last bytes may find nothing left to end.
    let isWhole = data == whole.data
    #expect(
      interruption.codes.contains(result.code) || isWhole && result.code == 0,
      "\(interruption): \(result.code), \(result.errors)")
    if interruption == .killed {
      #expect(result.errors.isEmpty)
    } else {
      #expect(!result.errors.isEmpty || isWhole, "\(interruption)")
      #expect(result.errors.split(separator: "\n").count <= 2, "\(interruption): \(result.errors)")
    }
    if interruption == .fileSizeLimit {
      #expect(result.errors.contains("file too large"), "\(result.errors)")
      #expect(data?.count ?? 0 <= byte)
    }
    return (data, result)
  }

  private static func random(_ moment: UInt64, _ whole: Whole, from least: Int = 0)
    -> (Interruption, byte: Int)
  {
    var random = SeededGenerator(seed: moment)
    let interruption = Interruption.allCases[Int(moment / 3) % Interruption.allCases.count]
    // A limit holds for its messages too: they are shorter than this.
    return (
      interruption,
      random.int(in: max(least, interruption == .fileSizeLimit ? 1000 : 0)...whole.data.count - 1)
    )
  }

  /// The lines of which all bytes are there.
  private func wholeLines(_ data: Data) -> Data {
    data.lastIndex(of: 10).map { data[...$0] } ?? Data()
  }

  @Test(
    "A program that is ended at any byte keeps every whole line of a recording, which replays up to the last",
    arguments: TrustMoments.list.filter { $0 % 3 == 0 })
  func recording(moment: UInt64) throws {
    let whole = try Self.recording.get()
    let (interruption, byte) = Self.random(moment, whole)
    let (data, _) = try end(whole, "r.jsonl", at: byte, by: interruption)
    guard let data else {
      // Not even the first hash was there.
      let first = whole.data.split(separator: 10).prefix(2).reduce(0) { $0 + $1.count + 1 }
      #expect(byte < first)
      return try expectNoLitter([], interruption)
    }
    try expectNoLitter(["r.jsonl"], interruption)
    let kept = wholeLines(data)
    switch interruption {
    case .killed: #expect(data == whole.data.prefix(byte), "to the byte")
    case .fileSizeLimit: #expect(data == wholeLines(whole.data.prefix(byte)), "every line that had room")
    case .interrupted, .terminated:
      // It goes on to the end of the step, and ends the recording in order.
      #expect(data.count >= byte && data.last == 10)
    }
    let end =
      interruption.signal == nil || interruption == .killed ? kept : kept.dropLast(lastLine(kept).count)
    #expect(whole.data.starts(with: end))
    let replay = try headless("simulate", "--commands", scratch.path("r.jsonl"))
    #expect(replay.code == 0, "\(replay.errors)")
    let isUnfinished = interruption == .killed || interruption == .fileSizeLimit
    #expect(replay.errors.contains("its last whole line is line \(kept.count { $0 == 10 })") == isUnfinished)
  }

  private func lastLine(_ data: Data) -> Data {
    data.dropLast().lastIndex(of: 10).map { data[($0 + 1)...] } ?? data
  }

  @Test(
    "A program that is ended at any byte keeps every line of a trace that was sent on, and the rest of the step where it can",
    arguments: TrustMoments.list.filter { $0 % 3 == 1 })
  func trace(moment: UInt64) throws {
    let whole = try Self.trace.get()
    let (interruption, byte) = Self.random(moment, whole)
    let (data, _) = try end(whole, "t.csv", at: byte, by: interruption)
    try expectNoLitter(data == nil ? [] : ["t.csv"], interruption)
    guard let data else {
      // The head and step 0 were not there.
      let head = whole.data.split(separator: 10).prefix {
        $0.starts(with: "s".utf8) || $0.starts(with: "0,".utf8)
      }
      #expect(byte < head.reduce(0) { $0 + $1.count + 1 })
      return
    }
    #expect(whole.data.starts(with: data))
    switch interruption {
    case .killed: #expect(data.count == byte, "to the byte")
    // What did not fit is 64 KiB and a step at most.
    case .fileSizeLimit: #expect(data.last == 10 && byte - data.count < 70_000)
    case .interrupted, .terminated: #expect(data.last == 10 && data.count >= byte)
    }
  }

  @Test(
    "A program that is ended at any byte keeps every whole row of a sweep, which goes on to the same bytes",
    arguments: TrustMoments.list.filter { $0 % 3 == 2 })
  func sweep(moment: UInt64) throws {
    let whole = try Self.sweep.get()
    let (interruption, byte) = Self.random(moment, whole)
    let (cut, _) = try end(whole, "s.csv", at: byte, by: interruption)
    let data = try #require(cut)
    try expectNoLitter(["s.csv"], interruption)
    #expect(whole.data.starts(with: data))
    switch interruption {
    case .killed: #expect(data.count == byte, "to the byte")
    case .fileSizeLimit: #expect(data == wholeLines(whole.data.prefix(byte)), "every row that had room")
    case .interrupted, .terminated: #expect(data.last == 10 && data.count >= byte)
    }
    let resumed = try headless.run(whole.arguments + [scratch.path("s.csv"), "--resume"])
    #expect(resumed.code == 0, "\(resumed.errors)")
    #expect(try bytes("s.csv") == whole.data)
  }

  /// A program that is killed before its file has a name leaves what it wrote under another; nothing else
  /// does.
  private func expectNoLitter(_ names: [String], _ interruption: Interruption) throws {
    let found = try self.scratch.names().filter {
      interruption != .killed || !names.isEmpty || !$0.contains(".partial-")
    }
    #expect(found == names, "\(interruption)")
  }
}
