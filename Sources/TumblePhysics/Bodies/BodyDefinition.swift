/// The values that a body is made from.
public struct BodyDefinition: Hashable, Sendable {
  /// The kinds of motion.
  public typealias Kind = BodyKind

  /// The body's id; nil for one that rises in the order of creation. Bodies are listed and read in the order
  /// of their ids; no two of a space have the same, so give ids to all of them or to none.
  public var id: BodyID?
  /// The name of the body in error messages; nil for its id.
  public var name: String?
  /// The kind of its motion: dynamic, kinematic or static.
  public var kind: Kind
  /// The position in points.
  public var position: Vector
  /// The angle in radians, counter-clockwise.
  public var angle: Double
  /// The velocity of the center of gravity, in points per second.
  public var velocity: Vector
  /// The angular velocity in radians per second.
  public var angularVelocity: Double
  /// The mass in kilograms; nil leaves it to the shapes, by their mass or density. Only a dynamic body uses
  /// it.
  public var mass: Double?
  /// The moment of inertia about the center of gravity, in kilograms × points², with a mass of the body's
  /// own; see ``Moment``. nil (the default) for that of the mass spread over the areas of the shapes in the
  /// space; without shapes it is infinite.
  public var moment: Double?
  /// The center of gravity in the body's coordinates, in points, with a mass of the body's own; nil (the
  /// default) for the centroid of the shapes in the space, by their areas.
  public var centerOfGravity: Vector?
  /// Is true if the body never turns, whatever its shapes: its moment is infinite then.
  public var fixedRotation: Bool
  /// The share of gravity, the damping and the limits of speed.
  public var motion: BodyMotion
  /// Is true if the body is kept from passing through others, however fast it is; see ``Body/isBullet``.
  public var isBullet: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    id: BodyID? = nil, name: String? = nil, kind: Kind = .dynamic, position: Vector = .zero,
    angle: Double = 0,
    velocity: Vector = .zero, angularVelocity: Double = 0, mass: Double? = nil,
    moment: Double? = nil, centerOfGravity: Vector? = nil, fixedRotation: Bool = false,
    motion: BodyMotion = BodyMotion(), isBullet: Bool = false
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
    self.mass = mass
    self.moment = moment
    self.centerOfGravity = centerOfGravity
    self.fixedRotation = fixedRotation
    self.motion = motion
    self.isBullet = isBullet
  }
}

/// The differences of a dynamic body's motion from what its space says.
public struct BodyMotion: Hashable, Sendable {
  /// The factor of gravity; 0 floats, -1 falls up.
  public var gravityScale: Double
  /// The part of its velocity that is left after a second, in place of the space's damping; nil for the
  /// space's.
  public var damping: Double?
  /// The limit of the speed in points per second: no step moves the body further, whatever pushed it;
  /// corrections of overlaps aside. Default infinite.
  public var speedLimit: Double
  /// The limit of the angular speed in radians per second: no step turns the body further. Default infinite.
  public var angularSpeedLimit: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    gravityScale: Double = 1, damping: Double? = nil, speedLimit: Double = .infinity,
    angularSpeedLimit: Double = .infinity
  ) {
    self.gravityScale = gravityScale
    self.damping = damping
    self.speedLimit = speedLimit
    self.angularSpeedLimit = angularSpeedLimit
  }

  var hasSpeedLimit: Bool { speedLimit < .infinity || angularSpeedLimit < .infinity }

  /// Is true if the plain integrator would do the same.
  var isPlain: Bool { self == BodyMotion() }

  func check(_ object: String) throws {
    try Rule.coordinate.check(gravityScale, "gravityScale", of: object)
    if let damping { try Rule.fraction.check(damping, "damping", of: object) }
    try Rule.nonNegativeOrInfinite.check(speedLimit, "speedLimit", of: object)
    try Rule.nonNegativeOrInfinite.check(angularSpeedLimit, "angularSpeedLimit", of: object)
  }
}
