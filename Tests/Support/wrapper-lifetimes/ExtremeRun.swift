import Glibc
import TumblePhysics
import TumbleTestSupport

/// One space, and what is done to it.
struct ExtremeRun {
  var random: SeededGenerator
  var space: Space?
  var bodies: [Body] = []
  var shapes: [Shape] = []
  var joints: [Constraint] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// - Returns: what was not finite, or nil.
  mutating func run() -> String? {
    while space == nil { space = attempt { try $0.makeSpace() } }
    for _ in 0..<random.int(in: 1...4) { _ = attempt { try $0.addBody() } }
    for operation in 0..<40 {
      let kind = random.int(in: 0...29)
      _ = attempt { try $0.operate(kind) }
      if let problem = disorder() { return "\(problem) after operation \(operation) of kind \(kind)" }
    }
    return nil
  }

  /// Refuses an act, as it should be, if it throws an error of the library's; any other error is not
  /// expected.
  mutating func attempt<Result>(_ act: (inout Self) throws -> Result) -> Result? {
    do {
      return try act(&self)
    } catch {
      guard error is PhysicsError else { fatalError("\(error)") }
      return nil
    }
  }

  func disorder() -> String? {
    for body in bodies {
      let pose = body.pose
      guard pose.position.isFinite, pose.angle.isFinite, pose.velocity.isFinite, pose.angularVelocity.isFinite
      else { return "\(body) has pose \(pose)" }
      guard body.force.isFinite, body.torque.isFinite else {
        return "\(body) has force \(body.force), torque \(body.torque)"
      }
      guard body.mass >= 0, body.moment >= 0 else {
        return "\(body): mass \(body.mass), moment \(body.moment)"
      }
    }
    return nil
  }

  // MARK: - Numbers

  /// A number that is mostly ordinary, often extreme, sometimes none.
  mutating func number() -> Double {
    let sign = random.bool() ? 1.0 : -1.0
    switch random.int(in: 0...11) {
    case 0...3: return random.double(in: -50...50)
    case 4: return 0
    case 5:
      return sign
        * random.pick([
          1e-30, 1e-9, 1e9, 1e9 - 1, 1e15, 1e30, 1e60, 1e150, 1e300, 1.7e308, .leastNonzeroMagnitude, 1e-200,
        ])
    case 6: return sign * pow(10, random.double(in: -40...40))
    case 7: return sign * pow(10, random.double(in: -323...308))
    case 8: return sign * random.double(in: 0.5...1.5) * 1e9
    case 9: return sign * random.double(in: 0...10)
    case 10: return sign * 1.7e308
    default: return random.int(in: 0...9) == 0 ? random.pick([.nan, .infinity, -.infinity]) : 1
    }
  }

  mutating func positive() -> Double { abs(number()) }

  mutating func vector() -> Vector { Vector(number(), random.bool() ? number() : 0) }

  /// A place, usually near; one in a few at the edge of the world.
  mutating func place() -> Vector {
    switch random.int(in: 0...5) {
    case 0: vector()
    case 1: Vector(random.pick([-1e9, 1e9, 1e8]), random.pick([-1e9, 0, 1e9]))
    default: Vector(random.double(in: -20...20), random.double(in: -20...20))
    }
  }

  mutating func length() -> Double {
    random.int(in: 0...3) == 0 ? positive() : random.double(in: 0.1...20)
  }

  mutating func step() -> Double {
    random.pick([1.0 / 120, 1.0 / 60, 1, 1e-9, 1000, 1e-3, positive()])
  }

  mutating func kind() -> BodyDefinition.Kind {
    random.pick([.dynamic, .dynamic, .dynamic, .kinematic, .static])
  }

  // MARK: - What is done

  mutating func operate(_ kind: Int) throws {
    guard let space, let body = bodies.isEmpty ? nil : random.pick(bodies) else { return try addBody() }
    switch kind {
    case 0...5: for _ in 0..<random.int(in: 1...3) { try space.step(step()) }
    case 6: try addBody()
    case 7: try addShape(on: body, giving: random.bool())
    case 8: try addJoint()
    case 9: try throwing { body.position = place() }
    case 10: try throwing { body.angle = number() }
    case 11: try throwing { body.velocity = vector() }
    case 12: try throwing { body.angularVelocity = number() }
    case 13: try throwing { body.force = vector() }
    case 14: try throwing { body.torque = number() }
    case 15, 16: try push(body)
    case 17: try setMass(of: body)
    case 18: body.setKind(self.kind())
    case 19: try space.sleep(body, with: random.bool() ? random.pick(bodies) : nil)
    case 20: body.wake()
    case 21: try body.move(to: place(), angle: random.bool() ? nil : number(), over: step())
    case 22: body.cancelMove()
    case 23: query(space)
    case 24: try changeSpace(space)
    case 25: try changeShape()
    case 26: try changeJoint()
    case 27: try remove(from: space)
    case 28: try declare(in: space)
    default:
      try throwing {
        body.motion =
          BodyMotion(
            gravityScale: number(), damping: random.pick([nil, positive()]), speedLimit: positive(),
            angularSpeedLimit: positive())
      }
    }
  }

  mutating func push(_ body: Body) throws {
    let (strength, point) = (vector(), place())
    for _ in 0..<random.int(in: 1...2) {
      switch random.int(in: 0...3) {
      case 0: try body.apply(force: strength, atWorld: point)
      case 1: try body.apply(force: strength, atLocal: point)
      case 2: try body.apply(impulse: strength, atWorld: point)
      default: try body.apply(impulse: strength, atLocal: point)
      }
    }
  }

  mutating func setMass(of body: Body) throws {
    switch random.int(in: 0...2) {
    case 0: try throwing { body.mass = random.pick([1e-30, 1e30, 1, positive()]) }
    case 1: try throwing { body.moment = random.pick([1e-60, 1e60, .infinity, positive()]) }
    default: try throwing { body.centerOfGravity = place() }
    }
  }

  mutating func query(_ space: Space) {
    let (a, b) = (place(), random.bool() ? place() : vector())
    _ = space.shapes(near: a, within: number(), sensors: true)
    _ = space.nearestShape(to: b)
    _ = space.shapes(from: a, to: b, radius: length())
    _ = space.shapes(touching: Rect(min: a, max: b))
    _ = space.shapes(touching: Rect(min: a, max: a + Vector(length(), length())))
    if let shape = shapes.last { _ = space.shapes(overlapping: shape) }
    _ = (space.kineticEnergy, space.potentialEnergy, space.momentum, space.angularMomentum)
  }

  mutating func changeSpace(_ space: Space) throws {
    switch random.int(in: 0...4) {
    case 0: try throwing { space.gravity = vector() }
    case 1: try throwing { space.sleepTimeThreshold = random.pick([0, .infinity, 0.01, positive()]) }
    case 2: try throwing { space.damping = random.pick([0, 1, positive()]) }
    case 3: try throwing { space.collisionSlop = positive() }
    default: try throwing { space.idleSpeedThreshold = positive() }
    }
  }

  mutating func changeShape() throws {
    guard !shapes.isEmpty else { return }
    let shape = random.pick(shapes)
    switch random.int(in: 0...4) {
    case 0: try shape.setMass(random.pick([0, 1e-30, 1e30, 1, positive()]))
    case 1: try shape.setDensity(random.pick([0, 1, positive()]))
    case 2: try throwing { shape.friction = positive() }
    case 3: try throwing { shape.elasticity = positive() }
    default: try throwing { shape.surfaceVelocity = vector() }
    }
  }

  mutating func changeJoint() throws {
    guard !joints.isEmpty else { return }
    let joint = random.pick(joints)
    switch random.int(in: 0...3) {
    case 0: try throwing { joint.maxForce = positive() }
    case 1: try throwing { joint.maxBias = positive() }
    case 2: try throwing { joint.errorBias = random.pick([0, 1, positive()]) }
    default:
      switch joint {
      case let pin as PinJoint: try throwing { pin.anchorA = place() }
      case let pivot as PivotJoint: try throwing { pivot.anchorB = place() }
      case let groove as GrooveJoint: try throwing { groove.groove = (place(), place()) }
      case let spring as DampedSpring: try throwing { spring.stiffness = positive() }
      case let motor as Motor: try throwing { motor.rate = number() }
      case let gear as Gear: try throwing { gear.ratio = number() }
      default: break
      }
    }
  }

  mutating func remove(from space: Space) throws {
    switch random.int(in: 0...2) {
    case 0: if let body = space.bodies.first { try space.remove(body) }
    case 1: if let shape = space.shapes.first { try space.remove(shape) }
    default: if let joint = space.constraints.first { try space.remove(joint) }
    }
  }

  mutating func declare(in space: Space) throws {
    let effect: ContactRule.Effect = random.pick([
      .ignore, .oneWay(vector()), .friction(positive()), .elasticity(positive()), .surfaceVelocity(vector()),
      .sticky(force: positive()),
    ])
    try space.add(ContactRule(between: .any, and: .any, effect))
  }
}
