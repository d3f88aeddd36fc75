/// What acts on bodies without touching them, by where they are: the pull of a planet, wind, a vortex.
///
/// It acts on a body's centre of gravity, p below, whose velocity is v; s is the strength.
public struct ForceField: Hashable, Sendable {
  public var effect: Effect
  /// What it is measured in each effect says; what it does to an acceleration a negative one turns round.
  public var strength: Double
  /// Where it acts: on bodies whose centre of gravity is there.
  public var region: Region
  /// It acts on bodies that have a shape with one of these bits among its filter's categories.
  public var categories: UInt32
  /// Whether the strength is a force, so that light bodies move more, and not an acceleration, alike for all: if so, s, the
  /// damping and the `quadratic` are divided by the body's mass.
  public var isForce: Bool
  /// Of a `gravity` field on a dynamic body: whether that body is pulled as hard as it pulls the others, in the opposite
  /// direction along the same line (Newton's third law), so that momentum is kept. Nothing sleeps in such a field.
  public var hasReaction: Bool

  public init(
    _ effect: Effect, strength: Double = 1, region: Region = .everywhere, categories: UInt32 = ~0,
    isForce: Bool = false, hasReaction: Bool = false
  ) {
    self.effect = effect
    self.strength = strength
    self.region = region
    self.categories = categories
    self.isForce = isForce
    self.hasReaction = hasReaction
  }

  public enum Effect: Hashable, Sendable {
    /// Pulls towards a centre, s / distance^falloff: s in points^(falloff + 1) / second², the falloff 0 to 3. Within the
    /// core's radius, in points and more than 0, the pull falls to 0 in proportion to the distance, as it does within an
    /// even ball.
    case gravity(center: Vector, falloff: Int = 2, core: Double = 1)
    /// The same acceleration in all places: s in points / second², along a vector that is mostly of length 1.
    case uniform(Vector)
    /// Takes bodies along: v tends to the wind's own velocity at s per second, which is 0 or more, and never beyond it:
    /// v ← (v + s·dt·wind) / (1 + s·dt).
    case wind(velocity: Vector)
    /// Slows velocities down, by s per second (0 or more) and by `quadratic` per point: v ← v / (1 + (s + quadratic·|v|)·dt).
    /// The angular velocity falls by s alone.
    case drag(quadratic: Double = 0)
    /// Pushes around a centre, counter-clockwise; else as `gravity`.
    case vortex(center: Vector, falloff: Int = 1, core: Double = 1)
    /// Pulls towards a centre by s times the distance: s in 1 / second², of which no more counts than 1 / step². Velocities
    /// fall by the damping, 0 or more, per second.
    case spring(center: Vector, damping: Double = 0)
    /// Pushes in directions that vary: at most s in each direction, in points / second². It varies over so many points, more
    /// than 0, and so often per second, 0 or more, alike for the same seed. See ``ValueNoise``.
    case noise(scale: Double, rate: Double = 0, seed: UInt64 = 0)
  }

  /// Either way; what goes beyond would leave the world within a step.
  public static var largestStrength: Double { 1e15 }
}

extension ForceField.Effect {
  /// The raw values are the words of the scene format.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case gravity, uniform, wind, drag, vortex, spring, noise
  }

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

  /// Whether a negative strength would drive velocities apart without end.
  public var needsStrengthAboveZero: Bool { kind == .wind || kind == .drag }
}
