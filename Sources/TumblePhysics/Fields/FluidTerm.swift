import CTumbleChipmunk

/// A fluid as the step uses it: convex pieces of its outline, and the level up to which they are full.
struct FluidTerm {
  let density: Double
  let drag: Double
  let flow: Vector
  let categories: UInt32
  /// The convex pieces, counter-clockwise.
  let pieces: [Polygon]
  private let outlineBounds: Rect
  private(set) var level: Double
  /// The bounds of the filled part.
  private(set) var bounds: Rect

  init(_ fluid: Fluid, _ pieces: [Polygon]) {
    density = fluid.density
    drag = fluid.drag
    flow = fluid.flow
    categories = fluid.categories
    self.pieces = pieces
    outlineBounds = Rect(around: fluid.outline) ?? Rect(min: .zero, max: .zero)
    level = fluid.surface
    bounds = outlineBounds
    setLevel(level)
  }

  mutating func setLevel(_ level: Double) {
    self.level = level
    bounds = Rect(min: outlineBounds.min, max: Vector(outlineBounds.max.x, min(level, outlineBounds.max.y)))
  }
}

/// The motion of a body as a fluid changes it, by impulses.
struct FloatingBody {
  let center: Vector
  let inverseMass: Double
  let inverseMoment: Double
  var velocity: Vector
  var angularVelocity: Double

  @inline(__always)
  private mutating func push(_ impulse: Vector, at arm: Vector) {
    velocity = Vector(velocity.x + impulse.x * inverseMass, velocity.y + impulse.y * inverseMass)
    angularVelocity += inverseMoment * (arm.x * impulse.y - arm.y * impulse.x)
  }

  /// Slows the body down against the flow, and lifts it by the weight of what it displaces (Archimedes).
  ///
  /// The drag is that of an area of which each part is slowed alike: its whole at the area's centroid, where
  /// the body's motion meets it, and its turning by the area's second moment about the center of gravity. It
  /// comes first: after the lift it would take a part of that away, and what weighs as much as the fluid
  /// would sink.
  mutating func float(in fluid: FluidTerm, _ wet: WetArea, gravity: Vector, _ dt: Double) {
    let mass = wet.area * fluid.density
    let arm = Vector(wet.centroid.x - center.x, wet.centroid.y - center.y)
    if fluid.drag > 0 { slow(fluid, mass, wet, arm, dt) }
    push(Vector(-gravity.x * mass * dt, -gravity.y * mass * dt), at: arm)
  }

  private mutating func slow(
    _ fluid: FluidTerm, _ mass: Double, _ wet: WetArea, _ arm: Vector, _ dt: Double
  ) {
    let motion = Vector(
      velocity.x - angularVelocity * arm.y - fluid.flow.x,
      velocity.y + angularVelocity * arm.x - fluid.flow.y)
    let speed = motion.length
    if speed > 0, speed.isFinite {
      let across = (arm.x * motion.y - arm.y * motion.x) / speed
      let mobility = inverseMass + inverseMoment * across * across
      // The share that is left, so that no drag turns a motion round.
      let lost = exponential(-mass * fluid.drag * mobility * dt) - 1
      push(Vector(motion.x * lost / mobility, motion.y * lost / mobility), at: arm)
    }
    let moment = mass * (wet.momentPerArea + arm.lengthSquared)
    angularVelocity *= exponential(-moment * fluid.drag * dt * inverseMoment)
  }
}

extension Shape {
  /// The outline by which the shape displaces a fluid, in the body's coordinates, counter-clockwise; none for
  /// a line.
  ///
  /// Round parts are drawn with 24 corners a turn, as far out that a whole circle has its own area.
  func displacementOutline() -> [Vector] {
    switch form {
    case .circle(let center, let radius):
      return Self.directions.map { center + $0 * (radius * Self.roundScale) }
    case .segment(let from, let to, let radius):
      guard radius > 0 else { return [] }
      return Self.rounded([from, to], radius)
    case .rect, .polygon:
      let outline = self.outline
      return outline.radius > 0 ? Self.rounded(outline.points, outline.radius) : outline.points
    }
  }

  private static let sides = 24
  private static let directions = (0..<sides).map { Vector(angle: Double($0) * 2 * .pi / Double(sides)) }
  /// A regular polygon's area is n/2 · R² · sin(2π/n).
  private static let roundScale = (2 * .pi / (Double(sides) * sine(2 * .pi / Double(sides)))).squareRoot()

  /// A convex outline grown by a radius: around each corner the directions between the normals of its two
  /// edges.
  private static func rounded(_ corners: [Vector], _ radius: Double) -> [Vector] {
    var points: [Vector] = []
    for (index, corner) in corners.enumerated() {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      let first = -(corner - before).perpendicular.normalized
      let last = -(after - corner).perpendicular.normalized
      points.append(corner + first * radius)
      let start = first.angle
      var turn = last.angle - start
      if turn < 0 { turn += 2 * .pi }
      let steps = max(Int((turn / (2 * .pi) * Double(sides)).rounded(.up)), 1)
      for step in 1..<max(steps, 1) {
        let direction = Vector(angle: start + turn * Double(step) / Double(steps))
        points.append(corner + direction * (radius * roundScale))
      }
      points.append(corner + last * radius)
    }
    return points
  }
}

/// The part of a shape that is under water.
struct WetArea {
  /// The area in square points.
  var area: Double
  var centroid: Vector
  /// The second moment about the centroid over the area, in square points.
  var momentPerArea: Double
}

/// Cuts convex outlines by half planes (Sutherland and Hodgman, "Reentrant polygon clipping", 1974), in
/// memory that it keeps.
struct AreaClipping {
  private var corners: [Vector] = []
  private var spare: [Vector] = []

  /// Returns the part of an outline that lies within a convex piece of a fluid and below its level; nil for
  /// nothing.
  /// - Parameters:
  ///   - outline: Convex, in the body's coordinates.
  ///   - place: Where the body is.
  ///   - bounds: Of the outline in the world, or more.
  mutating func wetArea(
    of outline: [Vector], at place: Transform, bounds: Rect, in piece: Polygon, below level: Double
  ) -> WetArea? {
    guard bounds.min.y < level else { return nil }
    corners.removeAll(keepingCapacity: true)
    for corner in outline {
      corners.append(
        Vector(
          place.a * corner.x + place.c * corner.y + place.tx,
          place.b * corner.x + place.d * corner.y + place.ty))
    }
    if bounds.max.y > level { cut(at: Vector(0, level), along: Vector(-1, 0)) }
    var from = piece.corners[piece.corners.count - 1]
    for to in piece.corners {
      let edge = Vector(to.x - from.x, to.y - from.y)
      // The corner of the bounds that lies farthest out, and the one farthest in.
      let out = Vector(edge.y > 0 ? bounds.max.x : bounds.min.x, edge.x > 0 ? bounds.min.y : bounds.max.y)
      if edge.cross(Vector(out.x - from.x, out.y - from.y)) < 0 {
        let inner = Vector(edge.y > 0 ? bounds.min.x : bounds.max.x, edge.x > 0 ? bounds.max.y : bounds.min.y)
        guard edge.cross(Vector(inner.x - from.x, inner.y - from.y)) > 0 else { return nil }
        cut(at: from, along: edge)
      }
      from = to
    }
    return measured
  }

  /// Keeps what lies to the left of a line.
  private mutating func cut(at point: Vector, along edge: Vector) {
    guard var before = corners.last else { return }
    spare.removeAll(keepingCapacity: true)
    var heightBefore = edge.x * (before.y - point.y) - edge.y * (before.x - point.x)
    for corner in corners {
      let height = edge.x * (corner.y - point.y) - edge.y * (corner.x - point.x)
      if heightBefore > 0 && height < 0 || heightBefore < 0 && height > 0 {
        let share = heightBefore / (heightBefore - height)
        spare.append(
          Vector(before.x + (corner.x - before.x) * share, before.y + (corner.y - before.y) * share))
      }
      if height >= 0 { spare.append(corner) }
      (before, heightBefore) = (corner, height)
    }
    swap(&corners, &spare)
  }

  /// The area and centroid, by triangles about the first corner, so that an outline far out keeps its digits.
  private var measured: WetArea? {
    guard corners.count >= 3 else { return nil }
    let origin = corners[0]
    var (area, x, y, second) = (0.0, 0.0, 0.0, 0.0)
    for i in 1..<corners.count - 1 {
      let (ax, ay) = (corners[i].x - origin.x, corners[i].y - origin.y)
      let (bx, by) = (corners[i + 1].x - origin.x, corners[i + 1].y - origin.y)
      let cross = ax * by - ay * bx
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      second += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by)
    }
    guard area > 0, area.isFinite else { return nil }
    let (cx, cy) = (x / (3 * area), y / (3 * area))
    return WetArea(
      area: area / 2, centroid: Vector(origin.x + cx, origin.y + cy),
      momentPerArea: max(second / (6 * area) - (cx * cx + cy * cy), 0))
  }
}

/// Names a fluid of a space, for changing it and taking it back; never used twice in a process.
public struct FluidID: Hashable, Sendable {
  let number: Int
}

extension Space {
  /// The fluids in the order in which they were added, which is that in which they act.
  public var fluids: [(id: FluidID, fluid: Fluid)] {
    influences?.fluids.map { (FluidID(number: $0.number), $0.value) } ?? []
  }

  /// Adds a fluid, in which bodies float from the next step on: each shape, sensors aside, is lifted by the
  /// weight that the space's gravity gives to the fluid in its place, and slowed down. What sleeps in it
  /// wakes.
  /// - Throws: For a number out of range, and an outline that crosses itself or has no area.
  @discardableResult
  public func add(_ fluid: Fluid) throws -> FluidID {
    let pieces = try fluid.checkedPieces()
    let id = FluidID(number: needInfluences().append(fluid, pieces))
    wakeInFluid(at: (influences?.fluidTerms.count ?? 0) - 1)
    return id
  }

  /// Puts another fluid in a fluid's place. What sleeps in either wakes.
  /// - Throws: As ``add(_:)-(Fluid)``, and if there is no such fluid in this space.
  public func set(_ fluid: Fluid, for id: FluidID) throws {
    let pieces = try fluid.checkedPieces()
    let index = try index(of: id)
    guard let influences, influences.fluids[index].value != fluid else { return }
    wakeInFluid(at: index)
    influences.set(fluid, pieces, at: index)
    wakeInFluid(at: index)
  }

  /// Sets the height of a fluid's surface alone, which allocates nothing; nil for the top of its outline.
  /// What sleeps in it wakes if it is another.
  /// - Throws: For a height out of range, and if there is no such fluid in this space.
  public func setLevel(_ level: Double?, of id: FluidID) throws {
    if let level { try Rule.coordinate.check(level, "level", of: "fluid") }
    let index = try index(of: id)
    guard let influences, influences.fluids[index].value.level != level else { return }
    wakeInFluid(at: index)
    influences.setLevel(level, at: index)
    wakeInFluid(at: index)
  }

  /// Takes a fluid away. What sleeps in it wakes.
  /// - Throws: If there is no such fluid in this space.
  public func remove(_ id: FluidID) throws {
    let index = try index(of: id)
    wakeInFluid(at: index)
    influences?.removeFluid(at: index)
    dropEmptyInfluences()
  }

  private func index(of id: FluidID) throws -> Int {
    guard let index = influences?.fluids.firstIndex(where: { $0.number == id.number }) else {
      throw PhysicsError.notInSpace(object: "fluid \(id.number)")
    }
    return index
  }

  private func wakeInFluid(at index: Int) {
    guard hasSleepers(pointer), let water = influences?.fluidTerms[index] else { return }
    for shape in shapes where shape.body.isSleeping && !shape.isSensor {
      if water.bounds.intersects(shape.boundingBox) { shape.body.activate() }
    }
  }
}
