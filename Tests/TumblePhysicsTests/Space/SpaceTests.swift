import CTumbleChipmunk
import Foundation
import Testing
import TumbleTestSupport

@testable import TumblePhysics

@Suite struct SpaceTests {
  @Test("What has no mass yet has no energy and no momentum, however fast it is; the engine's is no number")
  func massless() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -10)))
    let body = try Body(
      BodyDefinition(position: Vector(1e9, 1e9), velocity: Vector(1e300, -1e300), angularVelocity: 1e300))
    try space.add(body)
    #expect(cpBodyKineticEnergy(body.pointer).isNaN)
    #expect(space.kineticEnergy == 0 && space.potentialEnergy == 0)
    #expect(space.momentum == .zero && space.angularMomentum == 0)
  }

  @Test("Energies and momenta are those of mechanics; the engine's kinetic energy is twice that")
  func energy() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -10)))
    let ball = try space.ball(at: Vector(3, 4), radius: 2, mass: 2)
    ball.velocity = Vector(3, 0)
    ball.angularVelocity = 5
    #expect(space.kineticEnergy == 0.5 * 2 * 9 + 0.5 * 4 * 25)
    #expect(space.potentialEnergy == 2 * 10 * 4)
    #expect(space.momentum == Vector(6, 0))
    #expect(space.angularMomentum == -4 * 6 + 4 * 5)
    let point = try Body(BodyDefinition(position: Vector(1, 0), velocity: Vector(0, 1), mass: 1))
    try space.add(point)
    #expect(space.angularMomentum == -4 * 6 + 4 * 5 + 1)
    try space.nail().position = Vector(5, 5)
    #expect(space.kineticEnergy == 9 + 50 + 0.5)
  }

  @Test(
    "A body that falls up keeps its energy, and one that floats has none of place", arguments: [-1, 0, 0.5])
  func scaledEnergy(scale: Double) throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let body = try Body(
      BodyDefinition(position: Vector(3, 50), mass: 2, motion: BodyMotion(gravityScale: scale)))
    try space.add(body)
    #expect(space.potentialEnergy == 2 * 1000 * 50 * scale)
    let before = space.kineticEnergy + space.potentialEnergy
    try space.run(120)
    // The engine moves a body by its velocity after the step: half a step too far.
    let slip = 1000 * scale * 1000 * scale * 2 / 240
    #expect(abs(space.kineticEnergy + space.potentialEnergy - before) <= slip * 1.01)
  }

  @Test("Tens of thousands of joints on one hook are let go of without a deep stack")
  func hook() async {
    // The engine looks a joint up by recursion: what is deep overflows a stack as small as this.
    let isDone = await withCheckedContinuation { done in
      let thread = Thread {
        done.resume(returning: (try? Self.hang(20_000)) != nil)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isDone)
  }

  private static func hang(_ count: Int) throws {
    for removes in [false, true] {
      let space = try Space()
      let hook = try space.nail()
      for _ in 0..<count {
        let bob = try Body(BodyDefinition(mass: 1))
        try space.add(bob)
        try space.add(SlideJoint(hook, bob, max: 10))
      }
      if removes { try space.remove(hook) }
    }
  }

  @Test("Poses are read in id order in one pass, whatever the order of adding")
  func poses() throws {
    let space = try Space()
    let bodies = try (0..<5).map { try Body(BodyDefinition(position: Vector(Double($0), 0), mass: 1)) }
    for body in [3, 1, 4, 0, 2].map({ bodies[$0] }) { try space.add(body) }
    #expect(space.bodies.map(\.id) == bodies.map(\.id))
    var poses: [Pose] = []
    space.readPoses(into: &poses)
    #expect(poses.map(\.position.x) == [0, 1, 2, 3, 4])
    try space.remove(bodies[2])
    space.readPoses(into: &poses)
    #expect(poses.map(\.position.x) == [0, 1, 3, 4])
    let read = poses.withUnsafeMutableBufferPointer { space.readPoses(into: .init(rebasing: $0[0..<2])) }
    #expect(read == 2)
  }

  @Test("Nothing is left alive of what went out of scope, and all that is referred to lives on")
  func lifetimes() throws {
    // Other suites run at the same time: only what is weak here tells of this scope.
    weak var space: Space?
    weak var body: Body?
    weak var joint: PinJoint?
    let kept: Shape
    do {
      let world = try Worlds.floor()
      let crate = try world.crate(at: Vector(0, 50))
      let pin = try PinJoint(world.bodies[0], crate)
      try world.add(pin)
      try world.step(0.01)
      (space, body, joint) = (world, crate, pin)
      kept = world.shapes[1]
    }
    #expect(space == nil && joint == nil)
    #expect(body != nil && kept.space == nil && kept.body.space == nil)
    let other = try Worlds.floor()
    try other.add(kept.body)
    try other.add(kept)
    try other.run(100)
    #expect(abs(kept.body.position.y - 10) < 1)
  }

  @Test("What is in no space, another space or this space already is distinguished")
  func wrongPlaces() throws {
    let (space, other) = (try Worlds.floor(), try Space())
    let crate = try space.crate(at: Vector(0, 100), name: "c")
    let loose = try Body(BodyDefinition(name: "loose", mass: 1))
    let shape = space.shapes[1]
    let looseShape = try Shape(.circle(radius: 1), on: loose)
    let pin = try PinJoint(crate, space.bodies[0])
    let loosePin = try PinJoint(crate, loose)
    try space.add(pin)
    let name = "body 'c'"
    #expect(throws: PhysicsError.alreadyInSpace(object: name)) { try space.add(crate) }
    #expect(throws: PhysicsError.inAnotherSpace(object: name)) { try other.add(crate) }
    #expect(throws: PhysicsError.notInSpace(object: name)) { try other.remove(crate) }
    #expect(throws: PhysicsError.notInSpace(object: "body 'loose'")) { try space.remove(loose) }
    #expect(throws: PhysicsError.alreadyInSpace(object: shape.description)) { try space.add(shape) }
    #expect(throws: PhysicsError.inAnotherSpace(object: shape.description)) { try other.add(shape) }
    #expect(throws: PhysicsError.notInSpace(object: shape.description)) { try other.remove(shape) }
    #expect(throws: PhysicsError.bodyNotInSpace(object: looseShape.description, body: "body 'loose'")) {
      try space.add(looseShape)
    }
    #expect(throws: PhysicsError.alreadyInSpace(object: pin.description)) { try space.add(pin) }
    #expect(throws: PhysicsError.inAnotherSpace(object: pin.description)) { try other.add(pin) }
    #expect(throws: PhysicsError.notInSpace(object: pin.description)) { try other.remove(pin) }
    #expect(throws: PhysicsError.bodyNotInSpace(object: loosePin.description, body: "body 'loose'")) {
      try space.add(loosePin)
    }
    #expect(throws: PhysicsError.self) { try PinJoint(crate, crate) }
    // Removing a body takes its joints and shapes along; twice is an error.
    try space.remove(crate)
    #expect(pin.space == nil && shape.space == nil)
    #expect(throws: PhysicsError.notInSpace(object: name)) { try space.remove(crate) }
    #expect(throws: PhysicsError.notInSpace(object: pin.description)) { try space.remove(pin) }
    try space.add(crate)
    try space.add(shape)
    try space.add(pin)
    try space.run(10)
  }

  @Test("A shape over too many cells of a spatial hash is an error, also if it only might turn into them")
  func cells() throws {
    let space = try Space(SpaceDefinition(index: .spatialHash(cell: 2, count: 1000)))
    let wall = try space.nail()
    try space.add(Shape(.segment(from: .zero, to: Vector(5000, 0)), on: wall))
    #expect(throws: PhysicsError.self) {
      try space.add(Shape(.segment(from: .zero, to: Vector(5000, 5000)), on: wall))
    }
    let rod = try Body(BodyDefinition(mass: 1, moment: 1000))
    try space.add(rod)
    #expect(throws: PhysicsError.self) {
      try space.add(Shape(.segment(from: .zero, to: Vector(5000, 0)), on: rod))
    }
    wall.setKind(.kinematic)
    #expect(throws: PhysicsError.self) { try space.step(0.01) }
    wall.setKind(.static)
    try space.step(0.01)
  }

  @Test("A space that is dropped with a pile of sleeping and touching things in it lets go of them all")
  func droppedFull() throws {
    weak var last: Body?
    do {
      let space = try Worlds.floor(
        SpaceDefinition(
          gravity: Vector(0, -1000), sleepTimeThreshold: 0.1, index: .spatialHash(cell: 20, count: 500)))
      for i in 0..<30 { last = try space.crate(at: Vector(Double(i % 5) * 21, 10 + Double(i / 5) * 20)) }
      try space.run(200)
      #expect(space.bodies.contains { $0.isSleeping })
    }
    #expect(last == nil)
  }
}
