import TumbleFiles

extension Scene {
  /// A condition that a run of the scene must show. Nothing that runs depends on it.
  public struct Expectation: Hashable, Sendable {
    /// The name in reports; nil: they go by its index in the file.
    public var id: String?
    /// The purpose.
    public var note = ""
    /// The condition.
    public var check: Check
    /// The time at which, or for which, the condition must hold.
    public var span: Span

    /// Creates a value by its parts, which are the properties of the same names.
    public init(id: String? = nil, note: String = "", _ check: Check, _ span: Span) {
      (self.id, self.note, self.check, self.span) = (id, note, check, span)
    }

    /// The conditions that can be expected.
    public enum Check: Hashable, Sendable {
      /// The value of a channel; the ends count as within. nil: no limit on that side, but one side has one.
      case value(channel: String, min: Double?, max: Double?)
      /// A state of selected bodies.
      case bodies(BodyState, BodySelector)
      /// The digest of all that is simulated; see `StateHash`.
      case hash(UInt64)
      /// A picture of the scene, compared with one beside the file.
      case picture(Picture)
      /// A count of something that happens; up to `maxTimes` is no limit.
      case count(Happening, ClosedRange<Int>)
    }

    /// The greatest number of times that can be expected.
    public static let maxTimes = 1_000_000_000

    /// A state of all selected bodies, unless its own line says otherwise.
    public enum BodyState: Hashable, Sendable {
      /// Sleep, of those that are dynamic.
      case asleep
      /// One of them, at least, is dynamic and does not sleep.
      case awake
      /// A region, by the bodies' centers of gravity.
      case region(Region, isInside: Bool)
      /// Any part of each.
      case inView
      /// The bodies are neither lost nor removed nor fallen to pieces.
      case present
      /// None of them is there.
      case gone
    }

    /// The happenings that can be counted.
    public enum Happening: Hashable, Sendable {
      /// An event that triggers can wait for.
      case event(Scene.Event)
      /// A trigger marks the graph with this text.
      case mark(String)
      /// A body goes out of all bounds.
      case lost(BodySelector)
      /// A body falls to pieces.
      case shatters(BodySelector)
      /// A trigger ends the run.
      case end
    }

    /// The picture that the view must look like.
    public struct Picture: Hashable, Sendable {
      /// A PNG; its path from the scene's file.
      public var file: String
      /// The part of the pixels that may differ, 0 to 1.
      public var tolerance = 0.001
      /// The difference of a pixel's color component before the pixel counts, 0 to 255.
      public var threshold = 8

      /// Creates a value by its parts, which are the properties of the same names.
      public init(_ file: String, tolerance: Double = 0.001, threshold: Int = 8) {
        (self.file, self.tolerance, self.threshold) = (file, tolerance, threshold)
      }
    }

    /// The time, in seconds of world time. A time means the nearest step; both ends count.
    public enum Span: Hashable, Sendable {
      /// The condition holds after one step. Nothing happens at one step only, so not for `count`.
      case at(Double)
      /// The condition holds after one of the steps, at least. For `count`: from one step to the other.
      case by(Double, from: Double)
      /// The condition holds after each of the steps; nil: to the end of the run. For `count`: as `by`.
      case throughout(from: Double, to: Double?)
    }
  }

  /// Returns the name of an expectation in reports, by its index.
  package func name(ofExpectation index: Int) -> String {
    expectations[index].id ?? "expectation \(index + 1)"
  }
}

extension Scene.Expectation.Span {
  /// The earliest and the latest moment that it speaks of, in seconds; nil: the end of the run.
  package var ends: (first: Double, last: Double?) {
    switch self {
    case .at(let time): (time, time)
    case .by(let time, let from): (from, time)
    case .throughout(let from, let to): (from, to)
    }
  }
}

// Expectations as people read them in a report.

extension Scene.Expectation: CustomStringConvertible {
  /// The text, such as `ball.y from 20 to 40 at 2 s`.
  public var description: String {
    [check.description, timeText].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var timeText: String {
    switch span {
    case .at(let time): return "at \(time.shortText) s"
    case .by(let time, let from):
      return from == 0 ? "by \(time.shortText) s" : "between \(from.shortText) s and \(time.shortText) s"
    case .throughout(let from, let to):
      let always = if case .count = check { "" } else { "always" }
      switch (from, to) {
      case (0, nil): return always
      case (let from, nil): return "from \(from.shortText) s on"
      case (let from, let to?): return "from \(from.shortText) s to \(to.shortText) s"
      }
    }
  }
}

extension Scene.Expectation.Check: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value(let channel, let min?, let max?): "\(channel) from \(min.shortText) to \(max.shortText)"
    case .value(let channel, let min?, nil): "\(channel) at least \(min.shortText)"
    case .value(let channel, nil, let max?): "\(channel) at most \(max.shortText)"
    case .value(let channel, nil, nil): channel
    case .bodies(let state, let bodies):
      switch state {
      case .asleep: "\(bodies) asleep"
      case .awake: "\(bodies) awake"
      case .region(let region, let isInside): "\(bodies) \(isInside ? "inside" : "outside") \(region.text)"
      case .inView: "\(bodies) in view"
      case .present: "\(bodies) present"
      case .gone: "\(bodies) gone"
      }
    case .hash(let hash): "hash \(hash.hexadecimal)"
    case .picture(let picture): "picture \(picture.file)"
    case .count(let happening, let times): "\(happening): " + Self.text(times)
    }
  }

  private static func text(_ times: ClosedRange<Int>) -> String {
    func text(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }
    let (min, max) = (times.lowerBound, times.upperBound)
    if max == 0 { return "never" }
    if min == max { return text(min) }
    if max == Scene.Expectation.maxTimes { return "at least " + text(min) }
    return min == 0 ? "at most " + text(max) : "\(min) to \(max) times"
  }
}

extension Scene.Expectation.Happening: CustomStringConvertible {
  public var description: String {
    switch self {
    case .event(let event): event.text
    case .mark(let text): "the mark '\(text)'"
    case .lost(let bodies): "\(bodies) lost"
    case .shatters(let bodies): "\(bodies) shattered"
    case .end: "the end of the run"
    }
  }
}

extension Scene.BodySelector: CustomStringConvertible {
  /// The names, the first few of many.
  public var description: String {
    if isAnything { return "anything" }
    let shown = names.prefix(4).joined(separator: ", ")
    return names.count > 4 ? shown + " and \(names.count - 4) more" : shown
  }
}

extension Scene.Event {
  fileprivate var text: String {
    switch self {
    case .contact(let change, let first, let second):
      "\(first) \(change == .began ? "touches" : "leaves") \(second)"
    case .hit(let first, let second, let above):
      "\(first) hits \(second)" + (above == 0 ? "" : " by \(above.shortText) kg·pt/s or more")
    case .region(let region, let isEntering, let bodies):
      "\(bodies) \(isEntering ? "enters" : "leaves") \(region.text)"
    case .leavesView(let bodies): "\(bodies) leaves the view"
    case .sleeps(let bodies): "\(bodies) falls asleep"
    case .wakes(let bodies): "\(bodies) wakes"
    case .breaks(let joints): "\(Scene.BodySelector(joints)) breaks"
    case .crosses(let channel, let value, let isRising):
      "\(channel) \(isRising ? "rises over" : "falls under") \(value.shortText)"
    case .time(let at, _): "the time \(at.shortText) s"
    case .signal(let name): "the signal '\(name)'"
    case .input(let id, let isPressed): "\(id) \(isPressed ? "pressed" : "released")"
    case .animationEnded(let names, let outcome): "\(Scene.BodySelector(names)) \(outcome.rawValue)"
    }
  }
}

extension Region {
  fileprivate var text: String {
    func point(_ point: Vector) -> String { "[\(point.x.shortText), \(point.y.shortText)]" }
    switch self {
    case .everywhere: return "the world"
    case .box(let rect): return "the box \(point(rect.min)) to \(point(rect.max))"
    case .circle(let center, let radius): return "the circle of \(radius.shortText) about \(point(center))"
    case .polygon(let corners):
      return "the polygon of \(corners.count) corners from \(corners.first.map(point) ?? "nowhere")"
    }
  }
}
