import TumblePhysics

/// Sets every property to every kind of number, each in a process of its own: what its rule forbids must end that with
/// a sentence that names the property, and what it allows must go through, and through a step.
enum Traps {
  private struct Property {
    let name: String
    let allows: (Double) -> Bool
    let set: (World, Double) -> Void
  }

  static let values: [Double] = [
    .nan, .infinity, -.infinity, -1, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1e-200, 0.5, 1,
    1e300, -1e300,
  ]

  /// - Returns: how many settings were tried.
  static func check() -> Int {
    for property in properties {
      for value in values {
        let allowed = property.allows(value)
        let (died, words) = Child.run {
          guard let world = try? World() else { return }
          property.set(world, value)
          _ = try? world.space.step(0.01)
        }
        let what = "\(property.name) = \(value)"
        expect(died == !allowed, "\(what) was \(died ? "refused" : "taken"), against its rule. \(words)")
        if died {
          let named = words.contains(property.name.split(separator: ".").last.map(String.init) ?? "?")
          expect(named, "\(what) does not say so: \(words)")
        }
      }
    }
    return properties.count * values.count
  }

  /// One of everything.
  private final class World {
    let space: Space
    let body: Body
    let still: Body
    let shape: Shape
    let pin: PinJoint
    let slide: SlideJoint
    let pivot: PivotJoint
    let groove: GrooveJoint
    let spring: DampedSpring
    let rotary: DampedRotarySpring
    let limit: RotaryLimit
    let ratchet: Ratchet
    let gear: Gear
    let motor: Motor

    init() throws {
      space = try Space()
      body = try Body(BodyDefinition(position: Vector(10, 0), mass: 1, moment: 100))
      still = try Body(BodyDefinition(kind: .static))
      shape = try Shape(.circle(radius: 2), on: body)
      pin = try PinJoint(still, body)
      slide = try SlideJoint(still, body, max: 100)
      pivot = try PivotJoint(still, body, at: .zero)
      groove = try GrooveJoint(still, body, from: .zero, to: Vector(10, 0))
      spring = try DampedSpring(still, body, stiffness: 1, damping: 1)
      rotary = try DampedRotarySpring(still, body, stiffness: 1, damping: 1)
      limit = try RotaryLimit(still, body, min: -1, max: 1)
      ratchet = try Ratchet(still, body, ratchet: 1)
      gear = try Gear(still, body, ratio: 1)
      motor = try Motor(still, body, rate: 1)
      try space.add(still)
      try space.add(body)
      try space.add(shape)
      let joints: [Constraint] = [
        pin, slide, pivot, groove, spring, rotary, limit, ratchet, gear, motor,
      ]
      for joint in joints { try space.add(joint) }
    }
  }

  private static func finite(_ value: Double) -> Bool { value.isFinite }
  private static func coordinate(_ value: Double) -> Bool { abs(value) <= 1e9 }
  private static func length(_ value: Double) -> Bool { value >= 0 && value <= 1e9 }
  private static func realLength(_ value: Double) -> Bool { value >= 1e-9 && value <= 1e9 }
  private static func amount(_ value: Double) -> Bool { value >= 0 && value < .infinity }
  private static func surface(_ value: Double) -> Bool { value >= 0 && value <= 1e9 }
  private static func limit(_ value: Double) -> Bool { value >= 0 }
  private static func fraction(_ value: Double) -> Bool { value >= 0 && value <= 1 }
  private static func notZero(_ value: Double) -> Bool { value.isFinite && abs(value) >= 1e-30 }

  private static var properties: [Property] {
    [
      Property(name: "space.gravity", allows: finite) { $0.space.gravity = Vector(0, $1) },
      Property(name: "space.damping", allows: fraction) { $0.space.damping = $1 },
      Property(name: "space.sleepTimeThreshold", allows: limit) { $0.space.sleepTimeThreshold = $1 },
      Property(name: "space.idleSpeedThreshold", allows: amount) { $0.space.idleSpeedThreshold = $1 },
      Property(name: "space.collisionSlop", allows: length) { $0.space.collisionSlop = $1 },
      Property(name: "space.collisionBias", allows: fraction) { $0.space.collisionBias = $1 },
      Property(name: "space.iterations", allows: { $0 == 1 || !($0 > -1e18 && $0 < 1e18) }) { world, value in
        guard value > -1e18, value < 1e18 else { return }
        world.space.iterations = Int(value)
      },
      Property(name: "space.collisionPersistence", allows: { $0 == 1 || !($0 > -1e18 && $0 < 1e18) }) {
        world, value in
        guard value > -1e18, value < 1e18 else { return }
        world.space.collisionPersistence = Int(value)
      },
      Property(name: "listener.hitThreshold", allows: limit) {
        $0.space.contactListeners = [ContactListener([.hit], hitThreshold: $1)]
      },
      Property(name: "body.position", allows: coordinate) { $0.body.position = Vector($1, 0) },
      Property(name: "body.angle", allows: finite) { $0.body.angle = $1 },
      Property(name: "body.velocity", allows: finite) { $0.body.velocity = Vector(0, $1) },
      Property(name: "body.angularVelocity", allows: finite) { $0.body.angularVelocity = $1 },
      Property(name: "body.mass", allows: { $0 >= 1e-30 && $0 <= 1e30 }) { $0.body.mass = $1 },
      Property(name: "body.moment", allows: { ($0 >= 1e-60 && $0 <= 1e60) || $0 == .infinity }) {
        $0.body.moment = $1
      },
      Property(name: "body.centerOfGravity", allows: coordinate) { $0.body.centerOfGravity = Vector($1, 0) },
      Property(name: "body.force", allows: finite) { $0.body.force = Vector($1, 0) },
      Property(name: "body.torque", allows: finite) { $0.body.torque = $1 },
      Property(name: "body.impulse", allows: finite) { try! $0.body.apply(impulse: Vector($1, 0)) },
      Property(name: "apply.force", allows: finite) {
        try! $0.body.apply(force: Vector($1, 0), atWorld: .zero)
      },
      Property(name: "force.point", allows: coordinate) {
        try! $0.body.apply(force: Vector(1, 0), atWorld: Vector($1, 0))
      },
      Property(name: "motion.gravityScale", allows: coordinate) { $0.body.motion.gravityScale = $1 },
      Property(name: "motion.damping", allows: fraction) { $0.body.motion.damping = $1 },
      Property(name: "motion.speedLimit", allows: limit) { $0.body.motion.speedLimit = $1 },
      Property(name: "motion.angularSpeedLimit", allows: limit) { $0.body.motion.angularSpeedLimit = $1 },
      Property(name: "shape.friction", allows: surface) { $0.shape.friction = $1 },
      Property(name: "shape.elasticity", allows: surface) { $0.shape.elasticity = $1 },
      Property(name: "shape.surfaceVelocity", allows: finite) { $0.shape.surfaceVelocity = Vector($1, 0) },
      Property(name: "joint.maxForce", allows: limit) { $0.pin.maxForce = $1 },
      Property(name: "joint.errorBias", allows: fraction) { $0.pin.errorBias = $1 },
      Property(name: "joint.maxBias", allows: limit) { $0.pin.maxBias = $1 },
      Property(name: "pin.anchorA", allows: coordinate) { $0.pin.anchorA = Vector($1, 0) },
      Property(name: "pin.anchorB", allows: coordinate) { $0.pin.anchorB = Vector($1, 0) },
      Property(name: "pin.distance", allows: realLength) { $0.pin.distance = $1 },
      Property(name: "slide.anchorA", allows: coordinate) { $0.slide.anchorA = Vector($1, 0) },
      Property(name: "slide.anchorB", allows: coordinate) { $0.slide.anchorB = Vector($1, 0) },
      Property(name: "slide.min", allows: length) { $0.slide.min = $1 },
      Property(name: "slide.max", allows: { length($0) || $0 == .infinity }) { $0.slide.max = $1 },
      Property(name: "pivot.anchorA", allows: coordinate) { $0.pivot.anchorA = Vector($1, 0) },
      Property(name: "pivot.anchorB", allows: coordinate) { $0.pivot.anchorB = Vector($1, 0) },
      Property(name: "groove.from", allows: { abs($0) <= 1e9 }) { $0.groove.groove.from = Vector($1, 5) },
      Property(name: "groove.anchorB", allows: coordinate) { $0.groove.anchorB = Vector($1, 0) },
      Property(name: "spring.anchorA", allows: coordinate) { $0.spring.anchorA = Vector($1, 0) },
      Property(name: "spring.anchorB", allows: coordinate) { $0.spring.anchorB = Vector($1, 0) },
      Property(name: "spring.restLength", allows: length) { $0.spring.restLength = $1 },
      Property(name: "spring.stiffness", allows: amount) { $0.spring.stiffness = $1 },
      Property(name: "spring.damping", allows: amount) { $0.spring.damping = $1 },
      Property(name: "rotary.restAngle", allows: finite) { $0.rotary.restAngle = $1 },
      Property(name: "rotary.stiffness", allows: amount) { $0.rotary.stiffness = $1 },
      Property(name: "rotary.damping", allows: amount) { $0.rotary.damping = $1 },
      Property(name: "limit.min", allows: finite) { $0.limit.min = $1 },
      Property(name: "limit.max", allows: finite) { $0.limit.max = $1 },
      Property(name: "ratchet.phase", allows: finite) { $0.ratchet.phase = $1 },
      Property(name: "ratchet.ratchet", allows: notZero) { $0.ratchet.ratchet = $1 },
      Property(name: "ratchet.angle", allows: finite) { $0.ratchet.angle = $1 },
      Property(name: "gear.phase", allows: finite) { $0.gear.phase = $1 },
      Property(name: "gear.ratio", allows: notZero) { $0.gear.ratio = $1 },
      Property(name: "motor.rate", allows: finite) { $0.motor.rate = $1 },
    ]
  }
}
