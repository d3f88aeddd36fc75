/// One particle at one time.
public struct Particle: Hashable, Sendable {
  /// The position in points.
  public var position: Vector
  /// The angle by which its picture is turned, in radians.
  public var angle: Double
  /// The width of its picture, in points; 0 or more.
  public var size: Double
  /// Components within 0...1.
  public var color: Color
  /// The place of its cell in ``ParticleSystem/cells``.
  public var cell: Int
}

/// The birth of a particle, of which all else of it is a function of its age in seconds.
package struct ParticleBirth: Sendable {
  package let position: Vector
  package let velocity: Vector
  package let acceleration: Vector
  package let lifetime: Double
  package let angle: Double
  package let spin: Double
  let size: Double
  let scale: Double
  let scaleSpeed: Double
  let multiplier: Double
  /// The components, within no range.
  package let color: (red: Double, green: Double, blue: Double)
  package let colorSpeed: ParticleCell.ColorChange
  /// The color of what emitted it, by which its own is multiplied.
  package let inherited: Color
  package let alpha: Double
  package let alphaSpeed: Double
  /// The place of its cell in ``ParticleSystem/cells``.
  package let cell: Int

  /// Points across at an age, where that is not below 0.
  package func width(at age: Double) -> Double { size * (scale + scaleSpeed * age) * multiplier }

  func position(at age: Double) -> Vector { position + velocity * age + acceleration * (age * age / 2) }

  func color(at age: Double, alpha: Double) -> Color {
    func component(_ value: Double, _ speed: Double, _ inherited: Double) -> Double {
      (value + speed * age).clamped(to: 0...1) * inherited
    }
    return Color(
      red: component(color.red, colorSpeed.red, inherited.red),
      green: component(color.green, colorSpeed.green, inherited.green),
      blue: component(color.blue, colorSpeed.blue, inherited.blue), alpha: alpha)
  }

  func particle(at age: Double) -> Particle {
    Particle(
      position: position(at: age), angle: angle + spin * age, size: max(width(at: age), 0),
      color: color(at: age, alpha: (alpha + alphaSpeed * age).clamped(to: 0...1)), cell: cell)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
