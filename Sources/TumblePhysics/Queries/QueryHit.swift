import TumbleGeometry

/// A shape near a point.
public struct PointHit {
  public var shape: Shape
  /// The nearest point of its surface, in the world; of several, any one.
  public var point: Vector
  /// In points; negative inside the shape.
  public var distance: Double
  /// Away from the shape, where the point lies on its surface or inside too, of length 1.
  public var direction: Vector
}

/// Where a line meets a shape.
public struct SegmentHit {
  public var shape: Shape
  /// In the world; the line's start if that lies inside.
  public var point: Vector
  /// Of the surface, outwards, of length 1; for a start inside, of the surface nearest to it.
  public var normal: Vector
  /// How far along the line, 0 to 1.
  public var fraction: Double
}

/// A shape that overlaps another.
public struct OverlapHit {
  public var shape: Shape
  /// On the asking shape (A) and on the one found (B).
  public var points: ContactPoints
  /// From the asking shape to the one found.
  public var normal: Vector
}
