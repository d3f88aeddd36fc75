import CTumbleChipmunk
import TumbleGeometry

extension Body {
  /// In points. Setting it wakes the body, and of a static one everything that it touches, before and after.
  public var position: Vector {
    get { Vector(cpBodyGetPosition(pointer)) }
    set {
      assign {
        try Rule.coordinate.check(newValue, "position", of: description)
        try place { cpBodySetPosition(pointer, newValue.c) }
      }
    }
  }

  /// The angle in radians, counter-clockwise, not wrapped. An angle in which a shape would cover too many cells of a
  /// spatial hash is refused.
  public var angle: Double {
    get { cpBodyGetAngle(pointer) }
    set {
      assign {
        try Rule.finite.check(newValue, "angle", of: description)
        try place { turn(to: newValue) }
      }
    }
  }

  /// Takes a pose that has been checked.
  func take(_ pose: Pose) throws {
    let now = self.pose
    let isMoved = (pose.position, pose.angle) != (now.position, now.angle)
    if isMoved {
      try place {
        cpBodySetAngle(pointer, pose.angle)
        cpBodySetPosition(pointer, pose.position.c)
      }
    }
    // Moving it may have ended a move, and so its velocity.
    guard kind != .static, (velocity, angularVelocity) != (pose.velocity, pose.angularVelocity) else {
      return
    }
    try throwing {
      velocity = pose.velocity
      angularVelocity = pose.angularVelocity
    }
  }

  private func turn(to angle: Double) {
    let position = position
    cpBodySetAngle(pointer, angle)
    // The engine turns about the centre of gravity; a body's position stays where it is.
    cpBodySetPosition(pointer, position.c)
  }

  /// From the body's coordinates to the world's.
  public var transform: Transform {
    let rotation = Vector(cpBodyGetRotation(pointer))
    let position = position
    return Transform(
      a: rotation.x, b: rotation.y, c: -rotation.y, d: rotation.x, tx: position.x, ty: position.y)
  }

  /// Of the centre of gravity, in points per second. A static body has none.
  public var velocity: Vector {
    get { Vector(cpBodyGetVelocity(pointer)) }
    set {
      assign {
        try Rule.finite.check(newValue, "velocity", of: description)
        try checkNotStatic("velocity")
        cancelMove()
        activate()
        cpBodySetVelocity(pointer, newValue.c)
      }
    }
  }

  /// In radians per second, counter-clockwise.
  public var angularVelocity: Double {
    get { cpBodyGetAngularVelocity(pointer) }
    set {
      assign {
        try Rule.finite.check(newValue, "angularVelocity", of: description)
        try checkNotStatic("angularVelocity")
        cancelMove()
        activate()
        cpBodySetAngularVelocity(pointer, newValue)
      }
    }
  }

  /// A point of the body in the world.
  public func world(_ local: Vector) -> Vector { Vector(cpBodyLocalToWorld(pointer, local.c)) }

  /// A point of the world in the body's coordinates.
  public func local(_ world: Vector) -> Vector { Vector(cpBodyWorldToLocal(pointer, world.c)) }

  /// Of the point of the body that lies at a point of the world, in points per second.
  public func velocity(atWorld point: Vector) -> Vector {
    Vector(cpBodyGetVelocityAtWorldPoint(pointer, point.c))
  }

  /// Of a point given in the body's coordinates, in points per second.
  public func velocity(atLocal point: Vector) -> Vector {
    Vector(cpBodyGetVelocityAtLocalPoint(pointer, point.c))
  }

  private func checkNotStatic(_ property: String) throws {
    guard kind != .static else {
      throw PhysicsError.notAllowed(object: description, rule: "is static and has no \(property)")
    }
  }

  /// Sets the pose, then brings the collision index up to date and wakes what touched the body or does now.
  private func place(_ set: () -> Void) throws {
    cancelMove()
    guard let space else { return set() }
    // It is taken away from what it stuck to.
    space.dropStickyJoints { $0.holds(self) }
    if kind == .static { wakeWithNeighbours() } else { activate() }
    let before = (position, angle)
    set()
    do {
      for shape in shapes {
        try space.checkCells(of: shape)
        space.placedShapes += 1
      }
    } catch {
      cpBodySetPosition(pointer, before.0.c)
      turn(to: before.1)
      for shape in shapes { cpShapeCacheBB(shape.pointer) }
      throw error
    }
    space.withTreeStack { cpSpaceReindexShapesForBody(space.pointer, pointer) }
    if kind == .static { space.wakeAround(self) }
  }
}
