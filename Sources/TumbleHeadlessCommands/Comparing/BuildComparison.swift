import Foundation
import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// One run by this build and by another, side by side, up to the first step in which they differ.
///
/// The other gets the scene and the commands in a recording without hashes, so that it stops at none, and its trace comes through a pipe.
struct BuildComparison {
  let name: String
  let comparison: TraceComparison
  /// What the other one said at its end where it did not end well; nil where it did, or was not needed any more.
  let errorMessage: String?
  /// What stopped this one; nil where nothing did.
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
    do {
      let output = try OutputFile(path: path + "/" + name)
      try output.write(bytes)
      try output.finish()
    } catch {
      throw .unwritable(reason: "\(error)")
    }
    return path + "/" + name
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
