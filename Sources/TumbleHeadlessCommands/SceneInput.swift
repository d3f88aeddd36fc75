import Foundation
import TumbleFiles
import TumbleScenes

extension SceneLibrary {
  /// Reads standard input to its end where one of the scenes that were asked for is `-`.
  ///
  /// - Throws: `SceneError.unreadable` if it holds more than a scene's file may.
  package mutating func takeStandardInput(for scenes: [String]) throws {
    guard scenes.contains("-"), texts["-"] == nil else { return }
    texts["-"] = try readStandardInput()
  }

  /// - Throws: As ``takeStandardInput(for:)``, and where it cannot be read, such as a folder.
  func readStandardInput() throws -> Data {
    do {
      return try UntrustedFile.standardInput(limit: limits.bytes)
    } catch UntrustedFile.Failure.reason(let reason) {
      throw SceneError.unreadable(path: Self.standardInput, reason: reason)
    }
  }
}
