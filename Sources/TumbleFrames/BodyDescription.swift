import TumbleGeometry

/// Who a body is.
public struct BodyDescription: Hashable, Sendable {
  /// The id in the scene file, such as `crate1`.
  public var name: String
  public var kind: BodyKind
  /// In the body's own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG, found when the scene was read. Of a body that has a
  /// ``LookChange``: the one before the first.
  public var texture: String?
  public var textureFit = TextureFit.auto
  /// Whether it is solid to the eye: what glows, and what only senses, casts none.
  public var castsShadow = true
  /// How the outlines are filled, edged and labelled.
  public var style = BodyStyle()
  /// Bodies of a higher one are drawn in front of those of a lower one; see ``WorldDescription/isInFront(_:of:)``.
  public var layer = 0
  /// How fast the surface of each outline runs, as a conveyor's belt, in points per second and the world's directions; empty
  /// where none does.
  public var surfaceVelocities: [Vector] = []
  /// The template that it was spawned from; nil for others.
  public var template: String?
  /// The body that it is a copy or a piece of; nil for others.
  public var original: BodyID?

  public init(name: String, kind: BodyKind, outlines: [Outline], texture: String? = nil) {
    self.name = name
    self.kind = kind
    self.outlines = outlines
    self.texture = texture
  }
}

extension BodyDescription {
  /// The outlines as they are drawn: with the corners that the style rounds.
  public var drawnOutlines: [Outline] {
    style.cornerRadius > 0 ? outlines.map { $0.roundingCorners(by: style.cornerRadius) } : outlines
  }
}
