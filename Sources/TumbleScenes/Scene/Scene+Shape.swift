import TumbleGeometry

extension Scene {
  public struct Shape: Hashable, Sendable {
    /// What rules call it; several of a body may share one. nil: they speak of the body alone.
    public var name: String?
    public var form: Form
    public var friction = 0.5
    /// 0 loses all of the bounce, 1 keeps it; above 1 a bounce gains energy.
    public var elasticity = 0.2
    /// As a conveyor's belt, in points per second.
    public var surfaceVelocity = Vector.zero
    /// Touches without pushing: it only tells that something is there.
    public var isSensor = false
    public var mass = ShapeMass.density(0.001)
    public var filter = ShapeFilter()

    public init(_ form: Form) { self.form = form }
  }

  /// An outline in the body's own coordinates, in points.
  public enum Form: Hashable, Sendable {
    /// About the body's position; a moved or turned box is a polygon.
    case box(Size, radius: Double)
    case circle(center: Vector, radius: Double)
    case segment(Segment)
    /// Any simple outline, counter-clockwise; a concave one is split into convex pieces where the world is built.
    case polygon(Polygon, radius: Double)
  }

  /// A line with round ends.
  public struct Segment: Hashable, Sendable {
    public var from: Vector
    public var to: Vector
    public var radius: Double
    /// The ends of the segments that go on before `from` and after `to`, so that nothing trips over the joints.
    public var before: Vector?
    public var after: Vector?

    public init(
      from: Vector, to: Vector, radius: Double = 0, before: Vector? = nil, after: Vector? = nil
    ) {
      self.from = from
      self.to = to
      self.radius = radius
      self.before = before
      self.after = after
    }
  }

  /// What a shape weighs where the body has no mass of its own.
  public enum ShapeMass: Hashable, Sendable {
    /// In kilograms.
    case mass(Double)
    /// In kilograms a square point.
    case density(Double)
  }
}
