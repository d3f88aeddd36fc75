/// The reason why a recording cannot be replayed, or runs otherwise.
public enum ReplayError: Error, Hashable, Sendable {
  /// The file can't be read, and why.
  case unreadable(path: String, reason: String)
  /// The run has another hash than its recording.
  case diverged(file: String, step: Int, rate: Int, lastGood: Int?, difference: String?, hints: [String])
  /// A recording whose end lies far beyond the last thing it notes.
  case endless(file: String, end: Int, last: Int)
  /// A recording of a scene with another number of steps per second.
  case otherRate(file: String, recorded: Int, now: Int)
  /// A recorded command for a layer that the scene does not have.
  case unknownLayer(file: String, line: Int?, step: Int, layer: String, nearest: String?)
  /// A recorded command that cannot be carried out, and why.
  case refused(file: String, line: Int?, step: Int, reason: String)
}

extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      return "\(path): \(reason)"
    case .diverged(let file, let step, let rate, let lastGood, let difference, let hints):
      let seconds = "\((Double(step) / Double(rate) * 1_000).rounded() / 1_000) s"
      var text = "\(file): the run differs from the recording after step \(step) (\(seconds))"
      if let difference { text += ": \(difference)" }
      text +=
        lastGood.map { "\n  it was still the same after step \($0)" }
        ?? "\n  it is the first hash of the recording"
      for hint in hints { text += "\n  \(hint)" }
      return text
    case .endless(let file, let end, let last):
      return "\(file): it says that it ends at step \(end), more than an hour of the scene's time after the "
        + "last step that it notes anything of, \(last); say how far to go with --steps"
    case .otherRate(let file, let recorded, let now):
      return
        "\(file): recorded at \(recorded) steps per second; the scene now has \(now), so no step compares"
    case .unknownLayer(let file, let line, let step, let layer, let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(Self.place(file, line)): at step \(step) there is no layer '\(layer)' in the scene\(hint)"
    case .refused(let file, let line, let step, let reason):
      return "\(Self.place(file, line)): at step \(step): \(reason)"
    }
  }

  private static func place(_ file: String, _ line: Int?) -> String { file + (line.map { ":\($0)" } ?? "") }
}
