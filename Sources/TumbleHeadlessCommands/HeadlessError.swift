/// What can go wrong with a run.
enum HeadlessError: Error {
  /// Some bodies went out of all bounds; each was reported when it happened.
  case bodiesLost
  /// More steps than anyone waits for.
  case tooLong(RunLength, rate: Int, limit: Int)
  /// The program could not start itself again with a setting in its environment.
  case cannotRestart(String)
}

extension HeadlessError: CustomStringConvertible {
  var description: String {
    switch self {
    case .bodiesLost: "not every body stayed to the end"
    case .cannotRestart(let setting):
      "a hash is expected, and the program cannot start itself again to compare it; set \(setting) and try again"
    case .tooLong(.steps(let steps), _, let limit): "--steps is at most \(limit) here, not \(steps)"
    case .tooLong(.duration, let rate, let limit):
      "--duration is more than \(limit) steps at \(rate) per second"
    }
  }
}
