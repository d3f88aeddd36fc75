import TumbleFiles

/// Reads a sweep's file and checks every row against what its head plans.
struct SweepReader {
  let path: String
  /// nil for a file that has none yet: it is empty, or its first lines were broken off.
  private(set) var head: SweepHead?
  /// Rows that were read.
  private(set) var rows = 0
  private let lines: FileLines
  private var line = 0
  private var plan: SweepPlan?
  private var table: SweepTable?
  private var checksum: SweepChecksum?
  private var runs = 0..<0

  /// - Parameter expected: What a file that was broken off within its first lines begins with; nil: such a file is refused.
  /// - Throws: `SweepError` where it is no file of a sweep.
  init(_ path: String, expected: String? = nil) throws {
    self.path = path
    do {
      lines = try FileLines(path, limit: SweepHead.maxBytes)
    } catch UntrustedFile.Failure.reason(let reason) {
      throw SweepError.file(path, reason: reason)
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
    return
      "line 1: it is of version \(version), whose rows have no checksums, so a changed row would go unnoticed; "
      + "finish and merge it with the version of Tumble that began it, or begin again with another file"
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
    do {
      return try lines.next()
    } catch UntrustedFile.Failure.reason(let reason) {
      throw SweepError.file(path, reason: reason)
    }
  }

  private func wrong(_ expected: String) -> SweepError {
    .file(path, reason: "line \(line): \(expected) was expected here; the file has been changed")
  }
}
