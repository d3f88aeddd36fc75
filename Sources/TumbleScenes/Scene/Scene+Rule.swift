import TumbleGeometry

extension Scene {
  /// What holds when a shape of `first` meets a shape of `second`; decided before the step, not in it.
  public struct Rule: Hashable, Sendable {
    /// What edits call it, unique among rules; nil: they go by its place in the file.
    public var id: String?
    public var first: Selector
    public var second: Selector
    public var effect: Effect
    /// The ids of templates: what is spawned from them is of that side too.
    public var firstTemplates: [String] = []
    public var secondTemplates: [String] = []

    public init(
      id: String? = nil, _ first: Selector, _ second: Selector, _ effect: Effect,
      firstTemplates: [String] = [],
      secondTemplates: [String] = []
    ) {
      self.id = id
      self.first = first
      self.second = second
      self.effect = effect
      self.firstTemplates = firstTemplates
      self.secondTemplates = secondTemplates
    }
  }

  /// One side of a rule.
  public enum Selector: Hashable, Sendable {
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
    public var body: Int
    public var shape: Int

    public init(body: Int, shape: Int) {
      self.body = body
      self.shape = shape
    }

    public static func < (a: ShapePlace, b: ShapePlace) -> Bool { (a.body, a.shape) < (b.body, b.shape) }
  }

  public enum Effect: Hashable, Sendable {
    /// They pass through each other.
    case ignore
    /// `first` passes `second` in this direction (of length 1) and is held in the other.
    case oneWay(Vector)
    case override(Surface)
    /// They stick where they touch, by at most this force, in kilogram points per second squared.
    case sticky(Double)
  }

  /// What replaces the product of the two shapes' own values; nil: left as it is.
  public struct Surface: Hashable, Sendable {
    public var friction: Double?
    public var elasticity: Double?
    /// In points per second.
    public var surfaceVelocity: Vector?

    public init(friction: Double? = nil, elasticity: Double? = nil, surfaceVelocity: Vector? = nil) {
      self.friction = friction
      self.elasticity = elasticity
      self.surfaceVelocity = surfaceVelocity
    }
  }
}
