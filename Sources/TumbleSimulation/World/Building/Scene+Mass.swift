import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension Scene.Body {
  /// The moment of a mass spread evenly over the shapes' areas, about the centre of gravity; infinite without shapes.
  func moment(ofMass mass: Double) -> Double {
    let areas = shapes.map(\.form.area)
    let total = areas.reduce(0, +)
    guard !shapes.isEmpty else { return .infinity }
    var moment = 0.0
    for (shape, area) in zip(shapes, areas) {
      // Lines without a radius have no area: they share alike.
      let share = total > 0 ? area / total : 1 / Double(shapes.count)
      if share > 0 { moment += shape.form.moment(ofMass: mass * share, about: centerOfGravity) }
    }
    return moment
  }
}

extension Form {
  /// In square points, round corners and ends included.
  fileprivate var area: Double {
    let (inner, perimeter) =
      switch self {
      case .circle: (0.0, 0.0)
      case .segment(let from, let to, _): (0, 2 * from.distance(to: to))
      case .polygon(let corners, _): (abs(Polygon(corners).signedArea), Polygon(corners).perimeter)
      case .rect(let rect, _): (rect.width * rect.height, 2 * (rect.width + rect.height))
      }
    return inner + (perimeter * radius + .pi * radius * radius)
  }

  /// The engine's own formulas, so that a scene and plain C agree bit for bit.
  fileprivate func moment(ofMass mass: Double, about center: Vector) -> Double {
    switch self {
    case .rect(let rect, _) where center == .zero && rect.center == .zero:
      Moment.box(mass: mass, size: rect.size)
    case .circle(let middle, let radius): Moment.circle(mass: mass, radius: radius, offset: middle - center)
    case .segment(let from, let to, let radius):
      Moment.segment(mass: mass, from: from - center, to: to - center, radius: radius)
    case .polygon, .rect: Moment.polygon(mass: mass, points, offset: -center, radius: radius)
    }
  }
}

extension Polygon {
  fileprivate var perimeter: Double {
    var length = 0.0
    var previous = corners.last ?? .zero
    for corner in corners {
      length += corner.distance(to: previous)
      previous = corner
    }
    return length
  }
}
