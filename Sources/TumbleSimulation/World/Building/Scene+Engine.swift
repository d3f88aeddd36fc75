import TumblePhysics

extension SpaceDefinition {
  init(_ world: Scene.World) {
    self.init(
      gravity: world.gravity, damping: world.damping, iterations: world.iterations,
      sleepTimeThreshold: world.sleepAfter ?? .infinity, idleSpeedThreshold: world.restSpeed ?? 0,
      // The engine's own 0.1 is a float, and has other bits than ours.
      collisionSlop: world.collisionSlop == 0.1 ? nil : world.collisionSlop,
      collisionBias: world.collisionBias, collisionPersistence: world.collisionPersistence)
    if let hash = world.spatialHash { index = .spatialHash(cell: hash.cell, count: hash.count) }
  }
}

extension BodyDefinition {
  init(_ body: Scene.Body, _ id: BodyID) {
    self.init(
      id: id, name: body.id, kind: body.kind, position: body.position, angle: body.angle,
      velocity: body.kind == .static ? .zero : body.velocity,
      angularVelocity: body.kind == .static ? 0 : body.angularVelocity,
      motion: BodyMotion(
        gravityScale: body.gravityScale, damping: body.damping, speedLimit: body.maxSpeed ?? .infinity,
        angularSpeedLimit: body.maxAngularSpeed ?? .infinity), isBullet: body.isBullet)
    guard let own = body.ownMass else { return }
    (mass, moment, centerOfGravity) = (own.mass, own.moment, own.center)
  }
}

extension Scene.Shape {
  /// Returns what the engine gets: the shape itself, or the convex pieces of a concave outline.
  func pieces(of body: Scene.Body, type: CollisionType) throws -> [(Form, ShapeDefinition)] {
    var definition = ShapeDefinition(
      friction: friction, elasticity: elasticity, surfaceVelocity: surfaceVelocity, isSensor: isSensor,
      filter: filter,
      collisionType: type)
    let forms = try form.convexForms()
    guard body.kind == .dynamic, body.ownMass == nil else { return forms.map { ($0, definition) } }
    switch mass {
    case .density(let density):
      definition.density = body.density(density, of: self)
      return forms.map { ($0, definition) }
    case .mass(let mass):
      let areas = forms.map { Polygon($0.points).signedArea }
      let total = areas.reduce(0, +)
      return zip(forms, areas).map { form, area in
        definition.mass = forms.count == 1 ? mass : mass * area / total
        return (form, definition)
      }
    }
  }
}

extension Scene.Shape {
  /// The pieces on their body, not in a space yet.
  func made(on made: Body, of body: Scene.Body, type: CollisionType) throws -> [Shape] {
    try pieces(of: body, type: type).map { form, definition in
      let piece = try Shape(form, on: made, definition)
      if case .segment(let from, let to, _) = form, before != nil || after != nil {
        // The engine wants both neighbors: a segment's own end stands for a missing one.
        try piece.setNeighbors(before: before ?? from, after: after ?? to)
      }
      return piece
    }
  }
}

extension Form {
  /// Returns what the engine can take: the form itself, or the convex pieces of a concave outline.
  func convexForms() throws -> [Form] {
    guard case .polygon(let corners, let radius) = self, !Polygon(corners).isConvex else { return [self] }
    return try Polygon(corners).convexPieces().map { .polygon($0.corners, radius: radius) }
  }
}

extension Space {
  /// Sets what a change of the scene's world sets, save gravity.
  func change(from old: Scene.World, to world: Scene.World) throws {
    // Only the engine knows what it takes where nothing is said.
    let plain = try Space()
    let definition = SpaceDefinition(world)
    if world.damping != old.damping { try throwing { damping = world.damping } }
    if world.iterations != old.iterations { try throwing { iterations = world.iterations } }
    if world.sleepAfter != old.sleepAfter {
      try throwing { sleepTimeThreshold = definition.sleepTimeThreshold }
    }
    if world.restSpeed != old.restSpeed {
      try throwing { idleSpeedThreshold = definition.idleSpeedThreshold }
    }
    if world.collisionSlop != old.collisionSlop {
      try throwing { collisionSlop = definition.collisionSlop ?? plain.collisionSlop }
    }
    if world.collisionBias != old.collisionBias {
      try throwing { collisionBias = definition.collisionBias ?? plain.collisionBias }
    }
    if world.collisionPersistence != old.collisionPersistence {
      try throwing { collisionPersistence = world.collisionPersistence }
    }
  }
}

// What the engine refuses is tried on stand-ins, outside the space: what was put in and taken out again
// leaves another order behind.
extension Scene.Body {
  /// Returns the body as it will be, with its mass, but in no space.
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
    let pieces = try typed(by: types).flatMap { try $0.shape.made(on: made, of: self, type: $0.type) }
    return (made, pieces)
  }

  /// The definitions of the pieces of its shapes, in the order of ``Body/shapes``.
  func pieceDefinitions(types: [CollisionType] = []) throws -> [ShapeDefinition] {
    try typed(by: types).flatMap { try $0.shape.pieces(of: self, type: $0.type).map(\.1) }
  }

  /// The impact of the shape that each of ``pieceDefinitions(types:)`` is of.
  var impactsOfPieces: [Impact?] {
    shapes.flatMap { shape in
      Array(repeating: shape.impact, count: (try? shape.pieces(of: self, type: 0).count) ?? 0)
    }
  }

  /// The shapes, each with its collision type; 0 where none is given.
  private func typed(by types: [CollisionType]) -> [(shape: Scene.Shape, type: CollisionType)] {
    shapes.enumerated().map { ($1, types.indices.contains($0) ? types[$0] : 0) }
  }
}

extension Space {
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

extension Scene.Joint {
  /// The joint, between two bodies that are in a space; not in it yet.
  func constraint(_ number: JointID, _ a: Body, _ b: Body) throws -> Constraint {
    let definition = ConstraintDefinition(
      id: number, name: id, maxForce: maxForce ?? .infinity, errorBias: errorBias,
      maxBias: maxBias ?? .infinity, breakForce: breakAt ?? .infinity,
      collideBodies: collideBodies)
    switch form {
    case .pin(let anchorA, let anchorB, let length):
      return try PinJoint(a, b, anchorA: anchorA, anchorB: anchorB, distance: length, definition)
    case .slide(let anchorA, let anchorB, let min, let max):
      return try SlideJoint(a, b, anchorA: anchorA, anchorB: anchorB, min: min, max: max, definition)
    case .pivot(let anchorA, let anchorB):
      return try PivotJoint(a, b, anchorA: anchorA, anchorB: anchorB, definition)
    case .groove(let from, let to, let anchorB):
      return try GrooveJoint(a, b, from: from, to: to, anchorB: anchorB, definition)
    case .spring(let anchorA, let anchorB, let restLength, let stiffness, let damping):
      let spring = try DampedSpring(
        a, b, anchorA: anchorA, anchorB: anchorB, restLength: restLength, stiffness: stiffness,
        damping: damping, definition)
      if let forceCurve { spring.forceCurve = try forceCurve.table }
      if let dampingCurve { spring.dampingCurve = try Scene.SpringCurve(dampingCurve).table }
      return spring
    case .rotarySpring(let restAngle, let stiffness, let damping):
      let spring = try DampedRotarySpring(
        a, b, restAngle: restAngle, stiffness: stiffness, damping: damping, definition)
      if let forceCurve { spring.torqueCurve = try forceCurve.table }
      if let dampingCurve { spring.dampingCurve = try Scene.SpringCurve(dampingCurve).table }
      return spring
    case .rotaryLimit(let min, let max):
      return try RotaryLimit(a, b, min: min, max: max, definition)
    case .ratchet(let phase, let click):
      return try Ratchet(a, b, phase: phase, ratchet: click, definition)
    case .gear(let phase, let ratio):
      return try Gear(a, b, phase: phase, ratio: ratio, definition)
    case .motor(let rate):
      return try Motor(a, b, rate: rate, definition)
    }
  }
}

extension Constraint {
  /// Checks that a step would take the joint.
  func checkSolvable() throws {
    guard isSolvable else {
      throw PhysicsError.unsolvable(
        object: description,
        rule: "its anchors are too far out, or too far apart, for the moments of its bodies")
    }
  }
}

extension Scene.SpringCurve {
  /// The straight lines between two points that a timing function becomes.
  private static let pieces = 16

  /// The curve as physics takes it: a timing function in short straight lines.
  fileprivate var table: ForceCurve {
    get throws {
      var table = points.prefix(1).map { ForceCurve.Point(at: $0.x, force: $0.y) }
      for (from, to) in zip(points, points.dropFirst()) {
        if timing != .linear {
          for piece in 1..<Self.pieces {
            let share = Double(piece) / Double(Self.pieces)
            let at = from.x + (to.x - from.x) * share
            // Between two numbers that are neighbors there is none.
            guard at > table[table.count - 1].at, at < to.x else { continue }
            let force = from.y + (to.y - from.y) * timing.value(at: share)
            table.append(ForceCurve.Point(at: at, force: min(max(force, -1e15), 1e15)))
          }
        }
        table.append(ForceCurve.Point(at: to.x, force: to.y))
      }
      return try ForceCurve(table)
    }
  }
}
