import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// Puts bodies where and how poses say, in the order of the list: all of them, or none if one cannot be.
  ///
  /// It is what setting ``Body/position``, ``Body/angle``, ``Body/velocity`` and ``Body/angularVelocity`` of each comes to,
  /// but for what stays as it is: a body that has its pose already is not woken, nor taken off the way of
  /// ``Body/move(to:angle:over:)``. Of a body that turns about another point than its origin a position may come out
  /// one rounding away from the one given.
  ///
  /// - Parameters:
  ///   - poses: Points, radians, points per second and radians per second; one for each body.
  ///   - bodies: Bodies of this space; one that is listed twice gets the later pose.
  /// - Throws: ``PhysicsError``, which names the body, for a body that is not in this space, a number out of range, a static
  ///   body that is to have a velocity, and a shape that would cover too many cells of a spatial hash; and where there
  ///   are not as many poses as bodies. Nothing has changed then.
  public func setPoses(_ poses: [Pose], of bodies: [Body]) throws {
    guard poses.count == bodies.count else {
      throw PhysicsError.notAllowed(
        object: "space", rule: "needs a pose for each body: there are \(poses.count) for \(bodies.count)")
    }
    for (body, pose) in zip(bodies, poses) { try check(pose, of: body) }
    for (body, pose) in zip(bodies, poses) { try body.take(pose) }
  }

  /// Puts all bodies of the space into poses, in id order, as ``readPoses(into:)-([Pose])`` reads them.
  /// - Throws: as ``setPoses(_:of:)``.
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
