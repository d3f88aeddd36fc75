import Foundation
import TumbleFiles
import TumbleSimulation

/// The first line of a sweep's file: all that its rows depend on, so that a file is only continued by the sweep that began it, and only
/// shards of one sweep are merged.
struct SweepHead: Codable, Hashable, Sendable {
  /// What kind of file it is.
  var tumble = "sweep"
  var version = Self.version
  var scene: String
  /// Of the scene's text with all that it includes.
  var digest: String
  /// Of how scenes move, and of the physics library.
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (format == .csv ? "# " : "") + text + "\n"
  }

  /// nil for a line that is no head; it may be of another version.
  init?(line: [UInt8]) {
    let json = line.starts(with: Array("# ".utf8)) ? line.dropFirst(2) : line[...]
    guard let head = try? JSONDecoder().decode(SweepHead.self, from: Data(json)), head.tumble == "sweep",
      SweepShard("\(head.shard)/\(head.shards)") != nil
    else { return nil }
    self = head
  }

  /// What it plans; throws what is wrong with a head that somebody wrote.
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
  var start: String {
    get throws(SweepError) { line + (try columns ?? "") }
  }

  /// The head of the file that all shards are merged into.
  var whole: SweepHead {
    var whole = self
    (whole.shard, whole.shards) = (1, 1)
    return whole
  }
}
