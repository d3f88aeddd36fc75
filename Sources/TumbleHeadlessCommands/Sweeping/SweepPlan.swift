import Foundation
import TumbleSimulation

/// The runs of a sweep in their order: every point with every seed, the seeds changing fastest. A run is
/// computed from its index; there is no list of them, however many there are.
struct SweepPlan: Hashable, Sendable {
  let settings: [SweepSetting]
  let sampling: SweepSampling
  let seeds: SweepSeeds?
  /// The number of runs.
  let count: Int

  /// The most runs of a sweep: at a million per second, twelve days.
  static let maxRuns = 1_000_000_000_000

  init(_ settings: [SweepSetting], _ sampling: SweepSampling = .grid, seeds: SweepSeeds? = nil)
    throws(SweepError)
  {
    if case .grid = sampling, let span = settings.first(where: { $0.values.count == nil }) {
      throw .endlessRange(span.text)
    }
    guard let points = sampling.count(settings.map(\.values)) else { throw .tooMany }
    let (count, isTooMany) = points.multipliedReportingOverflow(by: seeds?.count ?? 1)
    guard !isTooMany, count <= Self.maxRuns else { throw .tooMany }
    (self.settings, self.sampling, self.seeds, self.count) = (settings, sampling, seeds, count)
  }

  /// The names of what tells a run from another, a column each.
  var columns: [String] { settings.map(\.name) + (seeds == nil ? [] : [SweepSeeds.name]) }

  func point(_ index: Int) -> SweepPoint {
    precondition((0..<count).contains(index), "the sweep has no such run")
    let seedCount = seeds?.count ?? 1
    return SweepPoint(
      values: sampling.point(index / seedCount, of: settings.map(\.values)), seed: seeds?[index % seedCount])
  }
}

/// The values that one run of a sweep gets.
struct SweepPoint: Hashable, Sendable {
  /// One a setting, as text of the scene format.
  var values: [String]
  var seed: Int?

  /// One a column.
  var texts: [String] { values + (seed.map { ["\($0)"] } ?? []) }
}

/// The scene of a sweep, as its files were when the sweep began: what happens to them later changes no run.
struct SweepScene: Sendable {
  private let library: SceneLibrary
  private let file: String?
  private let name: String
  private let text: Data
  private let variables: Set<String>
  /// Units that variables have in the scene.
  private let units: [String: String]
  /// The scene with the values of the run.
  let scene: Scene
  /// The digest of the scene's text with all that it includes.
  let digest: String

  init(_ nameOrPath: String, in library: SceneLibrary) throws {
    let outcome = try library.check(nameOrPath)
    scene = try outcome.get()
    name = scene.name
    file = nameOrPath == "-" ? nil : outcome.file
    text = Data(outcome.content.utf8)
    variables = Set(outcome.variables.map(\.name))
    units = outcome.variables.reduce(into: [:]) { $0[$1.name] = $1.unit }
    digest = ContentDigest(text).text
    self.library = library
  }

  /// Checks that the scene has what the settings name. The values are not looked at: what is wrong with one
  /// is a matter of its run.
  func check(_ plan: SweepPlan) throws {
    for setting in plan.settings { try SettingTarget(setting.name).check(in: scene, variables: variables) }
    guard plan.seeds != nil, !variables.contains(SweepSeeds.name) else { return }
    var scene = scene
    guard scene.moveSeeds(to: 2) else { throw SweepError.noSeed }
  }

  /// Says of variables in which unit their bare numbers are taken.
  func notes(on plan: SweepPlan) -> [String] {
    plan.settings.compactMap { setting in
      guard let unit = units[setting.name], setting.values.hasBareNumbers else { return nil }
      return "note: \(setting.text): taken in \(unit), the unit that '\(setting.name)' has in the scene"
    }
  }

  /// The scene of a run.
  func scene(_ point: SweepPoint, _ settings: [SweepSetting]) throws -> Scene {
    let targets = settings.map { SettingTarget($0.name) }
    var given = zip(targets, point.values).compactMap { $0.setting($1) }
    if let seed = point.seed, variables.contains(SweepSeeds.name) {
      given.append(SceneSetting(name: SweepSeeds.name, value: "\(seed)"))
    }
    var scene = try given.isEmpty ? scene : read(given)
    for (target, value) in zip(targets, point.values) { try target.apply(value, to: &scene) }
    if let seed = point.seed, !variables.contains(SweepSeeds.name) { _ = scene.moveSeeds(to: seed) }
    return scene
  }

  private func read(_ settings: [SceneSetting]) throws -> Scene {
    var library = library
    let names = Set(settings.map(\.name))
    library.settings = library.settings.filter { !names.contains($0.name) } + settings
    return try library.read(text, file: file, name: name).get()
  }
}

/// A scene with every combination of some values, as a sweep runs it.
package struct SceneVariants {
  /// The runs in order, each with what tells it from the others, such as `arm=80`.
  package let runs: [(name: String, scene: Scene)]

  /// - Parameters:
  ///   - nameOrPath: Of the scene.
  ///   - settings: Settings as `--set` of a sweep takes them: `crate1.mass=1,2,5`.
  ///   - limit: Of runs.
  /// - Throws: `SceneError`, `SweepError`, `EditRefusal`.
  package init(_ nameOrPath: String, settings: [String], in library: SceneLibrary, limit: Int) throws {
    let source = try SweepScene(nameOrPath, in: library)
    let settings = try settings.map { (text) throws(SweepError) in try SweepSetting(text) }
    let plan = try SweepPlan(settings)
    try source.check(plan)
    guard plan.count <= limit else { throw SceneVariantsError.tooMany(plan.count, limit: limit) }
    runs = try (0..<plan.count).map { index in
      let point = plan.point(index)
      let name = zip(settings, point.values).map { "\($0.name)=\($1)" }.joined(separator: ", ")
      return (name, try source.scene(point, settings))
    }
  }
}

/// The reason why a scene has no variants.
package enum SceneVariantsError: Error, Hashable, CustomStringConvertible {
  case tooMany(Int, limit: Int)

  package var description: String {
    switch self {
    case .tooMany(let count, let limit): "\(count) runs are more than the \(limit) that fit over each other"
    }
  }
}

/// A property, a control or a variable of a scene and the values that it is to have:
/// `crate1.friction=0.1..0.9/9`, `*.elasticity=0,0.5`, `arm=60..120/4`, `ball.kind=dynamic,kinematic`.
struct SweepSetting: Hashable, Sendable {
  /// The name of its column: the setting as it was written.
  let name: String
  let values: SweepValues
  /// The whole text as it was written.
  let text: String

  init(_ text: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex, text.utf8.count <= 100_000 else {
      throw .badSetting(text, nil)
    }
    guard !text.hasControlCharacter else {
      throw .badSetting(text, "it has a control character, such as a line feed, which a row cannot hold")
    }
    let values: SweepValues
    do { values = try SweepValues(text[text.index(after: equals)...]) } catch {
      throw .badSetting(text, error.reason)
    }
    self.text = text
    self.values = values
    name = String(text[..<equals])
  }
}

/// A part of a sweep that one process does: the runs of a shard are neighbors, so that shards one after the
/// other are the whole.
struct SweepShard: Hashable, Sendable {
  /// The number of the shard, from 1 to `count`.
  let number: Int
  let count: Int

  static let whole = SweepShard(number: 1, count: 1)
  static let maxCount = 1_000_000

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Reads `I/N`; nil for a text that is not.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.maxCount).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// The indices of its runs; the first shards have one more where the runs do not divide evenly.
  func runs(of total: Int) -> Range<Int> {
    let (size, rest) = total.quotientAndRemainder(dividingBy: count)
    func start(_ shard: Int) -> Int { shard * size + min(shard, rest) }
    return start(number - 1)..<start(number)
  }
}

extension SweepShard: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }
}

/// The numbers from 0 up to a count in a random order that a seed gives, worked out place by place: no list
/// is kept.
///
/// A Feistel network, as of Luby and Rackoff, "How to construct pseudorandom permutations" (1988), over the
/// smallest even number of bits that holds the count; what falls beyond the count is sent through again until
/// it does not.
struct IndexPermutation: Sendable {
  let count: Int
  private let halfBits: Int
  private let keys: [UInt64]

  init(count: Int, seed: UInt64) {
    precondition(count > 0, "a permutation has at least one number")
    self.count = count
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    halfBits = max((bits + 1) / 2, 1)
    var random = SplitMix64(seed: seed)
    keys = (0..<6).map { _ in random.next() }
  }

  subscript(place: Int) -> Int {
    precondition((0..<count).contains(place), "there is no such place")
    var value = UInt64(place)
    repeat { value = shuffled(value) } while value >= UInt64(count)
    return Int(value)
  }

  private func shuffled(_ value: UInt64) -> UInt64 {
    let mask = UInt64(1) << UInt64(halfBits) - 1
    var (left, right) = (value >> UInt64(halfBits), value & mask)
    for key in keys {
      var random = SplitMix64(seed: key ^ right)
      (left, right) = (right, left ^ (random.next() & mask))
    }
    return left << UInt64(halfBits) | right
  }
}
