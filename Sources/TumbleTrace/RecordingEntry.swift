import TumbleFrames

/// What a line other than the first says.
enum RecordingEntry {
  case command(StampedCommand)
  case check(Recording.Check)
  case end(step: Int, lines: Int)
  /// How many of the lines before it, the first included, still count.
  case keep(Int)

  /// nil for what belongs to no step.
  var step: Int? {
    switch self {
    case .command(let command): command.step
    case .check(let check): check.step
    case .end(let step, _): step
    case .keep: nil
    }
  }
}
