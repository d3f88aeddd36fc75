import CTumbleChipmunk
import TumbleGeometry

/// What holds two bodies together: one of ``PinJoint``, ``SlideJoint``, ``PivotJoint``, ``GrooveJoint``,
/// ``DampedSpring``, ``DampedRotarySpring``, ``RotaryLimit``, ``Ratchet``, ``Gear`` and ``Motor``.
///
/// It keeps both bodies alive. A constraint whose bodies cannot answer to it (two that are static or kinematic; for one
/// of angles, two that do not turn) stays in the space but has no effect until one of them can. Setting a property wakes
/// both bodies; a value that its rule forbids is a precondition failure.
public protocol Constraint: AnyObject, CustomStringConvertible {
  /// What all constraints have in common; only this library makes one.
  var core: ConstraintCore { get }
}

/// What a constraint is made from, apart from its own numbers.
public struct ConstraintDefinition: Hashable, Sendable {
  /// What error messages call the constraint; nil for its id.
  public var name: String?
  /// The most that it pulls or turns with, in kilograms × points / seconds² (× points); infinity for no limit.
  public var maxForce: Double
  /// The part of an error that is left after a second, 0 to 1; nil for the engine's 0.9 to the power of 60.
  public var errorBias: Double?
  /// The fastest that an error is corrected, in points or radians per second.
  public var maxBias: Double
  /// Whether shapes of the two bodies collide with each other.
  public var collideBodies: Bool

  public init(
    name: String? = nil, maxForce: Double = .infinity, errorBias: Double? = nil,
    maxBias: Double = .infinity, collideBodies: Bool = true
  ) {
    self.name = name
    self.maxForce = maxForce
    self.errorBias = errorBias
    self.maxBias = maxBias
    self.collideBodies = collideBodies
  }
}

extension Constraint {
  /// Rises in the order of creation; never used twice in a process.
  public var id: Int { core.id }
  /// What error messages call the constraint; nil for its id.
  public var name: String? { core.name }
  public var bodyA: Body { core.a }
  public var bodyB: Body { core.b }
  /// The space that the constraint is in.
  public var space: Space? { core.space }
  /// `pin joint 'rope' of body 'hook' and body 'lamp'`.
  public var description: String { core.description }

  /// The most that it pulls or turns with; infinity for no limit.
  public var maxForce: Double {
    get { cpConstraintGetMaxForce(core.pointer) }
    set {
      Rule.nonNegativeOrInfinite.require(newValue, "maxForce", of: description)
      cpConstraintSetMaxForce(core.pointer, newValue)
    }
  }

  /// The part of an error that is left after a second, 0 to 1.
  public var errorBias: Double {
    get { cpConstraintGetErrorBias(core.pointer) }
    set {
      Rule.fraction.require(newValue, "errorBias", of: description)
      cpConstraintSetErrorBias(core.pointer, newValue)
    }
  }

  /// The fastest that an error is corrected, in points or radians per second.
  public var maxBias: Double {
    get { cpConstraintGetMaxBias(core.pointer) }
    set {
      Rule.nonNegativeOrInfinite.require(newValue, "maxBias", of: description)
      cpConstraintSetMaxBias(core.pointer, newValue)
    }
  }

  /// Whether shapes of the two bodies collide with each other.
  public var collideBodies: Bool {
    get { cpConstraintGetCollideBodies(core.pointer) != 0 }
    set { cpConstraintSetCollideBodies(core.pointer, newValue ? 1 : 0) }
  }

  /// Whether a step would take the constraint: the equations of one with anchors too far out for the moments of its bodies
  /// have no solution in floating point. A groove's may lose theirs as its bodies are pulled apart.
  public var isSolvable: Bool { !core.canAct || core.validationError() == nil }

  /// What it applied in the latest step, in kilograms × points / second (× points): how hard it works. 0 while it has no
  /// effect.
  public var impulse: Double { core.isActive ? cpConstraintGetImpulse(core.pointer) : 0 }

  /// Where it takes hold of its bodies, in the world; the bodies' positions for a constraint of angles.
  public var ends: (a: Vector, b: Vector) {
    let anchors = core.anchors()
    return (bodyA.world(anchors.a), bodyB.world(anchors.b))
  }
}
