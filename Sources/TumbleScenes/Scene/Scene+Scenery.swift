import TumbleGeometry

extension Scene {
  /// A static picture, or many alike: looks alone, which nothing touches and no state knows of.
  public struct Scenery: Hashable, Sendable {
    /// Unique among bodies, joints, fields, fluids, emitters and scenery.
    public var id: String
    /// Its outline, in its own coordinates.
    public var form: Form
    public var texture: Texture?
    public var textureFit = TextureFit.auto
    /// Its color is nil for the theme's; a picture is not tinted by it.
    public var color: Color?
    /// 0 is unseen.
    public var opacity = 1.0
    public var layer = Layer.behind
    /// Where the whole stands, in points.
    public let position: Vector
    /// In radians.
    public let angle: Double
    /// nil: there is one of it.
    public let repeater: Repeater?
    /// Where its copies are; they follow from the three above. Worlds and renderers share this memory.
    public let places: [Place]

    /// On which side of the bodies it is drawn.
    public enum Layer: String, Hashable, Sendable, CaseIterable { case behind, front }

    public init(
      id: String, form: Form, position: Vector = .zero, angle: Double = 0, repeater: Repeater? = nil,
      texture: Texture? = nil, color: Color? = nil
    ) {
      self.init(
        id: id, form: form, position: position, angle: angle, repeater: repeater,
        places: repeater?.places(at: position) ?? [Place(position: position)])
      self.texture = texture
      self.color = color
    }

    /// - Parameter places: As the repeater has them: the angle is added.
    init(
      id: String, form: Form, position: Vector, angle: Double, repeater: Repeater?, places: [Place]
    ) {
      self.id = id
      self.form = form
      self.position = position
      self.angle = angle
      self.repeater = repeater
      self.places =
        angle == 0
        ? places : places.map { Place(position: $0.position, angle: $0.angle + angle) }
    }
  }
}
