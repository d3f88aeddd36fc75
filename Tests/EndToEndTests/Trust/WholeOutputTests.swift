import Foundation
import Testing
import TumbleTestSupport

/// Whatever makes pictures, films, pages, plots or motion is cut short in many ways: by each of its calls
/// that fails, by a disk that fills up, by a signal at a byte, by a reader that goes away.
@Suite("A file for other people that is cut short")
struct WholeOutputTests {
  /// A kind of file, by its name, and what makes it.
  struct Output: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    /// Is true if ffmpeg writes it: then it is ffmpeg that is cut short.
    var isEncoded = false

    var testDescription: String { name }
    /// Its arguments where it goes to standard output; nil where it cannot.
    var streamed: [String]? {
      let form: [String]
      switch (arguments[0], ending) {
      case ("motion", "json"): form = ["--as", "lottie"]
      case ("motion", "glb"): form = ["--as", "gltf"]
      case ("motion", "csv"): form = ["--as", "keys"]
      case ("motion", _), ("film", "y4m"), ("film", "raw"): form = ["--as", ending]
      case ("export", _), ("snapshot", _): form = []
      default: return nil
      }
      return arguments + form + ["-o", "-"]
    }
    private var ending: String { String(name.drop { $0 != "." }.dropFirst()) }
  }

  /// One of each way in which files are written; all of them where `TUMBLE_SEEDS` asks for more.
  private static let outputs: [Output] = {
    let usual = [
      "a.mp4", "a.y4m", "a.png-sequence", "sheet.png", "a.html", "a.json", "a.glb", "plot.svg", "curve.png",
    ]
    let hasTime = ProcessInfo.processInfo.environment["TUMBLE_SEEDS"] != nil
    return all.filter { hasTime || usual.contains($0.name) }
  }()

  private static let all: [Output] = {
    let sheet = ["film", "crates", "--duration", "0.1", "--size", "60x40", "--jobs", "1", "--quiet"]
    let film = sheet + ["--rate", "20"]
    let motion = ["motion", "crates", "--duration", "0.2", "--quiet"]
    let plot = ["plot", "crates", "--duration", "0.2", "--channels", "crate1.y", "--quiet"]
    return
      ["mp4", "webm", "gif"].map { Output(name: "a.\($0)", arguments: film, isEncoded: true) }
      + ["y4m", "raw", "png-sequence"].map { Output(name: "a.\($0)", arguments: film) } + [
        Output(name: "sheet.png", arguments: sheet + ["--sheet", "2x2"]),
        Output(name: "picture.png", arguments: ["snapshot", "crates", "--size", "120x80", "-q"]),
        Output(name: "a.html", arguments: ["export", "crates", "--duration", "0.1", "-q"]),
        Output(name: "card.html", arguments: ["export", "crates", "--duration", "0.1", "-q", "--embed"]),
      ] + ["json", "svg", "css", "swift", "glb", "csv"].map { Output(name: "a.\($0)", arguments: motion) }
      + ["csv", "png", "svg", "pdf"].map {
        Output(name: "plot.\($0)", arguments: plot)
      }
      + ["png", "svg"].map { Output(name: "curve.\($0)", arguments: ["curve", "ease-in-out"]) }
  }()

  private let scratch: ScratchFolder
  private let tumble = RunProgram("tumble")

  init() throws { scratch = try ScratchFolder() }

  /// All that is under a name, of a folder what is in it; nil where nothing is.
  private func content(_ name: String) throws -> [String: Data]? {
    let path = scratch.path(name)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return ["": try scratch.bytes(name)] }
    let inside = try FileManager.default.contentsOfDirectory(atPath: path)
    return try Dictionary(uniqueKeysWithValues: inside.map { ($0, try scratch.bytes(name + "/" + $0)) })
  }

  private func clear() throws {
    for name in try scratch.names() { try FileManager.default.removeItem(atPath: scratch.path(name)) }
  }

  /// Looks at what a run has left: all or nothing, and what it said of it.
  private func expectWholeOrAbsent(
    _ output: Output, _ whole: [String: Data], _ result: RunProgram.Result, _ what: String,
    isKilled: Bool = false
  ) throws {
    let (left, what) = (try content(output.name), "\(output.name), \(what)")
    let names = try scratch.names().filter { !isKilled || !$0.contains(".partial-") }
    #expect(left == nil || left == whole, "\(what): \(left?.mapValues(\.count) ?? [:])")
    #expect(names == (left == nil ? [] : [output.name]), "\(what)")
    #expect(result.code != 0 || left == whole, "\(what): it says that all is well")
    #expect(result.code != 1 || result.errors.contains(output.name), "\(what): \(result.errors)")
    #expect(result.errors.split(separator: "\n").count <= 2, "\(what): \(result.errors)")
  }

  @Test("It is whole or absent, and the failure told, whichever call on it fails", arguments: outputs)
  func failingCalls(output: Output) throws {
    let arguments = output.arguments + ["-o", scratch.path(output.name)]
    let log = try ScratchFolder()
    let calls = log.url.appendingPathComponent("calls")
    let first = try tumble.with(Faults(path: scratch.path(output.name), log: calls)).run(arguments)
    #expect(first.code == 0, "\(first.errors)")
    let whole = try #require(try content(output.name))
    var failures = 0
    for call in try FileCall.all(in: calls) {
      try clear()
      var faults = Faults(path: scratch.path(output.name), call: call.name, first: call.number)
      if call.name == "write" { (faults.error, faults.count, faults.partial) = (ENOSPC, 0, 7) }
      let result = try tumble.with(faults).run(arguments)
      failures += result.code == 0 ? 0 : 1
      try expectWholeOrAbsent(output, whole, result, call.description)
    }
    // It is opened, written and renamed.
    #expect(failures >= 3)
  }

  @Test(
    "It is whole or absent where the program is ended at any byte, or the disk has no room for more",
    arguments: outputs)
  func interruptions(output: Output) throws {
    let arguments = output.arguments + ["-o", scratch.path(output.name)]
    #expect(try tumble.run(arguments).code == 0)
    let whole = try #require(try content(output.name))
    let sizes = whole.values.map(\.count)
    for seed in Seeds.list(default: 1) {
      for interruption in Interruption.allCases {
        try clear()
        var random = SeededGenerator(seed: seed)
        // A limit is of each file, and of messages too.
        let (most, least) = interruption == .fileSizeLimit ? (sizes.max() ?? 0, 500) : (sizes.reduce(0, +), 0)
        guard least < most else { continue }
        let byte = random.int(in: least...most - 1)
        let result = try interruption.run(
          arguments, at: byte, of: scratch.path(output.name), by: "tumble")
        let what = "seed \(seed), \(interruption) at byte \(byte) of \(most): \(result.code)"
        #expect(
          output.isEncoded || interruption.codes.contains(result.code) || result.code == 0, "\(what)")
        try expectWholeOrAbsent(
          output, whole, result, what, isKilled: interruption == .killed && !output.isEncoded)
      }
    }
  }

  @Test("A reader that goes away ends it without an error", arguments: outputs.filter { $0.streamed != nil })
  func closedPipe(output: Output) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let running = try tumble.start(
      try #require(output.streamed), output: pipe.fileHandleForWriting)
    #expect(try running.end() == 0)
    #expect(try running.errorText() == "")
  }
}
