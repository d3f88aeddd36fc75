import TumbleAnimation
import TumbleGeometry

extension Scene {
  /// A source of particles, which are looks only.
  public struct Emitter: Hashable, Sendable {
    /// Unique among bodies, joints, fields, fluids and emitters.
    public var id: String
    /// Its cells' pictures are names. Polygons are those of its body, whatever stands here.
    public var emitter: TumbleAnimation.Emitter
    /// Index into the scene's `bodies`: that which takes it along; nil: it stands still.
    public var body: Int?
    /// In points, in the coordinates of its body or of the world.
    public var position: Vector
    /// In radians.
    public var angle: Double
    /// Where the pictures were found.
    public var textures: [Texture]

    public init(
      id: String, emitter: TumbleAnimation.Emitter, body: Int? = nil, position: Vector = .zero,
      angle: Double = 0, textures: [Texture] = []
    ) {
      self.id = id
      self.emitter = emitter
      self.body = body
      self.position = position
      self.angle = angle
      self.textures = textures
    }
  }
}

// What there may be of emitters: a file is refused beyond it, and an animation held within it.
extension Scene.Emitter {
  /// So many particles of all emitters at a time, and so many steps that those which move or change remember.
  static let maxParticles = 100_000.0
  static let maxSteps = 100_000.0
  static let maxCount = 100

  static let rates = 0.0...1e3
  static let lifetimes = 0.0...100.0
  static let scales = 0.0...1e6
  static let ratios = -1e6...1e6

  /// Numbers that its multipliers can be, next to some: what is no number is 0, and an emitter is never too much alone.
  ///
  /// - Parameter rate: the world's, in steps per second.
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
