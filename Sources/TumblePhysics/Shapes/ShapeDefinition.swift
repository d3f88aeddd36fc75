import TumbleGeometry

/// What a shape is like, apart from its form.
public struct ShapeDefinition: Hashable, Sendable {
  /// What error messages call the shape; nil for its id.
  public var name: String?
  /// 0 slides forever; two shapes' frictions are multiplied.
  public var friction: Double
  /// 0 does not bounce, 1 keeps its speed; two shapes' elasticities are multiplied.
  public var elasticity: Double
  /// Kilograms per square point: gives the body mass. 0 leaves the mass to the body. Not with `mass`.
  public var density: Double
  /// In kilograms: gives the body mass. 0 leaves the mass to the body.
  public var mass: Double
  /// As on a conveyor belt: how the surface runs over the body, in points per second, in the world's directions (it does
  /// not turn with the body). Only the part along the surface counts.
  public var surfaceVelocity: Vector
  /// Reports contacts but pushes nothing.
  public var isSensor: Bool
  public var filter: ShapeFilter
  public var collisionType: CollisionType

  public init(
    name: String? = nil, friction: Double = 0, elasticity: Double = 0, density: Double = 0,
    mass: Double = 0, surfaceVelocity: Vector = .zero, isSensor: Bool = false,
    filter: ShapeFilter = ShapeFilter(), collisionType: CollisionType = 0
  ) {
    self.name = name
    self.friction = friction
    self.elasticity = elasticity
    self.density = density
    self.mass = mass
    self.surfaceVelocity = surfaceVelocity
    self.isSensor = isSensor
    self.filter = filter
    self.collisionType = collisionType
  }
}

/// A number of the user's own by which events and rules tell shapes apart.
public struct CollisionType: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public var number: UInt32

  public init(_ number: UInt32) { self.number = number }
  public init(integerLiteral value: UInt32) { number = value }
}
