import TumbleGeometry

extension Scene {
  public typealias Appearance = TumbleGeometry.Appearance

  public struct Body: Hashable, Sendable {
    public typealias Kind = BodyKind

    /// Unique in the scene, such as `crate1` or `tower-3`.
    public var id: String
    public var kind = Kind.dynamic
    public var position = Vector.zero
    /// In radians.
    public var angle = 0.0
    /// In points per second.
    public var velocity = Vector.zero
    /// In radians per second.
    public var angularVelocity = 0.0
    public var mass = Mass.fromShapes
    /// Centre of gravity in the body's own coordinates, in points. nil (the default): its origin beside a mass of the
    /// body's own, else the centroid of its shapes.
    public var centerOfGravity: Vector?
    public var shapes: [Shape] = []
    public var texture: Texture?
    public var textureFit = TextureFit.auto
    public var appearance = Appearance()
    /// Whether it casts a shadow; a body whose shapes are all sensors casts none in any case.
    public var castsShadow = true
    /// How its outlines are filled, edged and labelled; of no effect on its shapes. A gradient is not seen where there is a texture.
    public var style = BodyStyle()
    /// Bodies of a higher one are drawn in front of those of a lower one; within a layer in the scene's order, what is static behind the
    /// others.
    public var layer = 0
    /// Multiplies the world's gravity for this body.
    public var gravityScale = 1.0
    /// The part of its velocity that the body keeps over a second, in place of the world's; nil: the world's.
    public var damping: Double?
    /// In points per second; nil: no limit.
    public var maxSpeed: Double?
    /// In radians per second; nil: no limit.
    public var maxAngularSpeed: Double?
    /// Starts asleep with all that touches it; wants `world.sleepAfter`, and no static or kinematic body. What touches
    /// something kinematic stays awake.
    public var isAsleep = false

    /// Falls to pieces when it is hit; nil: it never does.
    public var shatter: Shatter?
    /// Never passes through what is static or kinematic, however fast it is.
    public var isBullet = false

    public init(
      id: String, kind: Kind = .dynamic, at position: Vector = .zero, angle: Double = 0,
      velocity: Vector = .zero, angularVelocity: Double = 0, mass: Mass = .fromShapes,
      centerOfGravity: Vector? = nil, shapes: [Shape] = [], texture: Texture? = nil,
      textureFit: TextureFit = .auto, appearance: Appearance = Appearance(), castsShadow: Bool = true,
      style: BodyStyle = BodyStyle(), layer: Int = 0, gravityScale: Double = 1, damping: Double? = nil,
      maxSpeed: Double? = nil, maxAngularSpeed: Double? = nil, isAsleep: Bool = false,
      shatter: Shatter? = nil, isBullet: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.position = position
      self.angle = angle
      self.velocity = velocity
      self.angularVelocity = angularVelocity
      self.mass = mass
      self.centerOfGravity = centerOfGravity
      self.shapes = shapes
      self.texture = texture
      self.textureFit = textureFit
      self.appearance = appearance
      self.castsShadow = castsShadow
      self.style = style
      self.layer = layer
      self.gravityScale = gravityScale
      self.damping = damping
      self.maxSpeed = maxSpeed
      self.maxAngularSpeed = maxAngularSpeed
      self.isAsleep = isAsleep
      self.shatter = shatter
      self.isBullet = isBullet
    }

    /// A body of one shape, such as `Scene.Body(id: "ball", at: Vector(150, 200), .circle(radius: 16))`.
    public init(
      id: String, kind: Kind = .dynamic, at position: Vector = .zero, angle: Double = 0, _ form: Form
    ) {
      self.init(id: id, kind: kind, at: position, angle: angle, shapes: [Shape(form)])
    }
  }

  /// Where a dynamic body's mass comes from; of no effect on the other kinds.
  public enum Mass: Hashable, Sendable {
    /// Each shape weighs what its own `mass` says, and the moment follows from that.
    case fromShapes
    /// The body weighs this much, in kilograms.
    case body(Double, Moment)
  }

  public enum Moment: Hashable, Sendable {
    /// Computed as if the mass were spread evenly over the shapes' areas, about the centre of gravity.
    case fromShapes
    /// In kilogram square points.
    case value(Double)
    /// The body never turns.
    case infinite
  }

  /// A picture drawn over the bounds of a body's shapes.
  public struct Texture: Hashable, Sendable {
    /// As the file has it: `crate` for crate.png.
    public var name: String
    /// Where the picture was found; nil if the scene was read without a folder to look in.
    public var path: String?

    public init(name: String, path: String? = nil) {
      self.name = name
      self.path = path
    }
  }
}
