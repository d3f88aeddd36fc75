/// Why a recording can't be read.
public enum RecordingError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// The first line is not a recording's head.
  case notARecording
  /// Its format is one that this version does not know.
  case unknownFormat(Int)
  /// A line is wrong; counted from 1.
  case line(Int, String)
  /// Not even the first line is whole.
  case cutOff
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the recording is empty"
    case .notARecording:
      "this is not a recording: its first line should be an object that begins {\"tumble\":\"recording\"…"
    case .unknownFormat(let format):
      "the recording has format \(format); this version reads formats up to \(Recording.format)"
    case .line(let number, let problem): "line \(number): \(problem)"
    case .cutOff: "the recording was cut off within its head"
    }
  }
}
