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
    /// They stick where they touch, from the step after the one in which they meet: a joint between the middles of their
    /// points of contact, about which they may turn, pulls with at most this force, in kilograms × points / seconds².
    /// What pulls harder tears them apart, and they stick again when they touch again. So a body of mass m hangs below
    /// a ceiling in gravity g if the force is more than m × g. Putting either body elsewhere by hand ends it too. The
    /// joint is none of ``Space/constraints``.
    case sticky(force: Double)

    var isSticky: Bool {
      if case .sticky = self { true } else { false }
    }
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
    case .sticky(let force): try Rule.nonNegative.check(force, "sticky", of: object)
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
    log.add(rule, id)
    wakeAll()
    if rule.effect == .ignore { dropStickyJoints { rule.match($0.a.pointer, $0.b.pointer) != .no } }
    refreshCallbacks()
    return id
  }

  /// Takes a rule back from the next step on, and wakes every body.
  /// - Throws: if there is no such rule in this space.
  public func remove(_ rule: ContactRule.ID) throws {
    guard let found = log.rules.first(where: { $0.id == rule }) else {
      throw PhysicsError.notInSpace(object: "contact rule \(rule.number)")
    }
    log.removeRules { $0.id == rule }
    wakeAll()
    // Those that another rule is about come back with the next step.
    if found.rule.effect.isSticky { dropStickyJoints() }
  }
}
