import Foundation
import Synchronization

/// Writes a recording of a session: the scene, the commands by step, and a hash every so many steps.
///
/// The file grows line by line under its own name, in place of an older one, and lines with hashes are sent
/// on to the disk: a program that is killed, or a machine that goes down, leaves a recording up to the last
/// whole line.
public final class Recorder: Sendable {
  /// The file that is written.
  public let path: String
  private let sparing: [String?]
  let stepsBetweenChecks: Int?
  private let state = Mutex<Begun?>(nil)

  private struct Begun {
    let output: OutputFile
    var writer: RecordingWriter
    /// Steps taken.
    var steps = 0
    /// The text that is written into again and again.
    var text: [UInt8] = []
    /// The hashes of the steps since the last check; too many are left out.
    var stepHashes: [UInt32] = []

    mutating func note(_ commands: [Command], _ snapshot: FrameSnapshot, _ hash: UInt64) throws(OutputError) {
      for command in commands {
        writer.add(StampedCommand(step: snapshot.step - 1, command: command), to: &text)
      }
      if writer.isCheckDue(at: snapshot.step) {
        writer.check(snapshot, hash: hash, stepHashes: stepHashes, to: &text)
        stepHashes.removeAll(keepingCapacity: true)
        try send()
        return output.syncInBackground()
      }
      try send()
    }

    mutating func end() { writer.end(at: steps, &text) }

    mutating func send() throws(OutputError) {
      try output.write(text)
      try output.flush()
      text.removeAll(keepingCapacity: true)
    }
  }

  /// Creates a recorder; its file is opened by `begin`.
  /// - Parameters:
  ///   - path: The file to write.
  ///   - sparing: Files that the session reads or writes too, and that must not be overwritten.
  ///   - stepsBetweenChecks: If nil, those of a second.
  public init(path: String, sparing: [String?] = [], stepsBetweenChecks: Int? = nil) {
    self.path = path
    self.sparing = sparing
    self.stepsBetweenChecks = stepsBetweenChecks
  }
}

extension Recording.Head {
  /// - Parameter content: Text of the scene's file; empty: the scene as `SceneWriter` writes it.
  init(of world: World, content: String) {
    self.init(
      scene: world.scene.name, content: content.isEmpty ? SceneWriter().text(world.scene) : content,
      rate: world.rate, library: World.libraryVersion, revision: World.revision)
  }
}

extension Recorder {
  /// Begins with a world that has taken no step.
  /// - Parameters:
  ///   - world: The one whose commands and hashes are recorded.
  ///   - content: Text of the scene's file; by default, and where it is empty, the scene as `SceneWriter`
  ///     writes it.
  public func begin(_ world: World, content: String = "") throws(OutputError) {
    var begun = Begun(
      output: try OutputFile(path: path, sparing: sparing),
      writer: RecordingWriter(
        head: Recording.Head(of: world, content: content),
        stepsBetweenChecks: stepsBetweenChecks))
    begun.text.reserveCapacity(65_536)
    begun.writer.begin(&begun.text)
    begun.writer.check(world.snapshot, hash: world.hash.value, to: &begun.text)
    try begun.send()
    try begun.output.appear()
    state.withLock { [begun] in $0 = begun }
  }

  /// Records the commands of a step, after it.
  public func add(_ commands: [Command], _ world: World) throws(OutputError) {
    let (steps, snapshot) = (world.steps, world.snapshot)
    try write { (begun) throws(OutputError) in
      begun.steps = steps
      let hash = StateHash(of: snapshot).value
      if begun.stepHashes.count <= Recording.maxStepHashes {
        begun.stepHashes.append(Recording.Check.short(hash))
      }
      guard begun.writer.isCheckDue(at: steps) || !commands.isEmpty else { return }
      try begun.note(commands, snapshot, hash)
    }
  }

  /// Records an edit between two steps, after it.
  func add(_ stamped: StampedCommand) throws(OutputError) {
    try write { (begun) throws(OutputError) in
      begun.writer.add(stamped, to: &begun.text)
      try begun.send()
    }
  }

  /// Makes what has been written that of another log: commands were undone, or done again.
  func rewrite(_ recording: Recording) throws(OutputError) {
    try write { (begun) throws(OutputError) in
      begun.steps = recording.end
      begun.writer.rewrite(recording, to: &begun.text)
      begun.stepHashes.removeAll(keepingCapacity: true)
      try begun.send()
    }
  }

  /// Writes the end, and waits until all of it is on the disk.
  public func finish() throws(OutputError) {
    try write { (begun) throws(OutputError) in
      begun.end()
      try begun.send()
      try begun.output.sync()
      try begun.output.finish()
    }
    state.withLock { $0 = nil }
  }

  /// Finishes what was recorded under another name, for its own is wanted for what comes next. Nothing is
  /// kept of a world that has taken no step.
  /// - Returns: The file's name; nil if there is none.
  public func finishUnderSecondName() throws(OutputError) -> String? {
    var name: String?
    try write { (begun) throws(OutputError) in
      guard begun.steps > 0 else { return }
      begun.end()
      try begun.send()
      try begun.output.sync()
      name = try begun.output.finishUnderSecondName()
    }
    state.withLock { $0 = nil }
    return name
  }

  /// Does nothing where no recording has begun. What fails ends it: what follows would not fit what is in the
  /// file.
  private func write(_ body: (inout Begun) throws(OutputError) -> Void) throws(OutputError) {
    try state.withLock { (begun) throws(OutputError) in
      guard begun != nil else { return }
      do throws(OutputError) {
        try body(&begun!)
      } catch {
        begun = nil
        throw error
      }
    }
  }

  /// Writes the end after the last step that was taken, for a program that has to be ended in the middle of a
  /// step, unless another thread is writing.
  public func finishIfIdle() {
    state.withLockIfAvailable { begun in
      begun?.end()
      begun?.output.finishIfIdle(adding: begun?.text ?? [])
      begun = nil
    }
  }
}

/// A recording on disk.
public enum RecordingFile {
  /// No recording is larger, in bytes: about a day of the mouse moving all the time.
  public static let maxBytes = 1 << 28

  /// Reads the file as one that may be anything: no pipe is waited for.
  public static func read(_ path: String) throws(ReplayError) -> Recording { try numbered(path).recording }

  /// The same with the lines of its commands.
  package static func numbered(_ path: String) throws(ReplayError) -> NumberedRecording {
    do {
      return try NumberedRecording(bytes: [UInt8](UntrustedFile.read(path, limit: maxBytes)))
    } catch UntrustedFile.Failure.reason(let reason) {
      throw .unreadable(path: path, reason: reason)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The scene as it was recorded, without the files of its pictures.
  /// - Throws: `SceneError.invalid`.
  public static func scene(of recording: Recording, file: String) throws -> Scene {
    try SceneLinter().lint(bareScene(of: recording, file: file)).get()
  }

  /// Reads the recorded scene, with its pictures if a library finds them, else without them and with a
  /// warning: a scene moves the same without its pictures.
  /// - Throws: `SceneError.invalid`.
  public static func scene(of recording: Recording, file: String, in library: SceneLibrary) throws
    -> (scene: Scene, read: SceneReader.Outcome, warning: String?)
  {
    // The path in its head is of another machine, or another day, and nothing must be written there.
    let read = library.read(Data(recording.head.content.utf8), file: nil, name: recording.head.scene)
    let problem: any Error
    do {
      return (try SceneLinter().lint(read).get(), read, nil)
    } catch {
      problem = error
    }
    let bare = bareScene(of: recording, file: file, limits: library.limits)
    let scene = try SceneLinter().lint(bare).get()
    let reason = (problem as? SceneError).map { "\($0)" } ?? "\(problem)"
    let first = reason.split(separator: "\n").first.map(String.init) ?? reason
    return (
      scene, bare,
      """
      warning: \(file): the recorded scene's pictures are not all here, and plain colors stand for them: \
      \(first)
      """
    )
  }

  private static func bareScene(of recording: Recording, file: String, limits: SceneLimits = SceneLimits())
    -> SceneReader.Outcome
  {
    SceneReader(limits: limits).read(
      Data(recording.head.content.utf8), file: "\(file) (the scene in it)", name: recording.head.scene)
  }
}
