/// A part of the world, or all of it.
public enum Region: Hashable, Sendable {
  case everywhere
  case box(Rect)
  case circle(center: Vector, radius: Double)
  /// Of any form; by the even-odd rule.
  case polygon([Vector])

  /// What a form covers; an upright rectangle is known as one, however its corners were given.
  public init(covering form: Form) {
    if case .circle(let center, let radius) = form {
      self = .circle(center: center, radius: radius)
      return
    }
    let corners = form.points
    guard let bounds = Rect(around: corners), corners.count == 4, Set(corners) == Set(bounds.corners) else {
      self = .polygon(corners)
      return
    }
    self = .box(bounds)
  }

  /// nil for everywhere.
  public var bounds: Rect? {
    switch self {
    case .everywhere: nil
    case .box(let rect): rect
    case .circle(let center, let radius): Rect(center: center, size: Size(2 * radius, 2 * radius))
    case .polygon(let corners): Rect(around: corners)
    }
  }

  /// Whether the point is inside; on the edge of a box or a circle too.
  public func contains(_ point: Vector) -> Bool {
    switch self {
    case .everywhere: true
    case .box(let rect): rect.contains(point)
    case .circle(let center, let radius): (point - center).lengthSquared <= radius * radius
    case .polygon(let corners): Polygon(corners).contains(point)
    }
  }
}
