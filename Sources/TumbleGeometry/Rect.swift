/// An axis-aligned rectangle by its lower left and upper right corners, in points, y up.
public struct Rect: Hashable, Sendable, Codable {
  /// The lower left corner.
  public var min: Vector
  /// The upper right corner.
  public var max: Vector

  /// Creates a value by its parts, which are the properties of the same names.
  public init(min: Vector, max: Vector) { (self.min, self.max) = (min, max) }

  /// A rectangle by its lower left corner.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(min: Vector(x, y), max: Vector(x + width, y + height))
  }

  /// Creates a rectangle by its lower left corner and its size.
  public init(origin: Vector = .zero, size: Size) {
    self.init(min: origin, max: origin + Vector(size.width, size.height))
  }

  /// Creates a rectangle by its center and its size.
  public init(center: Vector, size: Size) {
    let half = Vector(size.width / 2, size.height / 2)
    self.init(min: center - half, max: center + half)
  }

  /// The smallest rectangle around the points; nil for none.
  public init?(around points: some Sequence<Vector>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    self.init(min: first, max: first)
    while let point = iterator.next() { self = including(point) }
  }
}

extension Rect {
  /// The width.
  public var width: Double { max.x - min.x }
  /// The height.
  public var height: Double { max.y - min.y }
  /// The width and the height.
  public var size: Size { Size(width, height) }
  /// The middle.
  public var center: Vector { Vector((min.x + max.x) / 2, (min.y + max.y) / 2) }
  /// The corners, counter-clockwise from the lower left one.
  public var corners: [Vector] { [min, Vector(max.x, min.y), max, Vector(min.x, max.y)] }

  /// Is true if no coordinate is infinite or NaN.
  public var isFinite: Bool { min.isFinite && max.isFinite }

  /// Returns true if the point is inside or on the edge.
  public func contains(_ point: Vector) -> Bool {
    point.x >= min.x && point.x <= max.x && point.y >= min.y && point.y <= max.y
  }

  /// Returns true if the two share a point, edges included.
  public func intersects(_ other: Rect) -> Bool {
    min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y
  }

  /// Returns the smallest rectangle that has this one and a point in it.
  public func including(_ point: Vector) -> Rect {
    Rect(
      min: Vector(Swift.min(min.x, point.x), Swift.min(min.y, point.y)),
      max: Vector(Swift.max(max.x, point.x), Swift.max(max.y, point.y)))
  }

  /// The nearest point inside, edges included.
  package func nearest(to point: Vector) -> Vector {
    Vector(
      Swift.min(Swift.max(point.x, min.x), max.x), Swift.min(Swift.max(point.y, min.y), max.y))
  }

  /// Returns the smallest rectangle that has both in it.
  public func union(_ other: Rect) -> Rect { including(other.min).including(other.max) }

  /// Creates the smallest rectangle that has all in it; nil for none.
  package init?(all rects: some Sequence<Rect>) {
    var all: Rect?
    for rect in rects { all = all?.union(rect) ?? rect }
    guard let all else { return nil }
    self = all
  }

  /// The rectangle with each edge moved inwards by the amount (outwards if negative).
  public func insetBy(_ amount: Double) -> Rect {
    let inset = Vector(amount, amount)
    return Rect(min: min + inset, max: max - inset)
  }
}
