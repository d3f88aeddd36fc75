import CTumbleChipmunk

extension Body {
  /// The mass in kilograms: the body's own, or the sum of its shapes' while they are in a space. 0 for a
  /// dynamic body that has none yet, infinite for a body that is not dynamic. Setting it gives the body a
  /// mass of its own, which one that is not dynamic, or has the mass of its shapes, refuses.
  public var mass: Double {
    get { cpBodyGetMass(pointer) }
    set {
      assign {
        try Rule.mass.check(newValue, "mass", of: description)
        guard kind == .dynamic else {
          throw PhysicsError.notAllowed(
            object: description, rule: "is \(kind); only a dynamic body has a mass")
        }
        guard ownMass != nil || !hasShapeMass else {
          throw PhysicsError.notAllowed(
            object: description, rule: "has the mass of its shapes; it cannot have one of its own as well")
        }
        ownMass = OwnMass(mass: newValue, moment: ownMass?.moment, centerOfGravity: ownMass?.centerOfGravity)
        applyMass()
      }
    }
  }

  /// The moment of inertia about the center of gravity, in kilograms × points²: as given, else that of the
  /// shapes in the space; infinite for a body that does not turn. Settable on a body that has a mass of its
  /// own.
  public var moment: Double {
    get { cpBodyGetMoment(pointer) }
    set {
      assign {
        try Rule.moment.check(newValue, "moment", of: description)
        try checkOwnMass("its moment")
        ownMass?.moment = newValue
        applyMass()
      }
    }
  }

  /// Is true if the body never turns: its moment is infinite then, and counts again when this is taken back.
  public var fixedRotation: Bool {
    get { neverTurns }
    set {
      guard newValue != neverTurns else { return }
      neverTurns = newValue
      // The engine adds up the body's shapes again as one of them changes.
      if let shape = shapes.first(where: { $0.mass > 0 }) { cpShapeSetMass(shape.pointer, shape.mass) }
      applyMass()
    }
  }

  /// The center of gravity in the body's coordinates, in points: as given, else that of the shapes in the
  /// space. Settable on a body that has a mass of its own; the body stays where it is.
  public var centerOfGravity: Vector {
    get { Vector(cpBodyGetCenterOfGravity(pointer)) }
    set {
      assign {
        try Rule.coordinate.check(newValue, "centerOfGravity", of: description)
        try checkOwnMass("its centre of gravity")
        ownMass?.centerOfGravity = newValue
        applyMass()
      }
    }
  }

  private func checkOwnMass(_ property: String) throws {
    guard ownMass != nil else {
      throw PhysicsError.notAllowed(
        object: description, rule: "has no mass of its own; set that before \(property)")
    }
  }

  /// Changes what the body is. To kinematic or static it loses its velocity and the forces gathered; back to
  /// dynamic it has the mass, moment and center of gravity of before again. In a space it wakes, and what
  /// touches it with it. The contacts of a body made static end, and those with what moves begin again.
  public func setKind(_ newKind: BodyDefinition.Kind) {
    guard newKind != kind else { return }
    cancelMove()
    let space = space
    space?.dropStickyJoints { $0.holds(self) }
    // Before the change: the engine asks for the kind when it wakes a body, and would find the new one.
    wakeWithNeighbours()
    // The engine keeps the forces until the body is dynamic again.
    (force, torque) = (.zero, 0)
    kind = newKind
    let type =
      switch newKind {
      case .dynamic: CP_BODY_TYPE_DYNAMIC
      case .kinematic: CP_BODY_TYPE_KINEMATIC
      case .static: CP_BODY_TYPE_STATIC
      }
    guard let space else {
      cpBodySetType(pointer, type)
      return applyMass()
    }
    space.withTreeStack { cpBodySetType(pointer, type) }
    applyMass()
    space.withTreeStack { cpSpaceReindexShapesForBody(space.pointer, pointer) }
    if newKind == .static {
      space.endContacts(of: self)
      space.wakeAround(self)
    }
    space.needsCheck = true
  }

  /// Hands the engine what it cannot add up by itself: the body's own mass, and that it never turns.
  func applyMass() {
    guard kind == .dynamic else { return }
    guard let own = ownMass else {
      guard neverTurns, mass > 0 else { return }
      activate()
      cpBodySetMoment(pointer, .infinity)
      space?.needsCheck = true
      return
    }
    let distribution = own.moment == nil || own.centerOfGravity == nil ? MassDistribution(shapes) : nil
    let center = own.centerOfGravity ?? distribution?.centerOfGravity ?? .zero
    let moment = own.moment ?? own.mass * (distribution?.momentPerMass(about: center) ?? .infinity)
    let position = cpBodyGetPosition(pointer)
    activate()
    cpBodySetMass(pointer, own.mass)
    cpBodySetMoment(pointer, neverTurns ? .infinity : moment)
    cpBodySetCenterOfGravity(pointer, center.c)
    // The engine moves the body when its center of gravity does; it stays where it is.
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
    space?.needsCheck = true
  }

  /// Computes the mass anew as a shape comes into the space or leaves it; the engine has added up the shapes'
  /// masses.
  func shapesChanged() {
    let isMeasured = ownMass.map { $0.moment == nil || $0.centerOfGravity == nil } ?? neverTurns
    if isMeasured { applyMass() }
  }

  /// Shapes that are in no space give no mass.
  func loseShapeMass() {
    guard kind == .dynamic else { return }
    guard ownMass == nil else { return shapesChanged() }
    let position = cpBodyGetPosition(pointer)
    cpBodySetMass(pointer, 0)
    cpBodySetMoment(pointer, 0)
    cpBodySetCenterOfGravity(pointer, cpVect(x: 0, y: 0))
    cpBodySetAngle(pointer, cpBodyGetAngle(pointer))
    cpBodySetPosition(pointer, position)
  }

  /// Is true if a shape in the space gives the body mass.
  var hasShapeMass: Bool { shapes.contains { $0.mass > 0 } }
}

/// The distribution of a mass over shapes: by their areas, or in equal parts over lines without a radius,
/// which have none. Sensors beside solid shapes have no part in it.
struct MassDistribution {
  /// The center of gravity in the body's coordinates, in points; the body's position without shapes.
  let centerOfGravity: Vector
  private let parts: [(share: Double, shape: Shape)]

  init(_ shapes: [Shape]) {
    let solid = shapes.filter { !$0.isSensor }
    let shapes = solid.isEmpty ? shapes : solid
    let total = shapes.reduce(0) { $0 + $1.area }
    let parts = shapes.map { (share: total > 0 ? $0.area / total : 1 / Double(shapes.count), shape: $0) }
    self.parts = parts
    centerOfGravity = parts.reduce(.zero) { $0 + $1.shape.centroid * $1.share }
  }

  /// The moment of inertia of a kilogram about a point, in points² (by the parallel axis theorem); infinite
  /// without shapes, as what has no extent cannot be turned.
  func momentPerMass(about center: Vector) -> Double {
    guard !parts.isEmpty else { return .infinity }
    return parts.reduce(0) { sum, part in
      sum + part.share * (part.shape.momentPerMass + (part.shape.centroid - center).lengthSquared)
    }
  }
}

/// Moments of inertia about the center of gravity of solid forms, in kilograms × points²; Chipmunk's own
/// numbers, bit for bit, but for polygons so far out that its formula loses its digits.
public enum Moment {
  /// The moment of inertia of a box about its center, in kilogram square points.
  public static func box(mass: Double, size: Size) -> Double { cpMomentForBox(mass, size.width, size.height) }

  /// A box that lies anywhere in its body's coordinates: about the body's origin.
  public static func box(mass: Double, rect: Rect) -> Double { cpMomentForBox2(mass, rect.c) }

  /// The moment of inertia of a disc, hollow inside `innerRadius`.
  public static func circle(
    mass: Double, radius: Double, innerRadius: Double = 0, offset: Vector = .zero
  ) -> Double {
    cpMomentForCircle(mass, innerRadius, radius, offset.c)
  }

  /// The moment of inertia of a segment about its body's origin, in kilogram square points.
  public static func segment(mass: Double, from: Vector, to: Vector, radius: Double = 0) -> Double {
    cpMomentForSegment(mass, from.c, to.c, radius)
  }

  /// The moment of inertia of a polygon about the origin, after every corner is moved by `offset`; 0 for
  /// fewer than two corners.
  public static func polygon(
    mass: Double, _ corners: [Vector], offset: Vector = .zero, radius: Double = 0
  ) -> Double {
    guard corners.count >= 2 else { return 0 }
    let engine = cpMomentForPoly(mass, Int32(corners.count), corners.map(\.c), offset.c, radius)
    guard corners.count >= 3 else { return engine }
    let properties = MassProperties(corners)
    let moment = mass * (properties.momentPerMass + (properties.centroid + offset).lengthSquared)
    guard properties.isValid, moment.isFinite else { return engine }
    return abs(engine - moment) <= 1e-6 * abs(moment) ? engine : moment
  }
}

/// The area of an outline of corners, its centroid, and its moment of inertia about the centroid.
///
/// The engine's formulas go over coordinates as they are. Of an outline far from the origin they subtract
/// numbers that are nearly equal, and the moment comes out wrong, negative or not a number. These go over
/// distances from the first corner, where the digits are.
struct MassProperties {
  /// The area in square points.
  let area: Double
  /// The centroid in points.
  let centroid: Vector
  /// The moment of inertia of a kilogram, in points².
  let momentPerMass: Double

  /// - Parameter corners: At least three, in either direction round.
  init(_ corners: [Vector]) {
    let origin = corners[0]
    var (doubleArea, first, second) = (0.0, Vector.zero, 0.0)
    for i in 1..<corners.count - 1 {
      // Triangles about the first corner; each has its centroid at a third of the sum of its corners.
      let (a, b) = (corners[i] - origin, corners[i + 1] - origin)
      let cross = a.cross(b)
      doubleArea += cross
      first += (a + b) * cross
      second += cross * (a.dot(a) + a.dot(b) + b.dot(b))
    }
    let middle = first / (3 * doubleArea)
    area = abs(doubleArea) / 2
    centroid = origin + middle
    momentPerMass = second / (6 * doubleArea) - middle.lengthSquared
  }

  /// Is true if the numbers are those of a form: false where rounding has left nothing of it.
  var isValid: Bool {
    area > 0 && area.isFinite && centroid.isFinite && momentPerMass > 0 && momentPerMass.isFinite
  }
}

extension Shape {
  /// Puts right what the engine made of an outline that its formulas cannot cope with. Numbers that agree to
  /// a millionth stay the engine's, bit for bit.
  static func correctMass(of shape: CShape, _ form: Form, _ object: String) throws {
    switch form {
    case .circle, .segment: return
    case .polygon, .rect: break
    }
    let corners = (0..<cpPolyShapeGetCount(shape)).map { Vector(cpPolyShapeGetVert(shape, $0)) }
    let properties = corners.count >= 3 ? MassProperties(corners) : nil
    guard let properties, properties.isValid else {
      throw PhysicsError.invalid(
        object: object, property: "form", value: "\(form)",
        rule:
          "must be larger, or nearer to its body's position: its coordinates have no digits left for its size"
      )
    }
    let engine = massInfo(of: shape)
    let size = properties.momentPerMass.squareRoot()
    let agrees =
      abs(engine.moment - properties.momentPerMass) <= 1e-6 * properties.momentPerMass
      && engine.centroid.distance(to: properties.centroid) <= 1e-6 * size
    guard !agrees else { return }
    var perimeter = 0.0
    for i in corners.indices { perimeter += corners[i].distance(to: corners[(i + 1) % corners.count]) }
    setMassInfo(
      of: shape, moment: properties.momentPerMass, centroid: properties.centroid,
      area: properties.area + form.radius * (perimeter + .pi * form.radius))
  }
}
