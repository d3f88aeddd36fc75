import CTumbleChipmunk

extension Body {
  /// The position in points. Setting it wakes the body, and of a static one everything that it touches,
  /// before and after.
  public var position: Vector {
    get { Vector(cpBodyGetPosition(pointer)) }
    set {
      assign {
        try Rule.coordinate.check(newValue, "position", of: description)
        try place { cpBodySetPosition(pointer, newValue.c) }
      }
    }
  }

  /// The angle in radians, counter-clockwise, not wrapped. An angle in which a shape would cover too many
  /// cells of a spatial hash is refused.
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
    // The engine turns about the center of gravity; a body's position stays where it is.
    cpBodySetPosition(pointer, position.c)
  }

  /// The transform from the body's coordinates to the world's.
  public var transform: Transform {
    let rotation = Vector(cpBodyGetRotation(pointer))
    let position = position
    return Transform(
      a: rotation.x, b: rotation.y, c: -rotation.y, d: rotation.x, tx: position.x, ty: position.y)
  }

  /// The velocity of the center of gravity, in points per second. A static body has none.
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

  /// The angular velocity in radians per second, counter-clockwise.
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

  /// The velocity of the point of the body that lies at a point of the world, in points per second.
  public func velocity(atWorld point: Vector) -> Vector {
    Vector(cpBodyGetVelocityAtWorldPoint(pointer, point.c))
  }

  /// The velocity of a point given in the body's coordinates, in points per second.
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

/// The position, the angle and the velocities of a body.
public struct Pose: Hashable, Sendable {
  /// The position in points.
  public var position: Vector
  /// The angle in radians.
  public var angle: Double
  /// The velocity in points per second.
  public var velocity: Vector
  /// The angular velocity in radians per second.
  public var angularVelocity: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    position: Vector = .zero, angle: Double = 0, velocity: Vector = .zero, angularVelocity: Double = 0
  ) {
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
  }
}

// With Integrators this is the place that touches the fields of C structs: calls cost five times as much.
extension Space {
  /// Reads every body's pose into the caller's memory in one pass, in id order, without allocating.
  /// - Returns: How many were read: the smaller of both counts.
  @discardableResult
  public func readPoses(into buffer: UnsafeMutableBufferPointer<Pose>) -> Int {
    let count = min(buffer.count, bodyPointers.count)
    for i in 0..<count { buffer.initializeElement(at: i, to: Pose(bodyPointers[i])) }
    return count
  }

  /// Reads every body's pose into an array, in id order; it grows or shrinks to the number of bodies.
  public func readPoses(into poses: inout [Pose]) {
    if poses.count > bodyPointers.count { poses.removeLast(poses.count - bodyPointers.count) }
    while poses.count < bodyPointers.count { poses.append(Pose()) }
    poses.withUnsafeMutableBufferPointer { _ = readPoses(into: $0) }
  }
}

extension Body {
  /// The body's position, angle and velocities, in one read.
  public var pose: Pose { Pose(pointer) }
}

extension Pose {
  @inline(__always)
  fileprivate init(_ body: CBody) {
    let transform = body.pointee.transform
    let v = body.pointee.v
    self.init(
      position: Vector(transform.tx, transform.ty), angle: body.pointee.a, velocity: Vector(v.x, v.y),
      angularVelocity: body.pointee.w)
  }
}

/// Returns true if any body sleeps.
func hasSleepers(_ space: CSpace) -> Bool { space.pointee.sleepingComponents.pointee.num > 0 }

/// Returns true if a body sleeps, without a call of the engine.
func isSleeping(_ body: CBody) -> Bool { body.pointee.sleeping.root != nil }

/// The moment of a kilogram of a shape about its centroid; the engine's own call multiplies it by the shape's
/// mass.
func unitMoment(of shape: CShape) -> Double { shape.pointee.massInfo.i }

extension Space {
  /// Puts bodies where and how poses say, in the order of the list: all of them, or none if one cannot be.
  ///
  /// It is what setting ``Body/position``, ``Body/angle``, ``Body/velocity`` and ``Body/angularVelocity`` of
  /// each comes to, but for what stays as it is: a body that has its pose already is not woken, nor taken off
  /// the way of ``Body/move(to:angle:over:)``. Of a body that turns about another point than its origin a
  /// position may come out one rounding away from the one given.
  /// - Parameters:
  ///   - poses: Points, radians, points per second and radians per second; one for each body.
  ///   - bodies: Bodies of this space; one that is listed twice gets the later pose.
  /// - Throws: ``PhysicsError``, which names the body, for a body that is not in this space, a number out of
  ///   range, a static body that is to have a velocity, and a shape that would cover too many cells of a
  ///   spatial hash; and where there are not as many poses as bodies. Nothing has changed then.
  public func setPoses(_ poses: [Pose], of bodies: [Body]) throws {
    guard poses.count == bodies.count else {
      throw PhysicsError.notAllowed(
        object: "space", rule: "needs a pose for each body: there are \(poses.count) for \(bodies.count)")
    }
    for (body, pose) in zip(bodies, poses) { try check(pose, of: body) }
    for (body, pose) in zip(bodies, poses) { try body.take(pose) }
  }

  /// Puts all bodies of the space into poses, in id order, as ``readPoses(into:)-([Pose])`` reads them.
  /// - Throws: As ``setPoses(_:of:)``.
  public func setPoses(_ poses: [Pose]) throws { try setPoses(poses, of: bodies) }

  private func check(_ pose: Pose, of body: Body) throws {
    guard body.space === self else { throw PhysicsError.notInSpace(object: body.description) }
    try Rule.coordinate.check(pose.position, "position", of: body.description)
    try Rule.finite.check(pose.angle, "angle", of: body.description)
    try Rule.finite.check(pose.velocity, "velocity", of: body.description)
    try Rule.finite.check(pose.angularVelocity, "angularVelocity", of: body.description)
    if body.kind == .static, pose.velocity != .zero || pose.angularVelocity != 0 {
      throw PhysicsError.notAllowed(object: body.description, rule: "is static and has no velocity")
    }
    guard case .spatialHash = index else { return }
    // Shapes are measured where they would be; the body stays where it is, and asleep.
    for shape in body.shapes {
      defer { cpShapeCacheBB(shape.pointer) }
      let bounds = Rect(cpShapeUpdate(shape.pointer, cpTransformRigid(pose.position.c, pose.angle)))
      try checkCells(of: shape, bounds: bounds)
    }
  }
}
