import CTumbleChipmunk
import Testing

@testable import TumblePhysics

/// The wrapper against plain C calling the same library: the same bits, body by body, step by step.
@Suite struct EngineBitsTests {
  @Test("Five crates in a box move bit for bit as plain C moves them, over 1,200 steps")
  func crates() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let plain = PlainSpace(gravity: Vector(0, -1000))
    defer { plain.free() }

    let corners = [Vector(0, 0), Vector(300, 0), Vector(300, 300), Vector(0, 300)]
    let walls = try Body(BodyDefinition(kind: .static))
    try space.add(walls)
    for i in 0..<4 {
      let look = ShapeDefinition(friction: 0.5, elasticity: 0.8)
      try space.add(Shape(.segment(from: corners[i], to: corners[(i + 1) % 4], radius: 1), on: walls, look))
    }
    plain.addWalls(corners, friction: 0.5, elasticity: 0.8)

    var crates: [Body] = []
    let places = [(0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64)]
    for (x, y, side) in places {
      let size = Size(Double(side), Double(side))
      let center = Vector(Double(x) + size.width / 2, 300 - Double(y) - size.height / 2)
      let crate = try Body(
        BodyDefinition(position: center, mass: 100, moment: Moment.box(mass: 100, size: size)))
      try space.add(crate)
      try space.add(Shape(.box(size), on: crate, ShapeDefinition(friction: 0.5, elasticity: 0.8)))
      crates.append(crate)
      plain.addBox(center, size, mass: 100, friction: 0.5, elasticity: 0.8)
    }

    for step in 1...1200 {
      try space.step(1.0 / 120)
      plain.step(1.0 / 120)
      for (i, crate) in crates.enumerated() {
        let same = crate.pose.bits == plain.poseBits(i)
        #expect(same, "crate \(i) at step \(step)")
        if !same { return }
      }
    }
  }
}

extension Pose {
  var bits: [UInt64] {
    [position.x, position.y, angle, velocity.x, velocity.y, angularVelocity].map(\.bitPattern)
  }
}

/// A world made by C calls alone.
final class PlainSpace {
  let space: UnsafeMutablePointer<cpSpace>
  var bodies: [UnsafeMutablePointer<cpBody>] = []
  private var others: [UnsafeMutablePointer<cpBody>] = []
  private var shapes: [UnsafeMutablePointer<cpShape>] = []

  init(gravity: Vector) {
    _ = Banner.silenced
    space = cpSpaceNew()
    cpSpaceSetGravity(space, cpVect(x: gravity.x, y: gravity.y))
  }

  func free() {
    for shape in shapes { cpSpaceRemoveShape(space, shape) }
    for body in bodies + others { cpSpaceRemoveBody(space, body) }
    for shape in shapes { cpShapeFree(shape) }
    for body in bodies + others { cpBodyFree(body) }
    cpSpaceFree(space)
  }

  func addWalls(_ corners: [Vector], friction: Double, elasticity: Double) {
    let body: UnsafeMutablePointer<cpBody> = cpBodyNewStatic()
    cpSpaceAddBody(space, body)
    others.append(body)
    for i in corners.indices {
      add(
        cpSegmentShapeNew(body, corners[i].c, corners[(i + 1) % corners.count].c, 1), friction, elasticity)
    }
  }

  func addBox(_ center: Vector, _ size: Size, mass: Double, friction: Double, elasticity: Double) {
    let body: UnsafeMutablePointer<cpBody> = cpBodyNew(mass, cpMomentForBox(mass, size.width, size.height))
    cpBodySetPosition(body, center.c)
    cpSpaceAddBody(space, body)
    bodies.append(body)
    add(cpBoxShapeNew(body, size.width, size.height, 0), friction, elasticity)
  }

  func add(_ shape: UnsafeMutablePointer<cpShape>, _ friction: Double, _ elasticity: Double) {
    cpShapeSetFriction(shape, friction)
    cpShapeSetElasticity(shape, elasticity)
    cpSpaceAddShape(space, shape)
    shapes.append(shape)
  }

  func step(_ dt: Double) { cpSpaceStep(space, dt) }

  func poseBits(_ i: Int) -> [UInt64] {
    let (p, v) = (cpBodyGetPosition(bodies[i]), cpBodyGetVelocity(bodies[i]))
    return [p.x, p.y, cpBodyGetAngle(bodies[i]), v.x, v.y, cpBodyGetAngularVelocity(bodies[i])].map(
      \.bitPattern)
  }
}
