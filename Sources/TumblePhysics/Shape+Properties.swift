import CTumbleChipmunk
import TumbleGeometry

// Setting any of these wakes the body.
extension Shape {
  /// 0 slides for ever; two shapes' frictions are multiplied.
  public var friction: Double {
    get { cpShapeGetFriction(pointer) }
    set {
      Rule.nonNegativeOrInfinite.require(newValue, "friction", of: description)
      cpShapeSetFriction(pointer, newValue)
    }
  }

  /// 0 does not bounce, 1 keeps its speed; two shapes' elasticities are multiplied.
  public var elasticity: Double {
    get { cpShapeGetElasticity(pointer) }
    set {
      Rule.nonNegative.require(newValue, "elasticity", of: description)
      cpShapeSetElasticity(pointer, newValue)
    }
  }

  /// As on a conveyor belt: relative to the body, in points a second.
  public var surfaceVelocity: Vector {
    get { Vector(cpShapeGetSurfaceVelocity(pointer)) }
    set {
      Rule.finite.require(newValue, "surfaceVelocity", of: description)
      cpShapeSetSurfaceVelocity(pointer, newValue.c)
    }
  }

  /// Reports contacts but pushes nothing.
  public var isSensor: Bool {
    get { cpShapeGetSensor(pointer) != 0 }
    set { cpShapeSetSensor(pointer, newValue ? 1 : 0) }
  }

  public var filter: ShapeFilter {
    get { ShapeFilter(cpShapeGetFilter(pointer)) }
    set { cpShapeSetFilter(pointer, newValue.c) }
  }

  public var collisionType: CollisionType {
    get { CollisionType(UInt32(truncatingIfNeeded: UInt(cpShapeGetCollisionType(pointer)))) }
    set { cpShapeSetCollisionType(pointer, cpCollisionType(newValue.number)) }
  }

  /// What the shape gives its body, in kilograms; 0 for nothing.
  public var mass: Double { cpShapeGetMass(pointer) }

  /// Kilograms a square point; 0 for no mass, or no area.
  public var density: Double { area > 0 ? mass / area : 0 }

  /// Changes the mass that the shape gives its body; 0 for none.
  /// - Throws: for a mass out of range, or on a body that has its own.
  public func setMass(_ mass: Double) throws {
    if mass != 0 {
      try Rule.mass.check(mass, "mass", of: description)
      try checkMassAllowed()
    } else if self.mass == 0 {
      return
    }
    cpShapeSetMass(pointer, mass)
    // The engine has just added up the body's shapes, even if that has a mass of its own.
    body.applyOwnMass()
    space?.needsCheck = true
  }

  /// Changes the mass that the shape gives its body by the square point; 0 for none.
  /// - Throws: as ``setMass(_:)``.
  public func setDensity(_ density: Double) throws {
    if density != 0 { try Rule.mass.check(density, "density", of: description) }
    try setMass(density * area)
  }

  /// In square points, round corners and ends included.
  public var area: Double { cpShapeGetArea(pointer) }

  /// Of a kilogram of this form about its centroid, in points².
  public var momentPerMass: Double { cpShapeGetMoment(pointer) }

  /// In the body's coordinates.
  public var centroid: Vector { Vector(cpShapeGetCenterOfGravity(pointer)) }

  /// Around the shape where its body is now.
  public var boundingBox: Rect { Rect(cpShapeCacheBB(pointer)) }
}
