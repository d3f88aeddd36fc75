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
      _ name: String, _ allows: @escaping (Double) -> Bool, _ set: @escaping (World, Double) -> Void,
      twin: @escaping (World, Double) throws -> Void
    ) {
      self.name = name
      self.allows = allows
      self.set = set
      self.twin = twin
    }

    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Double>,
      twin: @escaping (World, Double) throws -> Void
    ) {
      self.init(name, allows, { $0[keyPath: path] = $1 }, twin: twin)
    }

    /// Of a vector, whose x is set.
    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Vector>,
      twin: @escaping (World, Vector) throws -> Void
    ) {
      self.init(name, allows, { $0[keyPath: path] = Vector($1, 0) }, twin: { try twin($0, Vector($1, 0)) })
    }

    /// Of a whole number; what is none is not tried.
    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Int>,
      twin: @escaping (World, Int) throws -> Void
    ) {
      func number(_ value: Double) -> Int? { value.magnitude < 1e18 ? Int(value) : nil }
      self.init(name, { number($0) == nil || allows($0) }) { world, value in
        if let number = number(value) { world[keyPath: path] = number }
      } twin: { world, value in
        if let number = number(value) { try twin(world, number) }
      }
    }

    static func motion(
      _ name: String, _ allows: @escaping (Double) -> Bool,
      _ set: @escaping (inout BodyMotion, Double) -> Void
    ) -> Property {
      Property("motion." + name, allows) {
        set(&$0.body.motion, $1)
      } twin: {
        var motion = $0.body.motion
        set(&motion, $1)
        try $0.body.setMotion(motion)
      }
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
  private static func isOne(_ value: Double) -> Bool { value == 1 }

  private static var properties: [Property] {
    [
      Property("space.gravity", finite, \.space.gravity) { try $0.space.setGravity($1) },
      Property("space.damping", fraction, \.space.damping) { try $0.space.setDamping($1) },
      Property("space.sleepTimeThreshold", limit, \.space.sleepTimeThreshold) {
        try $0.space.setSleepTimeThreshold($1)
      },
      Property("space.idleSpeedThreshold", amount, \.space.idleSpeedThreshold) {
        try $0.space.setIdleSpeedThreshold($1)
      },
      Property("space.collisionSlop", length, \.space.collisionSlop) { try $0.space.setCollisionSlop($1) },
      Property("space.collisionBias", fraction, \.space.collisionBias) { try $0.space.setCollisionBias($1) },
      Property("space.iterations", isOne, \.space.iterations) { try $0.space.setIterations($1) },
      Property("space.collisionPersistence", isOne, \.space.collisionPersistence) {
        try $0.space.setCollisionPersistence($1)
      },
      Property("listener.hitThreshold", limit) {
        $0.space.contactListeners = [ContactListener([.hit], hitThreshold: $1)]
      } twin: {
        try $0.space.setContactListeners([ContactListener([.hit], hitThreshold: $1)])
      },
      Property("body.position", coordinate, \.body.position) { try $0.body.setPosition($1) },
      Property("body.angle", finite, \.body.angle) { try $0.body.setAngle($1) },
      Property("body.velocity", finite, \.body.velocity) { try $0.body.setVelocity($1) },
      Property("body.angularVelocity", finite, \.body.angularVelocity) { try $0.body.setAngularVelocity($1) },
      Property("body.mass", { $0 >= 1e-30 && $0 <= 1e30 }, \.body.mass) { try $0.body.setMass($1) },
      Property("body.moment", { ($0 >= 1e-60 && $0 <= 1e60) || $0 == .infinity }, \.body.moment) {
        try $0.body.setMoment($1)
      },
      Property("body.centerOfGravity", coordinate, \.body.centerOfGravity) {
        try $0.body.setCenterOfGravity($1)
      },
      Property("body.force", finite, \.body.force) { try $0.body.setForce($1) },
      Property("body.torque", finite, \.body.torque) { try $0.body.setTorque($1) },
      .motion("gravityScale", coordinate) { $0.gravityScale = $1 },
      .motion("damping", fraction) { $0.damping = $1 },
      .motion("speedLimit", limit) { $0.speedLimit = $1 },
      .motion("angularSpeedLimit", limit) { $0.angularSpeedLimit = $1 },
      Property("shape.friction", surface, \.shape.friction) { try $0.shape.setFriction($1) },
      Property("shape.elasticity", surface, \.shape.elasticity) { try $0.shape.setElasticity($1) },
      Property("shape.surfaceVelocity", finite, \.shape.surfaceVelocity) {
        try $0.shape.setSurfaceVelocity($1)
      },
      Property("joint.maxForce", limit, \.pin.maxForce) { try $0.pin.setMaxForce($1) },
      Property("joint.errorBias", fraction, \.pin.errorBias) { try $0.pin.setErrorBias($1) },
      Property("joint.maxBias", limit, \.pin.maxBias) { try $0.pin.setMaxBias($1) },
      Property("pin.anchorA", coordinate, \.pin.anchorA) { try $0.pin.setAnchorA($1) },
      Property("pin.anchorB", coordinate, \.pin.anchorB) { try $0.pin.setAnchorB($1) },
      Property("pin.distance", realLength, \.pin.distance) { try $0.pin.setDistance($1) },
      Property("slide.anchorA", coordinate, \.slide.anchorA) { try $0.slide.setAnchorA($1) },
      Property("slide.anchorB", coordinate, \.slide.anchorB) { try $0.slide.setAnchorB($1) },
      Property("slide.min", length, \.slide.min) { try $0.slide.setMin($1) },
      Property("slide.max", { length($0) || $0 == .infinity }, \.slide.max) { try $0.slide.setMax($1) },
      Property("pivot.anchorA", coordinate, \.pivot.anchorA) { try $0.pivot.setAnchorA($1) },
      Property("pivot.anchorB", coordinate, \.pivot.anchorB) { try $0.pivot.setAnchorB($1) },
      Property("groove.from", coordinate) {
        $0.groove.groove.from = Vector($1, 5)
      } twin: {
        try $0.groove.setGroove(from: Vector($1, 5), to: $0.groove.groove.to)
      },
      Property("groove.anchorB", coordinate, \.groove.anchorB) { try $0.groove.setAnchorB($1) },
      Property("spring.anchorA", coordinate, \.spring.anchorA) { try $0.spring.setAnchorA($1) },
      Property("spring.anchorB", coordinate, \.spring.anchorB) { try $0.spring.setAnchorB($1) },
      Property("spring.restLength", length, \.spring.restLength) { try $0.spring.setRestLength($1) },
      Property("spring.stiffness", amount, \.spring.stiffness) { try $0.spring.setStiffness($1) },
      Property("spring.damping", amount, \.spring.damping) { try $0.spring.setDamping($1) },
      Property("rotary.restAngle", finite, \.rotary.restAngle) { try $0.rotary.setRestAngle($1) },
      Property("rotary.stiffness", amount, \.rotary.stiffness) { try $0.rotary.setStiffness($1) },
      Property("rotary.damping", amount, \.rotary.damping) { try $0.rotary.setDamping($1) },
      Property("limit.min", finite, \.limit.min) { try $0.limit.setMin($1) },
      Property("limit.max", finite, \.limit.max) { try $0.limit.setMax($1) },
      Property("ratchet.phase", finite, \.ratchet.phase) { try $0.ratchet.setPhase($1) },
      Property("ratchet.ratchet", notZero, \.ratchet.ratchet) { try $0.ratchet.setRatchet($1) },
      Property("ratchet.angle", finite, \.ratchet.angle) { try $0.ratchet.setAngle($1) },
      Property("gear.phase", finite, \.gear.phase) { try $0.gear.setPhase($1) },
      Property("gear.ratio", notZero, \.gear.ratio) { try $0.gear.setRatio($1) },
      Property("motor.rate", finite, \.motor.rate) { try $0.motor.setRate($1) },
    ]
  }
}
