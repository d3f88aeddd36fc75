import Foundation
import TumbleFiles
import TumbleScenes

extension SceneLibrary {
  /// Reads standard input to its end where one of the scenes that were asked for is `-`.
  ///
  /// - Throws: `SceneError.unreadable` if it holds more than a scene's file may.
  package mutating func takeStandardInput(for scenes: [String]) throws {
    guard scenes.contains("-"), texts["-"] == nil else { return }
    var text = Data()
    while let part = try FileHandle.standardInput.read(upToCount: 65_536), !part.isEmpty {
      text += part
      guard text.count <= limits.bytes else {
        throw SceneError.unreadable(
          path: Self.standardInput, reason: "it has more than the \(limits.bytes) bytes that are read")
      }
    }
    texts["-"] = text
  }
}
