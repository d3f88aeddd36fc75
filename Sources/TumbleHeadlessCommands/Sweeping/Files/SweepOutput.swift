import Foundation
import TumbleFiles

/// Where a sweep's rows go as they come.
enum SweepOutput: Sendable {
  /// Begins with a head, and can be gone on with.
  case file(SweepFile)
  /// Standard output, a pipe or a device: rows alone.
  case stream(OutputFile)

  /// Whether a path leads to an ordinary file, or to none yet.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && (stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT))
  }

  /// Writes the next row's line.
  func write(row line: String) throws(OutputError) {
    switch self {
    case .file(let file): try file.append(row: line)
    case .stream(let stream):
      try stream.write(line)
      // Who reads a pipe sees each row as it comes.
      try stream.flush()
    }
  }

  func finish() throws(OutputError) {
    switch self {
    case .file(let file): try file.finish()
    case .stream(let stream): try stream.finish()
    }
  }
}
