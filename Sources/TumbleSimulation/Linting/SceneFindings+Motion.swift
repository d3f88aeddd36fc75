import TumbleFiles
import TumbleGeometry
import TumbleScenes

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
