import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

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
  /// What the engine gets: the shape itself, or the convex pieces of a concave outline.
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
        // The engine wants both neighbours: a segment's own end stands for a missing one.
        try piece.setNeighbors(before: before ?? from, after: after ?? to)
      }
      return piece
    }
  }
}

extension Form {
  /// What the engine can take: the form itself, or the convex pieces of a concave outline.
  func convexForms() throws -> [Form] {
    guard case .polygon(let corners, let radius) = self, !Polygon(corners).isConvex else { return [self] }
    return try Polygon(corners).convexPieces().map { .polygon($0.corners, radius: radius) }
  }
}

extension Space {
  /// Sets what a change of the scene's world sets, save gravity.
  func change(from old: Scene.World, to world: Scene.World) throws {
    // What the engine takes for nil it knows best it
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
