import TumbleAnimation

/// What came of a step besides the new state.
public struct StepReport: Hashable, Sendable {
  /// Steps taken, this one included.
  public var step: Int
  /// The names of the bodies that were not finite any more or more than 1e9 points away, in the scene's order: they left the
  /// world with their shapes and joints, and the others go on.
  public var lost: [String] = []
  /// The names of the joints that broke, in the scene's order: they left the world.
  public var broken: [String] = []
  /// The names of the bodies that fell to pieces, in the scene's order; the pieces are bodies of their own.
  public var shattered: [String] = []
  /// The animations that ended, each reported once.
  public var ended: [AnimationEvent] = []
  /// Why triggers could not do something: a sentence, once of each trigger.
  public var refused: [String] = []

  public init(
    step: Int, lost: [String] = [], broken: [String] = [], shattered: [String] = [],
    ended: [AnimationEvent] = [], refused: [String] = []
  ) {
    self.step = step
    self.lost = lost
    self.broken = broken
    self.shattered = shattered
    self.ended = ended
    self.refused = refused
  }
}

extension StepReport {
  /// A sentence about the bodies that were lost; nil if none was.
  public var lossMessage: String? {
    guard !lost.isEmpty else { return nil }
    return "step \(step): \(lost.joined(separator: ", ")) went out of all bounds (not finite, or more than "
      + "1e9 points away) and \(lost.count == 1 ? "was" : "were") removed; the others go on"
  }
}
