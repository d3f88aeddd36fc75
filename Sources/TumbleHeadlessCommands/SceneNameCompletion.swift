import ArgumentParser
import Foundation
import TumbleScenes

extension CompletionKind {
  /// The names of the scenes that there are: in the folder of `--scenes` if that is given, in ./Scenes, and Tumble's own. A
  /// word with a slash or a dot is completed to paths of scene files.
  package static var sceneNames: CompletionKind {
    .custom { words, _, prefix in
      if prefix.contains("/") || prefix.hasPrefix(".") { return paths(prefix) }
      let folder = words.firstIndex(of: "--scenes").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
      let library = (try? SceneLibrary(scenes: folder)) ?? (try? SceneLibrary())
      return library?.names() ?? []
    }
  }

  /// The folders and scene files whose paths begin like this.
  private static func paths(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      let path = folder + name
      guard path.hasPrefix(prefix) else { return nil }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
      if isFolder.boolValue { return path + "/" }
      return SceneLibrary.isPath(name) ? path : nil
    }
  }
}
