/// Settings that changes of properties share: how long they take, along which curve, and what is reported once all of them
/// have ended.
///
/// What a transaction leaves nil it takes from the one around it; what none of them names is Core Animation's default.
public struct Transaction: Hashable, Sendable {
  /// Of the animations that it starts, in seconds; 0 changes at once. By default 0.25.
  public var duration: Double?
  /// Of the animations that it starts. By default ``TimingFunction/ease``.
  public var timingFunction: TimingFunction?
  /// Whether its changes show at once, without looking an action up. By default they do not.
  public var disablesActions: Bool?
  /// The name in the event that is reported when all animations started in this transaction, and in those within it, have
  /// ended; not inherited. If it starts none, that is at its end.
  public var completion: String?

  public init(
    duration: Double? = nil, timingFunction: TimingFunction? = nil, disablesActions: Bool? = nil,
    completion: String? = nil
  ) {
    self.duration = duration
    self.timingFunction = timingFunction
    self.disablesActions = disablesActions
    self.completion = completion
  }

  /// What is wrong with the numbers, as a sentence without a full stop; nil if nothing is.
  public var problem: String? {
    guard let duration, !(duration >= 0 && duration.isFinite) else { return nil }
    return "the duration must be finite and not negative"
  }
}

extension Transaction {
  /// The settings within it: what it leaves open is filled in by the one around it.
  func within(_ outer: Transaction) -> Transaction {
    Transaction(
      duration: duration ?? outer.duration, timingFunction: timingFunction ?? outer.timingFunction,
      disablesActions: disablesActions ?? outer.disablesActions, completion: completion)
  }
}
