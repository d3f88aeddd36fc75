/// What a frame's time goes to.
package struct ProfileState: Hashable, Sendable {
  package struct Phase: Hashable, Sendable {
    package var name: String
    /// 0 for a phase, 1 for a part of the phase above it.
    package var depth: Int
    /// Milliseconds.
    package var now: Double
    package var average: Double
    /// 99 of 100 frames take less.
    package var percentile99: Double

    package init(_ name: String, depth: Int = 0, now: Double, average: Double, percentile99: Double) {
      self.name = name
      self.depth = depth
      self.now = now
      self.average = average
      self.percentile99 = percentile99
    }
  }

  /// How often something was done in a frame.
  package struct Count: Hashable, Sendable {
    package var name: String
    package var now: Double
    package var average: Double
    /// 99 of 100 frames have less.
    package var percentile99: Double
    package var decimals: Int

    package init(_ name: String, now: Double, average: Double, percentile99: Double, decimals: Int = 0) {
      self.name = name
      self.now = now
      self.average = average
      self.percentile99 = percentile99
      self.decimals = decimals
    }
  }

  package var framesPerSecond: Double
  /// The milliseconds that a frame of the display has.
  package var budget: Double
  package var phases: [Phase]
  /// What was drawn; empty where that is not shown.
  package var counts: [Count] = []
  /// Milliseconds of the latest frames, oldest first.
  package var history: [Float]
  /// The latest stall, in words.
  package var stall: String?

  package init(
    framesPerSecond: Double, budget: Double, phases: [Phase], history: [Float] = [], stall: String? = nil
  ) {
    self.framesPerSecond = framesPerSecond
    self.budget = budget
    self.phases = phases
    self.history = history
    self.stall = stall
  }
}
