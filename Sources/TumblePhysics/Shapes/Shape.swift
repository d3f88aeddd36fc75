import CTumbleChipmunk

/// A form on a body, by which it collides.
///
/// It keeps its body alive. Setting a property to a value that its rule forbids is a precondition failure; a
/// definition that breaks a rule throws.
public final class Shape: Identifiable {
  /// Rises in the order of creation; never used twice in a process.
  public let id: ShapeID
  /// The name of the shape in error messages; nil for its id.
  public let name: String?
  /// The body to which the shape is fixed.
  public let body: Body
  /// The form as given; see ``outline`` for what the engine made of it.
  public let form: Form
  let pointer: CShape
  /// The size that a bullet's sweep asks for first; the form never changes.
  private(set) lazy var sweepSize = Shape.sweepSize(of: form)
  /// The outline by which the shape displaces fluids, made when first asked for.
  private(set) lazy var displacement = displacementOutline()
  /// Is true once a space at its end has taken over giving back the C objects of all that die with it at
  /// once.
  var leavesMemory = false
  var ownUserData: UserData?

  /// The user data, kept apart as most shapes have none: see `Body.Extras`.
  final class UserData {
    var value: Any?
  }

  /// Yours: this library never looks at it. It lives as long as the shape.
  public var userData: Any? {
    get { ownUserData?.value }
    set {
      if ownUserData == nil, newValue != nil { ownUserData = UserData() }
      ownUserData?.value = newValue
    }
  }

  /// Creates a shape of a form on a body; neither is in a space yet.
  /// - Throws: For a form or a number that breaks a rule, and for a mass on a body that has its own.
  public init(_ form: Form, on body: Body, _ definition: ShapeDefinition = ShapeDefinition()) throws {
    let id = ShapeID(Identity.next())
    let label = Shape.label(definition.name, id, body)
    try form.check(label)
    try Rule.surface.check(definition.friction, "friction", of: label)
    try Rule.surface.check(definition.elasticity, "elasticity", of: label)
    try Rule.finite.check(definition.surfaceVelocity, "surfaceVelocity", of: label)
    if definition.mass != 0 { try Rule.mass.check(definition.mass, "mass", of: label) }
    if definition.density != 0 { try Rule.mass.check(definition.density, "density", of: label) }
    if definition.mass != 0, definition.density != 0 {
      throw PhysicsError.notAllowed(object: label, rule: "has both a mass and a density; give it one")
    }

    self.id = id
    self.name = definition.name
    self.body = body
    self.form = form
    pointer = Shape.make(form, body.pointer)
    cpShapeSetUserData(pointer, Unmanaged.passUnretained(self).toOpaque())
    cpShapeSetFriction(pointer, definition.friction)
    cpShapeSetElasticity(pointer, definition.elasticity)
    cpShapeSetSurfaceVelocity(pointer, definition.surfaceVelocity.c)
    cpShapeSetSensor(pointer, definition.isSensor ? 1 : 0)
    cpShapeSetFilter(pointer, definition.filter.c)
    cpShapeSetCollisionType(pointer, cpCollisionType(definition.collisionType.number))
    LifetimeCount.rise(.shape)

    try Shape.correctMass(of: pointer, form, label)
    let mass = definition.mass != 0 ? definition.mass : definition.density * area
    if mass != 0 {
      try Rule.mass.check(mass, "mass", of: label)
      try checkMassAllowed()
      cpShapeSetMass(pointer, mass)
    }
  }

  deinit {
    cpShapeDestroy(pointer)
    if !leavesMemory { EngineMemory.giveBack(pointer) }
    LifetimeCount.fall(.shape)
  }

  static func make(_ form: Form, _ body: CBody) -> CShape {
    switch form {
    case .circle(let center, let radius):
      EngineMemory.make(cpCircleShape.self) { cpCircleShapeInit($0, body, radius, center.c) }
    case .segment(let from, let to, let radius):
      EngineMemory.make(cpSegmentShape.self) { cpSegmentShapeInit($0, body, from.c, to.c, radius) }
    case .rect(let rect, let radius):
      EngineMemory.make(cpPolyShape.self) { cpBoxShapeInit2($0, body, rect.c, radius) }
    case .polygon(let corners, let radius):
      EngineMemory.make(cpPolyShape.self) {
        cpPolyShapeInit($0, body, Int32(corners.count), corners.map(\.c), Transform.identity.chipmunk, radius)
      }
    }
  }

  /// Ends what ``make(_:_:)`` made.
  static func free(_ shape: CShape) {
    cpShapeDestroy(shape)
    EngineMemory.giveBack(shape)
  }

  /// The owner of a C shape.
  static func of(_ pointer: CShape) -> Shape {
    guard let data = cpShapeGetUserData(pointer) else { trap("a C shape without its Swift owner") }
    return Unmanaged<Shape>.fromOpaque(data).takeUnretainedValue()
  }

  /// The space that the shape is in.
  public var space: Space? { cpShapeGetSpace(pointer).map(Space.of) }

  func checkMassAllowed() throws {
    guard body.ownMass == nil else {
      throw PhysicsError.notAllowed(
        object: description,
        rule: "cannot have a mass: \(body) has its own, and mass comes from one or the other")
    }
  }

  static func label(_ name: String?, _ id: ShapeID, _ body: Body) -> String {
    (name.map { "shape '\($0)'" } ?? "shape \(id)") + " of \(body)"
  }
}

extension Shape: Hashable {
  /// Returns true if both are one object.
  public static func == (a: Shape, b: Shape) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Shape: CustomStringConvertible {
  /// The text `shape 8 of body 'crate1'`.
  public var description: String { Shape.label(name, id, body) }
}

/// The properties of a shape, apart from its form.
public struct ShapeDefinition: Hashable, Sendable {
  /// The name of the shape in error messages; nil for its id.
  public var name: String?
  /// The coefficient of friction: 0 slides forever; two shapes' frictions are multiplied.
  public var friction: Double
  /// The elasticity: 0 does not bounce, 1 keeps its speed; two shapes' elasticities are multiplied.
  public var elasticity: Double
  /// Kilograms per square point: gives the body mass. 0 leaves the mass to the body. Not with `mass`.
  public var density: Double
  /// The mass in kilograms that the shape gives its body. 0 leaves the mass to the body.
  public var mass: Double
  /// The velocity at which the surface runs over the body, like a conveyor belt's, in points per second, in
  /// the world's directions (it does not turn with the body). Only the part along the surface counts.
  public var surfaceVelocity: Vector
  /// Reports contacts but pushes nothing.
  public var isSensor: Bool
  /// The shapes that it meets.
  public var filter: ShapeFilter
  /// The type by which rules and listeners name the shape.
  public var collisionType: CollisionType

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    name: String? = nil, friction: Double = 0, elasticity: Double = 0, density: Double = 0,
    mass: Double = 0, surfaceVelocity: Vector = .zero, isSensor: Bool = false,
    filter: ShapeFilter = ShapeFilter(), collisionType: CollisionType = 0
  ) {
    self.name = name
    self.friction = friction
    self.elasticity = elasticity
    self.density = density
    self.mass = mass
    self.surfaceVelocity = surfaceVelocity
    self.isSensor = isSensor
    self.filter = filter
    self.collisionType = collisionType
  }
}

/// A number of the user's own by which events and rules tell shapes apart.
public struct CollisionType: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number; 0 is the default of all shapes.
  public var number: UInt32

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ number: UInt32) { self.number = number }
  public init(integerLiteral value: UInt32) { number = value }
}

extension Shape {
  /// The outline that the engine made of the form and collides with, in the body's coordinates, in points.
  public var outline: Outline {
    switch form {
    case .circle, .segment: form
    case .rect, .polygon:
      .polygon(
        (0..<cpPolyShapeGetCount(pointer)).map { Vector(cpPolyShapeGetVert(pointer, $0)) },
        radius: cpPolyShapeGetRadius(pointer))
    }
  }

  /// Tells a segment what it goes on to at both ends, in the body's coordinates: things slide over the joints
  /// of a chain of segments without catching on the ends.
  /// - Throws: For a shape that is not a segment, and for points out of range.
  public func setNeighbors(before: Vector, after: Vector) throws {
    guard case .segment = form else {
      throw PhysicsError.notAllowed(object: description, rule: "is not a segment; only those have neighbours")
    }
    try Rule.coordinate.check(before, "before", of: description)
    try Rule.coordinate.check(after, "after", of: description)
    cpSegmentShapeSetNeighbors(pointer, before.c, after.c)
  }
}

// Another value in any of these wakes the body, and around a static one everything that it touches.
extension Shape {
  /// The coefficient of friction: 0 slides forever; two shapes' frictions are multiplied.
  public var friction: Double {
    get { cpShapeGetFriction(pointer) }
    set {
      assign {
        try Rule.surface.check(newValue, "friction", of: description)
        change(from: friction, to: newValue) { cpShapeSetFriction(pointer, newValue) }
      }
    }
  }

  /// The elasticity: 0 does not bounce, 1 keeps its speed; two shapes' elasticities are multiplied.
  public var elasticity: Double {
    get { cpShapeGetElasticity(pointer) }
    set {
      assign {
        try Rule.surface.check(newValue, "elasticity", of: description)
        change(from: elasticity, to: newValue) { cpShapeSetElasticity(pointer, newValue) }
      }
    }
  }

  /// The velocity at which the surface runs over the body, like a conveyor belt's, in points per second, in
  /// the world's directions (it does not turn with the body). Only the part along the surface counts.
  public var surfaceVelocity: Vector {
    get { Vector(cpShapeGetSurfaceVelocity(pointer)) }
    set {
      assign {
        try Rule.finite.check(newValue, "surfaceVelocity", of: description)
        change(from: surfaceVelocity, to: newValue) { cpShapeSetSurfaceVelocity(pointer, newValue.c) }
      }
    }
  }

  /// Reports contacts but pushes nothing.
  public var isSensor: Bool {
    get { cpShapeGetSensor(pointer) != 0 }
    set {
      change(from: isSensor, to: newValue) {
        cpShapeSetSensor(pointer, newValue ? 1 : 0)
        if space != nil { body.shapesChanged() }
      }
    }
  }

  /// The shapes that it meets.
  public var filter: ShapeFilter {
    get { ShapeFilter(cpShapeGetFilter(pointer)) }
    set { change(from: filter, to: newValue) { cpShapeSetFilter(pointer, newValue.c) } }
  }

  /// The type by which rules and listeners name the shape.
  public var collisionType: CollisionType {
    get { CollisionType(UInt32(truncatingIfNeeded: UInt(cpShapeGetCollisionType(pointer)))) }
    set {
      change(from: collisionType, to: newValue) {
        cpShapeSetCollisionType(pointer, cpCollisionType(newValue.number))
      }
    }
  }

  /// Sets a property where the value is another.
  private func change<Value: Equatable>(from old: Value, to new: Value, _ apply: () -> Void) {
    guard new != old else { return }
    body.activate()
    apply()
    // The engine wakes the shape's own body only: what sleeps on a static one, or is about to, is woken here.
    guard let space, body.kind == .static else { return }
    space.withTreeStack { cpBodyActivateStatic(body.pointer, pointer) }
    space.wakeAround(self)
  }

  /// The mass that the shape gives its body, in kilograms; 0 for none.
  public var mass: Double { cpShapeGetMass(pointer) }

  /// Kilograms per square point; 0 for no mass, or no area.
  public var density: Double { area > 0 ? mass / area : 0 }

  /// Changes the mass that the shape gives its body; 0 for none.
  /// - Throws: For a mass out of range, or on a body that has its own.
  public func setMass(_ mass: Double) throws {
    if mass != 0 {
      try Rule.mass.check(mass, "mass", of: description)
      try checkMassAllowed()
    } else if self.mass == 0 {
      return
    }
    body.activate()
    cpShapeSetMass(pointer, mass)
    // The engine has just added up the body's shapes, even if that has a mass of its own.
    body.applyMass()
    space?.needsCheck = true
  }

  /// Changes the mass that the shape gives its body by the square point; 0 for none.
  /// - Throws: As ``setMass(_:)``.
  public func setDensity(_ density: Double) throws {
    if density != 0 { try Rule.mass.check(density, "density", of: description) }
    try setMass(density * area)
  }

  /// The area in square points, round corners and ends included.
  public var area: Double { cpShapeGetArea(pointer) }

  /// The moment of inertia of a kilogram of this form about its centroid, in points², whatever mass the shape
  /// has.
  public var momentPerMass: Double { unitMoment(of: pointer) }

  /// The centroid in the body's coordinates.
  public var centroid: Vector { Vector(cpShapeGetCenterOfGravity(pointer)) }

  /// The smallest rectangle along the axes around the shape, where its body is now.
  public var boundingBox: Rect { Rect(cpShapeCacheBB(pointer)) }
}

extension ShapeFilter {
  init(_ filter: cpShapeFilter) {
    self.init(group: UInt(filter.group), categories: filter.categories, mask: filter.mask)
  }

  var c: cpShapeFilter { cpShapeFilter(group: cpGroup(group), categories: categories, mask: mask) }
}
