import TumbleAnimation
import TumbleFiles
import TumbleGeometry
import TumbleScenes

extension SceneFindings {
  /// Warns where everything falls forever: gravity pulls, and nothing that stays in place lies below any body or holds
  /// one by a joint.
  mutating func findFalling() {
    let gravity = scene.world.gravity
    guard gravity != .zero, !isAnimated(.gravity), !scene.triggers.contains(where: \.isAboutLeaving) else {
      return
    }
    // What they hold up is seen by running alone.
    guard scene.fields.isEmpty, scene.fluids.isEmpty else { return }
    let down = gravity.normalized
    // A body that sleeps stays where it is until something lands on it.
    let supports = scene.bodies.filter { $0.kind != .dynamic || $0.isAsleep }
      .flatMap { body in
        body.shapes.filter { !$0.isSensor }.map { ($0.filter, $0.form.reach(along: down, body)) }
      }
    let falling = scene.bodies.indices.filter { index in
      let body = scene.bodies[index]
      return body.kind == .dynamic && !body.isAsleep && body.gravityScale != 0 && body.maxSpeed != 0
    }
    guard !falling.isEmpty, !isHeld(falling) else { return }
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
        "add a floor, such as {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0]}}, or set gravity: [0, 0]"
    )
  }

  private func isAnimated(_ property: AnimatableProperty) -> Bool {
    scene.animations.contains { $0.targets.contains { $0.property == property } }
  }

  /// Whether a joint or an animation keeps one of the bodies from falling, or may.
  private func isHeld(_ bodies: [Int]) -> Bool {
    let falling = Set(bodies)
    for joint in scene.joints where falling.contains(joint.a) != falling.contains(joint.b) { return true }
    let moved = Set(
      scene.animations.flatMap(\.targets).filter {
        [.position, .positionX, .positionY].contains($0.property)
      }
      .map(\.object))
    return !moved.isEmpty && bodies.contains { moved.contains(scene.bodies[$0].id) }
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

extension Scene.Animation {
  /// What it moves; for a group, what its members do.
  var targets: [AnimationTarget] { definition.targets(of: target) }
}

extension AnimationDefinition {
  fileprivate func targets(of own: AnimationTarget?) -> [AnimationTarget] {
    guard case .group(let members) = content else { return own.map { [$0] } ?? [] }
    return members.flatMap { $0.animation.targets(of: $0.target) }
  }
}

extension Form {
  /// How far it goes along a direction of the world: where it begins and where it ends.
  fileprivate func reach(along direction: Vector, _ body: Scene.Body) -> (near: Double, far: Double) {
    let places = points.map { direction.dot(body.transform.apply($0)) }
    return ((places.min() ?? 0) - radius, (places.max() ?? 0) + radius)
  }
}

extension SceneFindings {
  /// Warns of bodies that would turn about another point without their `mass`: about the centroid of their shapes in
  /// place of their origin.
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
        "'\(body.id)' turns about its origin, as it has a mass, and not about the middle of its shapes at \(center)",
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
