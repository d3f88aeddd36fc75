import TumbleFiles
import TumbleScenes

/// Where a window's scene comes from, and where it keeps what it remembers.
struct WindowFiles {
  var library: SceneLibrary
  /// What came of reading the scene's file.
  var read: SceneReader.Outcome
  /// Values that its variables were given.
  var settings: [SceneSetting]
  var folders: UserFolders
}
