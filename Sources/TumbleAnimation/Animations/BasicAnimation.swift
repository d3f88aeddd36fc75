/// From one value to another, each given or found as Core Animation finds it.
public struct BasicAnimation<Value: Interpolatable>: Sendable, Equatable {
  public var from: Value?
  public var to: Value?
  /// What is added on the way; only values that can be summed have it.
  public private(set) var by: Value?

  public init(from: Value? = nil, to: Value? = nil) {
    self.from = from
    self.to = to
  }
}

extension BasicAnimation where Value: LinearValue {
  public init(from: Value? = nil, to: Value? = nil, by: Value?) {
    self.init(from: from, to: to)
    self.by = by
  }

  /// The two ends, the model value filling in: `from` and `to`; `from` and `from + by`; `to - by` and `to`;
  /// `from` and the model; the model and `to`; the model and the model + `by`; with nothing given the model twice.
  ///
  /// With all three given `by` is left out of account: ``problem`` tells.
  public func ends(model: Value) -> (start: Value, end: Value) {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, from + by)
    case (nil, let to?, let by?): (to - by, to)
    case (let from?, nil, nil): (from, model)
    case (nil, let to?, nil): (model, to)
    case (nil, nil, let by?): (model, model + by)
    case (nil, nil, nil): (model, model)
    }
  }

  /// What is wrong, as a sentence without a full stop; nil if nothing is.
  public var problem: String? {
    from != nil && to != nil && by != nil ? "give at most two of from, to and by" : nil
  }
}

extension BasicAnimation {
  /// The two ends of a value that can't be summed.
  public func ends(model: Value) -> (start: Value, end: Value) { (from ?? model, to ?? model) }
}

extension BasicAnimation: Hashable where Value: Hashable {}
