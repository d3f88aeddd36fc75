import TumbleFiles

/// Which runs a sweep makes, in their order: every point with every seed, the seeds changing fastest. A run is worked out from its
/// index; there is no list of them, however many there are.
struct SweepPlan: Hashable, Sendable {
  let settings: [SweepSetting]
  let sampling: SweepSampling
  let seeds: SweepSeeds?
  /// Of runs.
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
    self.settings = settings
    self.sampling = sampling
    self.seeds = seeds
    self.count = count
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

/// What one run of a sweep is given.
struct SweepPoint: Hashable, Sendable {
  /// One a setting, as text of the scene format.
  var values: [String]
  var seed: Int?

  /// One a column.
  var texts: [String] { values + (seed.map { ["\($0)"] } ?? []) }
}
