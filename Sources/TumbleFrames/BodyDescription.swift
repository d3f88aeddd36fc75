import TumbleGeometry

/// Who a body is.
public struct BodyDescription: Hashable, Sendable {
  /// The id in the scene file, such as `crate1`.
  public var name: String
  public var kind: BodyKind
  /// The outlines in the body's own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG, found when the scene was read. Of a
  /// body that has a ``LookChange``: the one before the first.
  public var texture: String?
  public var textureFit = TextureFit.auto
  /// Is true if it is solid to the eye: what glows, and what only senses, casts no shadow.
  public var castsShadow = true
  /// The fill, the edge and the label of the outlines.
  public var style = BodyStyle()
  /// Bodies of a higher one are drawn in front of those of a lower one; see
  /// ``WorldDescription/isInFront(_:of:)``.
  public var layer = 0
  /// The velocity at which the surface of each outline runs, as a conveyor's belt, in points per second and
  /// the world's directions; empty if none does.
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
