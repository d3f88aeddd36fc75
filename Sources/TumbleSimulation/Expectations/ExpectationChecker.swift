import TumbleFrames
import TumbleScenes

/// Checks the expectations of a scene while a world of it runs.
///
///     let world = try World(scene)
///     var checker = try ExpectationChecker(world)
///     while !checker.isDone(world) { try checker.look(at: world, after: world.step()) }
///     for result in checker.results(world) where result.outcome != .met {
///       print(result.expected, result.seen)
///     }
///
/// The world follows what expectations ask for, which has no effect on what it simulates.
public struct ExpectationChecker {
  /// The step after which everything is decided, unless the run ends before.
  public let lastStep: Int
  private var states: [ExpectationState]
  private var hasLost = false
  private let picture: PictureCheck?

  /// The result of comparing a picture of the view.
  public enum PictureVerdict: Hashable, Sendable {
    case met
    /// A failure, with the difference.
    case failed(String)
    /// A skipped comparison, with the reason.
    case skipped(String)
  }

  /// Compares the view of a world with a picture; gets the index of the expectation too.
  public typealias PictureCheck = (World, Scene.Expectation.Picture, Int) throws -> PictureVerdict

  /// - Parameters:
  ///   - world: A world that has not taken a step yet. It is looked at as it is, for what holds from the
  ///     beginning.
  ///   - duration: In seconds; nil: to the latest end of an expectation, or 10 s if none has an end.
  ///   - picture: nil: expectations of pictures are skipped.
  /// - Throws: What `picture` throws.
  public init(_ world: World, duration: Double? = nil, picture: PictureCheck? = nil) throws {
    let expectations = world.scene.expectations
    let end = duration ?? Self.duration(of: expectations)
    lastStep = ExpectationState.step(end, world.rate)
    self.picture = picture
    var (events, selectors): ([Scene.Event], [Scene.BodySelector]) = ([], [])
    states = expectations.map { expectation in
      let probe = ExpectationProbe(expectation.check, world, &events, &selectors)
      return ExpectationState(
        expectation, probe, rate: world.rate, end: ExpectationState.step(end, world.rate))
    }
    world.watch(events, selectors)
    for index in states.indices { states[index].probe.begin(world) }
    try look(at: world, lost: [])
  }

  /// The seconds of a run that decide all of them.
  static func duration(of expectations: [Scene.Expectation]) -> Double {
    let ends = expectations.map(\.span.ends)
    let latest = ends.compactMap(\.last).max() ?? 10
    // What begins after that, and has no end, is watched for as long as where nothing has one.
    let late = ends.filter { $0.last == nil && $0.first >= latest }.map { $0.first + 10 }
    return late.reduce(latest, max)
  }

  /// Looks at a world after each of its steps.
  public mutating func look(at world: World, after report: StepReport) throws {
    try look(at: world, lost: report.lost.compactMap(world.body))
  }

  private mutating func look(at world: World, lost: [BodyID]) throws {
    if !lost.isEmpty { hasLost = true }
    for index in states.indices {
      try states[index].look(world, lost: lost, hasLost: hasLost) { picture in
        try self.picture?(world, picture, index)
          ?? .skipped("pictures are drawn by `tumble test`, not by `tumble-headless test`")
      }
    }
  }

  /// Returns true if no further step is needed.
  public func isDone(_ world: World) -> Bool {
    world.steps >= lastStep || world.hasEnded || states.allSatisfy { $0.result != nil }
  }

  /// Returns the result of each expectation, in the order of the file.
  public func results(_ world: World) -> [ExpectationResult] { states.map { $0.final(world) } }
}
