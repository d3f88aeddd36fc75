/// The geometry of a shape, in its body's coordinates, in points: what collides, and what is drawn.
public enum Form: Hashable, Sendable {
  case circle(center: Vector = .zero, radius: Double)
  /// A line with round ends.
  case segment(from: Vector, to: Vector, radius: Double = 0)
  /// Its corners in order, in either direction round. The engine takes convex ones only; those of a scene may be concave
  /// and are split. A radius rounds the corners outwards; with one, the engine reports the contact point of a circle
  /// mirrored, so leave it at 0 where events read points.
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

  /// How far it goes beyond its points, in all directions.
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

  /// Turned and moved by a map that keeps lengths; a box becomes a polygon.
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
  public var bounds: Rect? {
    var all: Rect?
    for bounds in lazy.compactMap(\.bounds) { all = all?.union(bounds) ?? bounds }
    return all
  }
}
