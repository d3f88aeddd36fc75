import TumbleGeometry

/// A kind of particle, as Core Animation's emitter cells are.
///
/// A value with a range is chosen for each particle evenly between half the range below and half the range above; a speed changes it
/// from then on, per second.
public struct ParticleCell: Hashable, Sendable {
  /// Births per second. The first is after half the time between two.
  public var birthRate: Double
  /// The part of the life of what emits it in which it is born, in seconds from its birth; nil: to its end.
  public var begin: Double
  public var duration: Double?
  /// In seconds.
  public var lifetime: Double
  public var lifetimeRange: Double
  /// In points per second.
  public var velocity: Double
  public var velocityRange: Double
  /// Where the velocity points, in radians from the emitter's x axis (from the outward direction in ``EmitterShape/Mode/outline``), and
  /// from the direction of flight of the particle that emits it.
  public var angle: Double
  public var angleRange: Double
  /// In points per second squared, along the axes of the world.
  public var acceleration: Vector
  /// The width of its picture, in points, at scale 1.
  public var size: Double
  public var scale: Double
  public var scaleRange: Double
  public var scaleSpeed: Double
  /// In radians per second.
  public var spin: Double
  public var spinRange: Double
  /// Straight alpha, 0 to 1.
  public var alpha: Double
  public var alphaRange: Double
  public var alphaSpeed: Double
  /// Times that of the particle that emits it, as it is at the birth. Its own alpha does not count.
  public var color: Color
  /// Of red, green and blue, each chosen by itself.
  public var colorRange: ColorChange
  public var colorSpeed: ColorChange
  /// The name or path of a picture, which the color is multiplied with; nil for a round, soft spot.
  public var picture: String?
  /// What each particle emits itself, from where it is.
  public var cells: [ParticleCell]

  /// Differences of red, green and blue.
  public struct ColorChange: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double

    public init(_ red: Double, _ green: Double, _ blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    public static let none = ColorChange(0, 0, 0)
  }

  public init(
    birthRate: Double = 10, begin: Double = 0, duration: Double? = nil, lifetime: Double = 1,
    lifetimeRange: Double = 0, velocity: Double = 0, velocityRange: Double = 0, angle: Double = 0,
    angleRange: Double = 0, acceleration: Vector = .zero, size: Double = 6, scale: Double = 1,
    scaleRange: Double = 0, scaleSpeed: Double = 0, spin: Double = 0, spinRange: Double = 0,
    alpha: Double = 1,
    alphaRange: Double = 0, alphaSpeed: Double = 0, color: Color = .white, colorRange: ColorChange = .none,
    colorSpeed: ColorChange = .none, picture: String? = nil, cells: [ParticleCell] = []
  ) {
    self.birthRate = birthRate
    self.begin = begin
    self.duration = duration
    self.lifetime = lifetime
    self.lifetimeRange = lifetimeRange
    self.velocity = velocity
    self.velocityRange = velocityRange
    self.angle = angle
    self.angleRange = angleRange
    self.acceleration = acceleration
    self.size = size
    self.scale = scale
    self.scaleRange = scaleRange
    self.scaleSpeed = scaleSpeed
    self.spin = spin
    self.spinRange = spinRange
    self.alpha = alpha
    self.alphaRange = alphaRange
    self.alphaSpeed = alphaSpeed
    self.color = color
    self.colorRange = colorRange
    self.colorSpeed = colorSpeed
    self.picture = picture
    self.cells = cells
  }
}

extension ParticleCell {
  /// For how long one, or what it emits itself, can be seen after its birth, in seconds.
  public var longestLifetime: Double { longestLifetime(times: 1) }

  /// Likewise if its own lifetime is multiplied, as an emitter's ``Emitter/Multipliers`` do.
  public func longestLifetime(times multiplier: Double) -> Double {
    longestOwnLifetime * multiplier + longestEmittedLifetime
  }

  /// Likewise without those that it emits, and of these alone.
  var longestOwnLifetime: Double { max(lifetime + lifetimeRange.magnitude / 2, 0) }
  var longestEmittedLifetime: Double { cells.map(\.longestLifetime).max() ?? 0 }

  /// The end of the part of the emitting life in which it is born.
  var end: Double { duration.map { begin + $0 } ?? .infinity }

  func expectedCount(births: Double, lifetimes: Double = 1) -> Double {
    let life = longestOwnLifetime * lifetimes
    return cells.reduce(births * life) { count, cell in
      let window = max(min(cell.end, life) - cell.begin, 0)
      return count + cell.expectedCount(births: births * cell.birthRate * window)
    }
  }
}
