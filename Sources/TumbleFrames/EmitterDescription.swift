import TumbleAnimation
import TumbleGeometry

/// A source of particles, and what it is on.
public struct EmitterDescription: Hashable, Sendable {
  /// The id in the scene file, such as `fire`.
  public var name: String
  /// Its cells' pictures are paths to PNG files.
  public var emitter: Emitter
  /// The body that takes it along; nil: it stands still.
  public var body: BodyID?
  /// The position in points, in the coordinates of its body or of the world.
  public var position: Vector
  /// The angle in radians.
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
}

extension FrameSnapshot {
  /// Returns the range of an emitter's samples, by its index in the description: that of step n stands at n
  /// modulo their count. Empty for one that stands still as it always was; nil for one that is not there.
  public func samples(ofEmitter place: Int) -> Range<Int>? {
    guard emitterCounts.indices.contains(place), emitterCounts[place] >= 0 else { return nil }
    let first = emitterCounts[..<place].reduce(0) { $0 + max($1, 0) }
    let range = first..<first + emitterCounts[place]
    return range.upperBound <= emitterSamples.count ? range : nil
  }
}
