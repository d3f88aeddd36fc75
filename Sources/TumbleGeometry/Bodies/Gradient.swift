/// Colors that pass into each other over the bounds of a body's outlines, as those of `CAGradientLayer`.
public struct Gradient: Hashable, Sendable {
  /// The way from the first color to the last.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Straight across.
    case linear
    /// From a center outwards.
    case radial
  }

  public struct Stop: Hashable, Sendable {
    public var color: Color
    /// 0 where the gradient begins, 1 where it ends.
    public var location: Double

    public init(_ color: Color, at location: Double) {
      self.color = color
      self.location = location
    }
  }

  public var kind: Kind
  /// By rising locations. Before the first and after the last the colors go on.
  public var stops: [Stop]
  /// Of a linear one: where it goes, of length 1, in the body's coordinates. It begins and ends where the bounds do.
  public var direction = Vector(0, -1)
  /// Of a radial one, in points, in the body's coordinates; nil: the middle of the bounds.
  public var center: Vector?
  /// Of a radial one, in points: where it ends; nil: half of the longer side of the bounds.
  public var radius: Double?

  public init(_ kind: Kind = .linear, stops: [Stop], direction: Vector = Vector(0, -1)) {
    self.kind = kind
    self.stops = stops
    self.direction = direction
  }

  /// Colors in even steps.
  public init(_ colors: [Color], _ kind: Kind = .linear, direction: Vector = Vector(0, -1)) {
    let steps = Double(max(colors.count - 1, 1))
    self.init(
      kind, stops: colors.enumerated().map { Stop($1, at: Double($0) / steps) }, direction: direction)
  }
}

extension Gradient {
  /// Where a linear one begins and ends over bounds: at the corners that lie furthest back and ahead in its direction.
  public func ends(over bounds: Rect) -> (start: Vector, end: Vector) {
    let way = direction.normalized
    let reach = (abs(way.x) * bounds.width + abs(way.y) * bounds.height) / 2
    return (bounds.center - way * reach, bounds.center + way * reach)
  }

  /// Where a radial one begins over bounds, and how far from there it ends.
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
