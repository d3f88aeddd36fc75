import CTumbleChipmunk
import TumbleGeometry

// A force acts until the end of the next step, an impulse at once. Both wake a body; on one that is not dynamic they do
// nothing. What adds up to more than a number can hold makes the body diverge: the next step takes it out and says so.
extension Body {
  /// What has been gathered for the next step, in kilograms × points / seconds².
  public var force: Vector {
    get { Vector(cpBodyGetForce(pointer)) }
    set {
      assign {
        try Rule.finite.check(newValue, "force", of: description)
        guard kind == .dynamic else { return }
        activate()
        cpBodySetForce(pointer, newValue.c)
      }
    }
  }

  /// What has been gathered for the next step, in kilograms × points² / seconds².
  public var torque: Double {
    get { cpBodyGetTorque(pointer) }
    set {
      assign {
        try Rule.finite.check(newValue, "torque", of: description)
        guard kind == .dynamic else { return }
        activate()
        cpBodySetTorque(pointer, newValue)
      }
    }
  }

  /// Pushes at a point of the world.
  /// - Throws: for a force that is not finite, and a point beyond 1e9 points; likewise below.
  public func apply(force: Vector, atWorld point: Vector) throws {
    try push("force", force, point) { cpBodyApplyForceAtWorldPoint(pointer, force.c, point.c) }
  }

  /// Pushes at a point of the body, in the body's own direction.
  public func apply(force: Vector, atLocal point: Vector = .zero) throws {
    try push("force", force, point) { cpBodyApplyForceAtLocalPoint(pointer, force.c, point.c) }
  }

  /// Hits at a point of the world.
  public func apply(impulse: Vector, atWorld point: Vector) throws {
    try push("impulse", impulse, point) { cpBodyApplyImpulseAtWorldPoint(pointer, impulse.c, point.c) }
  }

  /// Hits at a point of the body, in the body's own direction.
  public func apply(impulse: Vector, atLocal point: Vector = .zero) throws {
    try push("impulse", impulse, point) { cpBodyApplyImpulseAtLocalPoint(pointer, impulse.c, point.c) }
  }

  private func push(_ property: String, _ value: Vector, _ point: Vector, _ push: () -> Void) throws {
    try Rule.finite.check(value, property, of: description)
    try Rule.coordinate.check(point, "\(property)'s point", of: description)
    // A body of no mass yet would be thrown to infinity.
    guard kind == .dynamic, mass > 0 else { return }
    activate()
    push()
    // The engine aborts at the next call on a body whose motion or force is not finite.
    if motionDisorder(pointer) != 0 || forceDisorder(pointer) != 0 { hold(pointer) }
  }
}
