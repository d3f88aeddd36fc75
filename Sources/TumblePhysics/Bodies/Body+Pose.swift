import CTumbleChipmunk
import TumbleGeometry

extension Body {
  /// In points. Setting it wakes the body, and of a static one everything that it touches, before and after.
  public var position: Vector {
    get { Vector(cpBodyGetPosition(pointer)) }
    set {
      Rule.coordinate.require(newValue, "position", of: description)
      place { cpBodySetPosition(pointer, newValue.c) }
    }
  }

  /// In radians, counter-clockwise, not wrapped.
  public var angle: Double {
    get { cpBodyGetAngle(pointer) }
    set {
      Rule.finite.require(newValue, "angle", of: description)
      let position = position
      place {
        cpBodySetAngle(pointer, newValue)
        // The engine turns about the centre of gravity; a body's position stays where it is.
        cpBodySetPosition(pointer, position.c)
      }
    }
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
      Rule.finite.require(newValue, "velocity", of: description)
      requireNotStatic("velocity")
      cancelMove()
      cpBodySetVelocity(pointer, newValue.c)
    }
  }

  /// In radians per second, counter-clockwise.
  public var angularVelocity: Double {
    get { cpBodyGetAngularVelocity(pointer) }
    set {
      Rule.finite.require(newValue, "angularVelocity", of: description)
      requireNotStatic("angularVelocity")
      cancelMove()
      cpBodySetAngularVelocity(pointer, newValue)
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

  func requireNotStatic(_ property: String) {
    guard kind != .static else { trap("\(description) is static and has no \(property)") }
  }

  /// Sets the pose, then brings the collision index up to date and wakes what touched the body or does now.
  private func place(_ set: () -> Void) {
    cancelMove()
    guard let space else { return set() }
    if kind == .static { wakeWithNeighbours() }
    set()
    for shape in shapes {
      do { try space.checkCells(of: shape) } catch { trap("\(error)") }
    }
    cpSpaceReindexShapesForBody(space.pointer, pointer)
    if kind == .static { space.wakeAround(self) }
  }
}
