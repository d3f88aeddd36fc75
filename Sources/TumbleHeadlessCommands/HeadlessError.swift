import TumbleTrace

/// What can go wrong with a run.
enum HeadlessError: Error {
  /// Some bodies went out of all bounds; each was reported when it happened.
  case bodiesLost
  /// More steps than anyone waits for.
  case tooLong(rate: Int)
  /// The program could not start itself again with a setting in its environment.
  case cannotRestart(String)
}

extension HeadlessError: CustomStringConvertible {
  var description: String {
    switch self {
    case .bodiesLost: "not every body stayed to the end"
    case .cannotRestart(let setting):
      "a hash is expected, and the program cannot start itself again to compare it; set \(setting) and try again"
    case .tooLong(let rate): "--duration is more than \(Recording.maxSteps) steps at \(rate) per second"
    }
  }
}
