import Foundation
import TumbleFiles
import TumbleTrace

/// A session that ended without a word, as `Autosave` kept it.
///
/// Nobody else finds it while this lives. It stays until it is discarded, so that what is recovered and ends
/// likewise is found again.
public final class Recovery {
  public let recording: Recording
  /// The time at which it was written last, in seconds since 1970.
  public let time: Double
  private let file: LockedFile

  private init(recording: Recording, time: Double, file: LockedFile) {
    self.recording = recording
    self.time = time
    self.file = file
  }

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

  /// The last line may have been cut off, and there is no end.
  private static func recording(in file: LockedFile) -> Recording? {
    guard var bytes = file.bytes(limit: RecordingFile.maxBytes),
      let last = bytes.lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    bytes.removeSubrange((last + 1)...)
    return try? Recording(bytes: bytes)
  }
}
