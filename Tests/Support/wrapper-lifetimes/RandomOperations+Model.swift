import TumblePhysics
import TumbleTestSupport

extension RandomOperations {
  mutating func addSomething(_ which: Int) throws {
    switch random.int(in: 0...2) {
    case 0: if !bodies.isEmpty { try add(random.pick(bodies), which) }
    case 1: if !shapes.isEmpty { try add(random.pick(shapes), which) }
    default: if !joints.isEmpty { try add(random.pick(joints), which) }
    }
  }

  mutating func add(_ body: Body, _ which: Int) throws {
    if attempt(bodyPlace[body.id] == nil, "add \(body)", { try spaces[which].add(body) }) {
      bodyPlace[body.id] = which
    }
  }

  mutating func add(_ shape: Shape, _ which: Int) throws {
    let isFine = shapePlace[shape.id] == nil && bodyPlace[shape.body.id] == which
    if attempt(isFine, "add \(shape)", { try spaces[which].add(shape) }) { shapePlace[shape.id] = which }
  }

  mutating func add(_ joint: Constraint, _ which: Int) throws {
    let isFine =
      jointPlace[joint.id] == nil && bodyPlace[joint.bodyA.id] == which && bodyPlace[joint.bodyB.id] == which
    if attempt(isFine, "add \(joint)", { try spaces[which].add(joint) }) { jointPlace[joint.id] = which }
  }

  mutating func removeSomething(_ which: Int) throws {
    switch random.int(in: 0...2) {
    case 0: if !bodies.isEmpty { remove(random.pick(bodies), which) }
    case 1: if !shapes.isEmpty { remove(random.pick(shapes), which) }
    default:
      guard !joints.isEmpty else { return }
      let joint = random.pick(joints)
      let isFine = jointPlace[joint.id] == which
      if attempt(isFine, "remove \(joint)", { try spaces[which].remove(joint) }) {
        jointPlace[joint.id] = nil
      }
    }
  }

  mutating func remove(_ body: Body, _ which: Int) {
    if attempt(bodyPlace[body.id] == which, "remove \(body)", { try spaces[which].remove(body) }) {
      left(body.id)
    }
  }

  mutating func remove(_ shape: Shape, _ which: Int) {
    let isFine = shapePlace[shape.id] == which
    if attempt(isFine, "remove \(shape)", { try spaces[which].remove(shape) }) { shapePlace[shape.id] = nil }
  }

  /// A body that leaves takes its shapes and joints along.
  mutating func left(_ body: BodyID) {
    bodyPlace[body] = nil
    for (shape, owner) in shapeBody where owner == body { shapePlace[shape] = nil }
    for (joint, ends) in jointBodies where ends.0 == body || ends.1 == body { jointPlace[joint] = nil }
  }

  func attempt(_ isFine: Bool, _ what: String, _ act: () throws -> Void) -> Bool {
    do {
      try act()
      expect(isFine, "\(what) went through against the model")
      return true
    } catch {
      expect(!isFine, "\(what) failed against the model: \(error)")
      return false
    }
  }

  /// Drops a reference of the test's own: what is in a space lives on there.
  mutating func forgetSomething() {
    switch random.int(in: 0...3) {
    case 0: if !bodies.isEmpty { bodies.remove(at: random.int(in: 0...bodies.count - 1)) }
    case 1: if !shapes.isEmpty { shapes.remove(at: random.int(in: 0...shapes.count - 1)) }
    case 2: if !joints.isEmpty { joints.remove(at: random.int(in: 0...joints.count - 1)) }
    default: events.removeAll()
    }
  }

  func compare(_ when: String) {
    for (number, space) in spaces.enumerated() {
      func same<ID: Comparable>(_ place: [ID: Int], _ ids: [ID]) -> Bool {
        place.filter { $0.value == number }.keys.sorted() == ids
      }
      expect(
        same(bodyPlace, space.bodies.map(\.id)), "\(when): other bodies in space \(number) than the model's")
      expect(
        same(shapePlace, space.shapes.map(\.id)), "\(when): other shapes in space \(number) than the model's")
      expect(same(jointPlace, space.constraints.map(\.id)), "\(when): other joints in space \(number)")
      for body in space.bodies {
        let pose = body.pose
        expect(
          pose.position.isFinite && pose.velocity.isFinite && pose.angle.isFinite
            && pose.angularVelocity.isFinite,
          "\(when): \(body) is not finite: \(pose)")
        let (mass, moment) = (body.mass, body.moment)
        expect(mass >= 0 && moment >= 0, "\(when): \(body) has mass \(mass) and moment \(moment)")
        expect(body.space === space, "\(when): \(body) is in another space")
      }
      expect(space.kineticEnergy.isFinite || space.kineticEnergy == .infinity, "\(when): energy is no number")
    }
    for body in bodies { expect((body.space == nil) == (bodyPlace[body.id] == nil), "\(when): \(body)") }
    for shape in shapes { expect((shape.space == nil) == (shapePlace[shape.id] == nil), "\(when): \(shape)") }
    for joint in joints { expect((joint.space == nil) == (jointPlace[joint.id] == nil), "\(when): \(joint)") }
  }
}
