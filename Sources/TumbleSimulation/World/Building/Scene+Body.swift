import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What the engine refuses is tried on stand-ins, outside the space: what was put in and taken out again leaves another order
// behind.
extension Scene.Body {
  /// Where a body will be, with what it weighs, in no space.
  ///
  /// - Throws: Where the space would not take it.
  func standIn(_ id: BodyID, types: [CollisionType], in space: Space) throws -> Body {
    // A body has the mass of its shapes only in a space.
    let trial = try Space(SpaceDefinition(index: space.index, solver: .engine))
    return try withExtendedLifetime(trial) {
      let (made, shapes) = try made(id, types: types)
      try trial.add(made, shapes)
      if made.kind == .dynamic, !(made.mass > 0 && made.moment > 0) {
        throw PhysicsError.massless(bodies: [made.description])
      }
      return try made.standIn()
    }
  }

  /// A body and its shapes, in no space yet.
  func made(_ id: BodyID, types: [CollisionType]) throws -> (body: Body, shapes: [Shape]) {
    let made = try Body(BodyDefinition(self, id))
    var pieces: [Shape] = []
    for (number, shape) in shapes.enumerated() {
      pieces += try shape.made(on: made, of: self, type: types.indices.contains(number) ? types[number] : 0)
    }
    return (made, pieces)
  }
}

extension Space {
  /// Adds a body with its shapes.
  func add(_ body: Body, _ shapes: [Shape]) throws {
    try add(body)
    for shape in shapes { try add(shape) }
  }
}

extension Body {
  /// One that a joint can be tried on: in the same place and as heavy, in no space.
  func standIn() throws -> Body {
    var definition = BodyDefinition(id: id, name: name, kind: kind, position: position, angle: angle)
    if kind == .dynamic {
      (definition.mass, definition.moment, definition.centerOfGravity) = (mass, moment, centerOfGravity)
    }
    return try Body(definition)
  }
}
