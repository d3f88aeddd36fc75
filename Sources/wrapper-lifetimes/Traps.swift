import TumblePhysics

/// Sets every property to every kind of number. What its rule forbids its throwing twin refuses with an error that names
/// the property, and an assignment, tried in a process of its own, ends that with the same sentence; what the rule allows
/// goes through, and through a step.
enum Traps {
  private struct Property {
    let name: String
    let allows: (Double) -> Bool
    let set: (World, Double) -> Void
    let twin: (World, Double) throws -> Void

    init(
      name: String, allows: @escaping (Double) -> Bool, _ set: @escaping (World, Double) -> Void,
      twin: @escaping (World, Double) throws -> Void
    ) {
      self.name = name
      self.allows = allows
      self.set = set
      self.twin = twin
    }
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
        let name = property.name.split(separator: ".").last.map(String.init) ?? "?"
        expect(died == !allowed, "\(what) was \(died ? "refused" : "taken"), against its rule. \(words)")
        expect(!died || words.contains(name), "\(what) does not say so: \(words)")
        let problem = refusal(property, value)
        expect((problem == nil) == allowed, "the twin of \(what) disagrees: \(problem ?? "it took that")")
        expect(problem?.contains(name) ?? true, "the twin of \(what) does not say so: \(problem ?? "")")
      }
    }
    return properties.count * values.count
  }

  /// What a throwing twin says of a value; nil if it takes it.
  private static func refusal(_ property: Property, _ value: Double) -> String? {
    do {
      let world = try World()
      do { try property.twin(world, value) } catch let error as PhysicsError { return "\(error)" }
      // The value may be more than a step can bear; then it says so without an abort.
      _ = try? world.space.step(0.01)
      return nil
    } catch {
      stop("\(property.name): \(error)")
    }
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
      Property(name: "space.gravity", allows: finite) {
        $0.space.gravity = Vector(0, $1)
      } twin: {
        try $0.space.setGravity(Vector(0, $1))
      },
      Property(name: "space.damping", allows: fraction) {
        $0.space.damping = $1
      } twin: {
        try $0.space.setDamping($1)
      },
      Property(name: "space.sleepTimeThreshold", allows: limit) {
        $0.space.sleepTimeThreshold = $1
      } twin: {
        try $0.space.setSleepTimeThreshold($1)
      },
      Property(name: "space.idleSpeedThreshold", allows: amount) {
        $0.space.idleSpeedThreshold = $1
      } twin: {
        try $0.space.setIdleSpeedThreshold($1)
      },
      Property(name: "space.collisionSlop", allows: length) {
        $0.space.collisionSlop = $1
      } twin: {
        try $0.space.setCollisionSlop($1)
      },
      Property(name: "space.collisionBias", allows: fraction) {
        $0.space.collisionBias = $1
      } twin: {
        try $0.space.setCollisionBias($1)
      },
      Property(name: "space.iterations", allows: { $0 == 1 || !($0 > -1e18 && $0 < 1e18) }) { world, value in
        guard value > -1e18, value < 1e18 else { return }
        world.space.iterations = Int(value)
      } twin: { world, value in
        if value > -1e18, value < 1e18 { try world.space.setIterations(Int(value)) }
      },
      Property(name: "space.collisionPersistence", allows: { $0 == 1 || !($0 > -1e18 && $0 < 1e18) }) {
        world, value in
        guard value > -1e18, value < 1e18 else { return }
        world.space.collisionPersistence = Int(value)
      } twin: { world, value in
        if value > -1e18, value < 1e18 { try world.space.setCollisionPersistence(Int(value)) }
      },
      Property(name: "listener.hitThreshold", allows: limit) {
        $0.space.contactListeners = [ContactListener([.hit], hitThreshold: $1)]
      } twin: {
        try $0.space.setContactListeners([ContactListener([.hit], hitThreshold: $1)])
      },
      Property(name: "body.position", allows: coordinate) {
        $0.body.position = Vector($1, 0)
      } twin: {
        try $0.body.setPosition(Vector($1, 0))
      },
      Property(name: "body.angle", allows: finite) {
        $0.body.angle = $1
      } twin: {
        try $0.body.setAngle($1)
      },
      Property(name: "body.velocity", allows: finite) {
        $0.body.velocity = Vector(0, $1)
      } twin: {
        try $0.body.setVelocity(Vector(0, $1))
      },
      Property(name: "body.angularVelocity", allows: finite) {
        $0.body.angularVelocity = $1
      } twin: {
        try $0.body.setAngularVelocity($1)
      },
      Property(name: "body.mass", allows: { $0 >= 1e-30 && $0 <= 1e30 }) {
        $0.body.mass = $1
      } twin: {
        try $0.body.setMass($1)
      },
      Property(name: "body.moment", allows: { ($0 >= 1e-60 && $0 <= 1e60) || $0 == .infinity }) {
        $0.body.moment = $1
      } twin: {
        try $0.body.setMoment($1)
      },
      Property(name: "body.centerOfGravity", allows: coordinate) {
        $0.body.centerOfGravity = Vector($1, 0)
      } twin: {
        try $0.body.setCenterOfGravity(Vector($1, 0))
      },
      Property(name: "body.force", allows: finite) {
        $0.body.force = Vector($1, 0)
      } twin: {
        try $0.body.setForce(Vector($1, 0))
      },
      Property(name: "body.torque", allows: finite) {
        $0.body.torque = $1
      } twin: {
        try $0.body.setTorque($1)
      },
      Property(name: "motion.gravityScale", allows: coordinate) {
        $0.body.motion.gravityScale = $1
      } twin: {
        var motion = $0.body.motion
        motion.gravityScale = $1
        try $0.body.setMotion(motion)
      },
      Property(name: "motion.damping", allows: fraction) {
        $0.body.motion.damping = $1
      } twin: {
        var motion = $0.body.motion
        motion.damping = $1
        try $0.body.setMotion(motion)
      },
      Property(name: "motion.speedLimit", allows: limit) {
        $0.body.motion.speedLimit = $1
      } twin: {
        var motion = $0.body.motion
        motion.speedLimit = $1
        try $0.body.setMotion(motion)
      },
      Property(name: "motion.angularSpeedLimit", allows: limit) {
        $0.body.motion.angularSpeedLimit = $1
      } twin: {
        var motion = $0.body.motion
        motion.angularSpeedLimit = $1
        try $0.body.setMotion(motion)
      },
      Property(name: "shape.friction", allows: surface) {
        $0.shape.friction = $1
      } twin: {
        try $0.shape.setFriction($1)
      },
      Property(name: "shape.elasticity", allows: surface) {
        $0.shape.elasticity = $1
      } twin: {
        try $0.shape.setElasticity($1)
      },
      Property(name: "shape.surfaceVelocity", allows: finite) {
        $0.shape.surfaceVelocity = Vector($1, 0)
      } twin: {
        try $0.shape.setSurfaceVelocity(Vector($1, 0))
      },
      Property(name: "joint.maxForce", allows: limit) {
        $0.pin.maxForce = $1
      } twin: {
        try $0.pin.setMaxForce($1)
      },
      Property(name: "joint.errorBias", allows: fraction) {
        $0.pin.errorBias = $1
      } twin: {
        try $0.pin.setErrorBias($1)
      },
      Property(name: "joint.maxBias", allows: limit) {
        $0.pin.maxBias = $1
      } twin: {
        try $0.pin.setMaxBias($1)
      },
      Property(name: "pin.anchorA", allows: coordinate) {
        $0.pin.anchorA = Vector($1, 0)
      } twin: {
        try $0.pin.setAnchorA(Vector($1, 0))
      },
      Property(name: "pin.anchorB", allows: coordinate) {
        $0.pin.anchorB = Vector($1, 0)
      } twin: {
        try $0.pin.setAnchorB(Vector($1, 0))
      },
      Property(name: "pin.distance", allows: realLength) {
        $0.pin.distance = $1
      } twin: {
        try $0.pin.setDistance($1)
      },
      Property(name: "slide.anchorA", allows: coordinate) {
        $0.slide.anchorA = Vector($1, 0)
      } twin: {
        try $0.slide.setAnchorA(Vector($1, 0))
      },
      Property(name: "slide.anchorB", allows: coordinate) {
        $0.slide.anchorB = Vector($1, 0)
      } twin: {
        try $0.slide.setAnchorB(Vector($1, 0))
      },
      Property(name: "slide.min", allows: length) {
        $0.slide.min = $1
      } twin: {
        try $0.slide.setMin($1)
      },
      Property(name: "slide.max", allows: { length($0) || $0 == .infinity }) {
        $0.slide.max = $1
      } twin: {
        try $0.slide.setMax($1)
      },
      Property(name: "pivot.anchorA", allows: coordinate) {
        $0.pivot.anchorA = Vector($1, 0)
      } twin: {
        try $0.pivot.setAnchorA(Vector($1, 0))
      },
      Property(name: "pivot.anchorB", allows: coordinate) {
        $0.pivot.anchorB = Vector($1, 0)
      } twin: {
        try $0.pivot.setAnchorB(Vector($1, 0))
      },
      Property(name: "groove.from", allows: { abs($0) <= 1e9 }) {
        $0.groove.groove.from = Vector($1, 5)
      } twin: {
        try $0.groove.setGroove(from: Vector($1, 5), to: $0.groove.groove.to)
      },
      Property(name: "groove.anchorB", allows: coordinate) {
        $0.groove.anchorB = Vector($1, 0)
      } twin: {
        try $0.groove.setAnchorB(Vector($1, 0))
      },
      Property(name: "spring.anchorA", allows: coordinate) {
        $0.spring.anchorA = Vector($1, 0)
      } twin: {
        try $0.spring.setAnchorA(Vector($1, 0))
      },
      Property(name: "spring.anchorB", allows: coordinate) {
        $0.spring.anchorB = Vector($1, 0)
      } twin: {
        try $0.spring.setAnchorB(Vector($1, 0))
      },
      Property(name: "spring.restLength", allows: length) {
        $0.spring.restLength = $1
      } twin: {
        try $0.spring.setRestLength($1)
      },
      Property(name: "spring.stiffness", allows: amount) {
        $0.spring.stiffness = $1
      } twin: {
        try $0.spring.setStiffness($1)
      },
      Property(name: "spring.damping", allows: amount) {
        $0.spring.damping = $1
      } twin: {
        try $0.spring.setDamping($1)
      },
      Property(name: "rotary.restAngle", allows: finite) {
        $0.rotary.restAngle = $1
      } twin: {
        try $0.rotary.setRestAngle($1)
      },
      Property(name: "rotary.stiffness", allows: amount) {
        $0.rotary.stiffness = $1
      } twin: {
        try $0.rotary.setStiffness($1)
      },
      Property(name: "rotary.damping", allows: amount) {
        $0.rotary.damping = $1
      } twin: {
        try $0.rotary.setDamping($1)
      },
      Property(name: "limit.min", allows: finite) {
        $0.limit.min = $1
      } twin: {
        try $0.limit.setMin($1)
      },
      Property(name: "limit.max", allows: finite) {
        $0.limit.max = $1
      } twin: {
        try $0.limit.setMax($1)
      },
      Property(name: "ratchet.phase", allows: finite) {
        $0.ratchet.phase = $1
      } twin: {
        try $0.ratchet.setPhase($1)
      },
      Property(name: "ratchet.ratchet", allows: notZero) {
        $0.ratchet.ratchet = $1
      } twin: {
        try $0.ratchet.setRatchet($1)
      },
      Property(name: "ratchet.angle", allows: finite) {
        $0.ratchet.angle = $1
      } twin: {
        try $0.ratchet.setAngle($1)
      },
      Property(name: "gear.phase", allows: finite) {
        $0.gear.phase = $1
      } twin: {
        try $0.gear.setPhase($1)
      },
      Property(name: "gear.ratio", allows: notZero) {
        $0.gear.ratio = $1
      } twin: {
        try $0.gear.setRatio($1)
      },
      Property(name: "motor.rate", allows: finite) {
        $0.motor.rate = $1
      } twin: {
        try $0.motor.setRate($1)
      },
    ]
  }
}
