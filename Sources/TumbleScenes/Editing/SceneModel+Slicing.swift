// Bodies that are cut in two: by a stroke of a person's, and by triggers.
extension SceneModel {
  /// Cuts in two all dynamic bodies that a stroke goes all through, where they are now.
  mutating func slice(
    from: Vector, to: Vector, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    var changes: [SceneChange] = []
    for index in present(.body) where scene.bodies[index].kind == .dynamic {
      var body = scene.bodies[index]
      if let now = motion(index) { body.place(now) }
      func local(_ point: Vector) -> Vector { (point - body.position).rotated(by: -body.angle) }
      let cut = BodyCut(from: local(from), to: local(to))
      guard let (halves, centers) = body.halves(cut) else { continue }
      changes += replace(body: index, by: halves, of: cut, centers)
    }
    guard !changes.isEmpty else {
      throw EditRefusal(
        "the stroke goes all through no body that moves", hint: "begin and end it beside what is to be cut")
    }
    return changes
  }

  /// Puts halves in the place of a body. Each joint is made anew with the half that has its anchor; one that
  /// holds angles alone goes with the half that has the body's origin.
  ///
  /// - Parameters:
  ///   - centers: The origins of the halves, in the body's coordinates.
  ///   - maxJoints: All joints that there ever were may become so many; what goes beyond is left out.
  package mutating func replace(
    body index: Int, by halves: [Scene.Body], of cut: BodyCut, _ centers: [Vector], maxJoints: Int = .max
  ) -> [SceneChange] {
    let (id, joints) = (scene.bodies[index].id, joints(of: index).map { scene.joints[$0] })
    // A half of a half is not called half-1-half-2.
    let end = id.firstRange(of: "-half-")?.lowerBound ?? id.endIndex
    var halves = halves
    for side in halves.indices { halves[side].id = id[..<end] + "-half" }
    let first = scene.bodies.count
    var changes = replace(body: index, by: halves)
    for old in joints where scene.joints.count < maxJoints {
      var joint = old
      let end = joint.a == index ? 0 : 1
      // A part without an anchor, as a hinge's motor, stays with its whole.
      let whole = joints.first { $0.id == old.partOf && ($0.a == index) == (old.a == index) }
      let anchor = joint.form.anchor(end) ?? whole?.form.anchor(end)
      let side = cut.side(anchor ?? .zero) >= 0 ? 0 : 1
      joint.form = joint.form.moved(end, by: centers[side] * -1)
      if end == 0 { joint.a = first + side } else { joint.b = first + side }
      append(joint)
      changes.append(.added(.joint, scene.joints.count - 1))
    }
    return changes
  }
}

extension Scene.Body {
  /// Sets where it is, and how it moves.
  package mutating func place(_ motion: SceneModel.Motion) {
    (position, angle) = (motion.position, motion.angle)
    (velocity, angularVelocity) = (motion.velocity, motion.angularVelocity)
  }
}

/// A straight cut through a body, in the body's own coordinates.
package struct BodyCut {
  let from: Vector
  let to: Vector

  package init(from: Vector, to: Vector) { (self.from, self.to) = (from, to) }

  /// The normal to its left, of length 1.
  private var normal: Vector { (to - from).normalized.perpendicular }

  /// Returns the distance of a point to its left, in points.
  func side(_ point: Vector) -> Double { (point - from).dot(normal) }

  /// The part of a convex polygon to its left (side 0), or to its right (side 1).
  func part(_ polygon: Polygon, side: Int) -> Polygon {
    polygon.clipped(against: side == 0 ? normal * -1 : normal, through: from)
  }

  /// Returns true if it goes through all of a convex polygon: from outside to outside.
  func crosses(_ polygon: Polygon) -> Bool {
    let corners = polygon.corners
    let sides = corners.map(side)
    let (length, along) = ((to - from).length, (to - from).normalized)
    for (index, corner) in corners.enumerated() {
      let next = (index + 1) % corners.count
      // An edge that the line meets, at least in one end.
      guard sides[index] * sides[next] <= 0, sides[index] != sides[next] else { continue }
      let place = corner.interpolated(to: corners[next], by: sides[index] / (sides[index] - sides[next]))
      guard (0...length).contains((place - from).dot(along)) else { return false }
    }
    return true
  }
}

/// The shapes that one side of a cut keeps of a body.
private struct HalfShapes {
  var shapes: [Scene.Shape] = []
  /// The sum of areas, and of centroids by area, of what is solid.
  var area = 0.0
  var moment = Vector.zero
  var center: Vector { area > 0 ? moment / area : .zero }

  mutating func add(_ shape: Scene.Shape, area: Double, centroid: Vector) {
    shapes.append(shape)
    guard !shape.isSensor else { return }
    self.area += area
    moment += centroid * area
  }
}

extension Scene.Body {
  /// Corners of a circle that is cut. Their polygon has the circle's area.
  private static let roundCorners = 32

  /// Returns the halves of a body: what lies to the left of a cut, and to its right, each where it is, as
  /// dense as it was, and moving as it moved. nil if the cut does not go all through, or next to nothing
  /// would be on one side.
  ///
  /// Rounded corners are sharp where a polygon is cut. A shape that touches nothing stays whole, on the side
  /// of its middle.
  ///
  /// - Parameters:
  ///   - mass: The mass of the whole, shared by areas if it was given one; nil: its own.
  ///   - center: Its center of gravity, in its own coordinates. What the halves do hardly depends on it.
  package func halves(
    _ cut: BodyCut, mass: Double? = nil, center: Vector = .zero
  ) -> (halves: [Scene.Body], centers: [Vector])? {
    var sides = [HalfShapes(), HalfShapes()]
    for shape in shapes { guard split(shape, cut, &sides) else { return nil } }
    let whole = sides[0].area + sides[1].area
    guard sides.allSatisfy({ $0.area > whole * 1e-4 }) else { return nil }
    var pieces = sides.map { side in
      var piece = self
      (piece.shatter, piece.texture, piece.isAsleep, piece.centerOfGravity) = (shatter, nil, false, nil)
      piece.style = style.ofPiece(at: side.center)
      piece.position = position + side.center.rotated(by: angle)
      piece.shapes = side.shapes.map { shape in
        var shape = shape
        shape.form = shape.form.placed(by: Transform(translation: side.center * -1))
        (shape.before, shape.after) = (nil, nil)
        return shape
      }
      if case .body(let own, let moment) = self.mass {
        piece.mass = .body((mass ?? own) * side.area / whole, moment == .infinite ? .infinite : .fromShapes)
      }
      return piece
    }
    // What moved with its center of gravity goes on so: the halves' momenta add up to the whole's.
    let weights = zip(pieces, sides).map { piece, side in
      if case .body(let mass, _) = piece.mass {
        mass
      } else {
        piece.shapes.reduce(0) { $0 + piece.weight(of: $1) }
      }
    }
    let total = weights[0] + weights[1]
    let arms = sides.map { ($0.center - center).rotated(by: angle).perpendicular * angularVelocity }
    let drift = total > 0 ? (arms[0] * weights[0] + arms[1] * weights[1]) / total : .zero
    for index in pieces.indices { pieces[index].velocity = velocity + arms[index] - drift }
    return (pieces, sides.map(\.center))
  }

  /// Puts a shape, or its parts, on the sides of a cut; false where the cut ends within it.
  private func split(_ shape: Scene.Shape, _ cut: BodyCut, _ sides: inout [HalfShapes]) -> Bool {
    func keepWhole(_ area: Double, _ centroid: Vector) {
      sides[cut.side(centroid) >= 0 ? 0 : 1].add(shape, area: area, centroid: centroid)
    }
    switch shape.form {
    case .circle(let middle, let radius):
      let area = Double.pi * radius * radius
      guard abs(cut.side(middle)) < radius, !shape.isSensor else {
        keepWhole(area, middle)
        return true
      }
      let count = Double(Self.roundCorners)
      let reach = radius * (2 * .pi / (count * sine(2 * .pi / count))).squareRoot()
      let corners = (0..<Self.roundCorners).map {
        middle + Vector(angle: Double($0) * 2 * .pi / count, length: reach)
      }
      return split(shape, [Polygon(corners)], cut, &sides)
    case .segment(let from, let to, let radius):
      let area = (to - from).length * 2 * radius + .pi * radius * radius
      let (start, end) = (cut.side(from), cut.side(to))
      guard start * end < 0, !shape.isSensor else {
        keepWhole(area, from.interpolated(to: to, by: 0.5))
        return true
      }
      let place = start / (start - end)
      let middle = from.interpolated(to: to, by: place)
      let side = (to - from).normalized.perpendicular * max(radius, 0.05)
      guard cut.crosses(Polygon([from - side, to - side, to + side, from + side])) else { return false }
      for (a, b, part) in [(from, middle, place), (middle, to, 1 - place)] {
        var piece = shape
        piece.form = .segment(from: a, to: b, radius: radius)
        if case .mass(let mass) = shape.mass { piece.mass = .mass(mass * part) }
        let centroid = a.interpolated(to: b, by: 0.5)
        sides[cut.side(centroid) >= 0 ? 0 : 1].add(piece, area: area * part, centroid: centroid)
      }
      return true
    case .polygon, .rect:
      let outlines = shape.form.convexOutlines
      let heights = outlines.flatMap { $0.corners.map(cut.side) }
      guard let low = heights.min(), let high = heights.max(), low < 0, high > 0, !shape.isSensor else {
        let area = outlines.reduce(0) { $0 + $1.signedArea }
        let sum = outlines.reduce(Vector.zero) { $0 + $1.centroid * $1.signedArea }
        keepWhole(area, area > 0 ? sum / area : shape.form.points.first ?? .zero)
        return true
      }
      return split(shape, outlines, cut, &sides)
    }
  }

  private func split(
    _ shape: Scene.Shape, _ outlines: [Polygon], _ cut: BodyCut, _ sides: inout [HalfShapes]
  ) -> Bool {
    guard outlines.allSatisfy(cut.crosses) else { return false }
    let whole = outlines.reduce(0) { $0 + $1.signedArea }
    for outline in outlines {
      for side in 0...1 {
        let part = cut.part(outline, side: side)
        let area = part.signedArea
        // A sliver of rounding alone.
        guard part.corners.count > 2, area > whole * 1e-6 else { continue }
        var piece = shape
        piece.form = .polygon(part.corners, radius: 0)
        if case .mass(let mass) = shape.mass { piece.mass = .mass(mass * area / whole) }
        sides[side].add(piece, area: area, centroid: part.centroid)
      }
    }
    return true
  }
}

extension Scene.JointForm {
  /// Returns the anchor on body a (`end` 0) or b (1), in that body's coordinates: nil if it has no place on
  /// it.
  package func anchor(_ end: Int) -> Vector? {
    var form = self
    var points: [String: Vector] = [:]
    form.forEachValue(number: { _, _ in }, vector: { key, point in points[key] = point })
    if end == 1 { return points["anchorB"] }
    // A groove's is in the middle of it.
    guard let from = points["from"], let to = points["to"] else { return points["anchorA"] }
    return from.interpolated(to: to, by: 0.5)
  }

  /// Returns the form with its anchors on one of its bodies moved: body a (0) or b (1).
  func moved(_ end: Int, by offset: Vector) -> Scene.JointForm {
    var form = self
    form.forEachValue(
      number: { _, _ in }, vector: { key, anchor in if (key == "anchorB") == (end == 1) { anchor += offset } }
    )
    return form
  }
}

extension Form {
  /// The outline, or the convex pieces of a concave one, counter-clockwise; none where it crosses itself.
  fileprivate var convexOutlines: [Polygon] {
    let whole = Polygon(points)
    guard !whole.isConvex else { return [whole.signedArea < 0 ? Polygon(whole.corners.reversed()) : whole] }
    guard case .pieces(let pieces) = whole.split() else { return [] }
    return pieces
  }
}

extension Scene.Body {
  package var hasSolidShape: Bool { shapes.contains { !$0.isSensor } }

  /// The mass of one of the shapes in kilograms: its own, or by its density.
  package func weight(of shape: Scene.Shape) -> Double {
    switch shape.mass {
    case .mass(let mass): mass
    case .density(let density): self.density(density, of: shape) * shape.form.area
    }
  }

  /// The density in the engine of a shape that was given one: 0 of a sensor beside a solid shape.
  package func density(_ density: Double, of shape: Scene.Shape) -> Double {
    shape.isSensor && hasSolidShape ? 0 : density
  }
}

extension BodyStyle {
  /// Returns the style of a piece: the text was on the whole, and broken edges are sharp.
  ///
  /// - Parameter origin: The origin of the piece, in the coordinates of the whole.
  package func ofPiece(at origin: Vector) -> BodyStyle {
    var gradient = gradient
    if let center = gradient?.center { gradient?.center = center - origin }
    return BodyStyle(gradient: gradient, border: border, trail: trail, night: night)
  }
}
