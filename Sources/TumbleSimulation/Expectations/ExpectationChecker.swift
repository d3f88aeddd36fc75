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
    /// The picture is as it was expected.
    case met
    /// A failure, with the difference.
    case failed(String)
    /// A skipped comparison, with the reason.
    case skipped(String)
  }

  /// Compares the view of a world with a picture; gets the index of the expectation too.
  public typealias PictureCheck = (World, Scene.Expectation.Picture, Int) throws -> PictureVerdict

  /// Creates a checker of all expectations of a world's scene.
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

/// One expectation on its way to a result: when it is looked at, and what has been seen so far.
struct ExpectationState {
  let expectation: Scene.Expectation
  var probe: ExpectationProbe
  private let rate: Int
  /// The first step that is looked at; so is the last.
  private let first: Int
  private let last: Int
  private(set) var result: ExpectationResult?
  private var count = 0
  /// The first few steps in which it happened.
  private var steps: [Int] = []
  private var latestProblem: ExpectationProbe.Problem?

  /// - Parameter end: The step that the run ends with, for what has no end of its own.
  init(_ expectation: Scene.Expectation, _ probe: ExpectationProbe, rate: Int, end: Int) {
    self.expectation = expectation
    self.probe = probe
    self.rate = rate
    let ends = expectation.span.ends
    first = Self.step(ends.first, rate)
    last = ends.last.map { Self.step($0, rate) } ?? max(end, first)
  }

  /// The nearest step.
  static func step(_ time: Double, _ rate: Int) -> Int {
    let steps = (time * Double(rate)).rounded()
    return steps < 1e15 ? Int(steps) : .max
  }

  /// Looks at the world after a step.
  mutating func look(
    _ world: World, lost: [BodyID], hasLost: Bool,
    picture: (Scene.Expectation.Picture) throws -> ExpectationChecker.PictureVerdict
  ) rethrows {
    guard result == nil, world.steps >= first, world.steps <= last else { return }
    switch expectation.check {
    case .count(_, let times): lookForEvents(world, times, lost: lost)
    case .picture(let expected):
      switch try picture(expected) {
      case .met: decide(.met, "", world)
      case .failed(let seen): decide(.failed, seen, world)
      case .skipped(let why): decide(.skipped, why, nil)
      }
    case .value, .bodies, .hash:
      lookAtState(world, probe.problem(world, hasLost: hasLost))
    }
  }

  private mutating func lookAtState(_ world: World, _ problem: ExpectationProbe.Problem?) {
    latestProblem = problem
    if case .by = expectation.span {
      if problem == nil {
        decide(.met, "", world)
      } else if world.steps == last, let problem {
        decide(.failed, probe.summary(problem), world)
      }
    } else if let problem {
      decide(.failed, problem.description, world)
    } else if world.steps == last {
      decide(.met, "", world)
    }
  }

  private mutating func lookForEvents(_ world: World, _ times: ClosedRange<Int>, lost: [BodyID]) {
    let now = probe.count(world, lost: lost)
    if now > 0, steps.count < 4 { steps.append(world.steps) }
    count += now
    if count > times.upperBound {
      decide(.failed, counted, world)
    } else if count >= times.lowerBound,
      times.upperBound == Scene.Expectation.maxTimes || world.steps == last
    {
      decide(.met, "", world)
    } else if world.steps == last {
      decide(.failed, counted, world)
    }
  }

  /// The number of times and the time, in words.
  private var counted: String {
    guard count > 0 else { return "it never happened" }
    let times = steps.map { "\((Double($0) / Double(rate)).thousandthsText) s" }.joined(separator: ", ")
    let how = count == 1 ? "it happened once" : "it happened \(count) times"
    return "\(how): at \(times)" + (count > steps.count ? " …" : "")
  }

  private mutating func decide(_ outcome: ExpectationResult.Outcome, _ seen: String, _ world: World?) {
    result = ExpectationResult(
      outcome: outcome, expected: expectation.description, seen: seen, step: world?.steps, rate: rate)
  }

  /// The result after the last step of a run.
  func final(_ world: World) -> ExpectationResult {
    if let result { return result }
    var state = self
    let ended = "the run ended after \(world.time.thousandthsText) s"
    // What has no end of its own ends with the run; and after a run that ended itself nothing more happens.
    let isOver = world.hasEnded && first <= world.steps
    switch (expectation.check, expectation.span) {
    case (.count(_, let times), _) where isOver:
      state.decide(
        times.contains(count) ? .met : .failed, times.contains(count) ? "" : counted + "; " + ended, world)
    case (_, .throughout(_, nil)) where isOver: state.decide(.met, "", world)
    case (_, .by) where isOver:
      state.decide(.failed, (latestProblem.map(probe.summary) ?? "it never held") + "; " + ended, world)
    default: state.decide(.notReached, ended, world)
    }
    return state.result!
  }
}

/// The result of one expectation of a scene.
public struct ExpectationResult: Hashable, Sendable {
  /// The outcomes of an expectation.
  public enum Outcome: String, Hashable, Sendable {
    /// The run showed what was expected.
    case met
    /// The run showed something else.
    case failed
    /// The run ended before it could be decided.
    case notReached
    /// The expectation cannot be checked here.
    case skipped
  }

  /// The outcome.
  public var outcome: Outcome
  /// The expectation in words, such as `ball.y from 20 to 40 at 2 s`.
  public var expected: String
  /// The state that was seen, such as `ball.y is 57.3`; the reason if it was skipped.
  public var seen: String
  /// The number of steps after which it was decided; nil where it was skipped.
  public var step: Int?
  /// Steps per second.
  public var rate: Int

  /// The world time at `step`, in seconds.
  public var time: Double? { step.map { Double($0) / Double(rate) } }
}

/// Events that somebody outside counts in a running world, and selectors whose bodies are followed.
struct WatchList {
  let hitThreshold: Double?
  private var watches: [TriggerWatch]
  private(set) var selections: [SelectedBodies]
  /// The number of times that each event happened in the latest step.
  private(set) var counts: [Int]

  init(_ events: [Scene.Event], _ selectors: [Scene.BodySelector], _ world: WorldDescription) {
    hitThreshold = events.compactMap(\.hitThreshold).min()
    watches = events.map { TriggerWatch($0, world) }
    selections = selectors.map { SelectedBodies($0) }
    counts = events.map { _ in 0 }
  }

  mutating func add(_ body: WorldBody) {
    for index in watches.indices { watches[index].add(body) }
    for index in selections.indices { selections[index].add(body) }
  }

  mutating func forget(body id: Int) {
    for index in watches.indices { watches[index].forget(id) }
    for index in selections.indices { selections[index].forget(id) }
  }

  mutating func begin(_ world: World) {
    for index in watches.indices { watches[index].begin(world) }
  }

  /// Counts what happened in the latest step.
  mutating func look(_ world: World) {
    for index in watches.indices {
      var count = 0
      watches[index].look(world) { _, _ in count += 1 }
      counts[index] = count
    }
  }
}

extension World {
  /// Counts events and follows selectors from here on: as triggers do, and without any effect on what is
  /// simulated.
  ///
  /// To be called before the first step.
  func watch(_ events: [Scene.Event], _ selectors: [Scene.BodySelector]) {
    precondition(steps == 0, "what happened before is not known")
    var watched = WatchList(events, selectors, description)
    for body in bodies.all { watched.add(body) }
    watched.begin(self)
    self.watched = watched
    if watched.hitThreshold != nil { listen() }
  }
}
