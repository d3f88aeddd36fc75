import Foundation
import TumblePhysics

extension SceneFindings {
  /// Warns where everything falls forever: gravity pulls, nothing that stays in place lies below any body or
  /// holds one by a joint, and nothing that happens may hold one.
  mutating func findFalling() {
    let gravity = scene.world.gravity
    guard gravity != .zero, !mayEndFalling else { return }
    // What they hold up is seen by running alone.
    guard scene.fields.isEmpty, scene.fluids.isEmpty else { return }
    let down = gravity.normalized
    let falling = scene.bodies.indices.filter { index in
      let body = scene.bodies[index]
      return body.kind == .dynamic && !body.isAsleep && body.gravityScale != 0 && body.maxSpeed != 0
    }
    guard !falling.isEmpty, !isHeld(falling) else { return }
    // What falls the other way may hold another.
    let scales = falling.map { scene.bodies[$0].gravityScale }
    guard scales.allSatisfy({ $0 > 0 }) || scales.allSatisfy({ $0 < 0 }) else { return }
    // A body that sleeps stays where it is until something lands on it; one without weight may hang on
    // something.
    let supports = Set(scene.bodies.indices).subtracting(falling).sorted().map { scene.bodies[$0] }
      .flatMap { body in
        body.shapes.filter { !$0.isSensor }.map { ($0.filter, $0.form.reach(along: down, body)) }
      }
    for index in falling {
      let body = scene.bodies[index]
      // What falls up needs something above it.
      let direction = body.gravityScale < 0 ? down * -1 : down
      for shape in body.shapes where !shape.isSensor {
        let own = shape.form.reach(along: direction, body)
        for (filter, reach) in supports where filter.meets(shape.filter) {
          let farthest = body.gravityScale < 0 ? -reach.near : reach.far
          if farthest > own.near { return }
        }
      }
    }
    let (first, isGiven) = (falling[0], source.gives("gravity", of: .world))
    warn(
      isGiven ? .world : .body(first), isGiven ? ["gravity"] : [],
      falling.count == 1
        ? "'\(scene.bodies[first].id)' falls for ever: nothing lies below it, and no joint holds it"
        : "everything falls for ever: nothing lies below any body, and no joint holds one",
      hint:
        """
        add a floor, such as {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0]}}, or set \
        gravity: [0, 0]
        """
    )
  }

  /// Is true if something other than a floor may hold what falls, or end the run: what drives, moves or makes
  /// bodies.
  private var mayEndFalling: Bool {
    changes.maySet("world", "gravity") || changes.ends || changes.spawns
      || scene.triggers.contains(where: \.isAboutLeaving)
      || scene.bodies.contains { body in
        changes.mayAlter(body: body.id)
          || body.kind == .kinematic && (body.velocity != .zero || body.angularVelocity != 0)
      }
  }

  /// Returns true if a joint keeps one of the bodies from falling.
  private func isHeld(_ bodies: [Int]) -> Bool {
    let falling = Set(bodies)
    return scene.joints.contains { falling.contains($0.a) != falling.contains($0.b) }
  }

  /// Warns of rounded corners that circles may meet.
  mutating func findRounded() {
    var circles: Set<ShapeFilter> = []
    for shape in scene.bodies.lazy.flatMap(\.shapes) {
      if case .circle = shape.form, !shape.isSensor { circles.insert(shape.filter) }
    }
    guard !circles.isEmpty else { return }
    for (index, body) in scene.bodies.enumerated() {
      let meets = body.shapes.contains { shape in
        switch shape.form {
        case .rect(_, let radius), .polygon(_, let radius):
          radius > 0 && !shape.isSensor && circles.contains { $0.meets(shape.filter) }
        default: false
        }
      }
      guard meets else { continue }
      warn(
        .body(index), [],
        "'\(body.id)' has rounded corners and may meet circles, which the engine gets wrong",
        hint: "leave the radius of its box or polygon at 0")
    }
  }
}

extension Form {
  /// Returns the interval that it takes along a direction of the world.
  fileprivate func reach(along direction: Vector, _ body: Scene.Body) -> (near: Double, far: Double) {
    let places = points.map { direction.dot(body.transform.apply($0)) }
    return ((places.min() ?? 0) - radius, (places.max() ?? 0) + radius)
  }
}

extension SceneFindings {
  /// Warns of bodies that would turn about another point without their `mass`: about the centroid of their
  /// shapes in place of their origin.
  mutating func findOffCenter() {
    var reported: Set<SourcePlace> = []
    for (index, body) in scene.bodies.enumerated() {
      guard body.kind == .dynamic, body.centerOfGravity == nil, case .body(_, .fromShapes) = body.mass,
        let centroid = body.centroid, let extent = body.extent,
        centroid.length > Self.centerTolerance * extent,
        let place = source.place(of: .body(index), "mass"), reported.insert(place).inserted
      else { continue }
      let center = "[\(centroid.x.hundredths), \(centroid.y.hundredths)]"
      list.warn(
        place,
        """
        '\(body.id)' turns about its origin, as it has a mass, and not about the middle of its shapes at \
        \(center)
        """,
        hint: "centerOfGravity: \(center), or centerOfGravity: [0, 0] if that is meant")
    }
  }

  /// The part of a body's extent by which its origin may lie beside the centroid.
  private static let centerTolerance = 0.05
}

extension Scene.Body {
  /// The larger side of the box around its shapes, in points; nil without shapes.
  fileprivate var extent: Double? { shapes.map(\.form).bounds.map { max($0.width, $0.height) } }
}

extension Double {
  fileprivate var hundredths: String { ((self * 100).rounded() / 100).shortText }
}

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
