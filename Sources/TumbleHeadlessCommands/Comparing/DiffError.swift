import TumbleScenes

/// Why two files cannot be compared.
enum DiffError: Error {
  case unreadable(file: String, reason: String)
  /// It is none of the files that are compared.
  case unknownKind(file: String)
  case differentKinds([(file: String, kind: ComparedFile.Kind)])
}

extension DiffError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let file, let reason): return "\(file): \(reason)"
    case .unknownKind(let file):
      return """
        \(file): this is neither a trace (its first line names the columns step and body), nor a recording (it begins \
        {"tumble":"recording"…), nor a scene (its file ends in \(SceneLibrary.endings.joined(separator: ", ")))
        """
    case .differentKinds(let files):
      let parts = files.map { "\($0.file) is \($0.kind.noun)" }
      return "only files of one kind can be compared: \(parts.joined(separator: ", "))"
    }
  }
}
