import TumbleFiles
import TumbleScenes

/// Where a window's scene comes from, and where it keeps what it remembers.
struct WindowFiles {
  var library: SceneLibrary
  /// The scene's file, and its text.
  var path: String
  var content: String
  var folders: UserFolders
}
