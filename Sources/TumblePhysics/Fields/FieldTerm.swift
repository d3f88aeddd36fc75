import TumbleGeometry

/// A field as the step uses it: numbers only, the corners of its region in a list that all fields share.
struct FieldTerm {
  var effect: ForceField.Effect
  var strength: Double
  var isForce: Bool
  /// Whether the body of its frame is pulled too.
  let hasReaction: Bool
  var categories: UInt32
  /// The body in whose coordinates the effect and the region are; nil: the world's.
  var frame: CBody?
  private var area: Area
  /// Whether it changes velocities in proportion to them, after all accelerations.
  let slows: Bool

  private enum Area {
    case everywhere
    case box(Rect)
    case circle(center: Vector, squaredRadius: Double)
    /// A part of the list of corners.
    case polygon(first: Int, count: Int)
  }

  /// Adds the corners of a polygon to the list.
  init(_ field: ForceField, frame: CBody?, corners: inout [Vector]) {
    effect = field.effect
    strength = field.strength
    isForce = field.isForce
    hasReaction = field.hasReaction && frame != nil
    categories = field.categories
    self.frame = frame
    switch field.region {
    case .everywhere: area = .everywhere
    case .box(let rect): area = .box(rect)
    case .circle(let center, let radius): area = .circle(center: center, squaredRadius: radius * radius)
    case .polygon(let polygon):
      area = .polygon(first: corners.count, count: polygon.count)
      corners += polygon
    }
    switch field.effect {
    case .wind, .drag: slows = true
    case .spring(_, let damping): slows = damping > 0
    default: slows = false
    }
  }

  /// Whether it may act otherwise from step to step with nothing set.
  var isRestless: Bool { frame != nil || changesInTime }

  /// Whether it depends on the time.
  var changesInTime: Bool {
    if case .noise(_, let rate, _) = effect { rate > 0 } else { false }
  }

  @inline(__always)
  func contains(_ point: Vector, _ corners: [Vector]) -> Bool {
    switch area {
    case .everywhere: return true
    case .box(let rect):
      return point.x >= rect.min.x && point.x <= rect.max.x && point.y >= rect.min.y && point.y <= rect.max.y
    case .circle(let center, let squaredRadius):
      let (x, y) = (point.x - center.x, point.y - center.y)
      return x * x + y * y <= squaredRadius
    case .polygon(let first, let count): return Self.isInside(point, corners, first, count)
    }
  }

  /// By the even-odd rule, as ``Polygon/contains(_:)``.
  private static func isInside(_ point: Vector, _ corners: [Vector], _ first: Int, _ count: Int) -> Bool {
    var inside = false
    var previous = corners[first + count - 1]
    for index in first..<first + count {
      let corner = corners[index]
      if (corner.y > point.y) != (previous.y > point.y) {
        let x = corner.x + (point.y - corner.y) / (previous.y - corner.y) * (previous.x - corner.x)
        if point.x < x { inside.toggle() }
      }
      previous = corner
    }
    return inside
  }

  /// What it adds to gravity at a place, in points per second squared.
  @inline(__always)
  func acceleration(at point: Vector, inverseMass: Double, time: Double, _ dt: Double) -> Vector {
    effect.acceleration(
      at: point, strength: isForce ? strength * inverseMass : strength, time: time, step: dt)
  }

  /// Slows a motion down, or takes it along: by implicit steps, which no strength can make overshoot.
  @inline(__always)
  func slow(_ velocity: inout Vector, _ angular: inout Double, inverseMass: Double, _ dt: Double) {
    let perMass = isForce ? inverseMass : 1
    switch effect {
    case .wind(let wind):
      let c = strength * perMass * dt
      velocity = Vector((velocity.x + wind.x * c) / (1 + c), (velocity.y + wind.y * c) / (1 + c))
    case .drag(let quadratic):
      let linear = strength * perMass * dt
      let speed = quadratic > 0 ? (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() : 0
      let c = 1 + linear + quadratic * perMass * speed * dt
      velocity = Vector(velocity.x / c, velocity.y / c)
      angular /= 1 + linear
    case .spring(_, let damping):
      let c = 1 + damping * perMass * dt
      velocity = Vector(velocity.x / c, velocity.y / c)
    default: break
    }
  }

  /// The energy of a body of a mass at a place, where the field has one: a pull or a spring that acts everywhere.
  func potentialEnergy(at point: Vector, mass: Double) -> Double {
    guard case .everywhere = area else { return 0 }
    let s = isForce ? strength : strength * mass
    switch effect {
    case .uniform(let direction): return -s * direction.dot(point)
    case .spring(let center, _): return s * (point - center).lengthSquared / 2
    case .gravity(let center, let falloff, let core):
      let distance = (point - center).length
      let edge = max(distance, core)
      let outside =
        switch falloff {
        case 0: s * edge
        case 1: s * logarithm(edge)
        case 2: -s / edge
        default: -s / (2 * edge * edge)
        }
      guard distance < core else { return outside }
      return outside - s / ForceField.Effect.divisor(core * core, falloff, core)
        * (core * core - distance * distance) / 2
    default: return 0
    }
  }
}
