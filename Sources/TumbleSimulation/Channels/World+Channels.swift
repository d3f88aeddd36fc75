import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What channels show of a world. Sums are over the dynamic bodies, in id order.
extension World {
  /// Half of mass × speed² plus half of moment × spin², and minus mass × gravity (scaled for the body) · centre
  /// of gravity, with the energy that fields give.
  var energy: (kinetic: Double, potential: Double) {
    var sums = (kinetic: 0.0, potential: 0.0)
    let gravity = snapshot.gravity
    for id in bodies.indices {
      guard let body = bodies[id], body.kind == .dynamic else { continue }
      let (velocity, spin, mass, moment) = (body.velocity, body.angularVelocity, body.mass, body.moment)
      sums.kinetic += mass * velocity.dot(velocity) / 2
      if spin != 0, moment.isFinite { sums.kinetic += moment * spin * spin / 2 }
      sums.potential -= mass * body.motion.gravityScale * gravity.dot(body.worldCenterOfGravity)
      if !fields.isEmpty { sums.potential += space.fieldEnergy(of: body) }
    }
    return sums
  }

  var momentum: Vector {
    var sum = Vector.zero
    for id in bodies.indices {
      guard let body = bodies[id], body.kind == .dynamic else { continue }
      sum += body.velocity * body.mass
    }
    return sum
  }

  var bodiesAwake: Int {
    var count = 0
    for id in bodies.indices {
      if let body = bodies[id], body.kind == .dynamic, !body.isSleeping { count += 1 }
    }
    return count
  }

  /// What a channel shows of a body after the latest step; NaN for a body that has gone.
  public func value(of quantity: Channel.OfBody, body bodyID: BodyID) -> Double {
    let id = bodyID.number
    guard bodies.indices.contains(id), let body = bodies[id] else { return .nan }
    switch quantity {
    case .x: return body.position.x
    case .y: return body.position.y
    case .angle: return body.angle
    case .speed: return body.velocity.length
    case .spin: return body.angularVelocity
    case .velocityX: return body.velocity.x
    case .velocityY: return body.velocity.y
    case .opacity: return appearance[id].opacity
    case .scaleX: return appearance[id].scale.x
    case .scaleY: return appearance[id].scale.y
    case .sizeX: return appearance[id].scale.x * unscaledSize(of: id).width
    case .sizeY: return appearance[id].scale.y * unscaledSize(of: id).height
    case .red: return appearance[id].color?.red ?? .nan
    case .green: return appearance[id].color?.green ?? .nan
    case .blue: return appearance[id].color?.blue ?? .nan
    case .alpha: return appearance[id].color?.alpha ?? .nan
    case .surfaceX: return body.shapes.first?.surfaceVelocity.x ?? .nan
    case .surfaceY: return body.shapes.first?.surfaceVelocity.y ?? .nan
    case .touches: return Double(body.contactLoad().count)
    case .load:
      let gravity = snapshot.gravity
      guard gravity != .zero else { return .nan }
      return body.contactLoad(along: gravity).pressing * Double(rate) / gravity.length
    case .crush: return body.contactLoad().crushing * Double(rate)
    }
  }

  private func unscaledSize(of id: Int) -> Size {
    // Kept for those whose size is animated.
    animation.sizes[BodyID(id)] ?? model.scene.bodies[id].bounds?.size ?? .zero
  }

  /// What a channel shows of an emitter, by its place in the description; NaN for one that has gone.
  public func value(of quantity: Channel.OfEmitter, emitter place: Int) -> Double {
    guard emitters.indices.contains(place), model.hasEmitter(place) else { return .nan }
    let multipliers = emitters[place].multipliers
    return switch quantity {
    case .rate: multipliers.rate
    case .lifetime: multipliers.lifetime
    case .velocity: multipliers.velocity
    case .scale: multipliers.scale
    case .spin: multipliers.spin
    }
  }

  /// What a channel shows of a joint; NaN for one that has gone, and for what its kind does not have.
  public func value(of quantity: Channel.OfJoint, joint id: JointID) -> Double {
    guard joints.indices.contains(id.number), let joint = joints[id.number] else { return .nan }
    switch quantity {
    case .impulse: return joint.impulse
    case .force: return joint.impulse * Double(rate)
    case .length:
      let ends = joint.ends
      return ends.a.distance(to: ends.b)
    case .maxForce: return joint.maxForce < .infinity ? joint.maxForce : .nan
    case .restLength: return joint.number(of: .restLength)
    case .rate: return joint.number(of: .rate)
    case .min: return joint.number(of: .min)
    case .max: return joint.number(of: .max)
    case .anchorAX: return joint.value(of: .anchorA)?.vector?.x ?? .nan
    case .anchorAY: return joint.value(of: .anchorA)?.vector?.y ?? .nan
    case .anchorBX: return joint.value(of: .anchorB)?.vector?.x ?? .nan
    case .anchorBY: return joint.value(of: .anchorB)?.vector?.y ?? .nan
    }
  }
}

extension Constraint {
  /// A number that can be animated; NaN where a joint of this kind has none, and where it is not limited.
  fileprivate func number(of property: AnimatableProperty) -> Double {
    guard let number = value(of: property)?.number, number.isFinite else { return .nan }
    return number
  }
}
