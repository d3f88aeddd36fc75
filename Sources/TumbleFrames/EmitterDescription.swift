import TumbleAnimation
import TumbleGeometry

/// A source of particles, and what it is on.
public struct EmitterDescription: Hashable, Sendable {
  /// The id in the scene file, such as `fire`.
  public var name: String
  /// Its cells' pictures are paths to PNG files.
  public var emitter: Emitter
  /// The body that takes it along; nil: it stands still, and a snapshot has no samples of it.
  public var body: BodyID?
  /// In points, in the coordinates of its body or of the world.
  public var position: Vector
  /// In radians.
  public var angle: Double

  public init(
    name: String, emitter: Emitter, body: BodyID? = nil, position: Vector = .zero, angle: Double = 0
  ) {
    self.name = name
    self.emitter = emitter
    self.body = body
    self.position = position
    self.angle = angle
  }

  /// How many samples of it a snapshot has, of a world with a rate in steps per second: that of step n stands at n modulo this.
  public func sampleCount(rate: Int) -> Int { body == nil ? 0 : emitter.sampleCount(rate: rate) }
}
