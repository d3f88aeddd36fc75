import CTumbleChipmunk
import TumbleGeometry

// Another value in any of these wakes the body, and around a static one everything that it touches.
extension Shape {
  /// 0 slides forever; two shapes' frictions are multiplied.
  public var friction: Double {
    get { cpShapeGetFriction(pointer) }
    set {
      change(from: friction, to: newValue, { try Rule.surface.check(newValue, "friction", of: description) })
      {
        cpShapeSetFriction(pointer, newValue)
      }
    }
  }

  /// 0 does not bounce, 1 keeps its speed; two shapes' elasticities are multiplied.
  public var elasticity: Double {
    get { cpShapeGetElasticity(pointer) }
    set {
      change(
        from: elasticity, to: newValue, { try Rule.surface.check(newValue, "elasticity", of: description) }
      ) {
        cpShapeSetElasticity(pointer, newValue)
      }
    }
  }

  /// As on a conveyor belt: how the surface runs over the body, in points per second, in the world's directions (it does
  /// not turn with the body). Only the part along the surface counts.
  public var surfaceVelocity: Vector {
    get { Vector(cpShapeGetSurfaceVelocity(pointer)) }
    set {
      change(
        from: surfaceVelocity, to: newValue,
        { try Rule.finite.check(newValue, "surfaceVelocity", of: description) }
      ) {
        cpShapeSetSurfaceVelocity(pointer, newValue.c)
      }
    }
  }

  /// Reports contacts but pushes nothing.
  public var isSensor: Bool {
    get { cpShapeGetSensor(pointer) != 0 }
    set {
      change(from: isSensor, to: newValue) {
        cpShapeSetSensor(pointer, newValue ? 1 : 0)
        if space != nil { body.shapesChanged() }
      }
    }
  }

  public var filter: ShapeFilter {
    get { ShapeFilter(cpShapeGetFilter(pointer)) }
    set { change(from: filter, to: newValue) { cpShapeSetFilter(pointer, newValue.c) } }
  }

  public var collisionType: CollisionType {
    get { CollisionType(UInt32(truncatingIfNeeded: UInt(cpShapeGetCollisionType(pointer)))) }
    set {
      change(from: collisionType, to: newValue) {
        cpShapeSetCollisionType(pointer, cpCollisionType(newValue.number))
      }
    }
  }

  /// Sets a property where its rule allows the value and it is another.
  private func change<Value: Equatable>(
    from old: Value, to new: Value, _ check: () throws -> Void = {}, _ apply: () -> Void
  ) {
    assign {
      try check()
      guard new != old else { return }
      body.activate()
      apply()
      wakeStaticBody()
    }
  }

  /// The engine wakes the shape's own body, which for a static one is nothing: what sleeps on it would not notice.
  private func wakeStaticBody() {
    guard let space, body.kind == .static else { return }
    // Those that are about to fall asleep too.
    space.withTreeStack { cpBodyActivateStatic(body.pointer, pointer) }
    space.wakeAround(self)
  }

  /// What the shape gives its body, in kilograms; 0 for nothing.
  public var mass: Double { cpShapeGetMass(pointer) }

  /// Kilograms per square point; 0 for no mass, or no area.
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
    body.activate()
    cpShapeSetMass(pointer, mass)
    // The engine has just added up the body's shapes, even if that has a mass of its own.
    body.applyMass()
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

  /// Of a kilogram of this form about its centroid, in points², whatever mass the shape has.
  public var momentPerMass: Double { unitMoment(of: pointer) }

  /// In the body's coordinates.
  public var centroid: Vector { Vector(cpShapeGetCenterOfGravity(pointer)) }

  /// Around the shape where its body is now.
  public var boundingBox: Rect { Rect(cpShapeCacheBB(pointer)) }
}
