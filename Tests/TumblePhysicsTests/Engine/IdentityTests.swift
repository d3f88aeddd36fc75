import Testing
import TumblePhysics

@Suite struct IdentityTests {
  @Test("What is in a space is found by its id, and nothing by any other")
  func lookup() throws {
    let (space, other) = (try Space(), try Space())
    for i in 0..<20 { try (i % 3 == 0 ? other : space).ball(at: Vector(Double(i) * 30, 0)) }
    try space.add(PinJoint(space.bodies[0], space.bodies[1]))
    for body in space.bodies { #expect(space.body(body.id) === body && other.body(body.id) == nil) }
    for shape in space.shapes { #expect(space.shape(shape.id) === shape && other.shape(shape.id) == nil) }
    let pin = space.constraints[0]
    #expect(space.constraint(pin.id) === pin && other.constraint(pin.id) == nil)
    let gone = space.bodies[5]
    try space.remove(gone)
    #expect(space.body(gone.id) == nil && space.shapes.allSatisfy { $0.body != gone })
  }

  @Test(
    "Definitions may give ids, by which bodies and constraints are listed; no two of a space have the same")
  func given() throws {
    let space = try Space()
    for id in [7, 3, 5] { try space.add(Body(BodyDefinition(id: BodyID(id), mass: 1))) }
    #expect(space.bodies.map(\.id) == [3, 5, 7])
    let twin = try Body(BodyDefinition(id: 5, name: "twin"))
    #expect(
      throws: PhysicsError.notAllowed(
        object: "body 'twin'", rule: "has the id of body 5, which is in this space")
    ) {
      try space.add(twin)
    }
    try space.remove(space.bodies[1])
    try space.add(twin)
    #expect(space.body(5) === twin)
    let (a, b) = (space.bodies[0], space.bodies[2])
    try space.add(PivotJoint(a, b, at: .zero, ConstraintDefinition(id: 2)))
    #expect(throws: PhysicsError.self) {
      try space.add(PivotJoint(a, b, at: .zero, ConstraintDefinition(id: 2)))
    }
    #expect(space.constraints.map(\.id) == [2])
  }

  @Test("User data leads back to a program's own objects, and goes with the body")
  func userData() throws {
    final class Player {}
    weak var player: Player?
    do {
      let body = try Body()
      let own = Player()
      (player, body.userData) = (own, own)
      #expect(body.userData as? Player === own)
    }
    #expect(player == nil)
  }

  @Test("User data that looks around as its space goes finds nothing that is half gone", arguments: 0..<4)
  func userDataLast(keeper: Int) throws {
    final class Onlooker {
      let look: () -> Void
      init(_ look: @escaping () -> Void) { self.look = look }
      deinit { look() }
    }
    var seen: [String] = []
    var space: Space? = try Space()
    let kept = try Body(BodyDefinition(mass: 1, moment: 1))
    do {
      let space = try #require(space)
      try space.add(kept, Shape(.circle(radius: 5), on: kept), Shape(.box(Size(4, 4)), on: kept))
      for i in 1...3 { try space.ball(at: Vector(30 * Double(i), 0)) }
      try space.step(0.01)
      // It belongs to a shape or a body that dies, and looks at the body that does not.
      let onlooker = Onlooker { seen.append("\(kept.shapes.count) shapes, in a space: \(kept.space != nil)") }
      if keeper < 2 {
        space.shapes[keeper].userData = onlooker
      } else {
        space.bodies[keeper].userData = onlooker
      }
    }
    #expect(seen.isEmpty)
    space = nil
    #expect(seen == ["0 shapes, in a space: false"])
  }

  @Test("A body is added with its shapes, all of them or nothing")
  func addTogether() throws {
    let space = try Space()
    let (body, other) = (try Body(), try Body())
    let shapes = try [-5.0, 5].map {
      try Shape(.circle(radius: 3, offset: Vector($0, 0)), on: body, ShapeDefinition(density: 1))
    }
    #expect(throws: PhysicsError.self) {
      try space.add(body, shapes[0], Shape(.circle(radius: 1), on: other))
    }
    #expect(throws: PhysicsError.self) { try space.add(body, shapes[0], shapes[0]) }
    #expect(space.bodies.isEmpty && space.shapes.isEmpty && shapes[0].space == nil)
    try space.add(body, shapes[0], shapes[1])
    #expect(space.shapes == shapes && body.mass > 50)
    try space.step(0.01)
  }
}
