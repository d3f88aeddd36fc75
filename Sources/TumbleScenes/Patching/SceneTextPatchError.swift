/// Why a scene's text could not be changed to say something else.
public enum SceneTextPatchError: Error, Hashable, Sendable {
  /// The text itself is no valid scene.
  case unreadable([SceneDiagnostic])
  /// A line is written in a way that only a person can change.
  case layout(line: Int)
  /// The format cannot say what is asked for where the text has it, and why.
  case refused(String)
  /// What is asked for is no valid scene.
  case invalid([SceneDiagnostic])
}

extension SceneTextPatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let diagnostics):
      "the scene's file has errors, so it cannot be saved into:\n"
        + diagnostics.map(\.description).joined(separator: "\n")
    case .layout(let line):
      "line \(line) of the scene is written in a way that cannot be edited in place; save the scene as a new file"
    case .refused(let reason): reason
    case .invalid(let diagnostics):
      "the changed scene would have errors, so it is not saved:\n"
        + diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
