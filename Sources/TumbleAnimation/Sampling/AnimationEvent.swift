/// The one report that an animation gives of its end.
public struct AnimationEvent: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    /// It played to its end.
    case finished
    /// It was replaced or removed before its end.
    case interrupted
  }

  public var key: String
  public var outcome: Outcome

  public init(key: String, outcome: Outcome) {
    self.key = key
    self.outcome = outcome
  }
}
