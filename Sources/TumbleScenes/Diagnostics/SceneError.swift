/// Why there is no scene.
public enum SceneError: Error, Hashable, Sendable {
  /// No scene of this name in any of the folders; the names there are, and the nearest.
  case unknownScene(name: String, folders: [String], names: [String], nearest: String?)
  /// A name with a separator or `..`; a path to a file ends in .yaml, .yml, .json or .tumble.
  case badName(String)
  /// The file could not be read, and why.
  case unreadable(path: String, reason: String)
  /// The file was read and is wrong; warnings are among them.
  case invalid([SceneDiagnostic])
}

extension SceneError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownScene(let name, let folders, let names, let nearest):
      var text = "there is no scene named '\(name)'"
      if let nearest { text += "; did you mean '\(nearest)'?" }
      text +=
        names.isEmpty
        ? "\nNo scenes were found in \(folders.joined(separator: ", "))"
        : "\nScenes: " + names.joined(separator: ", ")
      return text
    case .badName(let name):
      return "'\(Excerpts.short(name))' is not the name of a scene"
        + "; a name has no '/', no '..' and no control character, and a path to a file ends in \(SceneLibrary.endingsInWords)"
    case .unreadable(let path, let reason):
      return "\(path): error: \(reason)"
    case .invalid(let diagnostics):
      return diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
