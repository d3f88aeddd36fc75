import CTumbleChipmunk
import TumbleGeometry

/// A sensor, and a bullet's shape that went right through it in one step.
struct Crossing {
  let bullet: Shape
  let sensor: Shape
  let moment: Double
  /// From the bullet to the sensor, of length 1.
  let normal: Vector
  let point: Vector
}

extension Space {
  /// Finds out before a step which bullets would pass through something in it, and has the step put each where it meets
  /// the first thing: so deep in it that the engine sees the contact.
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

  /// Whether a joint says that shapes of two bodies do not collide.
  private func keepsApart(_ a: Body, _ b: Body) -> Bool {
    constraints.contains { joint in
      !joint.collideBodies
        && ((joint.bodyA === a && joint.bodyB === b) || (joint.bodyA === b && joint.bodyB === a))
    }
  }

  // MARK: - Sensors

  /// Adds to this step's events that bullets came into sensors that they are beyond already.
  /// - Returns: that they left them, which the next step tells: of two events of one step the end would come first.
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
  /// Whether it moves far for its size in a step: what does not is still in front of a wall when the engine looks.
  fileprivate func isFast(on course: Course) -> Bool {
    course.farthest(reach: sweepSize.reach + body.centerOfGravity.length) > sweepSize.width / 4
  }

  /// How thin a form is, and how far it reaches from its body's position: what a sweep is not worth the trouble below.
  static func sweepSize(of form: Form) -> (width: Double, reach: Double) {
    let corners = form.points
    return (SweptForm.width(corners, form.radius), corners.reduce(0) { max($0, $1.length) })
  }
}
