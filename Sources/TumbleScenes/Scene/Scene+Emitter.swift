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
