/// How a body's outlines are filled, edged and labelled, beside its color: looks that do not change while a world runs.
public struct BodyStyle: Hashable, Sendable {
  /// What its outlines are filled with in place of one color; its color multiplies it. nil: the color alone.
  public var gradient: Gradient?
  /// How much the corners of boxes and polygons are rounded inwards where they are drawn, in points, as far as their edges
  /// are long enough.
  public var cornerRadius = 0.0
  /// A line within the outlines in place of their darker rim.
  public var border: BodyBorder?
  /// A text on the body.
  public var caption: Caption?

  public init(
    gradient: Gradient? = nil, cornerRadius: Double = 0, border: BodyBorder? = nil, caption: Caption? = nil
  ) {
    self.gradient = gradient
    self.cornerRadius = cornerRadius
    self.border = border
    self.caption = caption
  }
}

/// A line within each outline of a body, as Core Animation draws borders.
public struct BodyBorder: Hashable, Sendable {
  /// In points; 0 draws no line, and no rim in its place.
  public var width: Double
  /// nil: a dark shade of what it lies on.
  public var color: Color?

  public init(width: Double, color: Color? = nil) {
    self.width = width
    self.color = color
  }
}

/// A text on a body.
public struct Caption: Hashable, Sendable {
  /// Lines are parted by line feeds.
  public var text: String
  /// The height of an em, in points; nil: as large as fits the body.
  public var size: Double?
  /// nil: black or white, whichever contrasts more with the fill.
  public var color: Color?
  /// Whether it stays upright while the body turns.
  public var isUpright: Bool
  /// From the middle of the outlines' bounds to the middle of the text, in points: in the body's coordinates, or along the
  /// world's axes where it stays upright.
  public var offset: Vector

  public init(
    _ text: String, size: Double? = nil, color: Color? = nil, isUpright: Bool = false, offset: Vector = .zero
  ) {
    self.text = text
    self.size = size
    self.color = color
    self.isUpright = isUpright
    self.offset = offset
  }
}
