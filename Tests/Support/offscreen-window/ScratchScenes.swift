import Foundation
import TumbleFiles
import TumbleScenes
import TumbleTestSupport

/// Copies of scenes in a folder of their own, where all that a window writes goes too.
struct ScratchScenes {
  let scratch: ScratchFolder
  let library: SceneLibrary

  /// - Parameter names: Those of scenes that come with Tumble.
  init(_ names: [String]) throws {
    scratch = try ScratchFolder()
    let packaged = try SceneLibrary()
    for name in names { try scratch.file("Scenes/\(name).yaml", Data(packaged.read(name).text.utf8)) }
    library = SceneLibrary(
      folders: [scratch.url.appendingPathComponent("Scenes")], assets: packaged.assets)
  }

  var folder: URL { scratch.url.appendingPathComponent("Scenes") }

  func path(of name: String) -> String { folder.appendingPathComponent(name + ".yaml").path }

  /// Settings, sessions and thumbnails.
  var userFolders: UserFolders { UserFolders(environment: ["HOME": scratch.url.path]) }

  /// Makes this the working folder, so that what is written beside where the program was started goes here as
  /// well.
  func enter() throws {
    guard FileManager.default.changeCurrentDirectoryPath(scratch.url.path) else {
      throw CocoaError(.fileNoSuchFile)
    }
  }
}
