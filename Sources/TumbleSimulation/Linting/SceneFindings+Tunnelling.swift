import TumbleFiles
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension SceneFindings {
  /// Warns of bodies that start so fast, or fall so far, that they can be in front of a wall in one step and behind it in the
  /// next: that go further in a step than they and the wall are thick together.
  mutating func findTunnelling(_ built: BuiltScene) {
    var reported: Set<SourcePlace> = []
    // Each asks the engine once.
    for index in scene.bodies.indices.prefix(2_000) {
      let body = scene.bodies[index]
      guard body.kind == .dynamic, !body.isBullet, !body.isAsleep, let made = built.bodies[index],
        let found = passage(of: body, made, built)
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

  /// The first wall in the straight way of a body that a step can carry it through.
  private func passage(of body: Scene.Body, _ made: Body, _ built: BuiltScene) -> (
    wall: Body, travel: Double, thickness: Double
  )? {
    let gravity = scene.world.gravity * body.gravityScale
    let isFlight = body.velocity != .zero
    let heading = (isFlight ? body.velocity : gravity).normalized
    guard heading != .zero, let own = made.shapes.first(where: { !$0.isSensor }) else { return nil }
    let rate = Double(scene.world.rate)
    let start = made.worldCenterOfGravity
    // What it meets within a second of its flight, or as it falls, before a curve takes it elsewhere.
    let range = min(isFlight ? body.velocity.length : 10_000, Vector.largestCoordinate / 2)
    let end = start + heading * range
    guard abs(end.x) <= Vector.largestCoordinate, abs(end.y) <= Vector.largestCoordinate else { return nil }
    let hits = built.space.shapes(from: start, to: end, filter: own.filter)
    guard let hit = hits.first(where: { $0.shape.body !== made }), hit.shape.body.kind != .dynamic,
      hit.fraction > 0
    else { return nil }
    let way = hit.fraction * range
    let fallen = isFlight ? 0 : 2 * gravity.length * way
    let speed = min((body.velocity.lengthSquared + fallen).squareRoot(), body.maxSpeed ?? .infinity)
    let travel = speed / rate
    let back = hit.shape.hit(from: end, to: start)
    let wall = back.map { (1 - $0.fraction) * range - way } ?? 0
    let thickness = max(wall, 0) + made.thickness(along: heading)
    return travel > thickness && travel > 0 ? (hit.shape.body, travel, thickness) : nil
  }
}

extension Body {
  /// How far its shapes reach along a direction of the world, from one end to the other.
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
