import Testing
import TumblePhysics

@Suite struct ContactEventTests {
  @Test(
    "A ball that lands and bounces off begins once and ends once, with the points, normal, impulse and energy"
  )
  func bounce() throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
    let floor = try space.nail()
    let ground = try Shape(
      .segment(from: Vector(-100, 0), to: Vector(100, 0)), on: floor, ShapeDefinition(elasticity: 0.5))
    try space.add(ground)
    let ball = try space.ball(at: Vector(0, 60), mass: 2, ShapeDefinition(elasticity: 1))
    var kinds: [ContactEvent.Kind] = []
    for _ in 0..<60 {
      let before = ball.velocity
      let energy = space.kineticEnergy
      try space.step(1.0 / 120)
      for event in space.contactEvents {
        kinds.append(event.kind)
        #expect(event.shapeA == ground.id && event.bodyB == ball.id)
        if event.kind == .began {
          #expect(event.points.count == 1)
          #expect(abs(event.points[0].position.x) < 1e-9)
          #expect(event.normal.distance(to: Vector(0, 1)) < 1e-9)
          #expect(event.depth > 0 && event.depth < 10)
          // What changed its momentum, gravity's part apart.
          let fallen = Vector(0, -1000.0 / 120)
          let gain: Vector = (ball.velocity - before - fallen) * 2
          #expect(event.impulse.distance(to: gain) < 1e-6)
          // The gravity of the step is added before the contact is solved and worked on by it too: near, not
          // equal.
          let lost = energy - space.kineticEnergy
          #expect(abs(event.energyLost / lost - 1) < 0.1)
        }
      }
      if kinds.count == 2 { break }
    }
    #expect(kinds == [.began, .ended])
  }

  @Test(
    "A contact that is found in the step in which its bodies fall asleep has neither impulse nor energy, as nothing was solved",
    arguments: [SpaceDefinition.Solver.automatic, .engine])
  func asleep(solver: SpaceDefinition.Solver) throws {
    let space = try Space(SpaceDefinition(sleepTimeThreshold: 0.001, solver: solver))
    space.contactListeners = [ContactListener([.began, .persisted, .hit], hitThreshold: 0)]
    let balls = [try space.ball(at: .zero), try space.ball(at: Vector(15, 0))]
    try space.step(1.0 / 120)
    #expect(balls[0].isSleeping && balls[1].isSleeping)
    #expect(space.contactEvents.map(\.kind) == [.began, .hit])
    for event in space.contactEvents { #expect(event.impulse == .zero && event.energyLost == 0) }
    #expect(space.contactEvents[0].depth > 0)
  }

  @Test("Events come in the order of ids, whatever the order in which the engine finds them")
  func order() throws {
    let space = try Worlds.floor()
    for i in 0..<40 { try space.ball(at: Vector(Double((i * 17) % 40) * 22 - 400, 10.5)) }
    var began = 0
    for _ in 0..<30 {
      try space.step(1.0 / 120)
      let keys = space.contactEvents.map { [$0.shapeA.number, $0.shapeB.number, $0.kind.rawValue] }
      #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(space.contactEvents.allSatisfy { $0.shapeA < $0.shapeB })
      began += space.contactEvents.count { $0.kind == .began }
    }
    #expect(began == 40)
    for shape in space.shapes.reversed() where shape.body.kind == .dynamic { try space.remove(shape) }
    try space.step(1.0 / 120)
    #expect(space.contactEvents.map(\.kind) == Array(repeating: .ended, count: 40))
    let ids = space.contactEvents.map(\.shapeB)
    #expect(ids == ids.sorted())
  }

  @Test("Persisting contacts and hits are reported when asked for, by threshold")
  func persistingAndHits() throws {
    let space = try Worlds.floor()
    space.contactListeners = [ContactListener([.persisted]), ContactListener([.hit], hitThreshold: 100)]
    let crate = try space.crate(at: Vector(0, 40))
    var kinds: [ContactEvent.Kind: Int] = [:]
    for _ in 0..<240 {
      try space.step(1.0 / 120)
      for event in space.contactEvents { kinds[event.kind, default: 0] += 1 }
    }
    #expect(kinds[.began] == nil && kinds[.ended] == nil)
    #expect((kinds[.persisted] ?? 0) > 100)
    #expect((1...3).contains(kinds[.hit] ?? 0))
    let weight = try #require(space.contactEvents.first { $0.kind == .persisted })
    #expect(weight.bodyB == crate.id)
    #expect(abs(weight.impulse.y - 1000.0 / 120) < 0.1)
  }

  @Test("A listener of types, bodies or shapes hears of its pairs alone")
  func sides() throws {
    let space = try Worlds.floor()
    let red = try space.crate(at: Vector(-100, 11), ShapeDefinition(collisionType: 1))
    try space.crate(at: Vector(0, 11), ShapeDefinition(collisionType: 2))
    let green = try space.crate(at: Vector(100, 11), ShapeDefinition(collisionType: 3))
    let listeners = [
      ContactListener([.began], between: .type(1), and: .any),
      ContactListener([.began], between: .any, and: .body(green.id)),
    ]
    space.contactListeners = listeners
    var heard: Set<BodyID> = []
    for _ in 0..<60 {
      try space.step(1.0 / 120)
      for event in space.contactEvents { heard.insert(event.bodyB) }
    }
    #expect(heard == [red.id, green.id])
  }

  @Test("A sensor begins and ends without pushing, with its points and no impulse")
  func sensor() throws {
    let space = try Worlds.floor()
    let gate = try space.nail()
    let sensor = try Shape(.box(Size(100, 10)), on: gate, ShapeDefinition(isSensor: true))
    gate.position = Vector(0, 200)
    try space.add(sensor)
    try space.ball(at: Vector(0, 250), radius: 5)
    var kinds: [ContactEvent.Kind] = []
    for _ in 0..<80 {
      try space.step(1.0 / 120)
      for event in space.contactEvents where event.isSensor {
        kinds.append(event.kind)
        #expect(event.impulse == .zero && event.energyLost == 0)
        if event.kind == .began { #expect(!event.points.isEmpty) }
      }
    }
    #expect(kinds == [.began, .ended])
  }

  @Test("Events are values: they outlive what they tell of, and keep none of it alive")
  func outlive() throws {
    var space: Space? = try Worlds.floor()
    weak let crate = try space?.crate(at: Vector(0, 10))
    let id = try #require(crate?.id)
    try space?.step(1.0 / 120)
    let events = try #require(space?.contactEvents)
    #expect(space?.body(events[0].bodyB) === crate && space?.shape(events[0].shapeB)?.body === crate)
    space = nil
    #expect(events.count == 1 && events[0].bodyB == id && Set(events).contains(events[0]))
    #expect(crate == nil)
  }

  @Test(
    "A body made static on another, or under one, parts from it; from what moves it parts and touches it again"
  )
  func madeStatic() throws {
    for isSensor in [false, true] {
      for isLower in [false, true] {
        let space = try Space()
        let (low, high) = (
          try Body(BodyDefinition(kind: .static)), try Body(BodyDefinition(kind: .kinematic))
        )
        if isLower { low.setKind(.kinematic) }
        if isLower { high.setKind(.static) }
        high.position = Vector(0, 9)
        try space.add(low)
        try space.add(high)
        try space.add(Shape(.box(Size(100, 10)), on: low, ShapeDefinition(isSensor: isSensor)))
        try space.add(Shape(.box(Size(10, 10)), on: high))
        let ball = try space.ball(at: Vector(0, 20), radius: 7)
        try space.step(0.01)
        #expect(space.contactEvents.map(\.kind) == [.began, .began])
        (isLower ? low : high).setKind(.static)
        try space.step(0.01)
        let pairs = space.contactEvents.map { "\($0.kind) \($0.bodyB == ball.id)" }
        #expect(pairs == (isLower ? ["ended false"] : ["ended false", "ended true", "began true"]))
        (isLower ? low : high).position = Vector(0, 500)
        try space.run(5, dt: 0.01)
        low.setKind(.dynamic)
        low.mass = 1
        low.setKind(.static)
        try space.run(5, dt: 0.01)
        #expect(space.contactEvents.isEmpty)
      }
    }
  }

  @Test("A hit threshold of 0 tells of every touch that can push, also where it pushes nothing")
  func everyTouch() throws {
    let space = try Space()
    space.contactListeners = [ContactListener(.hit)]
    // They part as fast as they touch: nothing is pushed.
    let left = try space.ball(at: .zero)
    let right = try space.ball(at: Vector(19.95, 0))
    right.velocity = Vector(1, 0)
    let ghost = try space.ball(at: Vector(0, 12), ShapeDefinition(isSensor: true))
    let lift = try Body(BodyDefinition(kind: .kinematic, position: Vector(0, 300)))
    let floor = try space.nail(at: Vector(0, 310))
    try space.add(lift)
    for body in [lift, floor] { try space.add(Shape(.circle(radius: 10), on: body)) }
    try space.step(0.001)
    #expect(space.contactEvents.map { [$0.bodyA, $0.bodyB] } == [[left.id, right.id]])
    #expect(space.contactEvents.map(\.kind) == [.hit] && space.contactEvents[0].impulse == .zero)
    #expect(ghost.velocity == .zero)
    space.contactListeners = [ContactListener(.hit, hitThreshold: 1e-9)]
    try space.step(0.001)
    #expect(space.contactEvents.isEmpty)
  }
}
