/// A point or a displacement in the plane; x to the right, y up, in points.
public struct Vector: Hashable, Sendable, Codable {
  /// The component along x, to the right.
  public var x: Double
  /// The component along y, up.
  public var y: Double

  /// The vector (0, 0).
  public static let zero = Vector(0, 0)

  /// A world ends at so many points from its origin in either direction: a body farther out counts as lost,
  /// and no scene, command or recording names a place there.
  public static var largestCoordinate: Double { 1e9 }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The vector of a length (1 if left out) at an angle, counter-clockwise from the x axis, in radians.
  public init(angle: Double, length: Double = 1) { self.init(length * cosine(angle), length * sine(angle)) }
}

extension Vector {
  /// The nearest number to one that a place in a world may have for a coordinate; NaN stays NaN.
  package static func bounded(_ coordinate: Double) -> Double {
    Swift.min(Swift.max(coordinate, -largestCoordinate), largestCoordinate)
  }

  /// The nearest place in a world.
  package var bounded: Vector { Vector(Self.bounded(x), Self.bounded(y)) }

  /// Is true if neither component is infinite or NaN.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance from the origin; infinite where the squares overflow.
  public var length: Double { lengthSquared.squareRoot() }

  /// The square of the length.
  public var lengthSquared: Double { x * x + y * y }

  /// The angle counter-clockwise from the x axis, in -π...π; 0 for the zero vector.
  public var angle: Double { arcTangent(y, x) }

  /// The same direction with length 1; the zero vector stays zero.
  public var normalized: Vector {
    let length = length
    return length > 0 ? self / length : .zero
  }

  /// A quarter turn counter-clockwise.
  public var perpendicular: Vector { Vector(-y, x) }

  /// The dot product: the product of both lengths and the cosine of the angle between.
  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The z component of the cross product: positive if `other` lies counter-clockwise of this vector.
  public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// The distance of two points.
  public func distance(to other: Vector) -> Double { (self - other).length }

  /// The distance from the nearest point of a segment.
  package func distance(toSegment from: Vector, _ to: Vector) -> Double {
    let way = to - from
    guard way.lengthSquared > 0 else { return distance(to: from) }
    let part = Swift.min(Swift.max((self - from).dot(way) / way.lengthSquared, 0), 1)
    return distance(to: from + way * part)
  }

  /// Returns the vector turned counter-clockwise by an angle in radians.
  public func rotated(by angle: Double) -> Vector {
    let (s, c) = (sine(angle), cosine(angle))
    return Vector(x * c - y * s, x * s + y * c)
  }

  /// The point a fraction of the way to `other`; exactly `other` at 1.
  public func interpolated(to other: Vector, by fraction: Double) -> Vector {
    fraction == 1 ? other : self + (other - self) * fraction
  }

  /// The sum, component by component.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  /// The difference, component by component.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  /// The vector with both components multiplied by a number.
  public static func * (v: Vector, scale: Double) -> Vector { Vector(v.x * scale, v.y * scale) }
  /// The vector with both components multiplied by a number.
  public static func * (scale: Double, v: Vector) -> Vector { v * scale }
  /// The vector with both components divided by a number.
  public static func / (v: Vector, scale: Double) -> Vector { Vector(v.x / scale, v.y / scale) }
  /// The opposite vector.
  public static prefix func - (v: Vector) -> Vector { Vector(-v.x, -v.y) }
  /// Adds a vector in place.
  public static func += (a: inout Vector, b: Vector) { a = a + b }
  /// Subtracts a vector in place.
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
  /// Multiplies both components by a number in place.
  public static func *= (v: inout Vector, scale: Double) { v = v * scale }
}

extension [Vector] {
  /// The length of the line from each point to the next, in points.
  package var lineLength: Double {
    zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

extension Vector: CustomStringConvertible {
  public var description: String { "(\(x), \(y))" }
}
