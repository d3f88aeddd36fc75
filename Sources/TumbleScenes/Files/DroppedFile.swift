import Foundation
import TumbleFiles

/// A file that was dropped on the window, by what it can be opened as.
public enum DroppedFile: Hashable, Sendable {
  case scene(path: String)
  case recording(path: String)
  /// Why it cannot be opened, as a sentence.
  case refused(String)

  /// Looks at the file's name and its first bytes; whether it is a valid scene only reading it tells.
  public init(_ path: String, limits: SceneLimits = SceneLimits()) {
    let name = FilePath.file(of: path)
    let shown = Excerpts.short(name)
    let ending = FilePath.parts(of: path).ending.lowercased()
    let head: [UInt8]
    do {
      head = try UntrustedFile.head(path, count: 4096)
    } catch UntrustedFile.Failure.reason(let reason) {
      self = .refused("'\(shown)' cannot be opened: \(reason)")
      return
    } catch {
      self = .refused("'\(shown)' cannot be opened")
      return
    }
    let isText = !head.contains(0)
    switch ending {
    case _ where SceneLibrary.endings.contains(ending):
      self = isText ? .scene(path: path) : .refused("'\(shown)' is no text, so no scene")
    case ".jsonl"
    where String(decoding: head.prefix(40), as: UTF8.self).hasPrefix("{\"tumble\":\"recording\""):
      self = .recording(path: path)
    case ".jsonl": self = .refused("'\(shown)' is no recording of Tumble")
    default:
      self = .refused(
        "'\(shown)' is not a scene: a scene's file ends in \(SceneLibrary.endingsInWords), a recording's in .jsonl"
      )
    }
  }
}
