/// Why a file could not be written.
public enum OutputError: Error, Hashable, Sendable {
  /// The reader has closed the pipe: not an error, but a reason to stop.
  case closedPipe
  /// The system's reason, as a phrase.
  case failed(path: String, reason: String)
}

extension OutputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .closedPipe: "nobody reads any more"
    case .failed(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
