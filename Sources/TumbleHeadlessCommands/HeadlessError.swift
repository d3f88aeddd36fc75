import TumbleTrace

/// What can go wrong with a run.
enum HeadlessError: Error {
  /// Some bodies went out of all bounds; each was reported when it happened.
  case bodiesLost
  /// More steps than anyone waits for.
  case tooLong(rate: Int)
}

extension HeadlessError: CustomStringConvertible {
  var description: String {
    switch self {
    case .bodiesLost: "not every body stayed to the end"
    case .tooLong(let rate): "--duration is more than \(Recording.maxSteps) steps at \(rate) per second"
    }
  }
}
