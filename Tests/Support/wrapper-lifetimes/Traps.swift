import TumblePhysics

/// Sets every property to every kind of number. What its rule forbids is an error that names the property
/// within `throwing`, and an assignment, tried in a process of its own, ends that with the same sentence;
/// what the rule allows goes through, and through a step.
enum Traps {
  private struct Property {
    let name: String
    let allows: (Double) -> Bool
    let set: (World, Double) -> Void

    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ set: @escaping (World, Double) -> Void
    ) {
      self.name = name
      self.allows = allows
      self.set = set
    }

    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Double>
    ) {
      self.init(name, allows) { $0[keyPath: path] = $1 }
    }

    /// A setter of a vector's x.
    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Vector>
    ) {
      self.init(name, allows) { $0[keyPath: path] = Vector($1, 0) }
    }

    /// A setter of a whole number; a number that is none is not tried.
    init(
      _ name: String, _ allows: @escaping (Double) -> Bool, _ path: ReferenceWritableKeyPath<World, Int>
    ) {
      func number(_ value: Double) -> Int? { value.magnitude < 1e18 ? Int(value) : nil }
      self.init(name, { number($0) == nil || allows($0) }) { world, value in
        if let number = number(value) { world[keyPath: path] = number }
      }
    }

    static func motion(
      _ name: String, _ allows: @escaping (Double) -> Bool,
      _ set: @escaping (inout BodyMotion, Double) -> Void
    ) -> Property {
      Property("motion." + name, allows) { set(&$0.body.motion, $1) }
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
        expect(
          (problem == nil) == allowed, "throwing, \(what) is something else: \(problem ?? "it was taken")")
        expect(problem?.contains(name) ?? true, "throwing, \(what) does not say so: \(problem ?? "")")
      }
    }
    return properties.count * values.count
  }

  /// The error of a value within `throwing`; nil if it is taken.
  private static func refusal(_ property: Property, _ value: Double) -> String? {
    do {
      let world = try World()
      do { try throwing { property.set(world, value) } } catch let error as PhysicsError { return "\(error)" }
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
      Property("space.gravity", finite, \.space.gravity),
      Property("space.damping", fraction, \.space.damping),
      Property("space.sleepTimeThreshold", limit, \.space.sleepTimeThreshold),
      Property("space.idleSpeedThreshold", amount, \.space.idleSpeedThreshold),
      Property("space.collisionSlop", length, \.space.collisionSlop),
      Property("space.collisionBias", fraction, \.space.collisionBias),
      Property("space.iterations", isOne, \.space.iterations),
      Property("space.collisionPersistence", isOne, \.space.collisionPersistence),
      Property("listener.hitThreshold", limit) {
        $0.space.contactListeners = [ContactListener([.hit], hitThreshold: $1)]
      },
      Property("body.position", coordinate, \.body.position),
      Property("body.angle", finite, \.body.angle),
      Property("body.velocity", finite, \.body.velocity),
      Property("body.angularVelocity", finite, \.body.angularVelocity),
      Property("body.mass", { $0 >= 1e-30 && $0 <= 1e30 }, \.body.mass),
      Property("body.moment", { ($0 >= 1e-60 && $0 <= 1e60) || $0 == .infinity }, \.body.moment),
      Property("body.centerOfGravity", coordinate, \.body.centerOfGravity),
      Property("body.force", finite, \.body.force),
      Property("body.torque", finite, \.body.torque),
      .motion("gravityScale", coordinate) { $0.gravityScale = $1 },
      .motion("damping", fraction) { $0.damping = $1 },
      .motion("speedLimit", limit) { $0.speedLimit = $1 },
      .motion("angularSpeedLimit", limit) { $0.angularSpeedLimit = $1 },
      Property("shape.friction", surface, \.shape.friction),
      Property("shape.elasticity", surface, \.shape.elasticity),
      Property("shape.surfaceVelocity", finite, \.shape.surfaceVelocity),
      Property("joint.maxForce", limit, \.pin.maxForce),
      Property("joint.errorBias", fraction, \.pin.errorBias),
      Property("joint.maxBias", limit, \.pin.maxBias),
      Property("pin.anchorA", coordinate, \.pin.anchorA),
      Property("pin.anchorB", coordinate, \.pin.anchorB),
      Property("pin.distance", realLength, \.pin.distance),
      Property("slide.anchorA", coordinate, \.slide.anchorA),
      Property("slide.anchorB", coordinate, \.slide.anchorB),
      Property("slide.min", length, \.slide.min),
      Property("slide.max", { length($0) || $0 == .infinity }, \.slide.max),
      Property("pivot.anchorA", coordinate, \.pivot.anchorA),
      Property("pivot.anchorB", coordinate, \.pivot.anchorB),
      Property("groove.from", coordinate) {
        $0.groove.groove.from = Vector($1, 5)
      },
      Property("groove.anchorB", coordinate, \.groove.anchorB),
      Property("spring.anchorA", coordinate, \.spring.anchorA),
      Property("spring.anchorB", coordinate, \.spring.anchorB),
      Property("spring.restLength", length, \.spring.restLength),
      Property("spring.stiffness", amount, \.spring.stiffness),
      Property("spring.damping", amount, \.spring.damping),
      Property("rotary.restAngle", finite, \.rotary.restAngle),
      Property("rotary.stiffness", amount, \.rotary.stiffness),
      Property("rotary.damping", amount, \.rotary.damping),
      Property("limit.min", finite, \.limit.min),
      Property("limit.max", finite, \.limit.max),
      Property("ratchet.phase", finite, \.ratchet.phase),
      Property("ratchet.ratchet", notZero, \.ratchet.ratchet),
      Property("ratchet.angle", finite, \.ratchet.angle),
      Property("gear.phase", finite, \.gear.phase),
      Property("gear.ratio", notZero, \.gear.ratio),
      Property("motor.rate", finite, \.motor.rate),
    ]
  }
}
