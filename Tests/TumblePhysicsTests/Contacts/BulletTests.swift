import Testing
import TumbleGeometry
import TumbleTestSupport

@testable import TumblePhysics

@Suite("A bullet") struct BulletTests {
  private static let dt = 1.0 / 120

  /// A wall one point thick across the way, and something that flies at it.
  private func range(
    speed: Double, isBullet: Bool = true, form: Form = .circle(radius: 2), kind: BodyKind = .static,
    _ look: ShapeDefinition = ShapeDefinition(elasticity: 1)
  ) throws -> (space: Space, bullet: Body, wall: Body) {
    let space = try Space()
    let wall = try Body(BodyDefinition(name: "wall", kind: kind, position: Vector(100, 0)))
    try space.add(wall)
    try space.add(Shape(.box(Size(1, 1000)), on: wall, look))
    let bullet = try Body(
      BodyDefinition(velocity: Vector(speed, 0), mass: 1, moment: 10, isBullet: isBullet))
    try space.add(bullet)
    try space.add(Shape(form, on: bullet, ShapeDefinition(elasticity: 1)))
    return (space, bullet, wall)
  }

  @Test("A bullet bounces off a wall that others of its speed are through in one step")
  func wall() throws {
    let plain = try range(speed: 36_000, isBullet: false)
    try plain.space.run(1)
    #expect(plain.bullet.position.x == 300)
    let (space, bullet, wall) = try range(speed: 36_000)
    try space.run(1)
    #expect(bullet.position.x < 99.5 && bullet.position.x > 97)
    #expect(space.contactEvents.map(\.kind) == [.began])
    #expect(space.contactEvents.first?.bodyB == bullet.id)
    #expect(bullet.velocity.x < -35_000 && wall.position.x == 100)
    try space.run(1)
    #expect(bullet.position.x < -190)
  }

  @Test(
    "A bullet goes through no wall one point thick, at any speed, of any form, however it spins",
    arguments: Seeds.list(default: 1000))
  func room(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let space = try Space(SpaceDefinition(gravity: random.pick([.zero, Vector(0, -1000)])))
    let half = 200.0
    let isMoving = random.int(in: 0...2) == 0
    for side in 0..<4 {
      let angle = Double(side) * .pi / 2
      let wall = try Body(
        BodyDefinition(
          kind: isMoving ? .kinematic : .static,
          position: Vector(angle: angle, length: half), angle: angle))
      try space.add(wall)
      let form: Form =
        random.bool()
        ? .box(Size(1, 2 * half + 40))
        : .segment(from: Vector(0, -half - 20), to: Vector(0, half + 20), radius: 0.5)
      try space.add(
        Shape(form, on: wall, ShapeDefinition(friction: random.double(in: 0...1), elasticity: 1)))
    }
    let size = random.double(in: 0.5...20)
    let form: Form = random.pick([
      .circle(radius: size), .box(Size(size, size * 2)), .box(Size(size, 3), radius: 1),
      .segment(from: Vector(-size, 0), to: Vector(size, 0), radius: 0.5),
      .polygon([Vector(-size, -size), Vector(size, -size), Vector(0, size)]),
    ])
    // Up to the fastest that a scene may say.
    let speed = Double.exp10(random.double(in: 2...9))
    let bullet = try Body(
      BodyDefinition(
        position: Vector(random.double(in: -150...150), random.double(in: -150...150)),
        angle: random.double(in: 0...6), velocity: Vector(angle: random.double(in: 0...6.3), length: speed),
        angularVelocity: random.pick([0, random.double(in: -500...500)]), mass: 1, moment: 100, isBullet: true
      ))
    try space.add(bullet)
    try space.add(
      Shape(form, on: bullet, ShapeDefinition(friction: 0.5, elasticity: random.double(in: 0...1))))
    for step in 0..<60 {
      if isMoving {
        // All four go the same way, so that it stays a room, as fast as they like.
        let velocity = Vector(angle: Double(step), length: random.double(in: 0...20_000))
        for wall in space.bodies where wall.kind == .kinematic { wall.velocity = velocity }
      }
      let before = bullet.position
      try space.step(Self.dt)
      // What it touches does not hold it.
      if !isMoving, bullet.velocity.length > 10 { #expect(bullet.position != before, "step \(step)") }
      let middle = space.bodies[0].position - Vector(half, 0)
      let place = bullet.position - middle
      let isIn = place.x.magnitude < half + 1 && place.y.magnitude < half + 1
      #expect(isIn, "step \(step): \(place), \(form), \(speed)")
      if !isIn { return }
    }
  }

  @Test("A bullet is stopped by a wall that comes at it faster than a step can see, and is taken along")
  func kinematic() throws {
    let (space, bullet, wall) = try range(speed: 12_000, kind: .kinematic)
    wall.velocity = Vector(-24_000, 0)
    try space.run(1)
    // It was met at a third of the way and then pushed back.
    #expect(bullet.position.x < wall.position.x && wall.position.x == -100)
    try space.run(1)
    #expect(bullet.position.x < wall.position.x && bullet.velocity.x < -24_000)
    let still = try range(speed: 0, kind: .kinematic)
    still.wall.velocity = Vector(-36_000, 0)
    try still.space.run(1)
    #expect(still.bullet.position.x < still.wall.position.x)
  }

  @Test("A bullet is stopped by a beam that turns through it")
  func paddle() throws {
    let space = try Space()
    let beam = try Body(BodyDefinition(kind: .kinematic, angularVelocity: 60))
    try space.add(beam)
    try space.add(Shape(.box(Size(400, 1)), on: beam))
    let bullet = try Body(BodyDefinition(position: Vector(100, 20), mass: 1, moment: 10, isBullet: true))
    try space.add(bullet)
    try space.add(Shape(.circle(radius: 2), on: bullet))
    try space.run(1)
    // The beam has turned by half a radian: the ball is above it still.
    #expect(bullet.position.rotated(by: -beam.angle).y > 2)
  }

  @Test(
    "A bullet that meets nothing moves bit for bit as what is no bullet, also where it rolls, slides and rests",
    arguments: Seeds.list(default: 20))
  func bits(seed: UInt64) throws {
    func run(_ isBullet: Bool) throws -> [UInt64] {
      var random = SeededGenerator(seed: seed)
      let space = try Worlds.floor(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.5))
      for i in 0..<8 {
        let body = try space.crate(
          at: Vector(Double(i % 3) * 30, 11 + Double(i / 3) * 22), mass: random.double(in: 1...5))
        body.isBullet = isBullet
        body.velocity = Vector(random.double(in: -250...250), 0)
      }
      try space.run(240)
      return space.bodies.flatMap(\.pose.bits)
    }
    #expect(try run(true) == run(false))
  }

  @Test(
    "A bullet heeds filters, ignored pairs, joints that let bodies through, and one-way platforms from below")
  func exceptions() throws {
    func flight(_ change: (Space, Body, Body) throws -> Void) throws -> Double {
      let (space, bullet, wall) = try range(speed: 36_000)
      try change(space, bullet, wall)
      try space.run(1)
      return bullet.position.x
    }
    #expect(
      try flight { _, bullet, wall in
        for shape in bullet.shapes + wall.shapes { shape.filter = ShapeFilter(group: 1) }
      } == 300)
    #expect(
      try flight { space, bullet, wall in
        try space.add(ContactRule(between: .body(bullet.id), and: .body(wall.id), .ignore))
      } == 300)
    #expect(
      try flight { space, bullet, wall in
        try space.add(SlideJoint(bullet, wall, max: 1e6, ConstraintDefinition(collideBodies: false)))
      } == 300)
    for (way, passes) in [(Vector(1, 0), true), (Vector(-1, 0), false)] {
      let x = try flight { space, _, wall in
        try space.add(ContactRule(between: .any, and: .body(wall.id), .oneWay(way)))
      }
      #expect((x == 300) == passes)
    }
    // What is not in the way stops nothing.
    #expect(try flight { _, _, wall in wall.position = Vector(100, 600) } == 300)
  }

  @Test("A bullet reports a sensor that it crosses within a step: in with that step, out with the next")
  func sensors() throws {
    let (space, bullet, wall) = try range(speed: 36_000)
    wall.shapes[0].isSensor = true
    let beyond = try Body(BodyDefinition(kind: .static, position: Vector(200, 0)))
    try space.add(beyond)
    try space.add(Shape(.box(Size(1, 1000)), on: beyond))
    let unseen = try Body(BodyDefinition(kind: .static, position: Vector(250, 0)))
    try space.add(unseen)
    try space.add(Shape(.box(Size(1, 1000)), on: unseen, ShapeDefinition(isSensor: true)))
    try space.run(1)
    let events = space.contactEvents
    #expect(events.map(\.kind) == [.began, .began])
    #expect(Set(events.flatMap { [$0.bodyA, $0.bodyB] }) == [wall.id, bullet.id, beyond.id])
    #expect(events.first?.isSensor == true && abs(events[0].normal.x) == 1)
    #expect(abs((events.first?.points.first?.position.x ?? 0) - 99.5) < 1)
    #expect(bullet.position.x < 199.5)
    bullet.velocity = .zero
    try space.run(1)
    #expect(space.contactEvents.filter { $0.isSensor }.map(\.kind) == [.ended])
    try space.run(1)
    #expect(space.contactEvents.filter { $0.isSensor }.isEmpty)
  }

  @Test("A bullet may become one while it is in a space, and cease to be it")
  func change() throws {
    let (space, bullet, _) = try range(speed: 36_000, isBullet: false)
    bullet.isBullet = true
    bullet.isBullet = false
    #expect(space.bullets.isEmpty)
    bullet.isBullet = true
    #expect(space.bullets == [bullet])
    try space.remove(bullet)
    #expect(space.bullets.isEmpty && bullet.isBullet)
    try space.add(bullet)
    #expect(space.bullets == [bullet])
  }

  @Test("A bullet meets another that flies at it, in most cases")
  func both() throws {
    let space = try Space()
    for sign in [-1.0, 1] {
      let ball = try space.ball(at: Vector(sign * 105, 0), radius: 3, ShapeDefinition(elasticity: 1))
      (ball.isBullet, ball.velocity) = (true, Vector(sign * -24_000, 0))
    }
    try space.run(5)
    #expect(space.bodies[0].position.x < space.bodies[1].position.x)
    #expect(space.bodies[0].velocity.x < 0)
  }
}

@Suite("The difference of two outlines") struct SweptFormTests {
  @Test(
    "The difference of two outlines contains the origin where they overlap, and is as far from it as they are apart",
    arguments: Seeds.list(default: 60))
  func difference(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func outline() -> [Vector] {
      let count = random.int(in: 1...6)
      let start = random.double(in: 0...6)
      // On an ellipse, so convex.
      return (0..<count).map { i in
        let angle = start + Double(i) / Double(count) * 2 * .pi
        return Vector(20 * angle.cosine, 9 * angle.sine)
      }
    }
    let (a, b) = (outline(), outline())
    let offset = Vector(random.double(in: -60...60), random.double(in: -40...40))
    let moved = b.map { $0 + offset }
    let hull = RoundedHull(corners: SweptForm.difference(a, b), radius: 0)
    let apart = hull.nearest(to: offset).distance
    // The other way: corner by corner and edge by edge.
    func edges(_ outline: [Vector]) -> [(from: Vector, to: Vector)] {
      outline.indices.map { (outline[$0], outline[($0 + 1) % outline.count]) }
    }
    func distance(_ corners: [Vector], to outline: [Vector]) -> Double {
      corners.flatMap { corner in
        edges(outline).map { edge in
          let way = edge.to - edge.from
          let part = way == .zero ? 0 : min(max((corner - edge.from).dot(way) / way.lengthSquared, 0), 1)
          return corner.distance(to: edge.from + way * part)
        }
      }.min() ?? .infinity
    }
    let doCross = edges(a).contains { e in
      edges(moved).contains { f in
        let (u, v) = (e.to - e.from, f.to - f.from)
        return u.cross(f.from - e.from) * u.cross(f.to - e.from) < 0
          && v.cross(e.from - f.from) * v.cross(e.to - f.from) < 0
      }
    }
    let doOverlap = doCross || Polygon(moved).contains(a[0]) || Polygon(a).contains(moved[0])
    let expected = doOverlap ? 0 : min(distance(a, to: moved), distance(moved, to: a))
    // Where they overlap it is how deep, below 0.
    #expect((apart <= 0) == doOverlap && abs(max(apart, 0) - expected) <= 1e-9, "\(a) \(moved)")
  }
}

extension Double {
  fileprivate var cosine: Double { Vector(angle: self).x }
  fileprivate var sine: Double { Vector(angle: self).y }

  fileprivate static func exp10(_ exponent: Double) -> Double {
    var value = 1.0
    for _ in 0..<Int(exponent) { value *= 10 }
    return value * (1 + (exponent - exponent.rounded(.down)) * 9)
  }
}
