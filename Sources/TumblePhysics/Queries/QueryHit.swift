import TumbleGeometry

/// A shape near a point.
public struct PointHit {
  public var shape: Shape
  /// The nearest point of its surface, in the world.
  public var point: Vector
  /// In points; negative inside the shape.
  public var distance: Double
  /// Away from the shape, of length 1.
  public var direction: Vector
}

/// Where a line meets a shape.
public struct SegmentHit {
  public var shape: Shape
  /// In the world.
  public var point: Vector
  /// Of the surface, of length 1.
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
