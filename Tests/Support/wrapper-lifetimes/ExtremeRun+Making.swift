import Glibc
import TumblePhysics
import TumbleTestSupport

extension ExtremeRun {
  mutating func makeSpace() throws -> Space {
    var definition = SpaceDefinition(
      gravity: random.bool() ? Vector(0, -100) : vector(), iterations: random.int(in: 1...10))
    definition.sleepTimeThreshold = random.pick([.infinity, 0, 0.01, 0.5, positive()])
    definition.idleSpeedThreshold = random.pick([0, 10, positive()])
    if random.int(in: 0...3) == 0 { definition.collisionSlop = positive() }
    if random.int(in: 0...3) == 0 { definition.damping = random.pick([0, 1, 0.5, positive()]) }
    if random.int(in: 0...2) == 0 {
      definition.index = .spatialHash(
        cell: random.pick([1, 10, 1e9, positive()]), count: random.pick([1, 100]))
    }
    return try Space(definition)
  }

  mutating func addBody() throws {
    var definition = BodyDefinition(kind: kind(), position: place(), angle: random.bool() ? 0 : number())
    if random.int(in: 0...2) == 0 { definition.velocity = vector() }
    if random.int(in: 0...2) == 0 { definition.angularVelocity = number() }
    if random.int(in: 0...2) > 0 {
      definition.mass = random.pick([1, 1e-30, 1e30, positive()])
      definition.moment = random.pick([1, .infinity, 100, 1e-60, 1e60, positive()])
      if random.int(in: 0...3) == 0 { definition.centerOfGravity = place() }
    }
    if random.int(in: 0...4) == 0 {
      definition.motion = BodyMotion(
        gravityScale: number(), damping: random.pick([nil, 0, 1, positive()]), speedLimit: positive(),
        angularSpeedLimit: positive())
    }
    let body = try Body(definition)
    bodies.append(body)
    if bodies.count > 8 { bodies.removeFirst() }
    if random.int(in: 0...9) > 0 { try space?.add(body) }
    if random.int(in: 0...4) > 0 { try addShape(on: body, giving: definition.mass == nil) }
  }

  mutating func form() -> Form {
    let radius = random.bool() ? 0 : length()
    switch random.int(in: 0...4) {
    case 0: return .circle(radius: length(), offset: random.bool() ? .zero : place())
    case 1: return .segment(from: place(), to: place(), radius: radius)
    case 2: return .box(Size(length(), length()), radius: radius)
    case 3:
      let corner = place()
      return .rect(Rect(min: corner, max: corner + Vector(length(), length())), radius: radius)
    default:
      let (corner, scale) = (place(), length())
      let corners = (0..<random.int(in: 3...6)).map { i in
        corner + Vector(cos(Double(i)), sin(Double(i))) * scale
      }
      return .polygon(corners, radius: radius)
    }
  }

  mutating func addShape(on body: Body, giving mass: Bool) throws {
    var look = ShapeDefinition(friction: length(), elasticity: length(), isSensor: random.int(in: 0...9) == 0)
    if mass || random.int(in: 0...9) == 0 {
      if random.bool() {
        look.mass = random.pick([1, 1e-30, 1e30, positive()])
      } else {
        look.density = length()
      }
    }
    if random.int(in: 0...4) == 0 { look.surfaceVelocity = vector() }
    let shape = try Shape(form(), on: body, look)
    shapes.append(shape)
    if shapes.count > 8 { shapes.removeFirst() }
    try space?.add(shape)
  }

  mutating func addJoint() throws {
    guard bodies.count > 1 else { return }
    let (a, b) = (random.pick(bodies), random.pick(bodies))
    let definition = ConstraintDefinition(
      maxForce: random.pick([.infinity, positive()]), errorBias: random.pick([nil, 0, 1, positive()]),
      maxBias: random.pick([.infinity, positive()]), collideBodies: random.bool())
    let joint: Constraint
    switch random.int(in: 0...9) {
    case 0: joint = try PinJoint(a, b, anchorA: place(), anchorB: place(), definition)
    case 1: joint = try SlideJoint(a, b, anchorA: place(), min: length(), max: positive(), definition)
    case 2: joint = try PivotJoint(a, b, at: place(), definition)
    case 3: joint = try GrooveJoint(a, b, from: place(), to: place(), anchorB: place(), definition)
    case 4:
      joint = try DampedSpring(
        a, b, anchorA: place(), restLength: random.pick([nil, positive()]), stiffness: positive(),
        damping: positive(), definition)
    case 5:
      joint = try DampedRotarySpring(
        a, b, restAngle: number(), stiffness: positive(), damping: positive(), definition)
    case 6: joint = try RotaryLimit(a, b, min: number(), max: number(), definition)
    case 7: joint = try Ratchet(a, b, phase: number(), ratchet: number(), definition)
    case 8: joint = try Gear(a, b, phase: number(), ratio: number(), definition)
    default: joint = try Motor(a, b, rate: number(), definition)
    }
    joints.append(joint)
    if joints.count > 6 { joints.removeFirst() }
    try space?.add(joint)
  }
}
