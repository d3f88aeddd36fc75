import Testing
import TumbleGeometry
import TumblePhysics
import TumbleTestSupport

@Suite struct QueryTests {
  @Test("Points, lines, boxes and overlaps find what is there, in order, now and not as of the latest step")
  func all() throws {
    let space = try Space()
    let left = try space.crate(at: Vector(-30, 0))
    let right = try space.crate(at: Vector(30, 0))
    let ghost = try space.ball(at: Vector(0, 0), ShapeDefinition(isSensor: true))
    right.position = Vector(50, 0)

    #expect(space.shapes(near: Vector(-30, 0)).map(\.shape.body.id) == [left.id])
    #expect(space.shapes(near: .zero, within: 45).map(\.shape.body.id) == [left.id, right.id])
    let near = try #require(space.nearestShape(to: Vector(36, 0)))
    #expect(near.shape.body === right && near.distance == 4 && near.point == Vector(40, 0))
    #expect(near.direction == Vector(-1, 0))
    #expect(space.nearestShape(to: .zero, within: 10) == nil)
    #expect(space.nearestShape(to: .zero, within: 10, sensors: true)?.shape.body === ghost)

    let hits = space.shapes(from: Vector(-100, 0), to: Vector(100, 0))
    #expect(hits.map(\.shape.body.id) == [left.id, right.id])
    #expect(hits[0].point.distance(to: Vector(-40, 0)) < 1e-9 && hits[0].normal == Vector(-1, 0))
    #expect(abs(hits[0].fraction - 0.3) < 1e-9)
    let fat = space.firstShape(from: Vector(-100, 15), to: Vector(100, 15), radius: 6)
    #expect(fat?.shape.body === left)
    #expect(space.firstShape(from: Vector(-100, 15), to: Vector(100, 15)) == nil)

    #expect(
      space.shapes(touching: Rect(min: Vector(-1, -1), max: Vector(45, 1))).map(\.body.id) == [right.id])
    #expect(space.shapes(touching: Rect(min: Vector(1, 1), max: Vector(-1, -1))).isEmpty)

    let probe = try Shape(
      .circle(radius: 5), on: Body(BodyDefinition(kind: .static, position: Vector(42, 0))))
    let overlaps = space.shapes(overlapping: probe)
    #expect(overlaps.map(\.shape.body.id) == [right.id])
    #expect(overlaps[0].normal.x > 0 && !overlaps[0].points.isEmpty)
    // The engine says that there was none where the last one is a sensor.
    let onGhost = try Shape(.circle(radius: 2), on: Body(BodyDefinition(kind: .static)))
    #expect(space.shapes(overlapping: onGhost).isEmpty)
    #expect(space.shapes(overlapping: onGhost, sensors: true).count == 1)
  }

  @Test("Filters keep shapes from queries and from each other")
  func filters() throws {
    let space = try Worlds.floor()
    let red = ShapeFilter(categories: 1, mask: ~0)
    let ball = try space.ball(at: Vector(0, 100), ShapeDefinition(filter: red))
    let notRed = ShapeFilter(mask: ~1)
    #expect(space.nearestShape(to: ball.position)?.shape.body === ball)
    #expect(space.nearestShape(to: ball.position, within: 5, filter: notRed) == nil)
    #expect(space.firstShape(from: Vector(0, 200), to: .zero, filter: notRed)?.shape.body !== ball)
    space.shapes[0].filter = notRed
    try space.run(120)
    #expect(ball.position.y < -100)
    #expect(!ShapeFilter(group: 3).meets(ShapeFilter(group: 3)) && ShapeFilter(group: 3).meets(ShapeFilter()))
    #expect(!ShapeFilter(categories: 2, mask: 1).meets(ShapeFilter(categories: 4)))
  }

  @Test(
    "Numbers that are none find nothing, and abort nothing",
    arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func badNumbers(bad: Double) throws {
    for index in [SpaceDefinition.Index.tree, .spatialHash(cell: 1, count: 100)] {
      let space = try Space(SpaceDefinition(index: index))
      try space.ball(at: .zero)
      #expect(space.shapes(near: Vector(bad, 0), within: 1).isEmpty)
      #expect(space.shapes(near: .zero, within: bad).count == (bad > 0 ? 1 : 0))
      #expect(space.shapes(from: Vector(0, bad), to: .zero).isEmpty)
      #expect(space.shapes(from: .zero, to: Vector(1, 1), radius: bad).isEmpty)
      #expect(space.shapes(touching: Rect(min: .zero, max: Vector(bad, 1))).count == (bad > 0 ? 1 : 0))
      #expect(!space.shapes[0].contains(Vector(bad, 0)))
    }
  }

  @Test(
    "Tree and spatial hash find the same, also over more cells than a hash should visit",
    arguments: Seeds.list(default: 5))
  func indices(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let spaces = try [SpaceDefinition.Index.tree, .spatialHash(cell: 20, count: 500)].map {
      try Space(SpaceDefinition(index: $0))
    }
    for _ in 0..<50 {
      let place = Vector(random.double(in: -300...300), random.double(in: -300...300))
      for space in spaces { try space.ball(at: place) }
    }
    for _ in 0..<20 {
      let a = Vector(random.double(in: -400...400), random.double(in: -400...400))
      let b = Vector(random.double(in: -4e8...4e8), random.double(in: -400...400))
      let found = spaces.map { space in
        let ranks = Dictionary(uniqueKeysWithValues: space.bodies.enumerated().map { ($1.id, $0) })
        return [
          space.shapes(near: a, within: 100).map(\.shape), space.shapes(from: a, to: b).map(\.shape),
          space.shapes(touching: Rect(min: a, max: a).including(b)),
        ].map { $0.map { ranks[$0.body.id] } }
      }
      #expect(found[0] == found[1])
    }
  }
}
