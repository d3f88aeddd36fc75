import Testing
import TumblePhysics

/// The engine numbers the cells of a spatial hash with 32 bits; beyond them it would count for ever.
@Suite struct SpatialHashTests {
  private func space() throws -> Space {
    try Space(SpaceDefinition(index: .spatialHash(cell: 1, count: 100)))
  }

  @Test("A shape beyond the cells is refused, with its name, wherever its body is")
  func far() throws {
    let space = try space()
    let body = try Body(
      BodyDefinition(name: "far", position: Vector(-1e9, 0), mass: 1, moment: 1, centerOfGravity: .zero))
    try space.add(body)
    try space.add(Shape(.circle(radius: 30, offset: Vector(-1e9, 0)), on: body))
    let wide = try Shape(.segment(from: Vector(-1e9, -1e9), to: Vector(-1e9 + 5, 0), radius: 30), on: body)
    do {
      try space.add(wide)
      Issue.record("a shape 1.4e9 points from its body was taken")
    } catch let error as PhysicsError {
      #expect("\(error)".contains("far") && "\(error)".contains("spatial hash"), "\(error)")
    }
    try space.step(0.01)
  }

  @Test("A shape that gets there as its body turns or moves does not hang the space", arguments: [1, 2, 5.0])
  func turning(_ cell: Double) throws {
    for kind in [BodyDefinition.Kind.dynamic, .kinematic] {
      for offset in [Vector(9.9e8, 0), Vector(0, -9.9e8), Vector(5e8, 5e8)] {
        let space = try Space(SpaceDefinition(index: .spatialHash(cell: cell, count: 100)))
        let body = try Body(
          BodyDefinition(
            kind: kind, position: offset * -1, velocity: Vector(-1e8, 1e8), angularVelocity: 30, mass: 1,
            moment: 1))
        try space.add(body)
        let shape = try Shape(.circle(radius: 10, offset: offset), on: body)
        do {
          try space.add(shape)
          for _ in 0..<50 { try space.step(0.02) }
        } catch is PhysicsError {}
      }
    }
  }

  @Test("A pose, a centre of gravity or a kind that would put a shape there is refused or the body leaves")
  func poses() throws {
    let space = try space()
    let body = try Body(BodyDefinition(name: "b", mass: 1, moment: 1, centerOfGravity: Vector(1e9, 0)))
    try space.add(body)
    try space.add(Shape(.circle(radius: 1), on: body))
    try? throwing { body.position = Vector(-1e9, -1e9) }
    try? throwing { body.angle = .pi }
    for _ in 0..<5 { try? space.step(0.01) }
    #expect(body.space == nil)
  }

  @Test(
    "A body whose position is carried out beyond 1e9 points by its centre of gravity cannot be turned off the cells"
  )
  func carried() throws {
    let space = try space()
    let body = try Body(BodyDefinition(name: "b", mass: 1, moment: 1, centerOfGravity: Vector(1e9, 0)))
    try space.add(body)
    try space.add(Shape(.circle(radius: 1, offset: Vector(1e9, 0)), on: body))
    // About the center of gravity, which is 1e9 points from its position: that comes to lie at 2e9.
    body.angularVelocity = .pi / 0.01
    try space.step(0.01)
    #expect(body.position.x > 1.9e9)
    #expect(throws: PhysicsError.self) { try throwing { body.angle = 0 } }
    #expect(space.shapes(near: Vector(1e9, 0)).count == 1)
    try space.step(0.01)
  }

  @Test("Queries far out come back")
  func queries() throws {
    let space = try space()
    let body = try Body(BodyDefinition(kind: .static))
    try space.add(body)
    try space.add(Shape(.circle(radius: 1), on: body))
    for far in [1e9, 2e9, 2.2e9, 1e10, 1e300, .infinity] {
      for corner in [Vector(far, far), Vector(-far, 0), Vector(-far, -far), Vector(0, far)] {
        let rect = Rect(min: corner, max: corner + Vector(1, 1))
        #expect(
          space.shapes(touching: rect).isEmpty == !rect.intersects(Rect(center: .zero, size: Size(2, 2))))
      }
    }
    #expect(space.shapes(near: Vector(-1e9, 1e9), within: 2e9).count == 1)
    #expect(space.shapes(from: Vector(-1e9, 0), to: Vector(1e9, 0), radius: 1e9).count == 1)
    #expect(space.shapes(from: Vector(-1e9, -1e9), to: Vector(-1e9, -1e9 + 1), radius: 30).isEmpty)
  }

  @Test("How many cells a shape that turns covers does not depend on how it has turned")
  func turned() throws {
    let space = try Space(SpaceDefinition(index: .spatialHash(cell: 1, count: 100)))
    let body = try Body(BodyDefinition(mass: 1, moment: 1))
    try space.add(body)
    try space.add(Shape(.box(Size(70, 69)), on: body))
    for turn in [0.3, .pi / 4, 1, 2] {
      try throwing { body.angle = turn }
      try throwing { body.position = Vector(turn, 5) }
      try space.step(0.01)
    }
  }

  @Test("A wall that stands still cannot be turned over too many cells: its pose stays")
  func wall() throws {
    let space = try Space(SpaceDefinition(index: .spatialHash(cell: 1, count: 100)))
    let wall = try Body(BodyDefinition(name: "wall", kind: .static))
    try space.add(wall)
    try space.add(Shape(.box(Size(2000, 1)), on: wall))
    #expect(throws: PhysicsError.self) { try throwing { wall.angle = 1 } }
    #expect(wall.angle == 0 && wall.position == .zero)
    #expect(space.shapes(near: Vector(999, 0)).count == 1)
    try throwing { wall.angle = .pi / 2 }
    #expect(space.shapes(near: Vector(0, 999)).count == 1)
  }
}
