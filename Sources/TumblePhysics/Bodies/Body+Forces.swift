import CTumbleChipmunk
import TumbleGeometry

// A force acts until the end of the next step, an impulse at once. Both wake a body; on one that is not dynamic they do
// nothing.
extension Body {
  /// What has been gathered for the next step, in kilograms × points / seconds².
  public var force: Vector {
    get { Vector(cpBodyGetForce(pointer)) }
    set {
      Rule.finite.require(newValue, "force", of: description)
      if kind == .dynamic { cpBodySetForce(pointer, newValue.c) }
    }
  }

  /// What has been gathered for the next step, in kilograms × points² / seconds².
  public var torque: Double {
    get { cpBodyGetTorque(pointer) }
    set {
      Rule.finite.require(newValue, "torque", of: description)
      if kind == .dynamic { cpBodySetTorque(pointer, newValue) }
    }
  }

  /// Pushes at a point of the world.
  public func apply(force: Vector, atWorld point: Vector) {
    guard allows("force", force, point) else { return }
    cpBodyApplyForceAtWorldPoint(pointer, force.c, point.c)
  }

  /// Pushes at a point of the body, in the body's own direction.
  public func apply(force: Vector, atLocal point: Vector = .zero) {
    guard allows("force", force, point) else { return }
    cpBodyApplyForceAtLocalPoint(pointer, force.c, point.c)
  }

  /// Hits at a point of the world.
  public func apply(impulse: Vector, atWorld point: Vector) {
    guard allows("impulse", impulse, point) else { return }
    cpBodyApplyImpulseAtWorldPoint(pointer, impulse.c, point.c)
  }

  /// Hits at a point of the body, in the body's own direction.
  public func apply(impulse: Vector, atLocal point: Vector = .zero) {
    guard allows("impulse", impulse, point) else { return }
    cpBodyApplyImpulseAtLocalPoint(pointer, impulse.c, point.c)
  }

  private func allows(_ property: String, _ value: Vector, _ point: Vector) -> Bool {
    Rule.finite.require(value, property, of: description)
    Rule.coordinate.require(point, "\(property)'s point", of: description)
    // A body of no mass yet would be thrown to infinity.
    return kind == .dynamic && mass > 0
  }
}
