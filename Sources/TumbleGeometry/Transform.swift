/// An affine map of the plane: (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty).
public struct Transform: Hashable, Sendable, Codable {
  /// The x component of the image of (1, 0).
  public var a: Double
  /// The y component of the image of (1, 0).
  public var b: Double
  /// The x component of the image of (0, 1).
  public var c: Double
  /// The y component of the image of (0, 1).
  public var d: Double
  /// The offset along x.
  public var tx: Double
  /// The offset along y.
  public var ty: Double

  /// The transform that changes nothing.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a value by its parts, which are the properties of the same names.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Scales, then turns counter-clockwise about the origin, then moves.
  public init(translation: Vector = .zero, rotation: Double = 0, scale: Vector = Vector(1, 1)) {
    let (s, c) = (sine(rotation), cosine(rotation))
    self.init(
      a: c * scale.x, b: s * scale.x, c: -s * scale.y, d: c * scale.y, tx: translation.x, ty: translation.y)
  }
}

extension Transform {
  /// The image of the origin.
  public var translation: Vector { Vector(tx, ty) }
  /// The determinant of the linear part: the factor of areas, negative if it mirrors.
  public var determinant: Double { a * d - b * c }

  /// Is true if no component is infinite or NaN.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Returns the image of a point.
  public func apply(_ point: Vector) -> Vector {
    Vector(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The map without its translation: for displacements and directions.
  public func applyToDirection(_ direction: Vector) -> Vector {
    Vector(a * direction.x + c * direction.y, b * direction.x + d * direction.y)
  }

  /// The composition of this map and then `next`.
  public func followed(by next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The map that undoes this one; nil if it flattens the plane.
  public var inverse: Transform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    return Transform(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }
}
