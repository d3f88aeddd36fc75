import TumbleFiles
import TumbleFrames
import TumbleScenes

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
      outcome, expected: expectation.description, seen: seen, step: world?.steps, rate: rate)
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
