/// What a body's shape looks like, in points.
public enum Outline: Hashable, Sendable {
  case circle(center: Vector, radius: Double)
  /// A line with round ends.
  case segment(from: Vector, to: Vector, radius: Double)
  /// Counter-clockwise, its corners rounded outwards by the radius; convex, unless the radius is 0.
  case polygon([Vector], radius: Double)
}

extension Outline {
  /// Turned and moved by a map that keeps lengths.
  public func placed(by transform: Transform) -> Outline {
    switch self {
    case .circle(let center, let radius): .circle(center: transform.apply(center), radius: radius)
    case .segment(let from, let to, let radius):
      .segment(from: transform.apply(from), to: transform.apply(to), radius: radius)
    case .polygon(let corners, let radius): .polygon(corners.map(transform.apply), radius: radius)
    }
  }
}
