import Foundation
import TumbleFiles

/// Reads a sweep's file and checks every row against what its head plans.
struct SweepReader {
  let path: String
  /// The head; nil for a file that has none yet: it is empty, or its first lines were broken off.
  private(set) var head: SweepHead?
  private(set) var rows = 0
  private let lines: FileLines
  private var line = 0
  private var plan: SweepPlan?
  private var table: SweepTable?
  private var checksum: SweepChecksum?
  private var runs = 0..<0

  /// - Parameter expected: What a file that was broken off within its first lines begins with; nil: such a
  ///   file is refused.
  /// - Throws: `SweepError` where it is no file of a sweep.
  init(_ path: String, expected: String? = nil) throws {
    self.path = path
    lines = try UntrustedFile.throwing({ SweepError.file(path, reason: $0) }) {
      try FileLines(path, limit: SweepHead.maxBytes)
    }
    var first: [UInt8] = []
    let top = try next()
    if let top { first = top.bytes + (top.isWhole ? [10] : []) }
    guard let top, top.isWhole, let head = SweepHead(line: top.bytes) else {
      guard top?.isWhole != true, let expected, expected.utf8.starts(with: first) else {
        throw SweepError.file(path, reason: "it is no file of a sweep, or its first line is broken")
      }
      return
    }
    guard head.version == SweepHead.version else {
      throw SweepError.file(path, reason: Self.refusal(ofVersion: head.version))
    }
    let (plan, table) = (try head.plan(), try head.table)
    if let names = try head.columns {
      let second = try next()
      if second?.isWhole != true {
        guard expected != nil, names.utf8.starts(with: second?.bytes ?? []) else {
          throw SweepError.file(path, reason: "its second line is broken")
        }
        return
      }
      guard (second?.bytes ?? []) + [10] == Array(names.utf8) else { throw wrong("the columns' names") }
    }
    guard plan.count == head.runs, let shard = SweepShard("\(head.shard)/\(head.shards)") else {
      throw SweepError.file(path, reason: "its first line contradicts itself")
    }
    self.plan = plan
    self.table = table
    checksum = SweepChecksum(head)
    self.head = head
    runs = shard.runs(of: plan.count)
  }

  private static func refusal(ofVersion version: Int) -> String {
    guard version < SweepHead.version else {
      return "line 1: it is of version \(version), and this Tumble reads version \(SweepHead.version)"
    }
    return """
      line 1: it is of version \(version), whose rows have no checksums, so a changed row would go \
      unnoticed; finish and merge it with the version of Tumble that began it, or begin again with another \
      file
      """
  }

  /// The rows that the file has when it is whole.
  var expectedRows: Int { runs.count }

  /// The bytes of all whole lines that were read.
  var wholeBytes: Int { lines.wholeBytes }

  /// The next row's line, with its end; nil after the last whole one.
  mutating func nextRow() throws -> [UInt8]? {
    guard let plan, let table, let checksum, let row = try next(), row.isWhole else { return nil }
    guard rows < runs.count else { throw wrong("the end, after \(runs.count) rows,") }
    let run = runs.lowerBound + rows
    let beginning = table.beginning(plan.point(run))
    guard row.bytes.starts(with: beginning.utf8) else { throw wrong("a row that begins with \(beginning)") }
    let line = row.bytes + [10]
    guard checksum.isSealed(line, run: run) else {
      throw SweepError.file(
        path, reason: "line \(self.line): the row does not have its checksum; the file has been changed")
    }
    rows += 1
    return line
  }

  private mutating func next() throws -> FileLines.Line? {
    line += 1
    return try UntrustedFile.throwing({ SweepError.file(path, reason: $0) }) { try lines.next() }
  }

  private func wrong(_ expected: String) -> SweepError {
    .file(path, reason: "line \(line): \(expected) was expected here; the file has been changed")
  }
}

/// Puts the shards of a sweep together: the same bytes as one process would have written.
struct SweepMerge {
  /// The paths in the order of the shards.
  private let paths: [String]
  private let head: SweepHead

  /// - Throws: `SweepError` with all that is wrong with the set of files.
  init(_ paths: [String]) throws {
    var heads: [(path: String, head: SweepHead)] = []
    for path in paths {
      // Each is closed before the next: there may be more of them than files may be open.
      guard let head = try SweepReader(path).head else { continue }
      heads.append((path, head))
    }
    guard let first = heads.first else { throw SweepError.unmergeable(["there is no file to merge"]) }
    var problems: [String] = []
    var shards: [Int: String] = [:]
    for (path, head) in heads {
      if let difference = head.difference(from: first.head) {
        problems.append("\(path) is of another sweep than \(first.path): \(difference)")
      } else if head.shards != first.head.shards {
        problems.append(
          "\(path) is one of \(head.shards) shards, and \(first.path) is one of \(first.head.shards)")
      } else if let other = shards.updateValue(path, forKey: head.shard) {
        problems.append("shard \(head.shard)/\(head.shards) is there twice: \(other) and \(path)")
      }
    }
    let missing = (1...first.head.shards).filter { shards[$0] == nil }
    if !missing.isEmpty {
      problems.append(
        "of \(first.head.shards) shards \(missing.count == 1 ? "one is" : "\(missing.count) are") missing: "
          + Self.ranges(missing))
    }
    guard problems.isEmpty else { throw SweepError.unmergeable(problems) }
    self.paths = (1...first.head.shards).compactMap { shards[$0] }
    head = first.head.whole
  }

  /// Writes the whole file, which appears when it is complete. A stream gets nothing before all shards have
  /// been read: what it has got cannot be taken back.
  ///
  /// - Throws: `SweepError` where a shard lacks rows or has been changed; `OutputError`; what `isInterrupted`
  ///   leads to.
  func write(to path: String, isInterrupted: () -> Bool = { false }) throws {
    try refuseOther(path)
    let output = try OutputFile(path: path, sparing: paths)
    if !SweepOutput.isFile(path) { try readRows(isInterrupted) { _ in } }
    try output.write(head.start)
    try readRows(isInterrupted) { try output.write($0) }
    try output.finish()
  }

  /// Reads the rows of all shards in their order.
  ///
  /// - Throws: `SweepError` at the end where a shard lacks rows; from the first one that does, no row is
  ///   handed on.
  private func readRows(_ isInterrupted: () -> Bool, _ use: ([UInt8]) throws -> Void) throws {
    var (rows, problems) = (0, [String]())
    for path in paths {
      var reader = try SweepReader(path)
      while let row = try reader.nextRow() {
        guard !isInterrupted() else {
          throw SweepInterruption(rows: rows, count: head.runs, continuation: "merge again")
        }
        if problems.isEmpty { try use(row) }
        rows += 1
      }
      if reader.rows < reader.expectedRows {
        problems.append(
          "\(path) has \(reader.rows) of its \(reader.expectedRows) rows: finish it with --resume")
      }
    }
    guard problems.isEmpty else { throw SweepError.unmergeable(problems) }
  }

  /// Throws if a file that is there already is of another sweep, or if somebody is writing it.
  private func refuseOther(_ path: String) throws {
    guard SweepOutput.isFile(path), FileManager.default.fileExists(atPath: path) else { return }
    _ = try LockedFile.reopen(path)
    guard let found = try SweepReader(path, expected: head.line).head else { return }
    if let difference = found.difference(from: head) {
      throw SweepError.file(path, reason: "it is there already, and of another sweep: \(difference)")
    }
  }

  /// Returns numbers as text such as `3, 5-8, 10`.
  private static func ranges(_ numbers: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = parts.last, last.upperBound == number - 1 {
        parts[parts.count - 1] = last.lowerBound...number
      } else {
        parts.append(number...number)
      }
    }
    let shown = parts.prefix(20).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return shown.joined(separator: ", ") + (parts.count > 20 ? ", …" : "")
  }
}
