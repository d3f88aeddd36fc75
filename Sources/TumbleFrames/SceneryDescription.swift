import TumbleGeometry

/// Static pictures that are all alike: looks alone, which are in no snapshot.
public struct SceneryDescription: Hashable, Sendable {
  /// The id in the scene file, such as `wall`.
  public var name: String
  /// The outlines in its own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG.
  public var texture: String?
  public var textureFit = TextureFit.auto
  /// The color; nil: the theme's own.
  public var color: Color?
  /// 0 is unseen.
  public var opacity = 1.0
  /// Is true if it is drawn before the bodies, and not behind them.
  public var isInFront = false
  /// The positions of all of them. Copies of a description share this memory.
  public var places: [Place]

  public struct Place: Hashable, Sendable {
    public var position: Vector
    /// The angle in radians.
    public var angle: Double

    public init(position: Vector, angle: Double = 0) {
      self.position = position
      self.angle = angle
    }
  }

  public init(name: String, outlines: [Outline], texture: String? = nil, places: [Place]) {
    self.name = name
    self.outlines = outlines
    self.texture = texture
    self.places = places
  }
}
