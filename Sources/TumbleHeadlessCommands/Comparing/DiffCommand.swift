import ArgumentParser
import Foundation
import TumbleSimulation

package struct DiffCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two traces, two recordings or two scenes.",
    discussion: """
      Of traces (CSV or JSON Lines) it prints the first value that differs and the largest difference of \
      each body; of recordings the first different command and hash; of scenes each key that changed. What a \
      file is is found by its content. The exit code is 0 if there is no difference, 1 if there is one, 2 if \
      a file cannot be read; with --quiet nothing else says so.
      """)

  @Argument(
    help: ArgumentHelp("A file, a scene's name, or - for standard input.", valueName: "a"),
    completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("What it is compared with.", valueName: "b"), completion: .file())
  var second: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Numbers of traces that are no further apart count as the same; default: 0, bit for bit.",
      valueName: "distance"))
  var tolerance: Double?

  @Option(parsing: .unconditional, help: "The most lines of each list.")
  var limit = 20

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  @OptionGroup var json: JSONOptions

  @OptionGroup var folder: SceneFolder

  package init() {}

  package func validate() throws {
    if let tolerance, !(tolerance >= 0 && tolerance.isFinite) {
      throw ValidationError("--tolerance is a number, 0 or more, not \(tolerance).")
    }
    if limit < 1 { throw ValidationError("--limit is a number of lines, 1 or more, not \(limit).") }
    if first == "-", second == "-" {
      throw ValidationError("Only one of the two files can be standard input.")
    }
  }

  package func run() throws {
    let report: DiffReport
    do {
      report = try self.report()
    } catch  where error is DiffError || error is SceneError {
      Program.say(Program.explain(error) ?? "Error: \(error)")
      throw ExitCode(2)
    }
    do {
      if !isQuiet { try print(report) }
    } catch {
      // 1 would say that they differ.
      Program.say("Error: \(error)")
      throw ExitCode(2)
    }
    if !report.isEqual { throw ExitCode(1) }
  }

  private func print(_ report: DiffReport) throws {
    if json.isJSON { return try JSONOptions.print(report) }
    try OutputFile.print(report.text)
  }

  private func report() throws -> DiffReport {
    let library = try folder.library()
    let files = try [first, second].map { try ComparedFile($0, in: library) }
    guard files[0].kind == files[1].kind else {
      throw DiffError.differentKinds(files.map { ($0.title, $0.kind) })
    }
    if tolerance != nil, files[0].kind != .trace {
      throw ValidationError("--tolerance goes with traces; \(files[0].title) is \(files[0].kind.noun).")
    }
    let titles = files.map(\.title)
    switch files[0].kind {
    case .trace:
      do {
        let comparison = try TraceComparison(files[0].trace(), files[1].trace(), tolerance: tolerance ?? 0)
        return DiffReport(comparison, titles, limit: limit)
      } catch let error as TraceComparison.SideError {
        throw files[error.side].error(error.reason)
      }
    case .recording:
      return DiffReport(try files[0].recording(), try files[1].recording(), titles, limit: limit)
    case .scene:
      return DiffReport(SceneComparison(try files[0].scene(), try files[1].scene()), titles, limit: limit)
    }
  }
}

/// A file that is compared with another: what kind it is, and its content.
struct ComparedFile {
  enum Kind {
    case trace, recording, scene

    var noun: String {
      switch self {
      case .trace: "a trace"
      case .recording: "a recording"
      case .scene: "a scene"
      }
    }
  }

  /// The name in reports.
  let title: String
  let kind: Kind
  private let argument: String
  /// The lines of the file; nil for a scene that is read by its name.
  private let lines: FileLines?
  private let library: SceneLibrary

  /// The first line of a trace is no longer, in bytes.
  private static let headBytes = 1 << 16

  /// - Parameter argument: A path, a scene's name, or `-` for standard input.
  /// - Throws: `DiffError`, `SceneError`.
  init(_ argument: String, in library: SceneLibrary) throws {
    self.argument = argument
    self.library = library
    title = argument == "-" ? SceneLibrary.standardInput : argument
    do {
      let lines =
        argument == "-"
        ? FileLines(descriptor: STDIN_FILENO, limit: TraceReader.maxLineBytes)
        : try FileLines(argument, limit: TraceReader.maxLineBytes, waitsForPipes: true)
      let head = try lines.head(count: Self.headBytes)
      let isNamed = lines.isPipe || SceneLibrary.isPath(argument)
      guard let kind = Self.kind(ofContent: head) ?? (isNamed && !head.isEmpty ? .scene : nil) else {
        throw head.isEmpty
          ? DiffError.unreadable(file: title, reason: "it is empty") : .unknownKind(file: title)
      }
      self.kind = kind
      self.lines = lines
    } catch UntrustedFile.Failure.reason(let reason) {
      guard Self.isSceneName(argument) else { throw DiffError.unreadable(file: title, reason: reason) }
      // Names the likely word where there is no such scene.
      _ = try library.path(of: argument)
      kind = .scene
      lines = nil
    }
  }

  private static func kind(ofContent head: ArraySlice<UInt8>) -> Kind? {
    // JSON leaves the spaces between the words to its writer.
    let start = String(decoding: head.prefix(200), as: UTF8.self).filter { !$0.isWhitespace }
    if start.hasPrefix("{\"tumble\":\"recording\"") { return .recording }
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    return TraceReader.format(ofFirstLine: line) == nil ? nil : .trace
  }

  /// Names have no endings of files.
  private static func isSceneName(_ argument: String) -> Bool {
    SceneLibrary.isName(argument) && !argument.contains(".")
  }

  // MARK: - Reading

  func trace() throws -> TraceReader {
    try reading { lines in
      try TraceReader {
        try UntrustedFile.throwing({ DiffError.unreadable(file: title, reason: $0) }) { try lines.next() }
      }
    }
  }

  func recording() throws -> NumberedRecording {
    try reading { try NumberedRecording(bytes: $0.rest(limit: RecordingFile.maxBytes)) }
  }

  func scene() throws -> Scene {
    guard let lines, lines.isPipe else { return try library.scene(argument) }
    var library = library
    library.texts["-"] = try reading { Data(try $0.rest(limit: library.limits.bytes)) }
    return try library.scene("-")
  }

  private func reading<Content>(_ read: (FileLines) throws -> Content) throws -> Content {
    guard let lines else { preconditionFailure("a scene that is read by its name has no lines") }
    do { return try read(lines) } catch { throw self.error(error) }
  }

  /// An error of reading it, with its name.
  func error(_ error: any Error) -> any Error {
    switch error {
    case UntrustedFile.Failure.reason(let reason): DiffError.unreadable(file: title, reason: reason)
    case is TraceError, is RecordingError: DiffError.unreadable(file: title, reason: "\(error)")
    default: error
    }
  }
}

/// The reason why two files cannot be compared.
enum DiffError: Error {
  case unreadable(file: String, reason: String)
  /// The file is none of those that can be compared.
  case unknownKind(file: String)
  case differentKinds([(file: String, kind: ComparedFile.Kind)])
}

extension DiffError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let file, let reason): return "\(file): \(reason)"
    case .unknownKind(let file):
      let endings = SceneLibrary.endings.joined(separator: ", ")
      return """
        \(file): this is neither a trace (its first line names the columns step and body), nor a recording \
        (it begins {"tumble":"recording"…), nor a scene (its file ends in \(endings))
        """
    case .differentKinds(let files):
      let parts = files.map { "\($0.file) is \($0.kind.noun)" }
      return "only files of one kind can be compared: \(parts.joined(separator: ", "))"
    }
  }
}
