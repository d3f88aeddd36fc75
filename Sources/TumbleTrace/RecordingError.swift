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
  /// The end line is missing.
  case cutOff(lines: Int)
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the recording is empty"
    case .notARecording:
      "this is not a recording: its first line should be an object that begins {\"tumble\":\"recording\"…"
    case .unknownFormat(let format):
      "the recording has format \(format); this version reads format \(Recording.format)"
    case .line(let number, let problem): "line \(number): \(problem)"
    case .cutOff(let lines):
      "the recording was cut off: it has \(lines) line\(lines == 1 ? "" : "s") and no end line"
    }
  }
}
