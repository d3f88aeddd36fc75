import TumblePhysics
import TumbleTestSupport

extension RandomOperations {
  mutating func makeBody(_ which: Int) throws {
    if bodies.count > 40 { bodies.removeFirst(5) }
    if spaces[which].bodies.count > 40 { return remove(random.pick(spaces[which].bodies), which) }
    let kinds: [BodyDefinition.Kind] = [.dynamic, .dynamic, .dynamic, .kinematic, .static]
    let fromShapes = random.int(in: 0...4) == 0
    let motion = random.int(in: 0...5) == 0 ? BodyMotion(gravityScale: -1, speedLimit: 300) : BodyMotion()
    let body = try Body(
      BodyDefinition(
        kind: random.pick(kinds), position: place(), angle: random.double(in: -4...4),
        velocity: place(), mass: fromShapes ? nil : random.double(in: 0.1...10),
        moment: fromShapes ? nil : random.pick([nil, .infinity, random.double(in: 1...1000)]),
        fixedRotation: random.int(in: 0...3) == 0, motion: motion))
    bodies.append(body)
    if random.int(in: 0...5) > 0 { try add(body, which) }
    if fromShapes || random.int(in: 0...4) > 0 {
      let look = ShapeDefinition(density: fromShapes ? 0.5 : 0, collisionType: 1)
      let shape = try Shape(.circle(radius: random.double(in: 2...8)), on: body, look)
      keep(shape)
      if bodyPlace[body.id] == which { try add(shape, which) }
    }
  }

  mutating func keep(_ shape: Shape) {
    shapes.append(shape)
    shapeBody[shape.id] = shape.body.id
  }

  mutating func makeShape(_ which: Int) throws {
    guard !bodies.isEmpty else { return }
    if shapes.count > 60 { shapes.removeFirst(10) }
    let forms: [Form] = [
      .circle(radius: 5, offset: place() * 0.1), .box(Size(8, 12), radius: 1),
      .segment(from: Vector(-40, 0), to: Vector(40, 3), radius: 2),
      .polygon([Vector(0, 0), Vector(10, 0), Vector(0, 10)]),
      .rect(Rect(min: Vector(1, 1), max: Vector(5, 9))),
    ]
    let look = ShapeDefinition(
      friction: 0.5, elasticity: random.double(in: 0...1),
      surfaceVelocity: Vector(random.double(in: -5...5), 0),
      isSensor: random.int(in: 0...5) == 0, collisionType: CollisionType(UInt32(random.int(in: 0...3))))
    keep(try Shape(random.pick(forms), on: random.pick(bodies), look))
    if let shape = shapes.last { try add(shape, bodyPlace[shape.body.id] ?? which) }
  }

  mutating func makeJoint(_ which: Int) throws {
    guard bodies.count > 1 else { return }
    if joints.count > 30 { joints.removeFirst(5) }
    // Mostly two of the same space.
    let near = random.int(in: 0...5) > 0 ? spaces[which].bodies : bodies
    let (a, b) = near.isEmpty ? (bodies[0], bodies[0]) : (random.pick(near), random.pick(near))
    let joint: Constraint
    do {
      switch random.int(in: 0...9) {
      case 0: joint = try PinJoint(a, b, anchorA: place() * 0.1)
      case 1: joint = try SlideJoint(a, b, max: random.double(in: 0...100))
      case 2: joint = try PivotJoint(a, b, at: place())
      case 3: joint = try GrooveJoint(a, b, from: Vector(-20, 0), to: Vector(20, 5))
      case 4: joint = try DampedSpring(a, b, stiffness: 50, damping: 5)
      case 5: joint = try DampedRotarySpring(a, b, stiffness: 500, damping: 50)
      case 6: joint = try RotaryLimit(a, b, min: -1, max: 1)
      case 7: joint = try Ratchet(a, b, ratchet: 0.5)
      case 8: joint = try Gear(a, b, ratio: 2)
      default: joint = try Motor(a, b, rate: 3)
      }
    } catch PhysicsError.notAllowed where a === b {
      return
    } catch PhysicsError.invalid where max(a.position.length, b.position.length) > 1e8 {
      return  // too far apart for the anchors
    }
    expect(a !== b, "a joint of one body was made")
    joints.append(joint)
    jointBodies[joint.id] = (a.id, b.id)
    joint.collideBodies = random.bool()
    joint.maxForce = random.bool() ? 1e5 : .infinity
    try add(joint, which)
  }
}
