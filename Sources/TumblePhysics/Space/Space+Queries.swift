import CTumbleChipmunk

// Queries collect and return; nothing of the caller's runs while the engine looks. Each sees the world as it
// is now, whether or not a step came after the latest change. Sensors are left out unless asked for.
// Coordinates beyond 1e9 points, and what is not a number, find nothing.
extension Space {
  /// The shapes within a distance of a point, the nearest first, equally near ones in id order.
  /// - Parameters:
  ///   - point: In the world.
  ///   - distance: In points; 0 for the shapes that contain the point.
  ///   - filter: What the point counts as; it finds what would collide with that.
  ///   - sensors: Whether sensors are found too.
  public func shapes(
    near point: Vector, within distance: Double = 0, filter: ShapeFilter = ShapeFilter(),
    sensors: Bool = false
  ) -> [PointHit] {
    guard Rule.coordinate.allows(point.x), Rule.coordinate.allows(point.y), distance >= 0 else { return [] }
    let reach = min(distance, 4 * Rule.far)
    var hits: [PointHit] = []
    let around = Rect(center: point, size: Size(2 * reach, 2 * reach))
    for shape in candidates(in: around, filter, sensors) {
      if let hit = shape.hit(near: point), hit.distance <= reach { hits.append(hit) }
    }
    hits.sort { ($0.distance, $0.shape.id) < ($1.distance, $1.shape.id) }
    return hits
  }

  /// The shape nearest to a point; of equally near ones that with the lowest id.
  public func nearestShape(
    to point: Vector, within distance: Double = .infinity, filter: ShapeFilter = ShapeFilter(),
    sensors: Bool = false
  ) -> PointHit? {
    shapes(near: point, within: distance, filter: filter, sensors: sensors).first
  }

  /// Finds the shapes that a line of a radius meets, in the order along it, then by id.
  public func shapes(
    from: Vector, to: Vector, radius: Double = 0, filter: ShapeFilter = ShapeFilter(),
    sensors: Bool = false
  ) -> [SegmentHit] {
    let isInRange = [from.x, from.y, to.x, to.y].allSatisfy(Rule.coordinate.allows)
    guard isInRange, Rule.nonNegativeLength.allows(radius) else { return [] }
    var hits: [SegmentHit] = []
    let around = Rect(min: from, max: from).including(to).insetBy(-radius)
    for shape in candidates(in: around, filter, sensors) {
      if let hit = shape.hit(from: from, to: to, radius: radius) { hits.append(hit) }
    }
    hits.sort { ($0.fraction, $0.shape.id) < ($1.fraction, $1.shape.id) }
    return hits
  }

  /// The first shape that a line meets; of several at one place that with the lowest id.
  public func firstShape(
    from: Vector, to: Vector, radius: Double = 0, filter: ShapeFilter = ShapeFilter(), sensors: Bool = false
  ) -> SegmentHit? {
    shapes(from: from, to: to, radius: radius, filter: filter, sensors: sensors).first
  }

  /// The shapes whose bounding boxes touch the rectangle, in id order.
  public func shapes(
    touching rect: Rect, filter: ShapeFilter = ShapeFilter(), sensors: Bool = false
  ) -> [Shape] {
    candidates(in: rect, filter, sensors)
  }

  /// The shapes that overlap a shape, which need not be in the space, in id order; by the shape's own filter.
  public func shapes(overlapping shape: Shape, sensors: Bool = false) -> [OverlapHit] {
    let filter = shape.filter
    var hits: [OverlapHit] = []
    for other in candidates(in: shape.boundingBox, filter, sensors) where other !== shape {
      var set = cpShapesCollide(shape.pointer, other.pointer)
      guard set.count > 0 else { continue }
      hits.append(OverlapHit(shape: other, points: ContactPoints(&set), normal: Vector(set.normal)))
    }
    return hits
  }

  /// The shapes whose bounding boxes touch a rectangle, in id order.
  private func candidates(in rect: Rect, _ filter: ShapeFilter, _ sensors: Bool) -> [Shape] {
    guard rect.min.x <= rect.max.x, rect.min.y <= rect.max.y else { return [] }
    var found: [Shape] = []
    if !hasCells(for: rect) {
      // A spatial hash would visit every cell of it, or forever cells beyond those that it can count.
      found = shapes.filter { $0.filter.meets(filter) && $0.boundingBox.intersects(rect) }
    } else {
      withUnsafeMutablePointer(to: &found) { list in
        withTreeStack {
          cpSpaceBBQuery(
            pointer, rect.c, filter.c,
            { shape, list in
              guard let shape, let list else { return }
              list.assumingMemoryBound(to: [Shape].self).pointee.append(Shape.of(shape))
            }, list)
        }
      }
      found.sort { $0.id < $1.id }
    }
    if !sensors { found.removeAll { $0.isSensor } }
    return found
  }
}

extension Shape {
  /// Returns those shapes that this one would overlap if it were larger by a margin all round.
  func touching(_ others: [Shape], within margin: Double) -> [Shape] {
    var form = form
    form.radius += margin
    let larger = Shape.make(form, body.pointer)
    defer { Shape.free(larger) }
    cpShapeCacheBB(larger)
    return others.filter { cpShapesCollide(larger, $0.pointer).count > 0 }
  }

  /// Returns the distance of a point of the world from the shape; nil for one beyond 1e9 points.
  public func hit(near point: Vector) -> PointHit? {
    guard Rule.coordinate.allows(point.x), Rule.coordinate.allows(point.y) else { return nil }
    let nearest = RoundedHull(self).nearest(to: point)
    return PointHit(
      shape: self, point: nearest.point, distance: nearest.distance, direction: nearest.direction)
  }

  /// Returns true if a point of the world lies in the shape or on its edge.
  public func contains(_ point: Vector) -> Bool { (hit(near: point)?.distance ?? 1) <= 0 }

  /// Returns the point at which a line of the world first meets the shape, its start if that lies inside; nil
  /// if it does not.
  public func hit(from: Vector, to: Vector, radius: Double = 0) -> SegmentHit? {
    let isInRange = [from.x, from.y, to.x, to.y].allSatisfy(Rule.coordinate.allows)
    guard isInRange, Rule.nonNegativeLength.allows(radius) else { return nil }
    guard let touch = RoundedHull(self).firstTouch(from: from, to: to, radius: radius) else { return nil }
    return SegmentHit(shape: self, point: touch.point, normal: touch.normal, fraction: touch.fraction)
  }
}

/// A shape near a point.
public struct PointHit {
  /// The shape that was found.
  public var shape: Shape
  /// The nearest point of its surface, in the world; of several, any one.
  public var point: Vector
  /// The distance in points; negative inside the shape.
  public var distance: Double
  /// The direction away from the shape, of length 1, where the point lies on its surface or inside too.
  public var direction: Vector
}

/// A point at which a line meets a shape.
public struct SegmentHit {
  /// The shape that was found.
  public var shape: Shape
  /// The point in the world; the line's start if that lies inside.
  public var point: Vector
  /// The normal of the surface, outwards, of length 1; for a start inside, that of the surface nearest to it.
  public var normal: Vector
  /// The fraction of the line up to the point, 0 to 1.
  public var fraction: Double
}

/// A shape that overlaps another.
public struct OverlapHit {
  /// The shape that was found.
  public var shape: Shape
  /// The points on the asking shape (A) and on the one found (B).
  public var points: ContactPoints
  /// The normal from the asking shape to the one found.
  public var normal: Vector
}

/// A picture of a space for finding mistakes: values, in the world, to draw as one likes.
public struct DebugView: Hashable, Sendable {
  /// A shape as it lies in the world.
  public struct Shape: Hashable, Sendable, Identifiable {
    public var id: ShapeID
    /// The kind of its body's motion.
    public var kind: BodyDefinition.Kind
    /// Is true if its body sleeps.
    public var isSleeping: Bool
    /// Is true if it reports contacts and stops nothing.
    public var isSensor: Bool
    /// The outline in the world, in points.
    public var outline: Outline
    /// The smallest rectangle around the shape in the world, along the axes.
    public var boundingBox: Rect
  }

  /// A constraint by the two points that it holds.
  public struct Constraint: Hashable, Sendable, Identifiable {
    public var id: JointID
    /// The point at which it holds its first body.
    public var a: Vector
    /// The point at which it holds its second body.
    public var b: Vector
  }

  /// The shapes in id order, as are the constraints.
  public var shapes: [Shape] = []
  /// The constraints in id order.
  public var constraints: [Constraint] = []
  /// The contacts of the latest step, in the order of the bodies' ids.
  public var contacts: [Touch] = []
}

extension Space {
  /// Everything there is to see now.
  public var debugView: DebugView {
    var view = DebugView()
    view.shapes = shapes.map { shape in
      DebugView.Shape(
        id: shape.id, kind: shape.body.kind, isSleeping: shape.body.isSleeping, isSensor: shape.isSensor,
        outline: shape.outline.placed(by: shape.body.transform), boundingBox: shape.boundingBox)
    }
    view.constraints = constraints.map { constraint in
      let ends = constraint.ends
      return DebugView.Constraint(id: constraint.id, a: ends.a, b: ends.b)
    }
    view.contacts = touchingPoints()
    return view
  }

  /// The points at which bodies touch after the latest step, in the order of their ids; something dynamic has
  /// a part in each.
  public func touchingPoints() -> [Touch] {
    var found: [Touch] = []
    for body in bodies where body.kind == .dynamic {
      let contacts = body.contacts.filter { $0.other.body.kind != .dynamic || $0.other.body.id > body.id }
      for contact in contacts.sorted(by: { $0.other.body.id < $1.other.body.id }) {
        let other = contact.other.body.id
        let isFirst = other > body.id
        let sign: Double = isFirst ? 1 : -1
        for point in contact.points {
          found.append(
            Touch(
              a: isFirst ? body.id : other, b: isFirst ? other : body.id,
              point: point.position, normal: contact.normal * sign, depth: point.depth,
              impulse: contact.impulse * -sign))
        }
      }
    }
    return found
  }
}
