import Foundation
import TumbleSimulation

/// One run by this build and by another, side by side, up to the first step in which they differ.
///
/// The other gets the scene and the commands in a recording without hashes, so that it stops at none, and its
/// trace comes through a pipe.
struct BuildComparison {
  let name: String
  let comparison: TraceComparison
  /// The message of the other build at its end if it did not end well; nil if it did, or was not needed any
  /// more.
  let errorMessage: String?
  /// The error that stopped this build; nil if none did.
  let failure: (any Error)?
  let version: String?

  /// The column of a trace that is compared besides those that every trace has.
  private static let column = "sleeping"

  /// - Parameters:
  ///   - recording: What both run: no hash of it is looked at.
  ///   - count: How many steps.
  ///   - program: The other build.
  /// - Throws: `OtherBuildError`, `SessionInterruption`.
  init(_ recording: Recording, scene: Scene, steps count: Int, with program: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(recording.bytes, "run.jsonl")
    let other = try OtherBuild(
      program,
      [
        "simulate", "--commands", file, "--steps", "\(count)", "--trace", "-", "--format", "csv", "--columns",
        Self.column,
      ])
    defer { other.end() }
    Program.exitSignals.beforeBeingEnded { [abandon = other.abandon] in
      abandon()
      folder.remove()
    }
    let trace = try other.trace()
    let own = try OwnRun(recording, scene, steps: count, column: Self.column)
    do {
      comparison = try TraceComparison(TraceReader(nextLine: own.next), trace, stopsAtFirst: true)
    } catch let error as TraceComparison.SideError {
      guard error.side == 1 else { throw error.reason }
      // A line that is cut off is what a program leaves that has died.
      _ = try other.errorMessage()
      throw OtherBuildError.unreadable(program, reason: "\(error.reason)")
    }
    errorMessage = try other.errorMessage()
    name = program
    failure = own.failure
    version = other.version
  }
}

/// The run by this build, as the lines of a trace.
private final class OwnRun {
  private let session: Session
  private var writer: TraceWriter
  private var revision: Int
  private var lines: ArraySlice<ArraySlice<UInt8>>
  private(set) var failure: (any Error)?

  init(_ recording: Recording, _ scene: Scene, steps count: Int, column: String) throws {
    let world = try World(scene)
    session = try Session(
      world, lastStep: count, replay: Replay(recording, of: scene, file: "the recording"))
    revision = world.descriptionRevision
    writer = TraceWriter(
      format: .csv, description: world.description,
      extraColumns: [column].compactMap(TraceColumn.init(common:)))
    lines = [writer.head.dropLast()]
    write()
  }

  func next() throws -> FileLines.Line? {
    while lines.isEmpty, failure == nil, !session.isFinished {
      guard !Program.exitSignals.isRequested else { throw SessionInterruption(step: session.world.steps) }
      do {
        try session.step()
      } catch let error where error is WorldError || error is ReplayError {
        failure = error
        break
      }
      write()
    }
    return lines.popFirst().map { FileLines.Line(bytes: Array($0), isWhole: true) }
  }

  private func write() {
    let world = session.world
    if world.descriptionRevision != revision {
      revision = world.descriptionRevision
      writer.update(world.description)
    }
    var text: [UInt8] = []
    writer.append(world.snapshot, to: &text) { world.value(of: $0, .body($1)) }
    lines += text.split(separator: UInt8(ascii: "\n"))
  }
}

/// A folder of the system's for files that are gone afterwards.
private struct TemporaryFolder: Sendable {
  private let path: String

  init() throws(OtherBuildError) {
    let template = strdup(NSTemporaryDirectory() + "/tumble-XXXXXX")
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else {
      throw .unwritable(reason: String(cString: strerror(errno)))
    }
    path = String(cString: template)
  }

  func write(_ bytes: [UInt8], _ name: String) throws(OtherBuildError) -> String {
    do { try OutputFile.write(bytes, to: path + "/" + name) } catch { throw .unwritable(reason: "\(error)") }
    return path + "/" + name
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// Another build of Tumble that runs a recording beside this one and writes its trace to a pipe.
final class OtherBuild {
  let name: String
  private let lines: FileLines
  private let file: String
  private let process = Process()
  private let output = Pipe()
  /// Is true once all that it wrote has been read.
  private var hasEnded = false
  /// The step of the last row that was read.
  private var lastStep: Int?
  /// The file without a name that its messages go to.
  private let errors: FileHandle

  /// - Parameters:
  ///   - name: A path, or the name of a program of PATH.
  ///   - arguments: What it is to do.
  /// - Throws: `OtherBuildError.notStarted`.
  init(_ name: String, _ arguments: [String]) throws(OtherBuildError) {
    self.name = name
    guard let file = Self.file(of: name) else { throw .notStarted(name, reason: "there is no such program") }
    self.file = file
    guard let unnamed = tmpfile() else { throw .notStarted(name, reason: String(cString: strerror(errno))) }
    errors = FileHandle(fileDescriptor: dup(fileno(unnamed)), closeOnDealloc: true)
    fclose(unnamed)
    lines = FileLines(
      descriptor: output.fileHandleForReading.fileDescriptor, limit: TraceReader.maxLineBytes)
    process.executableURL = URL(fileURLWithPath: file)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw .notStarted(name, reason: "it is not a program that can be run") }
    // Its own end is closed where it runs; this one would keep the pipe open.
    try? output.fileHandleForWriting.close()
  }

  private static func file(of name: String) -> String? {
    func isProgram(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
    if name.contains("/") { return isProgram(name) ? name : nil }
    return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { $0 + "/" + name }.first(where: isProgram)
  }

  /// Ends it from any thread, for a program that is about to be ended.
  var abandon: @Sendable () -> Void {
    let process = process.processIdentifier
    return { kill(process, SIGKILL) }
  }

  /// Reads the trace of the other build, from the head on.
  ///
  /// - Throws: `OtherBuildError` where it writes none.
  func trace() throws -> TraceReader {
    do {
      return try TraceReader { [self] in
        let line = try lines.next()
        if line?.isWhole != true { hasEnded = true }
        if let number = line?.bytes.prefix(while: { $0 != UInt8(ascii: ",") }) {
          lastStep = Int(String(decoding: number, as: UTF8.self)) ?? lastStep
        }
        return line
      }
    } catch TraceError.notATrace {
      end()
      throw OtherBuildError.noTrace(name, version: version, said: said)
    }
  }

  /// Returns its message at its end; nil if it ended well, or still writes: it is not waited for then, for
  /// nobody would read it.
  ///
  /// - Throws: `OtherBuildError` where it was ended by a signal.
  func errorMessage() throws(OtherBuildError) -> String? {
    guard hasEnded else { return nil }
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal {
      throw .died(name, signal: process.terminationStatus, step: lastStep)
    }
    return process.terminationStatus == 0
      ? nil : said ?? "it ended with exit code \(process.terminationStatus)"
  }

  /// Ends it, whatever it is doing, and what it has started: nobody reads their pipe any more.
  func end() {
    // It has inherited which signals wait: only this one is certain to end it.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? output.fileHandleForReading.close()
    // What it has started may live on, and Foundation would wait for that too.
    for _ in 0..<200 where process.isRunning { usleep(5000) }
  }

  /// The last line of what it has said on standard error; nil if it said nothing.
  private var said: String? {
    let end = (try? errors.seekToEnd()) ?? 0
    try? errors.seek(toOffset: end > 4096 ? end - 4096 : 0)
    let text = String(decoding: (try? errors.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Usage:") && !$0.hasPrefix("  See ") }
    return (lines.first { $0.hasPrefix("Error:") } ?? lines.last).map { String($0.prefix(300)) }
  }

  /// The time to wait, in milliseconds.
  private static let patience: Int32 = 5000

  /// The version that it answers to `--version`; nil for another program than Tumble.
  var version: String? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: file)
    process.arguments = ["--version"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    try? output.fileHandleForWriting.close()
    // A program that says nothing is waited for no longer than this.
    var text = [UInt8](repeating: 0, count: 200)
    var pipe = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&pipe, 1, Self.patience) == 1 ? read(pipe.fd, &text, text.count) : 0
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    text.removeLast(text.count - max(count, 0))
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first.map { String($0) }
    return line.flatMap { $0.hasPrefix("Tumble ") ? $0 : nil }
  }
}

/// The reason why this build cannot be compared with another.
enum OtherBuildError: Error {
  case notStarted(String, reason: String)
  /// The program wrote something else than a trace, or nothing.
  case noTrace(String, version: String?, said: String?)
  /// The program was ended by a signal, after the step that it wrote last, if any.
  case died(String, signal: Int32, step: Int?)
  case unreadable(String, reason: String)
  case unwritable(reason: String)
}

extension OtherBuildError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notStarted(let name, let reason): return "\(name): \(reason)"
    case .noTrace(let name, nil, let said):
      return "\(name) is not a build of Tumble: it writes no trace, and has no version of Tumble"
        + (said.map { "\n  it says: \($0)" } ?? "")
    case .noTrace(let name, let version?, let said):
      return "\(name) (\(version)) cannot run this; it should be tumble or tumble-headless of a version that "
        + "knows these options and recordings of format \(Recording.format); this is \(World.versionLine)"
        + (said.map { "\n  it says: \($0)" } ?? "")
    case .died(let name, let signal, let step):
      return "\(name) was ended by signal \(signal)"
        + (step.map { " while it wrote step \($0)" } ?? " before it wrote a step")
    case .unreadable(let name, let reason): return "what \(name) writes is not a trace: \(reason)"
    case .unwritable(let reason): return "the recording for the other build cannot be written: \(reason)"
    }
  }
}
