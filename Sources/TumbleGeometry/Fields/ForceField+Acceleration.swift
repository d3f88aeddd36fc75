extension ForceField.Effect {
  /// What it adds to gravity at a place, in points per second squared; nothing for what acts in proportion to velocities.
  ///
  /// - Parameters:
  ///   - strength: Divided by the body's mass already, where it is a force.
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
      // A stiffer one would throw a body beyond the centre, and farther with every step.
      let k = -min(s, 1 / (step * step))
      return Vector((point.x - center.x) * k, (point.y - center.y) * k)
    case .noise(let scale, let rate, let seed):
      return ValueNoise(seed: seed).vector(point.x / scale, point.y / scale, time * rate) * s
    case .wind, .drag: return .zero
    }
  }

  /// The distance to the power of the falloff + 1, by which a displacement is divided; from its squared length.
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
