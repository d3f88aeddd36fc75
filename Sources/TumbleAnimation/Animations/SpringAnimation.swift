/// A spring that pulls a value from one place to rest at another.
public struct SpringAnimation<Value: LinearValue>: Sendable, Equatable {
  /// The ends, found as ``BasicAnimation`` finds them.
  public var ends: BasicAnimation<Value>
  /// Its initial velocity is a share of the way per second, along the way; `velocity` comes on top.
  public var spring: Spring
  /// The value's own velocity at the start, per second, in any direction; nil takes the velocity that the thing has.
  public var velocity: Value?

  public init(
    from: Value? = nil, to: Value? = nil, by: Value? = nil, spring: Spring, velocity: Value? = nil
  ) {
    ends = BasicAnimation(from: from, to: to, by: by)
    self.spring = spring
    self.velocity = velocity
  }
}

extension SpringAnimation: Hashable where Value: Hashable {}
