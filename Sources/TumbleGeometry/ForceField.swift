/// A force on bodies that acts without touch, by where they are: the pull of a planet, wind, a vortex.
///
/// It acts on a body's center of gravity, p below, whose velocity is v; s is the strength.
public struct ForceField: Hashable, Sendable {
  /// The effect on bodies within the region.
  public var effect: Effect
  /// The strength, in the unit that each effect names. A negative one turns round what a field does to
  /// accelerations.
  public var strength: Double
  /// The region of the bodies that it acts on: those whose center of gravity is there.
  public var region: Region
  /// The categories of bodies that it acts on: those with a shape that has one of these bits in its filter.
  public var categories: UInt32
  /// Is true if the strength is a force, so that light bodies move more, and not an acceleration, alike for
  /// all: then s, the damping and the `quadratic` are divided by the body's mass.
  public var isForce: Bool
  /// Is true for a `gravity` field on a dynamic body that is pulled as hard as it pulls the others, in the
  /// opposite direction along the same line (Newton's third law), so that momentum is kept. Nothing sleeps in
  /// such a field.
  public var hasReaction: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    _ effect: Effect, strength: Double = 1, region: Region = .everywhere, categories: UInt32 = ~0,
    isForce: Bool = false, hasReaction: Bool = false
  ) {
    (self.effect, self.strength, self.region, self.categories) = (effect, strength, region, categories)
    (self.isForce, self.hasReaction) = (isForce, hasReaction)
  }

  /// The effects that a field can have; `s` is the field's ``ForceField/strength``.
  public enum Effect: Hashable, Sendable {
    /// Pulls towards a center, s / distance^falloff: s in points^(falloff + 1) / second², the falloff 0 to 3.
    /// Within the core's radius, in points and more than 0, the pull falls to 0 in proportion to the
    /// distance, as it does within an even ball.
    case gravity(center: Vector, falloff: Int = 2, core: Double = 1)
    /// The same acceleration in all places: s in points / second², along a vector that is mostly of length 1.
    case uniform(Vector)
    /// Takes bodies along: v tends to the wind's own velocity at s per second, which is 0 or more, and never
    /// beyond it: v ← (v + s·dt·wind) / (1 + s·dt).
    case wind(velocity: Vector)
    /// Slows velocities down, by s per second (0 or more) and by `quadratic` per point: v ← v / (1 + (s +
    /// quadratic·|v|)·dt). The angular velocity falls by s alone.
    case drag(quadratic: Double = 0)
    /// Pushes around a center, counter-clockwise; else as `gravity`.
    case vortex(center: Vector, falloff: Int = 1, core: Double = 1)
    /// Pulls towards a center by s times the distance: s in 1 / second², of which no more counts than 1 /
    /// step². Velocities fall by the damping, 0 or more, per second.
    case spring(center: Vector, damping: Double = 0)
    /// Pushes in directions that vary: at most s in each direction, in points / second². It varies over so
    /// many points, more than 0, and so often per second, 0 or more, alike for the same seed. See
    /// ``ValueNoise``.
    case noise(scale: Double, rate: Double = 0, seed: UInt64 = 0)
  }

  /// The largest strength, either way; what goes beyond would leave the world within a step.
  public static var largestStrength: Double { 1e15 }
}

extension ForceField.Effect {
  /// The raw values are the words of the scene format.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The kinds of effects by the words of the scene format.
    case gravity, uniform, wind, drag, vortex, spring, noise
  }

  /// The kind of the effect.
  public var kind: Kind {
    switch self {
    case .gravity: .gravity
    case .uniform: .uniform
    case .wind: .wind
    case .drag: .drag
    case .vortex: .vortex
    case .spring: .spring
    case .noise: .noise
    }
  }

  /// The point that it pulls to, or pushes around; nil for what acts alike wherever a body is.
  package var center: Vector? {
    switch self {
    case .gravity(let center, _, _), .vortex(let center, _, _), .spring(let center, _): center
    case .uniform, .wind, .drag, .noise: nil
    }
  }

  /// Is true if a negative strength would drive velocities apart without end.
  public var needsStrengthAboveZero: Bool { kind == .wind || kind == .drag }

  /// Returns the acceleration that it adds to gravity at a point, in points per second squared; zero for what
  /// acts in proportion to velocities.
  ///
  /// - Parameters:
  ///   - point: The place in the world, in points.
  ///   - s: The strength, divided by the body's mass already, where it is a force.
  ///   - time: Of noise, in seconds.
  ///   - step: The length of a step, in seconds, by which the stiffness of a spring is limited.
  @inlinable
  public func acceleration(at point: Vector, strength s: Double, time: Double, step: Double) -> Vector {
    switch self {
    case .gravity(let center, let falloff, let core):
      let (x, y) = (point.x - center.x, point.y - center.y)
      let k = -s / Self.divisor(x * x + y * y, falloff, core)
      return Vector(x * k, y * k)
    case .vortex(let center, let falloff, let core):
      let (x, y) = (point.x - center.x, point.y - center.y)
      let k = s / Self.divisor(x * x + y * y, falloff, core)
      return Vector(-y * k, x * k)
    case .uniform(let direction): return Vector(direction.x * s, direction.y * s)
    case .spring(let center, _):
      // A stiffer one would throw a body beyond the center, and farther with every step.
      let k = -min(s, 1 / (step * step))
      return Vector((point.x - center.x) * k, (point.y - center.y) * k)
    case .noise(let scale, let rate, let seed):
      return ValueNoise(seed: seed).vector(point.x / scale, point.y / scale, time * rate) * s
    case .wind, .drag: return .zero
    }
  }

  /// The distance to the power of the falloff + 1, by which a displacement is divided; from its squared
  /// length.
  @inlinable
  public static func divisor(_ squared: Double, _ falloff: Int, _ core: Double) -> Double {
    let squared = max(squared, core * core)
    switch falloff {
    case 0: return squared.squareRoot()
    case 1: return squared
    case 2: return squared * squared.squareRoot()
    default: return squared * squared
    }
  }
}

/// A still or flowing liquid that bodies float in.
public struct Fluid: Hashable, Sendable {
  /// The vessel, in points: an outline that does not cross itself, convex or not, in either direction round.
  public var outline: [Vector]
  /// The height of the surface, in points: the outline is full up to there. nil: to its top.
  public var level: Double?
  /// The density in kilograms per square point. Bodies of less mass for their area float.
  public var density: Double
  /// The rate at which the motion of what it displaces dies down, per second: the drag on a body is drag ×
  /// density × the area under water.
  public var drag: Double
  /// The velocity of the fluid in points per second, which bodies in it tend to.
  public var flow: Vector
  /// The categories of shapes that it acts on: those with one of these bits in their filter.
  public var categories: UInt32

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    outline: [Vector], level: Double? = nil, density: Double = 0.001, drag: Double = 1, flow: Vector = .zero,
    categories: UInt32 = ~0
  ) {
    (self.outline, self.level, self.density, self.drag) = (outline, level, density, drag)
    (self.flow, self.categories) = (flow, categories)
  }

  /// The height of the surface, in points, where the outline has any corners.
  public var surface: Double { level ?? outline.map(\.y).max() ?? 0 }
}
