/// Why a definition makes no animation.
public enum AnimationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence without a full stop.
  case invalid(String)

  public var description: String {
    switch self {
    case .invalid(let problem): problem
    }
  }
}
