import TumbleGeometry

extension Scene {
  /// What a run of the scene must show. Nothing that runs depends on it.
  public struct Expectation: Hashable, Sendable {
    /// What reports call it; nil: they go by its place in the file.
    public var id: String?
    /// What it is for.
    public var note = ""
    public var check: Check
    public var span: Span

    public init(id: String? = nil, note: String = "", _ check: Check, _ span: Span) {
      self.id = id
      self.note = note
      self.check = check
      self.span = span
    }

    public enum Check: Hashable, Sendable {
      /// The value of a channel; the ends count as within. nil: no limit on that side, but one side has one.
      case value(channel: String, min: Double?, max: Double?)
      case bodies(BodyState, BodySelector)
      /// The digest of all that is simulated; see `StateHash`.
      case hash(UInt64)
      case picture(Picture)
      /// How often something happens; up to `maxTimes` is no limit.
      case count(Happening, ClosedRange<Int>)
    }

    /// The greatest number of times that can be expected.
    public static let maxTimes = 1_000_000_000

    /// What holds for all selected bodies, unless its own line says otherwise.
    public enum BodyState: Hashable, Sendable {
      /// Those that are dynamic.
      case asleep
      /// One of them, at least, is dynamic and does not sleep.
      case awake
      /// By their centres of gravity.
      case region(Region, isInside: Bool)
      /// Any part of each.
      case inView
      /// Neither lost nor removed nor fallen to pieces.
      case present
      /// None of them is there.
      case gone
    }

    public enum Happening: Hashable, Sendable {
      case event(Scene.Event)
      /// A trigger marks the graph with this text.
      case mark(String)
      /// A body goes out of all bounds.
      case lost(BodySelector)
      case shatters(BodySelector)
      /// A trigger ends the run.
      case end
    }

    /// What the view must look like.
    public struct Picture: Hashable, Sendable {
      /// A PNG; its path from the scene's file.
      public var file: String
      /// The part of the pixels that may differ, 0 to 1.
      public var tolerance = 0.001
      /// How much a color component of a pixel may differ before the pixel counts, 0 to 255.
      public var threshold = 8

      public init(_ file: String, tolerance: Double = 0.001, threshold: Int = 8) {
        self.file = file
        self.tolerance = tolerance
        self.threshold = threshold
      }
    }

    /// When, in seconds of world time. A time means the nearest step; both ends count.
    public enum Span: Hashable, Sendable {
      /// After one step. Nothing happens at one step only: not for `count`.
      case at(Double)
      /// After one of the steps, at least. For `count`: from one step to the other.
      case by(Double, from: Double)
      /// After each of the steps; nil: to the end of the run. For `count`: as `by`.
      case throughout(from: Double, to: Double?)
    }
  }

  /// What a report calls an expectation, by its index.
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
