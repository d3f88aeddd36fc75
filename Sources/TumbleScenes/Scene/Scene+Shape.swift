import TumbleGeometry

extension Scene {
  public typealias Form = TumbleGeometry.Form

  public struct Shape: Hashable, Sendable {
    /// What rules call it; several of a body may share one. nil: they speak of the body alone.
    public var name: String?
    public var form: Form
    /// Of a segment, the ends of those that go on before its `from` and after its `to`, so that nothing trips over the joints.
    public var before: Vector?
    public var after: Vector?
    public var friction = 0.5
    /// 0 loses all of the bounce, 1 keeps it; above 1 a bounce gains energy.
    public var elasticity = 0.2
    /// As a conveyor's belt, in points per second.
    public var surfaceVelocity = Vector.zero
    /// Touches without pushing: it only tells that something is there.
    public var isSensor = false
    public var mass = ShapeMass.density(0.001)
    public var filter = ShapeFilter()

    public init(
      _ form: Form, name: String? = nil, before: Vector? = nil, after: Vector? = nil, friction: Double = 0.5,
      elasticity: Double = 0.2, surfaceVelocity: Vector = .zero, isSensor: Bool = false,
      mass: ShapeMass = .density(0.001), filter: ShapeFilter = ShapeFilter()
    ) {
      self.form = form
      self.name = name
      self.before = before
      self.after = after
      self.friction = friction
      self.elasticity = elasticity
      self.surfaceVelocity = surfaceVelocity
      self.isSensor = isSensor
      self.mass = mass
      self.filter = filter
    }
  }

  /// What a shape weighs where the body has no mass of its own.
  public enum ShapeMass: Hashable, Sendable {
    /// In kilograms.
    case mass(Double)
    /// In kilograms per square point.
    case density(Double)
  }
}
