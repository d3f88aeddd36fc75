import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// Reads the numbers of channels from a world, step after step, without a heap allocation.
public struct ChannelReader: Sendable {
  public let channels: [Channel]

  public init(_ channels: [Channel]) { self.channels = channels }

  /// Writes a value a channel. NaN where there is none: of a body that has gone, or a number of the loop,
  /// which stays as it is in `values` if that has room for it.
  public func read(_ world: World, into values: inout [Double]) {
    if values.count != channels.count {
      values = Array(repeating: .nan, count: channels.count)
    }
    var energy: (kinetic: Double, potential: Double)?
    for i in channels.indices {
      switch channels[i].quantity {
      case .world(let quantity):
        switch quantity {
        case .kineticEnergy, .potentialEnergy, .totalEnergy:
          let sums = energy ?? world.energy
          energy = sums
          values[i] =
            quantity == .kineticEnergy
            ? sums.kinetic : quantity == .potentialEnergy ? sums.potential : sums.kinetic + sums.potential
        case .momentum: values[i] = world.momentum.length
        case .bodiesAwake: values[i] = Double(world.bodiesAwake)
        case .contacts: values[i] = Double(world.touchingPairs)
        }
      case .object(let object, let number): values[i] = world.value(of: number, object)
      case .loop: break
      }
    }
  }
}

// What channels show of a world. Sums are over the dynamic bodies, in id order.
extension World {
  /// Half of mass × speed² plus half of moment × spin², and minus mass × gravity (scaled for the body) ·
  /// centre of gravity, with the energy that fields give.
  var energy: (kinetic: Double, potential: Double) {
    var sums = (kinetic: 0.0, potential: 0.0)
    let gravity = snapshot.gravity
    for record in bodies.present {
      guard let body = record.body, body.kind == .dynamic else { continue }
      let (velocity, spin, mass, moment) = (body.velocity, body.angularVelocity, body.mass, body.moment)
      sums.kinetic += mass * velocity.dot(velocity) / 2
      if spin != 0, moment.isFinite { sums.kinetic += moment * spin * spin / 2 }
      sums.potential -= mass * body.motion.gravityScale * gravity.dot(body.worldCenterOfGravity)
      if !fields.all.isEmpty { sums.potential += space.fieldEnergy(of: body) }
    }
    return sums
  }

  var momentum: Vector {
    var sum = Vector.zero
    for record in bodies.present {
      guard let body = record.body, body.kind == .dynamic else { continue }
      sum += body.velocity * body.mass
    }
    return sum
  }

  var bodiesAwake: Int {
    var count = 0
    for record in bodies.present {
      if let body = record.body, body.kind == .dynamic, !body.isSleeping { count += 1 }
    }
    return count
  }

  /// The number that a channel shows of an object after the latest step; NaN of an object that has gone, and
  /// of what its kind does not have.
  public func value(of number: Channel.Number, _ object: ObjectID) -> Double {
    guard isThere(object) else { return .nan }
    switch (number, object) {
    case (.property(let component), _):
      guard let value = self.object(object)?.value(of: component.property, in: self) else { return .nan }
      let number = component.number(of: value)
      // A joint without a limit has none.
      return number.isFinite || object.kind != .joint ? number : .nan
    case (.body(let measurement), .body(let id)):
      return bodies[id.number].body.map { value(of: measurement, $0) } ?? .nan
    case (.joint(let measurement), .joint(let id)):
      return joints[id.number].constraint.map { value(of: measurement, $0) } ?? .nan
    case (.body, _), (.joint, _): return .nan
    }
  }

  private func value(of measurement: Channel.OfBody, _ body: Body) -> Double {
    switch measurement {
    case .speed: return body.velocity.length
    case .spin: return body.angularVelocity
    case .velocityX: return body.velocity.x
    case .velocityY: return body.velocity.y
    case .touches: return Double(body.contactLoad().count)
    case .load:
      let gravity = snapshot.gravity
      guard gravity != .zero else { return .nan }
      return body.contactLoad(along: gravity).pressing * Double(rate) / gravity.length
    case .crush: return body.contactLoad().crushing * Double(rate)
    }
  }

  private func value(of measurement: Channel.OfJoint, _ joint: Constraint) -> Double {
    switch measurement {
    case .impulse: joint.impulse
    case .force: joint.impulse * Double(rate)
    case .length: joint.ends.a.distance(to: joint.ends.b)
    }
  }
}
