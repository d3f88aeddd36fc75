import TumbleGeometry

/// The past that is kept, and where in it one is.
package struct TimelineState: Hashable, Sendable {
  package struct Mark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case edit, hit, stall, restart }

    package var step: Int
    package var kind: Kind

    package init(step: Int, kind: Kind) {
      self.step = step
      self.kind = kind
    }
  }

  /// Steps for each second.
  package var rate: Int
  /// The newest step.
  package var newest: Int
  /// The oldest step that can be shown.
  package var oldest: Int
  /// The step shown; the newest unless the past is looked at.
  package var shown: Int
  /// The last step of a later part that was discarded by continuing from the past, and that undo restores; nil for none.
  package var givenUp: Int?
  package var isPaused: Bool
  /// World seconds for each second; negative while the past runs backwards.
  package var speed: Double
  /// Steps from which the world can be run again at once.
  package var checkpoints: [Int]
  package var marks: [Mark]
  /// Bytes that the past takes, and may.
  package var memory: Int
  package var budget: Int
  /// Steps that are kept.
  package var moments: Int
  /// Whether the past stays shown where the line is released; otherwise the world continues from there.
  package var staysInPast: Bool

  package init(
    rate: Int, newest: Int, oldest: Int = 0, shown: Int? = nil, givenUp: Int? = nil,
    isPaused: Bool = false, speed: Double = 1,
    checkpoints: [Int] = [], marks: [Mark] = [], memory: Int = 0, budget: Int = 256 << 20,
    moments: Int = 0, staysInPast: Bool = false
  ) {
    self.rate = rate
    self.newest = newest
    self.oldest = oldest
    self.shown = shown ?? newest
    self.givenUp = givenUp
    self.isPaused = isPaused
    self.speed = speed
    self.checkpoints = checkpoints
    self.marks = marks
    self.memory = memory
    self.budget = budget
    self.moments = moments
    self.staysInPast = staysInPast
  }

  /// How many minutes of this scene the budget holds before some of the steps are left out; nil until that can be told
  /// from what the first second took.
  package var minutesOfRoom: Double? {
    guard moments >= rate, memory > 0 else { return nil }
    return Double(budget) / Double(memory) * Double(moments) / Double(rate) / 60
  }

  /// Whether another step than the newest is shown.
  package var isInPast: Bool { shown < newest }
}
