extension Scene {
  /// A rule for when a shape of `first` meets a shape of `second`; decided before the step, not in it.
  public struct Rule: Hashable, Sendable {
    /// The id for edits, unique among rules; nil: they go by its index in the file.
    public var id: String?
    /// The first side.
    public var first: Selector
    /// The second side.
    public var second: Selector
    /// The effect on contacts between both sides.
    public var effect: Effect
    /// The ids of templates: what is spawned from them is of that side too.
    public var firstTemplates: [String] = []
    /// The templates whose bodies belong to the second side.
    public var secondTemplates: [String] = []

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String? = nil, _ first: Selector, _ second: Selector, _ effect: Effect,
      firstTemplates: [String] = [], secondTemplates: [String] = []
    ) {
      (self.id, self.first, self.second, self.effect) = (id, first, second, effect)
      (self.firstTemplates, self.secondTemplates) = (firstTemplates, secondTemplates)
    }
  }

  /// One side of a rule.
  public enum Selector: Hashable, Sendable {
    /// Every shape.
    case anything
    /// Indices into the scene's `bodies`, rising.
    case bodies([Int])
    /// Some shapes of bodies, rising; never all of each body, for that is `bodies`.
    case shapes([ShapePlace])

    /// The bodies that it names, rising; nil for anything.
    package var bodies: [Int]? {
      switch self {
      case .anything: nil
      case .bodies(let bodies): bodies
      case .shapes(let shapes):
        shapes.reduce(into: []) { bodies, place in
          if bodies.last != place.body { bodies.append(place.body) }
        }
      }
    }
  }

  /// A shape by its place in the scene's `bodies` and in the body's `shapes`.
  public struct ShapePlace: Hashable, Sendable, Comparable {
    /// The index of the body.
    public var body: Int
    /// The index of the shape in its body.
    public var shape: Int

    /// Creates a value by its parts, which are the properties of the same names.
    public init(body: Int, shape: Int) { (self.body, self.shape) = (body, shape) }

    public static func < (a: ShapePlace, b: ShapePlace) -> Bool { (a.body, a.shape) < (b.body, b.shape) }
  }

  /// The effects that a rule can have.
  public enum Effect: Hashable, Sendable {
    /// They pass through each other.
    case ignore
    /// `first` passes `second` in this direction (of length 1) and is held in the other.
    case oneWay(Vector)
    /// Values that replace those of the two shapes.
    case override(Surface)
    /// They stick where they touch, by at most this force, in kilogram points per second squared.
    case sticky(Double)
  }

  /// The values that replace the product of the two shapes' own; nil: left as it is.
  public struct Surface: Hashable, Sendable {
    /// The coefficient of friction, 0 or more.
    public var friction: Double?
    /// The elasticity: 0 loses all of the bounce, 1 keeps it.
    public var elasticity: Double?
    /// The surface velocity in points per second.
    public var surfaceVelocity: Vector?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(friction: Double? = nil, elasticity: Double? = nil, surfaceVelocity: Vector? = nil) {
      (self.friction, self.elasticity, self.surfaceVelocity) = (friction, elasticity, surfaceVelocity)
    }
  }

  /// Acts on bodies from a distance.
  public struct Field: Hashable, Sendable {
    /// The id, unique among bodies, joints, fields and fluids.
    public var id: String
    /// The force of the field.
    public var force: ForceField
    /// The index of the body in whose coordinates it is; nil: the world's.
    public var body: Int?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(id: String, force: ForceField, body: Int? = nil) {
      (self.id, self.force, self.body) = (id, force, body)
    }
  }

  /// A fluid that bodies float in.
  public struct Fluid: Hashable, Sendable {
    /// The id, unique among bodies, joints, fields and fluids.
    public var id: String
    /// The density, drag, flow and outline of the fluid.
    public var liquid: TumbleGeometry.Fluid
    /// The color; nil: the theme's own.
    public var color: Color?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(id: String, liquid: TumbleGeometry.Fluid, color: Color? = nil) {
      (self.id, self.liquid, self.color) = (id, liquid, color)
    }
  }

  /// A source of particles, which are looks only.
  public struct Emitter: Hashable, Sendable {
    /// The id, unique among bodies, joints, fields, fluids and emitters.
    public var id: String
    /// The emitter; the pictures of its cells are names, and its polygons those of its body, whatever stands
    /// here.
    public var emitter: TumbleAnimation.Emitter
    /// The index of the body that takes it along; nil: it stands still.
    public var body: Int?
    /// The position in points, in the coordinates of its body or of the world.
    public var position: Vector
    /// The angle in radians.
    public var angle: Double
    /// The pictures that were found.
    public var textures: [Texture]

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String, emitter: TumbleAnimation.Emitter, body: Int? = nil, position: Vector = .zero,
      angle: Double = 0, textures: [Texture] = []
    ) {
      (self.id, self.emitter, self.body, self.position) = (id, emitter, body, position)
      (self.angle, self.textures) = (angle, textures)
    }
  }
}

// What there may be of emitters: a file is refused beyond it, and an animation held within it.
extension Scene.Emitter {
  /// The largest number of particles of all emitters at a time, and of steps that those which move or change
  /// remember.
  static let maxParticles = 100_000.0
  static let maxSteps = 100_000.0
  static let maxCount = 100

  static let rates = 0.0...1e3
  static let lifetimes = 0.0...100.0
  static let scales = 0.0...1e6
  static let ratios = -1e6...1e6

  /// Numbers that its multipliers can be, next to some: what is no number is 0, and an emitter is never too
  /// much alone.
  ///
  /// - Parameter rate: The world's, in steps per second.
  package func held(_ wanted: Emitter.Multipliers, rate: Int) -> Emitter.Multipliers {
    func held(_ number: Double, _ range: ClosedRange<Double>) -> Double {
      number.isNaN ? 0 : min(max(number, range.lowerBound), range.upperBound)
    }
    var held = Emitter.Multipliers(
      rate: held(wanted.rate, Self.rates), lifetime: held(wanted.lifetime, Self.lifetimes),
      velocity: held(wanted.velocity, Self.ratios), scale: held(wanted.scale, Self.scales),
      spin: held(wanted.spin, Self.ratios))
    var trial = emitter
    trial.multipliers = held
    let steps = trial.longestLifetime * Double(rate)
    if steps > Self.maxSteps { held.lifetime *= Self.maxSteps / steps }
    trial.multipliers = held
    let particles = trial.expectedCount
    if particles > Self.maxParticles { held.rate *= Self.maxParticles / particles }
    return held
  }
}
