import TumbleGeometry

/// What is decided about a contact inside a step, declared before it.
public struct ContactRule: Hashable, Sendable {
  public enum Effect: Hashable, Sendable {
    /// They pass through each other.
    case ignore
    /// The second side lets the first pass in this direction of the second's body, such as (0, 1) for a platform to
    /// jump on from below, and is solid the other way. Decided when they first touch, until they part.
    case oneWay(Vector)
    /// In place of the product of both frictions.
    case friction(Double)
    /// In place of the product of both elasticities.
    case elasticity(Double)
    /// In place of the difference of the two surface velocities: of the first side's surface against the second's, in
    /// the world's directions, in points per second. Only the part along the surfaces counts.
    case surfaceVelocity(Vector)
  }

  /// One side; which is the first counts for `oneWay` and `surfaceVelocity` alone.
  public var first: ContactSide
  /// The other.
  public var second: ContactSide
  public var effect: Effect

  public init(between a: ContactSide, and b: ContactSide, _ effect: Effect) {
    first = a
    second = b
    self.effect = effect
  }

  /// Names a rule in its space, for taking it back.
  public struct ID: Hashable, Sendable {
    let number: Int
  }

  func names(_ side: ContactSide) -> Bool { first == side || second == side }

  func check() throws {
    let object = "contact rule"
    switch effect {
    case .ignore: break
    case .oneWay(let direction):
      try Rule.coordinate.check(direction, "oneWay", of: object)
      try Rule.directionLength.check(direction.length, "oneWay's length", of: object)
    case .friction(let friction): try Rule.surface.check(friction, "friction", of: object)
    case .elasticity(let elasticity): try Rule.surface.check(elasticity, "elasticity", of: object)
    case .surfaceVelocity(let velocity): try Rule.finite.check(velocity, "surfaceVelocity", of: object)
    }
  }
}

extension Space {
  /// Declares what happens to contacts of a kind from the next step on, and wakes every body. Of several rules of one
  /// effect the latest wins.
  /// - Returns: what takes the rule back. It goes by itself with a body or shape that it names.
  /// - Throws: for a number out of range.
  @discardableResult
  public func add(_ rule: ContactRule) throws -> ContactRule.ID {
    try rule.check()
    let id = ContactRule.ID(number: Identity.next())
    log.rules.append((id, rule))
    wakeAll()
    refreshCallbacks()
    return id
  }

  /// Takes a rule back from the next step on, and wakes every body.
  /// - Throws: if there is no such rule in this space.
  public func remove(_ rule: ContactRule.ID) throws {
    guard let place = log.rules.firstIndex(where: { $0.id == rule }) else {
      throw PhysicsError.notInSpace(object: "contact rule \(rule.number)")
    }
    log.rules.remove(at: place)
    wakeAll()
  }
}
