import TumbleGeometry

extension Scene {
  /// What holds when a shape of `first` meets a shape of `second`; decided before the step, not in it.
  public struct Rule: Hashable, Sendable {
    public var first: Party
    public var second: Party
    public var effect: Effect

    public init(_ first: Party, _ second: Party, _ effect: Effect) {
      (self.first, self.second, self.effect) = (first, second, effect)
    }
  }

  /// One side of a rule.
  public enum Party: Hashable, Sendable {
    case anything
    /// Indices into the scene's `bodies`, rising.
    case bodies([Int])
  }

  public enum Effect: Hashable, Sendable {
    /// They pass through each other.
    case ignore
    /// `first` passes `second` in this direction (of length 1) and is held in the other.
    case oneWay(Vector)
    case override(Surface)
  }

  /// What replaces the product of the two shapes' own values; nil: left as it is.
  public struct Surface: Hashable, Sendable {
    public var friction: Double?
    public var elasticity: Double?
    /// In points a second.
    public var surfaceVelocity: Vector?

    public init(friction: Double? = nil, elasticity: Double? = nil, surfaceVelocity: Vector? = nil) {
      (self.friction, self.elasticity, self.surfaceVelocity) = (friction, elasticity, surfaceVelocity)
    }
  }
}
