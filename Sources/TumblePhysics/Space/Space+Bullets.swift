import CTumbleChipmunk

/// A sensor, and a bullet's shape that went right through it in one step.
struct Crossing {
  let bullet: Shape
  let sensor: Shape
  let moment: Double
  /// The normal from the bullet to the sensor, of length 1.
  let normal: Vector
  let point: Vector
}

extension Space {
  /// Finds out before a step which bullets would pass through something in it, and has the step put each
  /// where it meets the first thing: so deep in it that the engine sees the contact.
  func sweepBullets(_ dt: Double) {
    crossings.removeAll(keepingCapacity: true)
    // What comes from elsewhere, with a speed of its own.
    var movers: [(Body, Course)] = []
    for i in bodies.indices where bodies[i].kind == .kinematic || bodies[i].isBullet {
      let course = Course(bodies[i], dt)
      guard !course.isStill, bodies[i].kind == .kinematic || bodies[i].isFast(on: course) else { continue }
      movers.append((bodies[i], course))
    }
    for bullet in bullets where bullet.kind == .dynamic && !bullet.isSleeping {
      sweep(bullet, Course(bullet, dt), movers, dt)
    }
  }

  private func sweep(_ bullet: Body, _ course: Course, _ movers: [(Body, Course)], _ dt: Double) {
    var first: (touch: Sweep.Touch, wall: Course, isCarrying: Bool)?
    var crossed: [Crossing] = []
    for shape in bullet.shapes {
      if movers.isEmpty, !shape.isFast(on: course) { continue }
      let form = SweptForm(shape)
      for (other, otherCourse) in inTheWay(of: shape, form, course, movers, dt) {
        var pair = course
        pair.way -= otherCourse.way
        let drift = otherCourse.turn.magnitude * course.center.distance(to: otherCourse.center)
        let width = shape.sweepSize.width
        guard pair.farthest(reach: form.reach) + drift > width / 4 else { continue }
        let isFelt = shape.isSensor || other.isSensor
        let sweep = Sweep(
          mover: (form, course), other: (SweptForm(other), otherCourse),
          depth: isFelt ? width / 8 : min(max(2 * collisionSlop, 0.01), width / 4))
        guard let touch = sweep.firstTouch(), !keepsApart(bullet, other.body),
          !log.letsPass(shape.pointer, other.pointer, normal: -touch.normal, isOld: touch.isOld)
        else { continue }
        if isFelt {
          guard !touch.isOld else { continue }
          let point = course.center(at: touch.moment) - touch.normal * form.radius
          crossed.append(
            Crossing(bullet: shape, sensor: other, moment: touch.moment, normal: -touch.normal, point: point))
        } else if touch.moment < first?.touch.moment ?? 1 {
          first = (touch, otherCourse, other.body.kind == .kinematic)
        }
      }
    }
    crossings += crossed.filter { $0.moment <= first?.touch.moment ?? 1 }
    guard let (touch, wall, isCarrying) = first else { return }
    let center = course.center(at: touch.moment)
    bullet.stop(
      at: isCarrying ? wall.carried(center, from: touch.moment) : center,
      angle: course.angle + course.turn * touch.moment)
  }

  /// The shapes that one of a bullet may meet in a step, in id order, and how each moves.
  private func inTheWay(
    of shape: Shape, _ form: SweptForm, _ course: Course, _ movers: [(Body, Course)], _ dt: Double
  ) -> [(Shape, Course)] {
    let room = Rect(min: course.center, max: course.center).including(course.center(at: 1))
      .insetBy(-form.reach - form.radius)
    var found: [(Shape, Course)] = []
    for other in shapes(touching: room, filter: shape.filter, sensors: true) where other.body !== shape.body {
      found.append((other, Course(other.body, dt)))
    }
    for (mover, course) in movers where mover !== shape.body {
      for other in mover.shapes where other.filter.meets(shape.filter) {
        let bounds = other.boundingBox
        let reach = course.farthest(
          reach: course.center.distance(to: bounds.center) + bounds.min.distance(to: bounds.max))
        if !bounds.intersects(room), bounds.insetBy(-reach).intersects(room) { found.append((other, course)) }
      }
    }
    return found.sorted { $0.0.id < $1.0.id }
  }

  /// Returns true if a joint says that shapes of two bodies do not collide.
  private func keepsApart(_ a: Body, _ b: Body) -> Bool {
    constraints.contains { joint in
      !joint.collideBodies
        && ((joint.bodyA === a && joint.bodyB === b) || (joint.bodyA === b && joint.bodyB === a))
    }
  }

  // MARK: - Sensors

  /// Adds to this step's events that bullets came into sensors that they are beyond already.
  /// - Returns: That they left them, which the next step tells: of two events of one step the end would come
  ///   first.
  func tellCrossings() -> [ContactEvent] {
    var ends: [ContactEvent] = []
    for crossing in crossings {
      // Where it still is in the sensor as the step ends, the engine tells.
      guard crossing.bullet.space === self, crossing.sensor.space === self,
        cpShapesCollide(crossing.bullet.pointer, crossing.sensor.pointer).count == 0
      else { continue }
      let kinds = log.kinds(crossing.bullet.pointer, crossing.sensor.pointer)
      if kinds.meets(.began) { waitingEvents.append(ContactEvent(crossing, .began)) }
      if kinds.meets(.ended) { ends.append(ContactEvent(crossing, .ended)) }
    }
    hasEvents = hasEvents || !waitingEvents.isEmpty
    return ends
  }
}

extension ContactEvent {
  fileprivate init(_ crossing: Crossing, _ kind: Kind) {
    let isStraight = crossing.bullet.id < crossing.sensor.id
    let (a, b) = isStraight ? (crossing.bullet, crossing.sensor) : (crossing.sensor, crossing.bullet)
    let began = kind == .began
    self.init(
      kind: kind, shapeA: a.id, shapeB: b.id, bodyA: a.body.id, bodyB: b.body.id, isSensor: true,
      points: began ? ContactPoints(at: crossing.point) : .none,
      normal: began ? (isStraight ? crossing.normal : -crossing.normal) : .zero, impulse: .zero, energyLost: 0
    )
  }
}

extension Body {
  fileprivate func isFast(on course: Course) -> Bool { shapes.contains { $0.isFast(on: course) } }
}

extension Shape {
  /// Returns true if it moves far for its size in a step: what does not is still in front of a wall when the
  /// engine looks.
  fileprivate func isFast(on course: Course) -> Bool {
    course.farthest(reach: sweepSize.reach + body.centerOfGravity.length) > sweepSize.width / 4
  }

  /// The width of a form and its reach from its body's position: below them a sweep is not worth the trouble.
  static func sweepSize(of form: Form) -> (width: Double, reach: Double) {
    let corners = form.points
    return (SweptForm.width(corners, form.radius), corners.reduce(0) { max($0, $1.length) })
  }
}

/// The pose of a bullet at the end of a step, in place of where its velocity would take it.
struct BulletStop {
  /// The center of gravity, in the world.
  var center: Vector
  /// The angle in radians.
  var angle: Double
}

extension Body {
  /// Is true if the body is kept from passing through others in the course of a step, however fast it is.
  ///
  /// The engine looks for contacts where a step ends: what goes further in one than it is thick may have been
  /// in front of a wall before and be behind it then. A bullet is swept along its way, turning as it goes,
  /// and put where it first meets something, deep enough that the engine sees the contact and lets it bounce;
  /// the rest of its way in that step is lost. Filters, rules, sensors and `collideBodies` count as
  /// elsewhere; sensors on the way report. That nothing passes is promised for static and kinematic bodies
  /// that are in the way, these moving or not; between two dynamic bodies it is tried, each being thought to
  /// go on as it moves. Only a dynamic body is swept, and only where it is fast for its size.
  public var isBullet: Bool {
    get { ownIsBullet }
    set {
      ownIsBullet = newValue
      space?.bullets.hold(self, if: newValue)
    }
  }

  /// Has the next step put the body here.
  func stop(at center: Vector, angle: Double) {
    stop = BulletStop(center: center, angle: angle)
    setStopIntegrator(of: pointer)
  }
}

/// The motion of a body's center of gravity in the course of a step, if nothing stops it.
struct Course {
  /// The center in the world, at the start of the step.
  let center: Vector
  /// The angle in radians.
  let angle: Double
  /// The distance that it goes, and the angle that it turns, by the end of the step.
  var way = Vector.zero
  var turn = 0.0

  init(_ body: Body, _ dt: Double) {
    center = body.worldCenterOfGravity
    angle = body.angle
    guard body.kind != .static, !body.isSleeping else { return }
    if let move = body.move {
      guard !move.arrived else { return }
      let share = min(dt / move.left, 1)
      turn = (move.angle - angle) * share
      let goal = body.position.interpolated(to: move.position, by: share)
      way = goal + body.centerOfGravity.rotated(by: angle + turn) - center
    } else {
      let motion = stepMotion(of: body.pointer)
      way = motion.velocity * dt
      turn = motion.angularVelocity * dt
    }
  }

  var isStill: Bool { way == .zero && turn == 0 }

  func center(at moment: Double) -> Vector { center + way * moment }

  /// The point where another ends up that is taken along from a moment of the step on.
  func carried(_ point: Vector, from moment: Double) -> Vector {
    center(at: 1) + (point - center(at: moment)).rotated(by: turn * (1 - moment))
  }

  /// The most that a point so far from the center moves in the step.
  func farthest(reach: Double) -> Double { way.length + turn.magnitude * reach }
}

/// A search for the moment of a step when a moving shape first overlaps another by a depth.
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, chapter
/// 2): from a moment at which the two are a gap apart, nothing happens before they could have closed it at
/// the fastest that they approach each other along the direction between them. So no touch is missed, however
/// thin the shape and however fast the motion.
struct Sweep {
  let mover: (form: SweptForm, course: Course)
  let other: (form: SweptForm, course: Course)
  /// The depth of the overlap that counts, in points.
  let depth: Double

  struct Touch {
    /// The moment within the step: 0 is its start, 1 its end.
    var moment: Double
    /// The direction away from the other shape, of length 1.
    var normal: Vector
    /// Is true if the two overlapped at the start.
    var isOld = false
  }

  /// Returns the first touch; nil if they get no deeper into each other than the depth.
  func firstTouch() -> Touch? {
    let radius = mover.form.radius + other.form.radius
    let way = mover.course.way - other.course.way
    let start = mover.course.center - other.course.center
    let turning =
      mover.course.turn.magnitude * mover.form.reach + other.course.turn.magnitude * other.form.reach
    var hull = hull(at: 0, radius)
    var touch = Touch(moment: 0, normal: .zero)
    // Each round halves the gap at least where the way is straight; what is not found by then touches.
    for round in 0..<100 {
      if turning > 0, round > 0 { hull = self.hull(at: touch.moment, radius) }
      let nearest = hull.nearest(to: start + way * touch.moment)
      touch.normal = nearest.direction
      let gap = nearest.distance + depth
      if round == 0, nearest.distance <= 0 { touch.isOld = true }
      if round == 0, gap <= depth / 2 { return sinking(touch, -way.dot(nearest.direction)) }
      if gap <= depth / 2 { return touch }
      let approach = turning - way.dot(nearest.direction)
      guard approach > 0 else { return nil }
      touch.moment += gap / approach
      guard touch.moment <= 1 else { return nil }
    }
    return touch
  }

  /// Returns the touch of shapes that begin deeper in each other than that already, as under a load: they may
  /// go on by as much again.
  private func sinking(_ touch: Touch, _ approach: Double) -> Touch? {
    guard approach > depth else { return nil }
    var touch = touch
    touch.moment = depth / approach
    return touch
  }

  /// The hull of the mover's centers of gravity, seen from the other's, at which the two overlap.
  private func hull(at moment: Double, _ radius: Double) -> RoundedHull {
    RoundedHull(
      corners: SweptForm.difference(
        other.form.turned(by: other.course.turn * moment), mover.form.turned(by: mover.course.turn * moment)),
      radius: radius)
  }
}

/// A shape as a sweep needs it: the convex hull of corners about its body's center of gravity, grown by a
/// radius.
struct SweptForm {
  /// The corners from the center of gravity, with the body turned as at the start of the step: one for a
  /// circle, two for a segment, counter-clockwise for a polygon.
  let corners: [Vector]
  let radius: Double
  /// The farthest corner's distance from the center of gravity: the disc around it does not change as the
  /// body turns.
  let reach: Double

  init(_ shape: Shape) {
    let (outline, transform) = (shape.outline, shape.body.transform)
    let center = shape.body.centerOfGravity
    corners = outline.points.map { transform.applyToDirection($0 - center) }
    radius = outline.radius
    reach = corners.reduce(0) { max($0, $1.length) }
  }

  /// The width of a convex outline, whichever way round its corners are: no two parallel lines closer to each
  /// other have all of it between them.
  static func width(_ corners: [Vector], _ radius: Double) -> Double {
    guard corners.count > 2 else { return 2 * radius }
    var least = Double.infinity
    for i in corners.indices {
      let edge = corners[i] - corners[i == 0 ? corners.count - 1 : i - 1]
      guard edge.length > 0 else { continue }
      let across = edge.perpendicular / edge.length
      least = min(least, corners.reduce(0) { max($0, ($1 - corners[i]).dot(across).magnitude) })
    }
    return least + 2 * radius
  }

  func turned(by angle: Double) -> [Vector] { angle == 0 ? corners : corners.map { $0.rotated(by: angle) } }

  /// All differences of a point of one convex outline and a point of the other (the Minkowski sum of the
  /// first and the second mirrored): the origin is as far from it as the second is from the first, and in it
  /// where they overlap.
  static func difference(_ first: [Vector], _ second: [Vector]) -> [Vector] {
    let (p, q) = (first, second.map { -$0 })
    guard p.count > 1, q.count > 1 else { return p.flatMap { p in q.map { p + $0 } } }
    // Both have their edges in the order of their directions, beginning at the lowest corner: merged, they
    // are the sum's.
    let (startP, startQ) = (lowest(p), lowest(q))
    var corners: [Vector] = []
    var (i, j) = (0, 0)
    while i < p.count || j < q.count {
      let (a, b) = (p[(startP + i) % p.count], q[(startQ + j) % q.count])
      corners.append(a + b)
      let turn = (p[(startP + i + 1) % p.count] - a).cross(q[(startQ + j + 1) % q.count] - b)
      let takesBoth = turn == 0 && i < p.count && j < q.count
      if takesBoth || j == q.count || (i < p.count && turn > 0) { i += 1 } else { j += 1 }
      if takesBoth { j += 1 }
    }
    return corners
  }

  private static func lowest(_ corners: [Vector]) -> Int {
    corners.indices.min { (corners[$0].y, corners[$0].x) < (corners[$1].y, corners[$1].x) } ?? 0
  }
}
