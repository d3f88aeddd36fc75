import TumbleGeometry

/// A source of particles: a shape that cells are emitted from.
///
/// Nothing here moves or counts: where each particle is at a time follows from the seed, its index, its birth and the time; see
/// ``ParticleSystem``.
public struct Emitter: Hashable, Sendable {
  /// How overlapping particles and what lies behind them are combined.
  public enum Blend: String, CaseIterable, Hashable, Sendable {
    /// The one born later covers the others.
    case normal
    /// Their light adds up, as that of sparks and flames does.
    case additive
  }

  public var shape: EmitterShape
  public var mode: EmitterShape.Mode
  public var blend: Blend
  /// Another seed, other particles.
  public var seed: UInt64
  /// When it begins to emit, in seconds.
  public var begin: Double
  /// For how long it emits, in seconds; nil: without end.
  public var duration: Double?
  /// The kinds of particles.
  public var cells: [ParticleCell]
  public var multipliers: Multipliers

  /// What values of the emitter's own cells are multiplied with, as by Core Animation's emitter layer. What their particles emit
  /// themselves is as its cells say.
  ///
  /// The rate counts while time passes; the others count at a particle's birth, which keeps what it was born with.
  public struct Multipliers: Hashable, Sendable {
    /// Of the births per second.
    public var rate: Double
    public var lifetime: Double
    public var velocity: Double
    /// Of the size, at any age.
    public var scale: Double
    public var spin: Double

    public init(
      rate: Double = 1, lifetime: Double = 1, velocity: Double = 1, scale: Double = 1, spin: Double = 1
    ) {
      self.rate = rate
      self.lifetime = lifetime
      self.velocity = velocity
      self.scale = scale
      self.spin = spin
    }

    public static let one = Multipliers()
  }

  public init(
    shape: EmitterShape = .point, mode: EmitterShape.Mode = .volume, blend: Blend = .normal, seed: UInt64 = 1,
    begin: Double = 0, duration: Double? = nil, cells: [ParticleCell] = [], multipliers: Multipliers = .one
  ) {
    self.shape = shape
    self.mode = mode
    self.blend = blend
    self.seed = seed
    self.begin = begin
    self.duration = duration
    self.cells = cells
    self.multipliers = multipliers
  }
}

extension Emitter {
  /// For how long a particle, or one that it emitted itself, can be seen after its birth, in seconds.
  public var longestLifetime: Double {
    cells.map { $0.longestLifetime(times: multipliers.lifetime) }.max() ?? 0
  }

  /// About how many particles there are at most at a time.
  public var expectedCount: Double {
    cells.reduce(0) {
      $0 + $1.expectedCount(births: $1.birthRate * multipliers.rate, lifetimes: multipliers.lifetime)
    }
  }

  /// For how long it has emitted up to a time, in seconds.
  public func timeActive(at time: Double) -> Double {
    min(max(time - begin, 0), duration ?? .infinity)
  }

  /// The integral of its rate up to a time, in seconds, if that was never changed: the births of a cell are this times the cell's rate.
  public func emitted(at time: Double) -> Double { timeActive(at: time) * multipliers.rate }

  /// How many of the latest steps of a clock, in steps per second, must be remembered for particles that keep the place of their
  /// birth; one more, because births lie between steps.
  public func sampleCount(rate: Int) -> Int { Int((longestLifetime * Double(rate)).rounded(.up)) + 2 }
}

/// An emitter at the end of a step of a clock.
public struct EmitterSample: Hashable, Sendable {
  /// The integral of its rate, in seconds: the births of a cell up to then are this times the cell's rate.
  public var emitted: Double
  /// In points.
  public var position: Vector
  /// In radians.
  public var angle: Double
  /// Those of what was born in the step.
  public var multipliers: Emitter.Multipliers

  public init(
    emitted: Double = 0, position: Vector = .zero, angle: Double = 0, multipliers: Emitter.Multipliers = .one
  ) {
    self.emitted = emitted
    self.position = position
    self.angle = angle
    self.multipliers = multipliers
  }
}
