/// A field as the step uses it: numbers only, the corners of its region in a list that all fields share.
struct FieldTerm {
  var effect: ForceField.Effect
  var strength: Double
  var isForce: Bool
  /// Is true if the body of its frame is pulled too.
  let hasReaction: Bool
  var categories: UInt32
  /// The body in whose coordinates the effect and the region are; nil: the world's.
  var frame: CBody?
  private var area: Area
  /// Is true if it changes velocities in proportion to them, after all accelerations.
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

  /// Is true if it may act otherwise from step to step with nothing set.
  var isRestless: Bool { frame != nil || changesInTime }

  /// Is true if it depends on the time.
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

  /// Returns true if a point lies inside by the even-odd rule, as ``Polygon/contains(_:)`` does.
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

  /// The acceleration that it adds to gravity at a point, in points per second squared.
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

  /// The energy of a body of a mass at a place, where the field has one: a pull or a spring that acts
  /// everywhere.
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

extension ForceField {
  func check() throws {
    let object = "\(effect.kind.rawValue) field"
    try Self.check(strength: strength, of: effect)
    switch effect {
    case .gravity(let center, let falloff, let core), .vortex(let center, let falloff, let core):
      try Rule.coordinate.check(center, "center", of: object)
      try Rule.within(0...3).check(Double(falloff), "falloff", of: object)
      try Rule.positiveLength.check(core, "core", of: object)
    case .uniform(let direction): try Rule.coordinate.check(direction, "direction", of: object)
    case .wind(let velocity): try Rule.coordinate.check(velocity, "velocity", of: object)
    case .drag(let quadratic): try Rule.nonNegativeLength.check(quadratic, "quadratic", of: object)
    case .spring(let center, let damping):
      try Rule.coordinate.check(center, "center", of: object)
      try Rule.within(0...1e9).check(damping, "damping", of: object)
    case .noise(let scale, let rate, _):
      try Rule.positiveLength.check(scale, "scale", of: object)
      try Rule.within(0...1e6).check(rate, "rate", of: object)
    }
    if hasReaction, effect.kind != .gravity {
      throw PhysicsError.notAllowed(object: object, rule: "has no reaction; only a gravity field has")
    }
    try region.check(object)
  }

  static func check(strength: Double, of effect: Effect) throws {
    let rule =
      effect.needsStrengthAboveZero
      ? Rule.within(0...largestStrength) : .within(-largestStrength...largestStrength)
    try rule.check(strength, "strength", of: "\(effect.kind.rawValue) field")
  }
}

extension Region {
  fileprivate func check(_ object: String) throws {
    switch self {
    case .everywhere: break
    case .box(let rect):
      try Rule.coordinate.check(rect.min, "region", of: object)
      try Rule.coordinate.check(rect.max, "region", of: object)
      try Rule.nonNegative.check(rect.width, "region's width", of: object)
      try Rule.nonNegative.check(rect.height, "region's height", of: object)
    case .circle(let center, let radius):
      try Rule.coordinate.check(center, "region", of: object)
      try Rule.nonNegativeLength.check(radius, "region's radius", of: object)
    case .polygon(let corners):
      try Rule.within(3...1000).check(Double(corners.count), "region's number of corners", of: object)
      for corner in corners { try Rule.coordinate.check(corner, "region", of: object) }
    }
  }
}

extension Fluid {
  /// - Returns: Convex pieces that fill the outline.
  func checkedPieces() throws -> [Polygon] {
    let object = "fluid"
    if let level { try Rule.coordinate.check(level, "level", of: object) }
    try Rule.within(0...1e9).check(density, "density", of: object)
    try Rule.within(0...1e9).check(drag, "drag", of: object)
    try Rule.coordinate.check(flow, "flow", of: object)
    return try Polygon(outline).convexPieces()
  }
}

/// The fields and fluids of a space, made ready for its steps.
final class Influences {
  private(set) var fields: [Entry<ForceField>] = []
  private(set) var fluids: [Entry<Fluid>] = []
  /// The terms in the order in which steps use them.
  private(set) var terms: [FieldTerm] = []
  private(set) var fluidTerms: [FluidTerm] = []
  /// The corners of all regions that are polygons.
  private(set) var corners: [Vector] = []
  /// The working memory for areas under water, allocated once.
  var clipping = AreaClipping()
  /// The time of fields that change by themselves, in seconds.
  var time = 0.0

  struct Entry<Value> {
    let number: Int
    var value: Value
    /// The body in whose coordinates it is.
    var frame: Body?
  }

  /// Is true if a field changes velocities in proportion to them.
  private(set) var hasSlowing = false
  /// Is true if a field also pulls the body that it is on.
  private(set) var hasReaction = false

  var isEmpty: Bool { fields.isEmpty && fluids.isEmpty }

  /// The potential energy of a body in the fields that act on it everywhere and alike at all times.
  func potentialEnergy(of body: Body) -> Double {
    let (center, mass) = (body.worldCenterOfGravity, body.mass)
    var sum = 0.0
    for i in terms.indices where terms[i].frame == nil && acts(terms[i], on: body.pointer) {
      sum += terms[i].potentialEnergy(at: center, mass: mass)
    }
    return sum
  }

  // MARK: - Fields

  func append(_ field: ForceField, frame: Body?) -> Int {
    let number = Identity.next()
    terms.append(FieldTerm(field, frame: frame?.pointer, corners: &corners))
    takeStock()
    fields.append(Entry(number: number, value: field, frame: frame))
    return number
  }

  func set(_ field: ForceField, at index: Int) {
    fields[index].value = field
    makeTerms()
  }

  /// Sets the strength of a field without building anything again, for callers that do so at every step.
  func setStrength(_ strength: Double, at index: Int) {
    fields[index].value.strength = strength
    terms[index].strength = strength
  }

  func removeField(at index: Int) {
    fields.remove(at: index)
    makeTerms()
  }

  private func makeTerms() {
    corners.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    for entry in fields {
      terms.append(FieldTerm(entry.value, frame: entry.frame?.pointer, corners: &corners))
    }
    takeStock()
  }

  private func takeStock() {
    hasSlowing = terms.contains(where: \.slows)
    hasReaction = terms.contains(where: \.hasReaction)
  }

  // MARK: - Fluids

  func append(_ fluid: Fluid, _ pieces: [Polygon]) -> Int {
    let number = Identity.next()
    fluidTerms.append(FluidTerm(fluid, pieces))
    fluids.append(Entry(number: number, value: fluid, frame: nil))
    return number
  }

  func set(_ fluid: Fluid, _ pieces: [Polygon], at index: Int) {
    fluids[index].value = fluid
    fluidTerms[index] = FluidTerm(fluid, pieces)
  }

  func setLevel(_ level: Double?, at index: Int) {
    fluids[index].value.level = level
    fluidTerms[index].setLevel(fluids[index].value.surface)
  }

  func removeFluid(at index: Int) {
    fluids.remove(at: index)
    fluidTerms.remove(at: index)
  }
}

/// A body as a step asks for its velocity: where it has got to, and how it moved until now.
public struct VelocityUpdate: Hashable, Sendable {
  /// The position of the center of gravity, in points; the step has moved the body already.
  public let position: Vector
  /// The angle in radians.
  public let angle: Double
  /// The velocity of the center of gravity, in points per second.
  public let velocity: Vector
  /// The angular velocity in radians per second.
  public let angularVelocity: Double
  /// The mass in kilograms.
  public let mass: Double
  /// The moment of inertia in kilograms × points²; infinite for a body that does not turn.
  public let moment: Double
  /// The force gathered for this step, in kilograms × points / seconds².
  public let force: Vector
  /// The torque gathered for this step, in kilograms × points² / seconds².
  public let torque: Double
  /// The acceleration that pulls the body, the space's fields included, in points per second squared.
  public let gravity: Vector
  /// The part of its velocity that it keeps in this step.
  public let damping: Double
  /// The length of the step in seconds.
  public let timeStep: Double

  /// Returns the engine's answer, with another gravity or damping: velocity × damping + (gravity + force /
  /// mass) × step.
  public func integrated(gravity: Vector? = nil, damping: Double? = nil) -> BodyVelocity {
    let (gravity, damping) = (gravity ?? self.gravity, damping ?? self.damping)
    // Operation by operation as the engine does it: by the inverses.
    let (inverseMass, inverseMoment) = (1 / mass, 1 / moment)
    return BodyVelocity(
      Vector(
        velocity.x * damping + (gravity.x + force.x * inverseMass) * timeStep,
        velocity.y * damping + (gravity.y + force.y * inverseMass) * timeStep),
      angular: angularVelocity * damping + torque * inverseMoment * timeStep)
  }
}

/// The motion of a body.
public struct BodyVelocity: Hashable, Sendable {
  /// The velocity of the center of gravity, in points per second.
  public var linear: Vector
  /// The angular velocity in radians per second.
  public var angular: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ linear: Vector, angular: Double) {
    self.linear = linear
    self.angular = angular
  }
}

/// Answers how a body moves from now on.
///
/// It is the one piece of a program that runs inside a step: it gets values and returns values. It must not
/// touch the space or anything in it, and must answer the same for the same values, or runs are no longer the
/// same.
public typealias VelocityFunction = (VelocityUpdate) -> BodyVelocity
