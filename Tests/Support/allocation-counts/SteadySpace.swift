import CTumbleTestHooks
import TumblePhysics

/// A space of crates, joints, a rule and a body that is moved, stepped and read on and on.
struct SteadySpace: CustomStringConvertible {
  let hasListeners: Bool

  static let all = [SteadySpace(hasListeners: true), SteadySpace(hasListeners: false)]

  var description: String { "a space \(hasListeners ? "with" : "without") contact events, stepped and read" }

  /// The heap allocations of 600 steps after as many.
  func run() throws -> UInt64 {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let floor = try Body(BodyDefinition(kind: .static))
    try space.add(
      floor,
      Shape(
        .segment(from: Vector(-1000, -5), to: Vector(1000, -5), radius: 5), on: floor,
        ShapeDefinition(friction: 0.8, elasticity: 1)))
    func add(_ form: Form, at position: Vector, _ look: ShapeDefinition) throws -> Body {
      let body = try Body(BodyDefinition(position: position, mass: 1))
      try space.add(body, Shape(form, on: body, look))
      return body
    }
    for i in 0..<60 {
      let place = Vector(Double(i % 10) * 25 - 100, 10 + Double(i / 10) * 20.5)
      _ = try add(.box(Size(20, 20)), at: place, ShapeDefinition(friction: 0.8))
    }
    let crank = try Body(BodyDefinition(kind: .kinematic, position: Vector(0, 300)))
    try space.add(crank)
    let lamp = try add(.circle(radius: 10), at: Vector(0, 250), ShapeDefinition(elasticity: 1))
    try space.add(SlideJoint(crank, lamp, max: 60))
    let ball = try add(.circle(radius: 10), at: Vector(300, 60), ShapeDefinition(elasticity: 1))
    try space.add(ContactRule(between: .body(ball.id), and: .any, .friction(0.2)))
    space.contactListeners = hasListeners ? [ContactListener([.began, .ended, .persisted, .hit])] : []
    var poses: [Pose] = []
    var seen = 0
    func run(_ steps: Range<Int>) throws {
      for step in steps {
        try crank.move(to: Vector(Double(step % 40), 300), angle: 0.1, over: 1.0 / 120)
        try space.step(1.0 / 120)
        space.readPoses(into: &poses)
        seen += space.contactEvents.count
      }
    }
    // The engine's own buffers grow with contacts, not with steps.
    try run(0..<600)
    seen = 0
    let before = ctumble_allocations()
    try run(600..<1200)
    let made = ctumble_allocations() - before
    precondition((seen > 1000) == hasListeners, "events come where somebody listens")
    return made
  }
}
