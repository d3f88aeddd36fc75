/// The particles that fly off where things hit each other.
public enum Impact: String, Hashable, Sendable, CaseIterable {
  /// Soft clouds that spread along the surface.
  case dust
  /// Bright sparks.
  case sparks
  /// Small pieces that fall.
  case chips
  /// Drops.
  case splash
  /// Nothing, where a material would have something.
  case nothing = "none"
}

extension Impact {
  /// The time for which an impact emits particles, in seconds.
  private static let duration = 0.03

  /// Returns the source of an impact's particles, which fly off about its x axis from time 0.
  /// - Parameters:
  ///   - strength: From 0 to 1.
  ///   - scale: What sizes and speeds are multiplied by; 1 suits a view of 400 points.
  package func emitter(strength: Double, scale: Double, seed: UInt64) -> Emitter {
    let (count, cell): (Double, ParticleCell) =
      switch self {
      case .dust:
        (
          16,
          ParticleCell(
            lifetime: 0.8, lifetimeRange: 0.4, velocity: 45, velocityRange: 70, angleRange: 3.1,
            acceleration: Vector(0, 15), size: 14, scale: 0.6, scaleRange: 0.4, scaleSpeed: 1.6, alpha: 0.4,
            alphaRange: 0.2, alphaSpeed: -0.5, color: Color(red: 0.73, green: 0.66, blue: 0.55))
        )
      case .sparks:
        (
          24,
          ParticleCell(
            lifetime: 0.4, lifetimeRange: 0.4, velocity: 210, velocityRange: 260, angleRange: 2.7,
            acceleration: Vector(0, -500), size: 6, scaleSpeed: -1.4, alphaSpeed: -1.4,
            color: Color(red: 1, green: 0.68, blue: 0.2), colorRange: .init(0, 0.3, 0.2))
        )
      case .chips:
        (
          12,
          ParticleCell(
            lifetime: 0.7, lifetimeRange: 0.3, velocity: 130, velocityRange: 140, angleRange: 2.5,
            acceleration: Vector(0, -600), size: 6, scaleRange: 0.8, alphaSpeed: -1,
            color: Color(red: 0.6, green: 0.45, blue: 0.28), colorRange: .init(0.2, 0.16, 0.1))
        )
      case .splash:
        (
          20,
          ParticleCell(
            lifetime: 0.6, lifetimeRange: 0.2, velocity: 150, velocityRange: 140, angleRange: 2.2,
            acceleration: Vector(0, -600), size: 6, scaleRange: 0.8, alpha: 0.85, alphaSpeed: -1.1,
            color: Color(red: 0.5, green: 0.76, blue: 0.95))
        )
      case .nothing: (0, ParticleCell(lifetime: 0))
      }
    let multipliers = Emitter.Multipliers(
      rate: count * (0.3 + 0.7 * strength) / Self.duration, velocity: scale * (0.4 + 0.6 * strength),
      scale: scale * (0.6 + 0.4 * strength))
    var emitted = cell
    emitted.birthRate = 1
    emitted.acceleration = cell.acceleration * scale
    return Emitter(seed: seed, duration: Self.duration, cells: [emitted], multipliers: multipliers)
  }
}
