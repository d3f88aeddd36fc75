/// An error of a world.
public enum WorldError: Error, Hashable, Sendable {
  /// The engine can't take what the scene says, and why.
  case unbuildable(reason: String)
  /// The engine can take no step after so many, with the reason: the bodies of a joint, say, were pulled so
  /// far apart that its equations have no solution any more. The world stays as it is.
  case stopped(step: Int, reason: String)
  /// A command names a point or a gravity that is out of bounds, or a layer or a time that does not exist:
  /// why it cannot be carried out.
  case badCommand(String)
  /// An edit that cannot be made: what is wrong, in the words of who reads scene files, and what was expected
  /// or meant.
  case refused(message: String, hint: String?)
  /// An animation that can't be played, and why.
  case badAnimation(key: String, reason: String)
}

extension WorldError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unbuildable(let reason): reason
    case .stopped(let step, let reason): "after step \(step) there is no other: \(reason)"
    case .badCommand(let reason): reason
    case .refused(let message, let hint): hint.map { "\(message); \($0)" } ?? message
    case .badAnimation(let key, let reason): "animation '\(key)': \(reason)"
    }
  }
}
