import CTumbleChipmunk
import TumbleGeometry

extension Body {
  /// In points. Setting it wakes the body, and of a static one everything that it touches, before and after.
  public var position: Vector {
    get { Vector(cpBodyGetPosition(pointer)) }
    set { requireSuccess { try setPosition(newValue) } }
  }

  /// Sets ``position``.
  /// - Throws: for a position beyond 1e9 points.
  public func setPosition(_ position: Vector) throws {
    try Rule.coordinate.check(position, "position", of: description)
    try place { cpBodySetPosition(pointer, position.c) }
  }

  /// In radians, counter-clockwise, not wrapped.
  public var angle: Double {
    get { cpBodyGetAngle(pointer) }
    set { requireSuccess { try setAngle(newValue) } }
  }

  /// Sets ``angle``.
  /// - Throws: for an angle that is not finite, and one in which a shape would cover too many cells of a spatial hash.
  public func setAngle(_ angle: Double) throws {
    try Rule.finite.check(angle, "angle", of: description)
    try place { turn(to: angle) }
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
    try setVelocity(pose.velocity)
    try setAngularVelocity(pose.angularVelocity)
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
    set { requireSuccess { try setVelocity(newValue) } }
  }

  /// Sets ``velocity``.
  /// - Throws: for one that is not finite, and on a static body.
  public func setVelocity(_ velocity: Vector) throws {
    try Rule.finite.check(velocity, "velocity", of: description)
    try checkNotStatic("velocity")
    cancelMove()
    activate()
    cpBodySetVelocity(pointer, velocity.c)
  }

  /// In radians per second, counter-clockwise.
  public var angularVelocity: Double {
    get { cpBodyGetAngularVelocity(pointer) }
    set { requireSuccess { try setAngularVelocity(newValue) } }
  }

  /// Sets ``angularVelocity``.
  /// - Throws: for one that is not finite, and on a static body.
  public func setAngularVelocity(_ angularVelocity: Double) throws {
    try Rule.finite.check(angularVelocity, "angularVelocity", of: description)
    try checkNotStatic("angularVelocity")
    cancelMove()
    activate()
    cpBodySetAngularVelocity(pointer, angularVelocity)
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
