/// Why a trace can't be read.
package enum TraceError: Error, Hashable {
  /// The first line names no columns `step` and `body`.
  case notATrace
  /// A line is wrong; counted from 1.
  case line(Int, String)
}

extension TraceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notATrace: "this is not a trace: its first line should name the columns step and body"
    case .line(let number, let problem): "line \(number): \(problem)"
    }
  }
}
