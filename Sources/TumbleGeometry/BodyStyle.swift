/// The fill, the edge and the label of a body's outlines, and its trail, beside its color: a look that does
/// not change while a world runs.
public struct BodyStyle: Hashable, Sendable {
  /// The gradient that fills the outlines in place of one color; the color multiplies it. nil: the color
  /// alone.
  public var gradient: Gradient?
  /// The radius by which corners of boxes and polygons are rounded inwards where they are drawn, in points,
  /// as far as their edges are long enough.
  public var cornerRadius = 0.0
  /// A line within the outlines in place of their darker rim.
  public var border: BodyBorder?
  /// A text on the body.
  public var caption: Caption?
  /// A ribbon along the way that the body came.
  public var trail: Trail?
  /// The liquid that it is a drop or a grain of, all of which have one skin; nil: none.
  public var skin: Skin?
  /// The color at night, in place of the body's own; nil: that.
  public var night: Color?
  /// The way in which it is drawn over what lies behind it.
  public var blend = Blend.normal

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    gradient: Gradient? = nil, cornerRadius: Double = 0, border: BodyBorder? = nil, caption: Caption? = nil,
    trail: Trail? = nil, skin: Skin? = nil, night: Color? = nil, blend: Blend = .normal
  ) {
    (self.gradient, self.cornerRadius, self.border) = (gradient, cornerRadius, border)
    (self.caption, self.trail, self.skin) = (caption, trail, skin)
    (self.night, self.blend) = (night, blend)
  }
}

/// The way in which what is drawn and what lies behind it are combined; the raw values are the words of the
/// scene format.
public enum Blend: String, CaseIterable, Hashable, Sendable {
  /// It covers what lies behind it.
  case normal
  /// The colors add up, as the light of sparks and flames does.
  case additive
}

/// A ribbon along the way that a body came, which tapers and fades.
public struct Trail: Hashable, Sendable {
  /// The part of the way that is shown.
  public enum Length: Hashable, Sendable {
    /// The way of the latest seconds.
    case time(Double)
    /// All of the way, as wide at its end as at the body.
    case forever
  }

  /// The longest time of which a trail shows the way, in seconds.
  public static let longest = 10.0

  /// The part of the way that is shown.
  public var length: Length
  /// The width at the body, in points; nil: half of the shorter side of the body's bounds.
  public var width: Double?
  /// The color; nil: that of the body.
  public var color: Color?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(length: Length = .time(1), width: Double? = nil, color: Color? = nil) {
    (self.length, self.width, self.color) = (length, width, color)
  }
}

/// A liquid that many balls are; the raw values are the words of the scene format.
public enum Skin: String, Hashable, Sendable, CaseIterable {
  /// A clear liquid, through which things can be seen.
  case water
  /// A thick liquid with a gloss.
  case slime
  /// A heap of grains, which stay to be seen.
  case sand
  /// A liquid that is dark where it is cold: at its surface.
  case lava
}

/// A line within each outline of a body, as Core Animation draws borders.
public struct BodyBorder: Hashable, Sendable {
  /// The width in points; 0 draws no line, and no rim in its place.
  public var width: Double
  /// The color; nil: a dark shade of what the line lies on.
  public var color: Color?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(width: Double, color: Color? = nil) { (self.width, self.color) = (width, color) }
}

/// A text on a body.
public struct Caption: Hashable, Sendable {
  /// Lines are parted by line feeds.
  public var text: String
  /// The height of an em, in points; nil: as large as fits the body.
  public var size: Double?
  /// The color; nil: black or white, whichever contrasts more with the fill.
  public var color: Color?
  /// Is true if the text stays upright while the body turns.
  public var isUpright: Bool
  /// The offset from the middle of the outlines' bounds to the middle of the text, in points: in the body's
  /// coordinates, or along the world's axes where it stays upright.
  public var offset: Vector

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    _ text: String, size: Double? = nil, color: Color? = nil, isUpright: Bool = false, offset: Vector = .zero
  ) {
    (self.text, self.size, self.color, self.isUpright) = (text, size, color, isUpright)
    self.offset = offset
  }
}

/// The properties of a body that are drawn but not simulated, beside its outlines and its texture.
public struct Appearance: Hashable, Sendable {
  /// The opacity from 0 (unseen) to 1 (opaque).
  public var opacity: Double
  /// The factors along the body's axes, about its position.
  public var scale: Vector
  /// Multiplies a texture; fills an outline without one. nil: the theme's own.
  public var color: Color?
  /// The brightness of its halo, which has its color and lies on what is behind it: 0 (none) to 1.
  public var glow: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(opacity: Double = 1, scale: Vector = Vector(1, 1), color: Color? = nil, glow: Double = 0) {
    (self.opacity, self.scale, self.color, self.glow) = (opacity, scale, color, glow)
  }
}

/// Colors that pass into each other over the bounds of a body's outlines, as those of `CAGradientLayer`.
public struct Gradient: Hashable, Sendable {
  /// The way from the first color to the last.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Colors along a straight line.
    case linear
    /// Colors from a center outwards.
    case radial
  }

  /// A color at a place of the gradient.
  public struct Stop: Hashable, Sendable {
    /// The color.
    public var color: Color
    /// The place of the color: 0 where the gradient begins, 1 where it ends.
    public var location: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ color: Color, at location: Double) { (self.color, self.location) = (color, location) }
  }

  /// The form of the gradient: linear or radial.
  public var kind: Kind
  /// The stops by rising locations. Before the first and after the last the colors go on.
  public var stops: [Stop]
  /// The direction of a linear gradient, of length 1, in the body's coordinates. It begins and ends where the
  /// bounds do.
  public var direction = Vector(0, -1)
  /// The center of a radial gradient, in points, in the body's coordinates; nil: the middle of the bounds.
  public var center: Vector?
  /// The radius of a radial gradient, in points; nil: half of the longer side of the bounds.
  public var radius: Double?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ kind: Kind = .linear, stops: [Stop], direction: Vector = Vector(0, -1)) {
    (self.kind, self.stops, self.direction) = (kind, stops, direction)
  }

  /// Colors in even steps.
  public init(_ colors: [Color], _ kind: Kind = .linear, direction: Vector = Vector(0, -1)) {
    let steps = Double(max(colors.count - 1, 1))
    self.init(
      kind, stops: colors.enumerated().map { Stop($1, at: Double($0) / steps) }, direction: direction)
  }
}

extension Gradient {
  /// Returns the ends of a linear gradient over bounds: the corners that lie furthest back and ahead in its
  /// direction.
  public func ends(over bounds: Rect) -> (start: Vector, end: Vector) {
    let way = direction.normalized
    let reach = (abs(way.x) * bounds.width + abs(way.y) * bounds.height) / 2
    return (bounds.center - way * reach, bounds.center + way * reach)
  }

  /// Returns the center and the radius of a radial gradient over bounds.
  public func disc(over bounds: Rect) -> (center: Vector, radius: Double) {
    (center ?? bounds.center, radius ?? max(bounds.width, bounds.height) / 2)
  }

  /// All its colors multiplied by another.
  public func tinted(_ color: Color?) -> Gradient {
    guard let color else { return self }
    var tinted = self
    for index in stops.indices { tinted.stops[index].color = stops[index].color.multiplied(by: color) }
    return tinted
  }

  /// The mean of its colors, each counted by the part of the way that it covers.
  public var average: Color {
    var (sum, weight) = ((0.0, 0.0, 0.0), 0.0)
    func add(_ color: Color, _ part: Double) {
      sum = (sum.0 + color.red * part, sum.1 + color.green * part, sum.2 + color.blue * part)
      weight += part
    }
    for (index, stop) in stops.enumerated() {
      let before = index > 0 ? stops[index - 1].location : -stop.location
      let after = index + 1 < stops.count ? stops[index + 1].location : 2 - stop.location
      add(stop.color, max(after - before, 0) / 2 + 1e-9)
    }
    guard weight > 0 else { return .white }
    return Color(red: sum.0 / weight, green: sum.1 / weight, blue: sum.2 / weight)
  }
}

/// The way in which a picture covers a body; the raw values are the words of the scene format.
public enum TextureFit: String, CaseIterable, Hashable, Sendable {
  /// The same as `slice` where a single box or line is much longer than the picture, else as `stretch`.
  case auto
  /// Stretched over the bounds of the outlines.
  case stretch
  /// The picture with its ends as they are, the middle repeated between them along the longer side.
  case slice
  /// The picture repeated in its own size: two of its pixels are a point.
  case tile
}
