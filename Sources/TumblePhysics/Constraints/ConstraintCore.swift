import CTumbleChipmunk
import TumbleGeometry

/// The C object of a constraint and both its bodies. See ``Constraint``.
public final class ConstraintCore {
  enum Kind {
    /// Acts on points: one body with a finite mass is enough.
    case linear
    /// Acts on points in both directions at once, by a matrix that must have an inverse.
    case planar
    /// As planar, with a lever on body A that grows as the bodies are pulled apart.
    case sliding
    /// Acts on angles: one body that turns is enough.
    case angular
  }

  let id: Int
  let name: String?
  let a: Body
  let b: Body
  let pointer: CConstraint
  let kind: Kind
  private let noun: String
  /// Whether the engine has it: in a space, and with a body that can answer to it.
  var isActive = false
  /// Unretained: a space clears it as it lets go.
  private var spaceReference: Unmanaged<Space>?
  /// In the bodies' coordinates.
  let anchors: () -> (a: Vector, b: Vector)

  var space: Space? {
    get { spaceReference?.takeUnretainedValue() }
    set { spaceReference = newValue.map(Unmanaged.passUnretained) }
  }

  init(
    _ noun: String, _ kind: Kind, _ a: Body, _ b: Body, _ definition: ConstraintDefinition,
    anchors: @escaping (CConstraint) -> (a: Vector, b: Vector) = { _ in (.zero, .zero) },
    make: (_ object: String) throws -> CConstraint
  ) throws {
    let id = Identity.next()
    let label = ConstraintCore.label(noun, definition.name, id, a, b)
    guard a !== b else {
      throw PhysicsError.notAllowed(object: label, rule: "needs two different bodies")
    }
    try Rule.nonNegativeOrInfinite.check(definition.maxForce, "maxForce", of: label)
    if let bias = definition.errorBias { try Rule.fraction.check(bias, "errorBias", of: label) }
    try Rule.nonNegativeOrInfinite.check(definition.maxBias, "maxBias", of: label)

    let pointer = try make(label)
    self.id = id
    self.name = definition.name
    self.a = a
    self.b = b
    self.kind = kind
    self.noun = noun
    self.pointer = pointer
    self.anchors = { anchors(pointer) }
    cpConstraintSetUserData(pointer, Unmanaged.passUnretained(self).toOpaque())
    cpConstraintSetMaxForce(pointer, definition.maxForce)
    if let bias = definition.errorBias { cpConstraintSetErrorBias(pointer, bias) }
    cpConstraintSetMaxBias(pointer, definition.maxBias)
    cpConstraintSetCollideBodies(pointer, definition.collideBodies ? 1 : 0)
    LifetimeCount.shared.constraints.add(1, ordering: .relaxed)
  }

  deinit {
    cpConstraintFree(pointer)
    LifetimeCount.shared.constraints.subtract(1, ordering: .relaxed)
  }

  /// Whether one of its bodies can answer; the engine aborts on a constraint of two that cannot.
  var canAct: Bool {
    switch kind {
    case .linear, .planar, .sliding: a.kind == .dynamic || b.kind == .dynamic
    case .angular: a.turns || b.turns
    }
  }

  /// Why its equations have no solution; nil if they have one.
  ///
  /// The engine divides by the determinant of the matrix of a planar constraint, and aborts on a 0, to which it rounds
  /// when turning is easier than moving by more than the digits of a double.
  func validationError() -> String? {
    guard kind == .planar || kind == .sliding else { return nil }
    let anchors = anchors()
    var reachA = anchors.a.distance(to: a.centerOfGravity)
    let reachB = anchors.b.distance(to: b.centerOfGravity)
    // A groove holds its first body where the second one is, however far that has been pulled.
    if kind == .sliding { reachA += a.world(anchors.a).distance(to: b.world(anchors.b)) }
    let turning = a.inverseMoment * reachA * reachA + b.inverseMoment * reachB * reachB
    let moving = a.inverseMass + b.inverseMass
    guard turning <= moving * 1e12 else {
      return
        "its anchors are too far out, or too far apart, for the bodies' moments of inertia; give them larger moments"
    }
    return nil
  }

  private static func label(_ noun: String, _ name: String?, _ id: Int, _ a: Body, _ b: Body) -> String {
    (name.map { "\(noun) '\($0)'" } ?? "\(noun) \(id)") + " of \(a) and \(b)"
  }

  var description: String { ConstraintCore.label(noun, name, id, a, b) }
}

extension Body {
  var turns: Bool { kind == .dynamic && moment.isFinite }
  var inverseMass: Double { kind == .dynamic ? 1 / mass : 0 }
  var inverseMoment: Double { turns ? 1 / moment : 0 }

  /// The body's constraints that are in its space, in id order.
  public var constraints: [any Constraint] {
    space?.constraints.filter { $0.bodyA === self || $0.bodyB === self } ?? []
  }
}
