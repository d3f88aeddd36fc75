import Foundation
import Synchronization
import TumbleFiles

/// The file that a sweep's rows are added to as they come, under its own name and locked. However the program ends, it holds whole
/// rows in their order, and at most a broken one at its end.
final class SweepFile: Sendable {
  let path: String
  /// Rows that it had when it was opened.
  let rows: Int
  private let file: LockedFile
  private let checksum: SweepChecksum
  private let state: Mutex<State>

  private struct State {
    /// The run of the next row.
    var run: Int
    /// The bytes of its whole lines.
    var size: Int
  }

  private init(_ file: LockedFile, path: String, _ head: SweepHead, rows: Int, size: Int) {
    self.file = file
    self.path = path
    self.rows = rows
    checksum = SweepChecksum(head)
    let first = SweepShard("\(head.shard)/\(head.shards)")?.runs(of: head.runs).lowerBound ?? 0
    state = Mutex(State(run: first + rows, size: size))
  }

  /// Begins a file with its head, or goes on with one of the same head.
  ///
  /// - Parameter resumes: Whether a file that has rows is gone on with; else it is left alone, and refused.
  /// - Throws: `SweepError` for a file of another sweep, or one that is not a sweep's; `OutputError`.
  static func open(_ path: String, _ head: SweepHead, resumes: Bool) throws -> SweepFile {
    let start = try head.start
    if let made = try LockedFile.make(FilePath.throughLinks(path), mode: 0o666) {
      do {
        return try begin(made, path, head, start)
      } catch {
        made.remove()
        throw error
      }
    }
    let file = try LockedFile.reopen(path)
    var reader = try SweepReader(path, expected: start)
    guard let found = reader.head else {
      // Nothing of it was acknowledged: there is no row.
      try file.cut(to: 0)
      return try begin(file, path, head, start)
    }
    guard resumes else {
      throw SweepError.file(
        path, reason: "it holds a sweep already: --resume goes on with it; remove it to begin again")
    }
    if let difference = found.difference(from: head) {
      throw SweepError.file(path, reason: "it is of another sweep: \(difference)")
    }
    guard (found.shard, found.shards) == (head.shard, head.shards) else {
      throw SweepError.file(
        path, reason: "it is shard \(found.shard)/\(found.shards), not \(head.shard)/\(head.shards)")
    }
    while try reader.nextRow() != nil {}
    try file.cut(to: reader.wholeBytes)
    return SweepFile(file, path: path, head, rows: reader.rows, size: reader.wholeBytes)
  }

  private static func begin(_ file: LockedFile, _ path: String, _ head: SweepHead, _ start: String)
    throws(OutputError) -> SweepFile
  {
    let new = SweepFile(file, path: path, head, rows: 0, size: 0)
    try new.state.withLock { (state) throws(OutputError) in try new.append(start, &state) }
    return new
  }

  /// Adds the next row's line, with its checksum. Where it does not fit nothing of it is in the file.
  func append(row line: String) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      try append(checksum.sealed(line, run: state.run), &state)
      state.run += 1
    }
  }

  private func append(_ lines: String, _ state: inout State) throws(OutputError) {
    do throws(OutputError) {
      try file.append(Array(lines.utf8))
      state.size += lines.utf8.count
    } catch {
      try? file.cut(to: state.size)
      throw error
    }
  }

  /// Waits until all rows are on the disk.
  func finish() throws(OutputError) { try file.sync() }
}
