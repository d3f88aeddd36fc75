import TumbleGeometry
import TumbleInput

/// The past that is kept, and where in it one is.
package struct TimelineState: Hashable, Sendable {
  package struct Mark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case stall, restart
      /// A trigger's actions were carried out.
      case trigger(String)
    }

    package var step: Int
    package var kind: Kind

    package init(step: Int, kind: Kind) { (self.step, self.kind) = (step, kind) }
  }

  /// Steps for each second.
  package var rate: Int
  /// The newest step.
  package var newest: Int
  /// The oldest step that can be shown.
  package var oldest: Int
  /// The step shown; the newest unless the past is looked at.
  package var shown: Int
  /// The last step of a later part that was discarded by continuing from the past, and that undo restores;
  /// nil for none.
  package var givenUp: Int?
  package var isPaused: Bool
  /// The world seconds for each second; negative while the past runs backwards.
  package var speed: Double
  /// The steps from which a rerun begins at once.
  package var checkpoints: [Int]
  package var marks: [Mark]
  /// The steps that are exported, between two marks; nil where nothing is.
  package var exported: ClosedRange<Int>?
  /// Bytes that the past takes, and may.
  package var memory: Int
  package var budget: Int
  /// Steps that are kept.
  package var moments: Int
  /// The keys of what its buttons do, shown in their tooltips.
  package var shortcuts: [WindowAction: String] = [:]

  package init(
    rate: Int, newest: Int, oldest: Int = 0, shown: Int? = nil, givenUp: Int? = nil, isPaused: Bool = false,
    speed: Double = 1, checkpoints: [Int] = [], marks: [Mark] = [], memory: Int = 0, budget: Int = 256 << 20,
    moments: Int = 0
  ) {
    (self.rate, self.newest, self.oldest) = (rate, newest, oldest)
    self.shown = shown ?? newest
    (self.givenUp, self.isPaused, self.speed, self.checkpoints) = (givenUp, isPaused, speed, checkpoints)
    (self.marks, self.memory, self.budget, self.moments) = (marks, memory, budget, moments)
  }

  /// The minutes of this scene that the budget holds before some of the steps are left out; nil until that
  /// can be judged from what the first second took.
  package var minutesOfRoom: Double? {
    guard moments >= rate, memory > 0 else { return nil }
    return Double(budget) / Double(memory) * Double(moments) / Double(rate) / 60
  }

  /// Is true if another step than the newest is shown.
  package var isInPast: Bool { shown < newest }
}

/// The parts of a frame's time.
package struct ProfileState: Hashable, Sendable {
  package struct Phase: Hashable, Sendable {
    package var name: String
    /// The depth: 0 for a phase, 1 for a part of the phase above it.
    package var depth: Int
    /// Milliseconds.
    package var now: Double
    package var average: Double
    /// The time that 99 of 100 frames do not reach.
    package var percentile99: Double

    package init(_ name: String, depth: Int = 0, now: Double, average: Double, percentile99: Double) {
      (self.name, self.depth, self.now, self.average) = (name, depth, now, average)
      self.percentile99 = percentile99
    }
  }

  /// The number of times that something was done in a frame.
  package struct Count: Hashable, Sendable {
    package var name: String
    package var now: Double
    package var average: Double
    /// The count that 99 of 100 frames do not reach.
    package var percentile99: Double
    package var decimals: Int

    package init(_ name: String, now: Double, average: Double, percentile99: Double, decimals: Int = 0) {
      (self.name, self.now, self.average, self.percentile99) = (name, now, average, percentile99)
      self.decimals = decimals
    }
  }

  package var framesPerSecond: Double
  /// The milliseconds that a frame of the display has.
  package var budget: Double
  package var phases: [Phase]
  /// The counts of what was drawn; empty if they are not shown.
  package var counts: [Count] = []
  /// Milliseconds of the latest frames, oldest first.
  package var history: [Float]
  /// The latest stall, in words.
  package var stall: String?

  package init(
    framesPerSecond: Double, budget: Double, phases: [Phase], history: [Float] = [], stall: String? = nil
  ) {
    (self.framesPerSecond, self.budget, self.phases) = (framesPerSecond, budget, phases)
    (self.history, self.stall) = (history, stall)
  }
}
