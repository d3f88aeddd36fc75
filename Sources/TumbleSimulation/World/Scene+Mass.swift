import TumbleGeometry
import TumblePhysics
import TumbleScenes

// Qualified: the scene's forms and the engine's have the same name.
typealias PhysicsForm = TumblePhysics.Form

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

extension Scene.Form {
  /// In square points, round corners and ends included.
  var area: Double {
    switch self {
    case .box(let size, let radius):
      size.width * size.height + Self.rim(2 * (size.width + size.height), radius)
    case .circle(_, let radius): Self.rim(0, radius)
    case .segment(let segment): Self.rim(2 * segment.from.distance(to: segment.to), segment.radius)
    case .polygon(let polygon, let radius): abs(polygon.signedArea) + Self.rim(polygon.perimeter, radius)
    }
  }

  /// What a radius adds to an outline.
  private static func rim(_ perimeter: Double, _ radius: Double) -> Double {
    perimeter * radius + .pi * radius * radius
  }

  /// The engine's own formulas, so that a scene and plain C agree bit for bit.
  func moment(ofMass mass: Double, about center: Vector) -> Double {
    switch self {
    case .box(let size, _) where center == .zero: Moment.box(mass: mass, size: size)
    case .box(let size, let radius):
      Moment.polygon(mass: mass, Polygon(box: size).corners, offset: -center, radius: radius)
    case .circle(let middle, let radius): Moment.circle(mass: mass, radius: radius, offset: middle - center)
    case .segment(let segment):
      Moment.segment(mass: mass, from: segment.from - center, to: segment.to - center, radius: segment.radius)
    case .polygon(let polygon, let radius):
      Moment.polygon(mass: mass, polygon.corners, offset: -center, radius: radius)
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
