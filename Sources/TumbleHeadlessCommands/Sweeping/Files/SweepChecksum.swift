import TumbleFiles
import TumbleGeometry

/// The checksums of a sweep's rows: FNV-1a of the sweep, of the row's place in it and of the row itself, so that a row that was
/// changed, doubled or moved is found. The shard that made a row is no part of it: merging moves rows as they are.
struct SweepChecksum: Sendable {
  /// The name of the last column.
  static let column = "check"

  private let format: SweepTable.Format
  private let sweep: FNV1a

  init(_ head: SweepHead) {
    format = head.format
    var sweep = FNV1a()
    sweep.add(head.whole.line.utf8)
    self.sweep = sweep
  }

  /// The line of a run with its checksum, both with their ends.
  func sealed(_ line: String, run: Int) -> String {
    let row = line.dropLast(format == .csv ? 1 : 2)
    return row + ending(Array(row.utf8), run)
  }

  /// true for the line of a run, with its end, whose checksum is right.
  func isSealed(_ line: [UInt8], run: Int) -> Bool {
    let row = Array(line.dropLast(ending([], run).utf8.count))
    return line == row + Array(ending(row, run).utf8)
  }

  /// The checksum after a row, with what parts it from the row and ends the line.
  private func ending(_ row: [UInt8], _ run: Int) -> String {
    var digest = sweep
    digest.add(bits: UInt64(run))
    digest.add(row)
    return format == .csv
      ? ",\(digest.value.hexadecimal)\n" : ",\"\(Self.column)\":\"\(digest.value.hexadecimal)\"}\n"
  }
}
