import TumblePhysics

/// A mass that a body has itself, where the engine does not add up those of its shapes.
struct BodyMass: Equatable {
  /// Kilograms.
  let mass: Double
  /// Kilograms × points², about `center`.
  let moment: Double
  /// The center of gravity in the body's coordinates, in points.
  let center: Vector
}

extension Scene.Body {
  /// The mass of its own that a dynamic body gets in the engine: the one that the scene gives it, or, where
  /// the scene gives a center of gravity alone, the sum of its shapes'. nil where the engine adds up the
  /// shapes.
  var ownMass: BodyMass? {
    guard kind == .dynamic else { return nil }
    switch (mass, centerOfGravity) {
    case (.fromShapes, nil): return nil
    case (.fromShapes, let center?):
      let weights = shapes.map { ($0, weight(of: $0)) }.filter { $0.1 > 0 }
      let moment = weights.reduce(0) { $0 + $1.0.form.moment(ofMass: $1.1, about: center) }
      return BodyMass(mass: weights.reduce(0) { $0 + $1.1 }, moment: moment, center: center)
    case (.body(let mass, let moment), let given):
      let center = given ?? .zero
      return BodyMass(mass: mass, moment: self.moment(moment, ofMass: mass, about: center), center: center)
    }
  }

  /// The shapes over which a mass of the body is spread: the solid ones, or all where all are sensors, so
  /// that what only tells of something does not weigh.
  private var heavyShapes: [Scene.Shape] { hasSolidShape ? shapes.filter { !$0.isSensor } : shapes }

  private func moment(_ moment: Scene.Moment, ofMass mass: Double, about center: Vector) -> Double {
    switch moment {
    case .value(let value): value
    case .infinite: .infinity
    case .fromShapes: self.moment(ofMass: mass, about: center)
    }
  }

  /// The moment of a mass spread evenly over the heavy shapes' areas; infinite without shapes.
  private func moment(ofMass mass: Double, about center: Vector) -> Double {
    let shapes = heavyShapes
    let areas = shapes.map(\.form.area)
    let total = areas.reduce(0, +)
    guard !shapes.isEmpty else { return .infinity }
    var moment = 0.0
    for (shape, area) in zip(shapes, areas) {
      // Lines without a radius have no area: they share alike.
      let share = total > 0 ? area / total : 1 / Double(shapes.count)
      if share > 0 { moment += shape.form.moment(ofMass: mass * share, about: center) }
    }
    return moment
  }

  /// The centroid of the heavy shapes by their areas, in the body's coordinates; nil where they have no area.
  var centroid: Vector? {
    let areas = heavyShapes.map { ($0.form, $0.form.area) }
    let total = areas.reduce(0) { $0 + $1.1 }
    guard total > 0 else { return nil }
    return areas.reduce(.zero) { $0 + $1.0.centroid * ($1.1 / total) }
  }
}

extension Form {
  fileprivate var centroid: Vector {
    switch self {
    case .circle(let center, _): center
    case .segment(let from, let to, _): from.interpolated(to: to, by: 0.5)
    case .polygon(let corners, _): Polygon(corners).centroid
    case .rect(let rect, _): rect.center
    }
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
