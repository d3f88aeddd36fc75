import TumbleGeometry

/// The lines at which the edges and the middle of what is moved meet those of other bodies.
struct AlignmentGuides: Hashable, Sendable {
  /// The bounds of what is moved, before it was.
  private let moving: Rect?
  private let others: [Rect]
  /// The greatest number of bodies to line up with: with more, alignment would be chance.
  private static let maxOthers = 300

  /// One direction in which something lines up.
  struct Axis: Hashable, Sendable {
    /// The distance by which it is moved to line up, in points.
    var offset: Double
    /// The coordinate of the line.
    var place: Double
    /// The bounds that it lines up with.
    var other: Rect
  }

  struct Alignment: Hashable, Sendable {
    var x: Axis?
    var y: Axis?
  }

  init(moving bodies: [BodyID], in view: EditorView) {
    moving = view.bounds(of: bodies)
    let selection = Selection(bodies: bodies)
    var others: [Rect] = []
    for body in view.snapshot.bodies where !selection.contains(.body(body.id)) {
      guard others.count < Self.maxOthers else { break }
      if let bounds = view.bounds(body.id), bounds.isFinite { others.append(bounds) }
    }
    self.others = others
  }

  /// Returns the alignment of what is moved by about so much.
  func alignment(of way: Vector, within reach: Double) -> Alignment {
    guard let moving else { return Alignment() }
    return Alignment(
      x: axis(moving.min.x + way.x, moving.max.x + way.x, way.x, reach) { ($0.min.x, $0.max.x) },
      y: axis(moving.min.y + way.y, moving.max.y + way.y, way.y, reach) { ($0.min.y, $0.max.y) })
  }

  private func axis(
    _ low: Double, _ high: Double, _ way: Double, _ reach: Double, _ ends: (Rect) -> (Double, Double)
  ) -> Axis? {
    var best: (gap: Double, axis: Axis)?
    for other in others {
      let (otherLow, otherHigh) = ends(other)
      let otherPlaces = [otherLow, otherHigh, (otherLow + otherHigh) / 2]
      // A middle lines up with a middle only, an edge with either edge.
      for (index, place) in [low, high, (low + high) / 2].enumerated() {
        for (otherIndex, otherPlace) in otherPlaces.enumerated() where (index == 2) == (otherIndex == 2) {
          let gap = otherPlace - place
          guard abs(gap) <= reach, abs(gap) < best?.gap ?? .infinity else { continue }
          best = (abs(gap), Axis(offset: way + gap, place: otherPlace, other: other))
        }
      }
    }
    return best?.axis
  }

  func draw(_ alignment: Alignment, movedBy offset: Vector, on drawing: inout EditorDrawing) {
    guard let moving else { return }
    let moved = Rect(min: moving.min + offset, max: moving.max + offset)
    if let axis = alignment.x {
      let all = moved.union(axis.other)
      drawing.line(Vector(axis.place, all.min.y), Vector(axis.place, all.max.y), .guide)
    }
    if let axis = alignment.y {
      let all = moved.union(axis.other)
      drawing.line(Vector(all.min.x, axis.place), Vector(all.max.x, axis.place), .guide)
    }
  }
}
