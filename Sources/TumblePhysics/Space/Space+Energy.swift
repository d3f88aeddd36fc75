import CTumbleChipmunk
import TumbleGeometry

// Sums over the dynamic bodies, in id order.
extension Space {
  /// Half of mass × speed² plus half of moment × angular speed², in kilograms × points² / seconds².
  public var kineticEnergy: Double {
    bodies.reduce(0) { sum, body in
      // The engine's own sum lacks the halves, and is no number for a body that has no mass yet but a great speed.
      guard body.kind == .dynamic, body.mass > 0, body.moment > 0 else { return sum }
      return sum + cpBodyKineticEnergy(body.pointer) / 2
    }
  }

  /// Minus mass × gravity, as the body's own scale has it, · position of the centre of gravity; 0 at the origin. With it
  /// that of fields that have one: uniform ones, pulls and springs that act everywhere, in the world's coordinates.
  public var potentialEnergy: Double {
    let gravity = gravity
    return bodies.reduce(0) { sum, body in
      guard body.kind == .dynamic, body.mass > 0 else { return sum }
      return sum - body.mass * body.motion.gravityScale * gravity.dot(body.worldCenterOfGravity)
        + fieldEnergy(of: body)
    }
  }

  /// The part of ``potentialEnergy`` that fields give a dynamic body.
  public func fieldEnergy(of body: Body) -> Double {
    guard let influences, body.kind == .dynamic, body.mass > 0 else { return 0 }
    return influences.potentialEnergy(of: body)
  }

  /// Mass × velocity.
  public var momentum: Vector {
    bodies.reduce(.zero) { $1.kind == .dynamic ? $0 + $1.velocity * $1.mass : $0 }
  }

  /// About the origin: position × momentum plus moment × angular velocity; a body that does not turn adds the first.
  public var angularMomentum: Double {
    bodies.reduce(0) { sum, body in
      guard body.kind == .dynamic, body.mass > 0 else { return sum }
      let spin = body.moment.isFinite ? body.moment * body.angularVelocity : 0
      return sum + body.worldCenterOfGravity.cross(body.velocity) * body.mass + spin
    }
  }
}

extension Body {
  /// The centre of gravity in the world.
  public var worldCenterOfGravity: Vector { world(centerOfGravity) }
}
