/// The geometry of a shape, in its body's coordinates, in points: what collides, and what is drawn.
public enum Form: Hashable, Sendable {
  /// A circle.
  case circle(center: Vector = .zero, radius: Double)
  /// A line with round ends.
  case segment(from: Vector, to: Vector, radius: Double = 0)
  /// Its corners in order, in either direction round. The engine takes convex ones only; those of a scene may
  /// be concave and are split. A radius rounds the corners outwards; with one, the engine reports the contact
  /// point of a circle mirrored, so leave it at 0 where events read points.
  case polygon([Vector], radius: Double = 0)
  /// A box anywhere, along the axes; the radius as for a polygon.
  case rect(Rect, radius: Double = 0)

  /// A circle about an offset from the body's position.
  public static func circle(radius: Double, offset: Vector) -> Form {
    .circle(center: offset, radius: radius)
  }

  /// A box about the body's position, `width` × `height`; the radius as for a polygon.
  public static func box(_ size: Size, radius: Double = 0) -> Form {
    .rect(Rect(center: .zero, size: size), radius: radius)
  }
}

/// A form as it is drawn: where it is a polygon, counter-clockwise, and convex unless its radius is 0.
public typealias Outline = Form

extension Form {
  /// The points that it lies between: a center, two ends or the corners.
  public var points: [Vector] {
    switch self {
    case .circle(let center, _): [center]
    case .segment(let from, let to, _): [from, to]
    case .polygon(let corners, _): corners
    case .rect(let rect, _): rect.corners
    }
  }

  /// The distance by which it goes beyond its points, in all directions.
  public var radius: Double {
    get {
      switch self {
      case .circle(_, let radius), .segment(_, _, let radius), .polygon(_, let radius), .rect(_, let radius):
        radius
      }
    }
    set {
      switch self {
      case .circle(let center, _): self = .circle(center: center, radius: newValue)
      case .segment(let from, let to, _): self = .segment(from: from, to: to, radius: newValue)
      case .polygon(let corners, _): self = .polygon(corners, radius: newValue)
      case .rect(let rect, _): self = .rect(rect, radius: newValue)
      }
    }
  }

  /// The smallest rectangle around it; nil for a polygon without corners.
  public var bounds: Rect? { Rect(around: points)?.insetBy(-radius) }

  /// The form turned and moved by a map that keeps lengths; a box becomes a polygon.
  public func placed(by transform: Transform) -> Form {
    let placed = points.map(transform.apply)
    return switch self {
    case .circle: .circle(center: placed[0], radius: radius)
    case .segment: .segment(from: placed[0], to: placed[1], radius: radius)
    case .polygon, .rect: .polygon(placed, radius: radius)
    }
  }
}

extension Collection<Form> {
  /// The smallest rectangle around all of them.
  public var bounds: Rect? { Rect(all: lazy.compactMap(\.bounds)) }
}

extension Form {
  /// The form with its corners cut round: it lies within this one, and its straight edges stay where they
  /// are. Circles and segments have no corners.
  ///
  /// - Parameter cornerRadius: In points. A box gets at most half of its shorter side, a polygon's corner as
  ///   much as the halves of its two edges have room for. Where the form's own radius is larger, nothing is
  ///   left to round.
  public func roundingCorners(by cornerRadius: Double) -> Form {
    let cut = cornerRadius - radius
    guard cut > 0, cut.isFinite else { return self }
    switch self {
    case .circle, .segment: return self
    case .rect(let rect, let radius):
      // Not quite half of it, so that no edge is without a direction.
      let cut = min(cut, min(rect.width, rect.height) / 2 * (1 - 1e-6))
      return .rect(rect.insetBy(cut), radius: radius + cut)
    case .polygon(let corners, let radius): return .polygon(Self.cutting(corners, by: cut), radius: radius)
    }
  }

  /// The angle between two points of an arc, in radians: at the sizes of a screen nobody sees its corners.
  fileprivate static let arcStep = 3 * Double.pi / 180

  /// Corners on arcs that touch both edges of each corner.
  private static func cutting(_ corners: [Vector], by radius: Double) -> [Vector] {
    let count = corners.count
    guard count > 2 else { return corners }
    var rounded: [Vector] = []
    for index in 0..<count {
      let corner = corners[index]
      let back = corners[(index + count - 1) % count] - corner
      let ahead = corners[(index + 1) % count] - corner
      let (into, out) = (-back.normalized, ahead.normalized)
      // How far the outline turns here, to the left above 0.
      let turn = arcTangent(into.cross(out), into.dot(out))
      let half = sine(abs(turn) / 2) / cosine(abs(turn) / 2)
      let room = min(back.length, ahead.length) / 2
      let radius = min(radius, half > 0 ? room / half : radius)
      guard abs(turn) > 1e-6, radius > 0, half.isFinite else {
        rounded.append(corner)
        continue
      }
      let start = corner - into * (radius * half)
      // The center lies on the side to which the outline turns.
      let toCenter = into.perpendicular * (turn > 0 ? radius : -radius)
      let center = start + toCenter
      let steps = max((abs(turn) / arcStep).rounded(.up), 1)
      for step in 0...Int(steps) {
        rounded.append(center - toCenter.rotated(by: turn * Double(step) / steps))
      }
    }
    return rounded
  }
}

extension Polygon {
  /// The outline of all points that are at most `radius` points away, counter-clockwise, with arcs about the
  /// corners that stand out; what would be a hole in it is filled.
  ///
  /// - Returns: Nil where a corner is no finite point, or the outline touches itself.
  package func grown(by radius: Double) -> Polygon? {
    let corners = signedArea < 0 ? corners.reversed() : corners
    var moved: [Vector] = []
    for index in corners.indices {
      let corner = corners[index]
      let into = (corner - corners[(index + corners.count - 1) % corners.count]).normalized
      let out = (corners[(index + 1) % corners.count] - corner).normalized
      let turn = arcTangent(into.cross(out), into.dot(out))
      let outward = -into.perpendicular * radius
      if turn < 0 {
        // The way by the corner itself goes round what is no part of it clockwise.
        moved += [corner + outward, corner, corner - out.perpendicular * radius]
      } else {
        let steps = max((turn / Form.arcStep).rounded(.up), 1)
        for step in 0...Int(steps) {
          moved.append(corner + outward.rotated(by: turn * Double(step) / steps))
        }
      }
    }
    guard moved.allSatisfy(\.isFinite), let grown = Polygon(moved).outerBoundary, grown.crossing == nil else {
      return nil
    }
    return grown
  }

  /// The outer boundary of what the outline goes round counter-clockwise, from its leftmost corner; nil where
  /// that does not come back.
  private var outerBoundary: Polygon? {
    let count = corners.count
    guard let first = corners.indices.min(by: { corners[$0].x < corners[$1].x }) else { return nil }
    var (edge, at) = (first, corners[first])
    var boundary: [Vector] = []
    // At each crossing the boundary goes on along the other edge.
    while boundary.count < 4 * count {
      boundary.append(at)
      let way = corners[(edge + 1) % count] - at
      var nearest = (part: 1.0, edge: (edge + 1) % count)
      for other in corners.indices where other != edge {
        let (start, end) = (corners[other], corners[(other + 1) % count])
        let slope = way.cross(end - start)
        let (part, otherPart) = ((start - at).cross(end - start) / slope, (start - at).cross(way) / slope)
        if part > 1e-9, part < nearest.part, otherPart >= 0, otherPart < 1 { nearest = (part, other) }
      }
      at = nearest.part < 1 ? at + way * nearest.part : corners[nearest.edge]
      edge = nearest.edge
      if at == corners[first] { return Polygon(boundary) }
    }
    return nil
  }
}

extension Form {
  package var isCircle: Bool { if case .circle = self { true } else { false } }

  /// The area in square points, round corners and ends included.
  package var area: Double {
    let (inner, perimeter) =
      switch self {
      case .circle: (0.0, 0.0)
      case .segment(let from, let to, _): (0, 2 * from.distance(to: to))
      case .polygon(let corners, _): (abs(Polygon(corners).signedArea), Polygon(corners).perimeter)
      case .rect(let rect, _): (rect.width * rect.height, 2 * (rect.width + rect.height))
      }
    return inner + (perimeter * radius + .pi * radius * radius)
  }
}

extension Polygon {
  fileprivate var perimeter: Double {
    var length = 0.0
    var previous = corners.last ?? .zero
    for corner in corners {
      length += corner.distance(to: previous)
      previous = corner
    }
    return length
  }
}

/// A part of the world, or all of it.
public enum Region: Hashable, Sendable {
  /// All of the world.
  case everywhere
  /// A rectangle along the axes.
  case box(Rect)
  /// A circle about a point.
  case circle(center: Vector, radius: Double)
  /// A polygon of any form; inside is by the even-odd rule.
  case polygon([Vector])

  /// Creates the region that a form covers; an upright rectangle is known as one, however its corners were
  /// given.
  public init(covering form: Form) {
    if case .circle(let center, let radius) = form {
      self = .circle(center: center, radius: radius)
      return
    }
    let corners = form.points
    guard let bounds = Rect(around: corners), corners.count == 4, Set(corners) == Set(bounds.corners) else {
      self = .polygon(corners)
      return
    }
    self = .box(bounds)
  }

  /// The bounds; nil for everywhere.
  public var bounds: Rect? {
    switch self {
    case .everywhere: nil
    case .box(let rect): rect
    case .circle(let center, let radius): Rect(center: center, size: Size(2 * radius, 2 * radius))
    case .polygon(let corners): Rect(around: corners)
    }
  }

  /// Returns true if the point is inside; on the edge of a box or a circle too.
  public func contains(_ point: Vector) -> Bool {
    switch self {
    case .everywhere: true
    case .box(let rect): rect.contains(point)
    case .circle(let center, let radius): (point - center).lengthSquared <= radius * radius
    case .polygon(let corners): Polygon(corners).contains(point)
    }
  }
}
