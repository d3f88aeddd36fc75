import Foundation

/// A session that did not end in order, as `Autosave` kept it.
///
/// Nobody else finds it while this lives. It stays until it is discarded, so that a session that is
/// recovered, and again does not end in order, is found again.
public final class Recovery {
  /// The recording that was kept.
  public let recording: Recording
  /// The time at which it was written last, in seconds since 1970.
  public let time: Double
  private let file: LockedFile

  private init(recording: Recording, time: Double, file: LockedFile) {
    self.recording = recording
    self.time = time
    self.file = file
  }

  /// The path of the file that keeps the recording.
  public var path: String { file.path }

  /// The session that was lost last; nil if there is none. Sessions without a command and empty files are
  /// removed, and so are all sessions but the last few. What cannot be read is left: another version may know
  /// what to do with it.
  ///
  /// - Parameters:
  ///   - folder: That of `Autosave`.
  ///   - kept: How many are kept at most.
  public static func find(in folder: String, kept: Int = 8) -> Recovery? {
    guard UntrustedFile.exists(folder), let folder = try? PrivateFolder(folder) else { return nil }
    // Of programs that were ended while they wrote one again.
    for file in folder.files(ending: ".jsonl.partial", limit: 1_000) where file.name.hasPrefix("session-") {
      LockedFile.take(folder.path + "/" + file.name)?.remove()
    }
    var found: [Recovery] = []
    for file in folder.files(ending: ".jsonl", limit: 1_000).reversed() where file.name.hasPrefix("session-")
    {
      guard let locked = LockedFile.take(folder.path + "/" + file.name) else { continue }
      guard file.size > 0 else {
        locked.remove()
        continue
      }
      guard let recording = recording(in: locked) else { continue }
      guard found.count < kept, !recording.commands.isEmpty else {
        locked.remove()
        continue
      }
      found.append(Recovery(recording: recording, time: Double(file.written) / 1e9, file: locked))
    }
    // The locks on the others are released, so that they are found again the next time.
    return found.first
  }

  /// Removes the file: the session goes on, or is not wanted.
  public func discard() { file.remove() }

  /// Returns the recording in a file that has no end, and whose last line may have been cut off.
  private static func recording(in file: LockedFile) -> Recording? {
    guard var bytes = file.bytes(limit: RecordingFile.maxBytes),
      let last = bytes.lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    bytes.removeSubrange((last + 1)...)
    return try? Recording(bytes: bytes)
  }
}

/// Keeps what a session has done in a file as it goes on, so that little is lost where the program ends
/// without a word.
///
/// The file is a recording without an end. It is held for as long as this lives: `Recovery` finds only those
/// that no program holds any more. Several programs each have a file of their own.
public final class Autosave {
  private var file: LockedFile
  private var written: Recording?
  private var writer: RecordingWriter?

  /// Begins to keep a session in a folder.
  /// - Parameter folder: Usually `UserFolders.state` and `/sessions`; made where it is not there.
  /// - Throws: `OutputError`.
  public init(folder: String) throws(OutputError) {
    let folder = try PrivateFolder(folder)
    for number in 1...1_000 {
      if let file = try LockedFile.make("\(folder.path)/session-\(getpid())-\(number).jsonl") {
        self.file = file
        return
      }
    }
    throw .failed(path: folder.path, reason: "there are thousands of sessions of this process number")
  }

  /// The path of the file that keeps the recording.
  public var path: String { file.path }

  /// Brings the file up to what the session has come to. What is new is added at its end; where something
  /// that was written is no longer so (undone, or rerun from before), or another scene was begun, it is
  /// written again, whole.
  ///
  /// What fails may have been written in part: the next time all of it is written again, whole.
  /// - Parameter recording: The session's, so far.
  public func update(_ recording: Recording) throws(OutputError) {
    var text: [UInt8] = []
    let earlier = written
    written = nil
    if let earlier, var writer, let rest = recording.rest(after: earlier) {
      writer.add(rest.commands, rest.checks, to: &text)
      try file.append(text)
      self.writer = writer
    } else {
      var writer = RecordingWriter(head: recording.head)
      writer.write(recording, to: &text)
      file = try file.replaced(with: text)
      self.writer = writer
    }
    written = recording
  }

  /// Removes the file after a session that ended as it should: there is nothing to recover.
  public func finish() { file.remove() }
}

extension Recording {
  /// Returns the part of a recording that goes on from an earlier state of it; nil if it is none that does.
  fileprivate func rest(after earlier: Recording)
    -> (commands: ArraySlice<StampedCommand>, checks: ArraySlice<Check>)?
  {
    guard head == earlier.head, commands.count >= earlier.commands.count,
      checks.count >= earlier.checks.count,
      commands[..<earlier.commands.count].elementsEqual(earlier.commands),
      checks[..<earlier.checks.count].elementsEqual(earlier.checks)
    else { return nil }
    let (commands, checks) = (commands[earlier.commands.count...], checks[earlier.checks.count...])
    // Lines stand by rising steps.
    let lastCommand = earlier.commands.last?.step ?? 0
    let lastCheck = earlier.checks.last?.step ?? 0
    guard (commands.first?.step ?? .max) >= lastCheck,
      (checks.first?.step ?? .max) > lastCommand || checks.isEmpty
    else { return nil }
    return (commands, checks)
  }
}

// Going on with what another session did.
extension Session {
  /// Begins a scene and runs it again with commands of an earlier session, in the background, to where that
  /// had come. What is refused now is left out; `skippedCommands` says it.
  /// - Parameter step: Where it goes on.
  /// - Throws: `WorldError`, and nothing has changed; `OutputError`.
  public func resume(_ scene: Scene, content: String, commands: [StampedCommand], to step: Int) throws {
    try resume(scene, content: content, commands: commands, to: step, name: "go on at step \(step)")
  }

  /// Begins the scene of a recording and runs all of that in the background; its hashes are compared on the
  /// way.
  ///
  /// Afterwards `view` shows any step of it, and `resume` continues from there. Where a hash differs,
  /// ``difference`` says so, and the run goes on to its end with the recorded commands. The recording's file
  /// is not written.
  ///
  /// - Parameter content: The scene file's text.
  /// - Throws: `ReplayError.endless` and `WorldError`, and nothing has changed; `OutputError`.
  public func play(_ replay: Replay, content: String) throws {
    try resume(
      replay.scene, content: content, commands: replay.commands, to: replay.steps(), name: "replay",
      comparing: replay)
  }

  private func resume(
    _ scene: Scene, content: String, commands: [StampedCommand], to step: Int, name: String,
    comparing replay: Replay? = nil
  ) throws {
    try restart(scene, content: content)
    skippedCommands = []
    var sessionLog = SessionLog()
    for command in commands { sessionLog.note(command.command, at: command.step) }
    begin(
      Rerun(
        name: name,
        job: RerunJob(
          scene: scene, log: sessionLog.all, target: step, divergence: -1, isOtherScene: true,
          stepsBetweenChecks: stepsBetweenChecks, historyBudget: timeline?.historyBudget ?? 0,
          replay: replay),
        sessionLog: sessionLog, start: 0, content: content))
  }
}
