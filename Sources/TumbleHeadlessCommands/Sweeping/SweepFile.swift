import Foundation
import Synchronization
import TumbleSimulation

/// The file that a sweep's rows are added to as they come, under its own name and locked. However the program
/// ends, it holds whole rows in their order, and at most a broken one at its end.
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
    (self.file, self.path, self.rows) = (file, path, rows)
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

/// The first line of a sweep's file: all that its rows depend on, so that a file is only continued by the
/// sweep that began it, and only shards of one sweep are merged.
struct SweepHead: Codable, Hashable, Sendable {
  /// The kind of the file.
  var tumble = "sweep"
  var version = Self.version
  var scene: String
  /// The digest of the scene's text with all that it includes.
  var digest: String
  /// The revision of how scenes move, and of the physics library.
  var revision = World.revision
  var library = World.libraryVersion
  var format: SweepTable.Format
  var settings: [String]
  var samples: Int?
  var sampling: String?
  var seed: UInt64?
  var seeds: String?
  var measures: [String]
  /// Seconds, as they are written.
  var duration: String
  var runs: Int
  var shard: Int
  var shards: Int

  /// The version of the format. Version 2 brought the checksum of each row.
  static let version = 2
  /// A line is at most so long, in bytes.
  static let maxBytes = 1 << 22

  private enum CodingKeys: String, CodingKey {
    case tumble, version, scene, digest, revision, library, format
    case settings = "set"
    case samples = "sample"
    case sampling, seed, seeds
    case measures = "tell"
    case duration, runs, shard, shards
  }
}

extension SweepHead {
  init(
    scene: SweepScene, _ plan: SweepPlan, measures: [String], format: SweepTable.Format, duration: String,
    shard: SweepShard
  ) {
    self.scene = scene.scene.name
    digest = scene.digest
    self.format = format
    settings = plan.settings.map(\.text)
    self.measures = measures
    switch plan.sampling {
    case .grid: break
    case .random(let count, let seed): (samples, sampling, self.seed) = (count, "random", seed)
    case .latin(let count, let seed): (samples, sampling, self.seed) = (count, "latin", seed)
    }
    seeds = plan.seeds?.text
    self.duration = duration
    runs = plan.count
    self.shard = shard.number
    shards = shard.count
  }

  /// The line, with its end. In CSV it is a comment.
  var line: String {
    (format == .csv ? "# " : "") + ((try? JSONOptions.text(self, isOneLine: true)) ?? "\n")
  }

  /// Reads a head; nil for a line that is none. It may be of another version.
  init?(line: [UInt8]) {
    let json = line.starts(with: Array("# ".utf8)) ? line.dropFirst(2) : line[...]
    guard let head = try? JSONDecoder().decode(SweepHead.self, from: Data(json)), head.tumble == "sweep",
      SweepShard("\(head.shard)/\(head.shards)") != nil
    else { return nil }
    self = head
  }

  /// Returns the plan; throws what is wrong with a head that somebody wrote.
  func plan() throws(SweepError) -> SweepPlan {
    var settings: [SweepSetting] = []
    for text in self.settings { settings.append(try SweepSetting(text)) }
    let sampling: SweepSampling
    switch (self.sampling, samples, seed) {
    case ("random"?, let count?, let seed?) where count > 0: sampling = .random(count: count, seed: seed)
    case ("latin"?, let count?, let seed?) where count > 0: sampling = .latin(count: count, seed: seed)
    default: sampling = .grid
    }
    return try SweepPlan(settings, sampling, seeds: seeds.flatMap { SweepSeeds($0) })
  }

  /// The first way in which another sweep's rows would differ, as a phrase; nil if they are of one sweep.
  func difference(from other: SweepHead) -> String? {
    let (own, others) = (facts, other.facts)
    guard let place = own.indices.first(where: { own[$0] != others[$0] }) else { return nil }
    // A digest says nothing to a person.
    return place == 1 ? Self.facts[1] : "\(Self.facts[place]) \(own[place]), not \(others[place])"
  }

  /// The facts below, for sentences.
  private static let facts = [
    "it is of the scene", "the scene has changed", "it sets", "its number of samples is", "its samples are",
    "its samples have the seed", "its seeds are", "it measures", "its runs last", "its format is",
    "it was made by Chipmunk", "it was made by motion revision", "its number of runs is",
  ]

  private var facts: [String] {
    [
      scene, digest, ShellWord.command(settings), samples.map { "\($0)" } ?? "none",
      sampling ?? "not taken at random", seed.map { "\($0)" } ?? "none", seeds ?? "none",
      ShellWord.command(measures), duration, format.rawValue, library, "\(revision)", "\(runs)",
    ]
  }

  var table: SweepTable {
    get throws(SweepError) { SweepTable(format: format, inputs: try plan().columns, measures: measures) }
  }

  /// The second line of CSV, with its end; nil in JSON, where each row names its columns.
  var columns: String? {
    get throws(SweepError) { try table.names.map { $0.dropLast() + ",\(SweepChecksum.column)\n" } }
  }

  /// All that stands before the rows.
  var start: String { get throws(SweepError) { line + (try columns ?? "") } }

  /// The head of the file that all shards are merged into.
  var whole: SweepHead {
    var whole = self
    (whole.shard, whole.shards) = (1, 1)
    return whole
  }
}

/// The checksums of a sweep's rows: FNV-1a of the sweep, of the row's place in it and of the row itself, so
/// that a row that was changed, doubled or moved is found. The shard that made a row is no part of it:
/// merging moves rows as they are.
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

  /// Returns true for the line of a run, with its end, whose checksum is right.
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
