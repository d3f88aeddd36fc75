/// What a constraint is made from, apart from its own numbers.
public struct ConstraintDefinition: Hashable, Sendable {
  /// nil for one that rises in the order of creation. Constraints are listed in the order of their ids; no two of a space
  /// have the same, so give ids to all of them or to none.
  public var id: JointID?
  /// What error messages call the constraint; nil for its id.
  public var name: String?
  /// The most that it pulls or turns with, in kilograms × points / seconds² (× points); infinity for no limit.
  public var maxForce: Double
  /// The part of an error that is left after a second, 0 to 1; nil for the engine's 0.9 to the power of 60.
  public var errorBias: Double?
  /// The fastest that an error is corrected, in points or radians per second.
  public var maxBias: Double
  /// The force above which it breaks, in kilograms × points / seconds² (× points); infinity for never.
  public var breakForce: Double
  /// Whether shapes of the two bodies collide with each other.
  public var collideBodies: Bool

  public init(
    id: JointID? = nil, name: String? = nil, maxForce: Double = .infinity, errorBias: Double? = nil,
    maxBias: Double = .infinity, breakForce: Double = .infinity, collideBodies: Bool = true
  ) {
    self.id = id
    self.name = name
    self.maxForce = maxForce
    self.errorBias = errorBias
    self.maxBias = maxBias
    self.breakForce = breakForce
    self.collideBodies = collideBodies
  }
}
