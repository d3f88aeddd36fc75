import Foundation
import TumbleFiles
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension SceneFindings {
  /// Warns of bodies that start so fast, or fall so far, that they can be in front of a wall in one step and
  /// behind it in the next: that go further in a step than they and the wall are thick together. Only of
  /// those that nothing but gravity moves until then.
  mutating func findTunnelling(_ built: BuiltScene) {
    guard scene.fields.isEmpty, scene.fluids.isEmpty, !changes.maySet(anythingOf: "world") else { return }
    let walls = Walls(scene, built, changes)
    let jointed = Set(scene.joints.flatMap { [$0.a, $0.b] })
    var reported: Set<SourcePlace> = []
    // Each asks the engine once.
    for index in scene.bodies.indices.prefix(2_000) where !jointed.contains(index) {
      let body = scene.bodies[index]
      guard body.kind == .dynamic, !body.isBullet, !body.isAsleep, !changes.mayAlter(body: body.id),
        let made = built.bodies[index], let found = walls.passage(of: body, made)
      else { continue }
      let isFlight = body.velocity != .zero
      guard let place = source.place(of: .body(index), keys: isFlight ? ["velocity", "id"] : ["id"]),
        reported.insert(place).inserted
      else { continue }
      let wall = found.wall.name ?? "\(found.wall.id)"
      list.warn(
        place,
        "'\(body.id)' can pass through '\(wall)': \(isFlight ? "" : "falling from there ")it goes "
          + "\(found.travel.tenths) points in a step, and both together are \(found.thickness.tenths) thick",
        hint: "bullet: true keeps it from that; so does a thicker wall, or a higher rate")
    }
  }
}

/// The obstacles in the way of the bodies of a scene as it starts.
private struct Walls {
  private let scene: Scene
  private let space: Space
  private let changes: SceneChanges
  private let passing: PassingPairs
  private let places: [ShapeID: Scene.ShapePlace]

  init(_ scene: Scene, _ built: BuiltScene, _ changes: SceneChanges) {
    (self.scene, self.changes) = (scene, changes)
    space = built.space
    passing = PassingPairs(scene) { effect in
      switch effect {
      case .ignore, .oneWay: true
      case .override, .sticky: false
      }
    }
    places = Dictionary(uniqueKeysWithValues: zip(built.space.shapes.map(\.id), built.shapePlaces))
  }

  /// The first wall in the straight way of a body that a step can carry it through.
  func passage(of body: Scene.Body, _ made: Body) -> (wall: Body, travel: Double, thickness: Double)? {
    let gravity = scene.world.gravity * body.gravityScale
    let isFlight = body.velocity != .zero
    let heading = (isFlight ? body.velocity : gravity).normalized
    guard heading != .zero, let own = made.shapes.first(where: { !$0.isSensor }) else { return nil }
    let rate = Double(scene.world.rate)
    let start = made.worldCenterOfGravity
    // What it meets within a second of its flight, or as it falls, before a curve takes it elsewhere.
    let range = min(isFlight ? body.velocity.length : 10_000, Vector.largestCoordinate / 2)
    let end = start + heading * range
    guard let hit = wall(from: start, to: end, before: own, of: made), isFixed(hit.shape.body) else {
      return nil
    }
    let way = hit.fraction * range
    guard let speed = speed(of: body, after: way, gravity) else { return nil }
    if isFlight {
      // Gravity does not bend its way past the wall.
      let time = way / body.velocity.length
      let reach: Double = way + speed / rate
      let fallen: Vector = gravity * (time * time / 2)
      let bent = start + heading * reach + fallen
      guard wall(from: start, to: bent, before: own, of: made)?.shape.body === hit.shape.body else {
        return nil
      }
    }
    let travel = speed / rate
    let back = hit.shape.hit(from: end, to: start)
    let wall = back.map { (1 - $0.fraction) * range - way } ?? 0
    let thickness = max(wall, 0) + made.thickness(along: heading)
    return travel > thickness && travel > 0 ? (hit.shape.body, travel, thickness) : nil
  }

  /// The least speed of a body that gravity alone moves, or that flies on; nil where damping decides it.
  private func speed(of body: Scene.Body, after way: Double, _ gravity: Vector) -> Double? {
    let damping = body.damping ?? scene.world.damping
    let free: Double
    if body.velocity == .zero {
      guard damping == 1 else { return nil }
      free = (2 * gravity.length * way).squareRoot()
    } else {
      // Of a velocity that decays by a part of itself, as much is lost for each point.
      free = body.velocity.length + (damping == 1 ? 0 : way * log(damping))
      guard free > 0 else { return nil }
    }
    return min(free, body.maxSpeed ?? .infinity)
  }

  /// The first shape in a way that a body's shape does not pass.
  private func wall(from start: Vector, to end: Vector, before own: Shape, of made: Body) -> SegmentHit? {
    guard [end.x, end.y].allSatisfy({ abs($0) <= Vector.largestCoordinate }), let place = places[own.id]
    else {
      return nil
    }
    let hit = space.shapes(from: start, to: end, filter: own.filter).first { hit in
      hit.shape.body !== made && places[hit.shape.id].map { !passing.contains(place, $0) } ?? false
    }
    return hit.flatMap { $0.fraction > 0 ? $0 : nil }
  }

  /// Returns true for a body that stays where it is.
  private func isFixed(_ body: Body) -> Bool {
    guard body.kind != .dynamic, let index = body.shapes.first.flatMap({ places[$0.id] })?.body else {
      return false
    }
    return body.velocity == .zero && body.angularVelocity == 0
      && !changes.mayAlter(body: scene.bodies[index].id)
  }
}

extension Body {
  /// Returns the length that its shapes take along a direction of the world, from one end to the other.
  fileprivate func thickness(along direction: Vector) -> Double {
    var (low, high) = (Double.infinity, -Double.infinity)
    for shape in shapes where !shape.isSensor {
      let outline = shape.outline
      for point in outline.points {
        let place = direction.dot(transform.apply(point))
        (low, high) = (min(low, place - outline.radius), max(high, place + outline.radius))
      }
    }
    return max(high - low, 0)
  }
}

extension Double {
  fileprivate var tenths: String { ((self * 10).rounded() / 10).shortText }
}
