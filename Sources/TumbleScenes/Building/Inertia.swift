import TumbleGeometry

/// How hard a body is to move and to turn, as the engine will have it, near enough for a warning.
struct Inertia {
  /// 0 for what no force moves.
  var inverseMass = 0.0
  /// 0 for what no torque turns.
  var inverseMoment = 0.0
  /// The centre of gravity, in the body's own coordinates.
  var center = Vector.zero

  init(_ body: Scene.Body) {
    guard body.kind == .dynamic else { return }
    let parts = body.shapes.map { (spread: Spread($0.form), mass: $0.mass) }
    switch body.mass {
    case .body(let mass, let moment):
      center = body.centerOfGravity
      inverseMass = 1 / mass
      switch moment {
      case .infinite: break
      case .value(let value): inverseMoment = 1 / value
      case .fromShapes:
        let area = parts.reduce(0) { $0 + $1.spread.area }
        let total = parts.reduce(0) { sum, part in
          // Lines without a radius have no area: they share alike.
          let share = area > 0 ? part.spread.area / area : 1 / Double(parts.count)
          return sum + mass * share * part.spread.moment(about: center)
        }
        if total > 0 { inverseMoment = 1 / total }
      }
    case .fromShapes:
      let masses = parts.map { part in
        switch part.mass {
        case .mass(let mass): mass
        case .density(let density): density * part.spread.area
        }
      }
      let mass = masses.reduce(0, +)
      guard mass > 0 else { return }
      center = zip(parts, masses).reduce(.zero) { $0 + $1.0.spread.center * ($1.1 / mass) }
      let total = zip(parts, masses).reduce(0) { $0 + $1.1 * $1.0.spread.moment(about: center) }
      inverseMass = 1 / mass
      if total > 0 { inverseMoment = 1 / total }
    }
  }

  /// How far a unit of impulse at a point, in the worst direction, changes the point's own velocity.
  func mobility(at anchor: Vector) -> Double {
    inverseMass + inverseMoment * (anchor - center).lengthSquared
  }
}

/// An evenly filled shape: its area, its middle, and the moment of a unit of mass about that.
private struct Spread {
  var area: Double
  var center = Vector.zero
  var moment: Double

  init(_ form: Scene.Form) {
    (area, moment) = (0, 0)
    switch form {
    case .circle(let center, let radius):
      (area, self.center, moment) = (.pi * radius * radius, center, radius * radius / 2)
    case .segment(let segment):
      let (length, radius) = (segment.from.distance(to: segment.to), segment.radius)
      area = radius * (2 * length + .pi * radius)
      center = (segment.from + segment.to) * 0.5
      let whole = length + 2 * radius
      moment = (whole * whole + 4 * radius * radius) / 12
    case .box(let size, let radius):
      let (width, height) = (size.width, size.height)
      area = width * height + radius * (2 * (width + height) + .pi * radius)
      moment = (width * width + height * height) / 12
    case .polygon(let polygon, let radius): self = Spread(polygon, radius: radius)
    }
  }

  private init(_ polygon: Polygon, radius: Double) {
    let origin = polygon.corners.first ?? .zero
    var (twice, first, second, around) = (0.0, Vector.zero, 0.0, 0.0)
    for (i, corner) in polygon.corners.enumerated() {
      let next = polygon.corners[(i + 1) % polygon.corners.count]
      let (a, b) = (corner - origin, next - origin)
      let cross = a.cross(b)
      twice += cross
      first = first + (a + b) * (cross / 3)
      second += cross * (a.dot(a) + a.dot(b) + b.dot(b)) / 6
      around += corner.distance(to: next)
    }
    area = abs(twice) / 2 + radius * (around + .pi * radius)
    let middle = twice == 0 ? Vector.zero : first * (1 / twice)
    center = origin + middle
    moment = twice == 0 ? 0 : max(0, second / twice - middle.lengthSquared)
  }

  func moment(about point: Vector) -> Double { moment + (center - point).lengthSquared }
}
