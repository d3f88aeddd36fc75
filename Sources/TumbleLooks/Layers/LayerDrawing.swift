import TumbleFrames
import TumbleGeometry

/// Makes the marks of the layers: a function of what a frame shows, and of what the world told of it.
package struct LayerDrawing {
  let layers: Layers
  let frame: Frame
  let description: WorldDescription
  let facts: LayerFacts
  /// The points of the world for each of the desktop's points: what keeps one size on the screen.
  let unit: Double
  let colors = LayerColors()

  package init(layers: Layers, frame: Frame, description: WorldDescription, facts: LayerFacts, unit: Double) {
    (self.layers, self.frame, self.description, self.facts) = (layers, frame, description, facts)
    self.unit = unit
  }

  /// Names drawn at most: more could not be read.
  private static let maxNames = 300
  /// Pairs of the broad phase drawn at most.
  private static let maxPairs = 5000

  package func draw(_ trails: Trails, into marks: inout Marks) {
    if layers.contains(.sleeping) { dimSleepers(&marks) }
    if layers.contains(.fields) { drawFields(&marks) }
    if layers.contains(.trails) { trails.draw(colors.trail, into: &marks) }
    if layers.contains(.outlines) { drawOutlines(&marks) }
    if layers.contains(.boxes) || layers.contains(.broadPhase) { drawBoxes(&marks) }
    if layers.contains(.joints) { drawJoints(&marks) }
    if layers.contains(.centers) { drawCenters(&marks) }
    if layers.contains(.velocities) { drawVelocities(&marks) }
    if layers.contains(.awake) { drawAwake(&marks) }
    if layers.contains(.contacts) { drawContacts(&marks) }
    if layers.contains(.ids) { drawNames(&marks) }
  }

  private func dimSleepers(_ marks: inout Marks) {
    frame.forEachBody { body, pose in
      guard body.isSleeping, let known = description[body.id] else { return }
      for outline in known.outlines {
        marks.surface(
          of: outline, position: pose.position, angle: pose.angle, scale: pose.appearance.scale, colors.dim)
      }
    }
  }

  private func drawOutlines(_ marks: inout Marks) {
    frame.forEachBody { body, pose in
      guard let known = description[body.id] else { return }
      let color = known.kind == .static ? colors.fixed : body.isSleeping ? colors.asleep : colors.outline
      for outline in known.outlines {
        marks.outline(outline, position: pose.position, angle: pose.angle, width: 1.5, color)
      }
    }
  }

  private func drawBoxes(_ marks: inout Marks) {
    var boxes: [(id: BodyID, box: Rect, isFixed: Bool)] = []
    frame.forEachBody { body, pose in
      guard let known = description[body.id], pose.isFinite else { return }
      for outline in known.outlines {
        guard let box = outline.bounds(position: pose.position, angle: pose.angle) else { continue }
        if layers.contains(.boxes) { marks.box(box, colors.box) }
        boxes.append((body.id, box, known.kind != .dynamic))
      }
    }
    guard layers.contains(.broadPhase) else { return }
    // Sweeps to the right over what has begun and not ended.
    boxes.sort { $0.box.min.x < $1.box.min.x }
    var (active, pairs): ([Int], Int) = ([], 0)
    for i in boxes.indices {
      active.removeAll { boxes[$0].box.max.x < boxes[i].box.min.x }
      for j in active where pairs < Self.maxPairs {
        let (a, b) = (boxes[j], boxes[i])
        guard a.id != b.id, !(a.isFixed && b.isFixed), a.box.intersects(b.box) else { continue }
        pairs += 1
        // A wall's middle may be far away: the line ends where the two overlap.
        let shared = a.box.overlap(b.box)?.center ?? b.box.center
        let ends = (a.isFixed ? shared : a.box.center, b.isFixed ? shared : b.box.center)
        marks.line(ends.0, ends.1, width: 1, colors.pair)
        if a.isFixed || b.isFixed { marks.dot(shared, radius: 2, colors.pair) }
      }
      active.append(i)
    }
  }

  private func drawJoints(_ marks: inout Marks) {
    frame.forEachJoint { joint in
      guard description[joint.id]?.isInner != true else { return }
      marks.line(joint.a, joint.b, width: 2, colors.joint)
      marks.ring(joint.a, radius: 4, colors.joint)
      marks.dot(joint.b, radius: 3, colors.joint)
    }
  }

  private func drawCenters(_ marks: inout Marks) {
    frame.forEachBody { body, pose in
      guard let known = description[body.id], known.kind != .static, pose.isFinite else { return }
      let center = pose.position + (facts[body.id]?.centerOfGravity ?? .zero).rotated(by: pose.angle)
      let (right, up) = (
        Vector(6 * unit, 0).rotated(by: pose.angle), Vector(0, 6 * unit).rotated(by: pose.angle)
      )
      marks.line(center, center + right, width: 1.5, colors.xAxis)
      marks.line(center, center + up, width: 1.5, colors.yAxis)
      marks.dot(center, radius: 2, colors.center)
    }
  }

  private func drawVelocities(_ marks: inout Marks) {
    frame.forEachBody { body, pose in
      guard !body.isSleeping, body.velocity.length > 1, pose.isFinite else { return }
      marks.arrow(pose.position, pose.position + body.velocity * 0.1, head: 7 * unit, colors.velocity)
    }
  }

  private func drawAwake(_ marks: inout Marks) {
    guard let sleepSpeed = facts.sleepSpeed else { return }
    frame.forEachBody { body, pose in
      guard let known = description[body.id], known.kind == .dynamic, !body.isSleeping, pose.isFinite else {
        return
      }
      let isRestless = Self.isRestless(body, facts[body.id], sleepSpeed: sleepSpeed)
      marks.ring(
        pose.position, radius: isRestless ? 9 : 6, width: 2, isRestless ? colors.restless : colors.waiting)
    }
  }

  /// Returns true if a body moves too much to fall asleep, by the engine's rule: m·v² + i·ω² > m·sleepSpeed².
  static func isRestless(_ body: BodySnapshot, _ facts: BodyFacts?, sleepSpeed: Double) -> Bool {
    let turning = facts.map { $0.mass > 0 ? $0.moment / $0.mass : 0 } ?? 0
    return body.velocity.dot(body.velocity) + turning * body.angularVelocity * body.angularVelocity
      > sleepSpeed * sleepSpeed
  }

  private func drawContacts(_ marks: inout Marks) {
    for touch in facts.touches {
      marks.dot(touch.point, radius: 3, colors.contact)
      marks.line(touch.point, touch.point + touch.normal * (10 * unit), width: 1, colors.contact)
      guard touch.impulse.length > 0 else { continue }
      // As far as the lighter of the two would fly in two seconds with the speed that it gets: the same for
      // all masses.
      let masses = (facts[touch.a]?.mass ?? .infinity, facts[touch.b]?.mass ?? .infinity)
      let lighter = min(masses.0, masses.1)
      let mass = lighter.isFinite ? lighter : 1
      let length = min((touch.impulse / max(mass, 1e-9)).length * 2, 60 * unit)
      marks.arrow(
        touch.point, touch.point + touch.impulse.normalized * length, head: 6 * unit, colors.impulse)
    }
  }

  private func drawNames(_ marks: inout Marks) {
    var left = Self.maxNames
    frame.forEachBody { body, pose in
      guard left > 0, let known = description[body.id], pose.isFinite else { return }
      left -= 1
      marks.add(.label(known.name, at: pose.position, offset: Vector(4, 8), colors.name))
    }
  }
}

extension Marks {
  fileprivate mutating func ring(_ place: Vector, radius: Double, width: Double = 1.5, _ color: Color) {
    guard place.isFinite else { return }
    add(.ring(place, radius: radius, width: width, color))
  }
}

extension Outline {
  /// The upright rectangle around the outline where a body has it, in the world; nil for a polygon without
  /// corners.
  package func bounds(position: Vector, angle: Double) -> Rect? {
    // A body at its first angle, as most walls are, needs no turning.
    if angle == 0 { return bounds.map { Rect(min: $0.min + position, max: $0.max + position) } }
    return Rect(around: points.lazy.map { position + $0.rotated(by: angle) })?.insetBy(-radius)
  }
}

extension LayerDrawing {
  /// The distance between two arrows, in the desktop's points.
  private static let spacing = 34.0
  /// Arrows a field has at most.
  private static let maxArrows = 4000

  /// Draws an arrow at each place of a grid that a field acts on: as long as the field is strong there,
  /// within bounds.
  func drawFields(_ marks: inout Marks) {
    for (index, field) in description.fields.enumerated() where index < frame.current.strengths.count {
      let strength = frame.current.strengths[index]
      guard strength != 0, let place = transform(of: field) else { continue }
      drawRegion(of: field, place, &marks)
      guard field.force.effect.kind != .drag else { continue }
      drawArrows(of: field, strength, place, &marks)
    }
  }

  /// Returns the transform from a field's own coordinates to the world's; nil if its body is gone.
  private func transform(of field: FieldDescription) -> Transform? {
    guard let id = field.body else { return .identity }
    guard let body = frame.current[id], body.isFinite else { return nil }
    return Transform(translation: body.position, rotation: body.angle)
  }

  private func drawRegion(of field: FieldDescription, _ place: Transform, _ marks: inout Marks) {
    let corners = field.force.region.corners(ofCircle: 36)
    for i in corners.indices {
      marks.line(
        place.apply(corners[i]), place.apply(corners[(i + 1) % corners.count]), width: 1, colors.region)
    }
  }

  private func drawArrows(
    of field: FieldDescription, _ strength: Double, _ place: Transform, _ marks: inout Marks
  ) {
    guard let back = place.inverse else { return }
    let step = Self.spacing * unit
    // Nothing is known of the camera here: the view, and a view's size around it.
    let area = description.view.insetBy(-description.view.width / 2)
    guard step > 0, area.width / step * (area.height / step) < Double(Self.maxArrows) * 4 else { return }
    var left = Self.maxArrows
    var y = (area.min.y / step).rounded(.up) * step
    while y < area.max.y {
      var x = (area.min.x / step).rounded(.up) * step
      while x < area.max.x, left > 0 {
        let local = back.apply(Vector(x, y))
        if field.force.region.contains(local) {
          left -= 1
          draw(field.force.effect, strength, at: Vector(x, y), local, place, step, &marks)
        }
        x += step
      }
      y += step
    }
  }

  private func draw(
    _ effect: ForceField.Effect, _ strength: Double, at point: Vector, _ local: Vector, _ place: Transform,
    _ step: Double, _ marks: inout Marks
  ) {
    var push = effect.acceleration(
      at: local, strength: strength, time: frame.current.time, step: 1 / Double(max(frame.current.rate, 1)))
    if case .wind(let wind) = effect { push = wind * strength }
    let size = push.length
    guard size > 0, size.isFinite else { return }
    // Half a grid step for 300 points per second squared, and never more than a whole one.
    let length = step * 0.9 * size / (size + 300)
    let way = place.applyToDirection(push / size) * length
    marks.arrow(point - way / 2, point + way / 2, head: 6 * unit, width: 1, colors.field)
  }
}

/// The trails of bodies: the newest positions of each, in memory of a fixed size.
package struct Trails: Hashable, Sendable {
  /// Places kept of each body.
  package static let length = 90
  /// Bodies that have a trail: the first so many that move.
  package static let maxBodies = 400

  /// A ring of positions of each body in `ids`.
  private var places: [Vector] = []
  private var ids: [BodyID] = []
  private var newest = -1
  private var count = 0
  private var step: Int?

  package init() {}
}

extension Trails {
  package mutating func removeAll() {
    newest = -1
    count = 0
    step = nil
    ids.removeAll(keepingCapacity: true)
  }

  /// Adds the places of a snapshot: thirty of a second of world time, however many frames that is. Winding
  /// back, and another world, begin again.
  package mutating func add(_ snapshot: FrameSnapshot, _ description: WorldDescription) {
    let spacing = max(snapshot.rate / 30, 1)
    if let step, snapshot.step < step || snapshot.step > step + Self.length * spacing { removeAll() }
    if let step, snapshot.step < step + spacing { return }
    if ids.isEmpty {
      for body in snapshot.bodies where ids.count < Self.maxBodies {
        if let known = description[body.id], known.kind != .static { ids.append(body.id) }
      }
      places = Array(repeating: .zero, count: ids.count * Self.length)
    }
    newest = (newest + 1) % Self.length
    count = min(count + 1, Self.length)
    step = snapshot.step
    for i in ids.indices {
      places[i * Self.length + newest] = snapshot[ids[i]]?.position ?? Vector(.nan, .nan)
    }
  }

  /// Lines from each body back along its way, fainter and fainter.
  func draw(_ color: Color, into marks: inout Marks) {
    guard count > 1 else { return }
    for i in ids.indices {
      for age in 1..<count {
        let (from, to) = (place(of: i, age: age), place(of: i, age: age - 1))
        guard from.isFinite, to.isFinite, from != to else { continue }
        marks.line(from, to, width: 1.5, color.withAlpha(0.7 * (1 - Double(age) / Double(Self.length))))
      }
    }
  }

  private func place(of body: Int, age: Int) -> Vector {
    places[body * Self.length + (newest - age + Self.length) % Self.length]
  }
}
