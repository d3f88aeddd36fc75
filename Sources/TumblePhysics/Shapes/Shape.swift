import CTumbleChipmunk
import TumbleGeometry

/// A form on a body, by which it collides.
///
/// It keeps its body alive. Setting a property to a value that its rule forbids is a precondition failure; a definition
/// that breaks a rule throws.
public final class Shape: Identifiable {
  /// Rises in the order of creation; never used twice in a process.
  public let id: ShapeID
  /// What error messages call the shape; nil for its id.
  public let name: String?
  public let body: Body
  /// As given; see ``outline`` for what the engine made of it.
  public let form: Form
  let pointer: CShape
  /// What a bullet's sweep asks first, and the form never changes.
  private(set) lazy var sweepSize = Shape.sweepSize(of: form)
  /// By which it displaces fluids: made when one asks for it.
  private(set) lazy var displacement = displacementOutline()
  /// Set by a space at its end, which gives back the C objects of all that die with it at once.
  var leavesMemory = false
  var ownUserData: UserData?

  /// Apart, as most shapes have none: see `Body.Extras`.
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

  /// - Throws: for a form or a number that breaks a rule, and for a mass on a body that has its own.
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
      EngineMemory.shape(cpCircleShape.self) { cpCircleShapeInit($0, body, radius, center.c) }
    case .segment(let from, let to, let radius):
      EngineMemory.shape(cpSegmentShape.self) { cpSegmentShapeInit($0, body, from.c, to.c, radius) }
    case .rect(let rect, let radius):
      EngineMemory.shape(cpPolyShape.self) { cpBoxShapeInit2($0, body, rect.c, radius) }
    case .polygon(let corners, let radius):
      EngineMemory.shape(cpPolyShape.self) {
        cpPolyShapeInit(
          $0, body, Int32(corners.count), corners.map(\.c), Transform.identity.chipmunk, radius)
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
  /// Whether they are one and the same.
  public static func == (a: Shape, b: Shape) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Shape: CustomStringConvertible {
  /// `shape 8 of body 'crate1'`.
  public var description: String { Shape.label(name, id, body) }
}
