import Foundation
import TumbleFiles
import TumbleFrames
import TumbleTrace

/// Keeps what a session has done in a file as it goes on, so that little is lost where the program ends
/// without a word.
///
/// The file is a recording without an end. It is held for as long as this lives: `Recovery` finds only those
/// that no program holds any more. Several programs each have a file of their own.
public final class Autosave {
  private var file: LockedFile
  private var written: Recording?
  private var writer: RecordingWriter?

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

  public var path: String { file.path }

  /// Brings the file up to what the session has come to. What is new is added at its end; where something
  /// that was written is no longer so (undone, or rerun from before), or another scene was begun, it is
  /// written again, whole.
  ///
  /// What fails may have been written in part: the next time all of it is written again, whole.
  ///
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

  /// After a session that ended as it should: there is nothing to recover.
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
