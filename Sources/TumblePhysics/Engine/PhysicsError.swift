import CTumbleSolver

/// An error in a caller's data. Every case names the object and the rule; `description` is a sentence.
public enum PhysicsError: Error, Hashable, Sendable {
  /// A number, a point or a form that breaks a rule.
  case invalid(object: String, property: String, value: String, rule: String)
  /// The object was added to the space that it is in.
  case alreadyInSpace(object: String)
  /// The object was added to a space while another holds it, or joined to something of another space.
  case inAnotherSpace(object: String)
  /// The object was removed from, or used with, a space that does not hold it.
  case notInSpace(object: String)
  /// A shape or a constraint whose body is not in the space must wait until it is.
  case bodyNotInSpace(object: String, body: String)
  /// The kind of the object does not allow what was asked of it.
  case notAllowed(object: String, rule: String)
  /// Something kinematic touches the object or is joined to it, so that it cannot sleep.
  case heldAwake(object: String, by: String)
  /// Dynamic bodies that have no mass, neither of their own nor from a shape; the step was not taken.
  case massless(bodies: [String])
  /// A constraint whose equations have no solution in floating point; the step was not taken.
  case unsolvable(object: String, rule: String)
  /// More pairs of shapes meet than memory is meant for, most of them of these bodies; the step was not
  /// taken.
  case crowded(bodies: [String], problem: String)
  /// Bodies that stopped being finite or left the world. The step was taken; they are out of the space, with
  /// their shapes and constraints, and the others go on.
  case diverged([LostBody])
}

/// A body that the space let go of because it went wrong.
public struct LostBody: Hashable, Sendable {
  /// The body's id.
  public var id: BodyID
  /// The body as error messages name it: `body 'crate1'`, or `body 7` for one without a name.
  public var body: String
  /// The latest position that was in order, in points.
  public var position: Vector
}

extension PhysicsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalid(let object, let property, let value, let rule):
      return "\(object): \(property) \(rule), not \(value)"
    case .alreadyInSpace(let object):
      return "\(object) is already in this space"
    case .inAnotherSpace(let object):
      return "\(object) is in another space; remove it there first"
    case .notInSpace(let object):
      return "\(object) is not in this space"
    case .bodyNotInSpace(let object, let body):
      return "\(object): its \(body) is not in this space; add that first"
    case .notAllowed(let object, let rule):
      return "\(object) \(rule)"
    case .heldAwake(let object, let other):
      return "\(object) cannot sleep: \(other), which is kinematic, holds it awake"
    case .massless(let bodies):
      return "\(bodies.joined(separator: ", ")): a dynamic body needs a mass above 0, its own or its shapes'"
    case .unsolvable(let object, let rule):
      return "\(object) cannot be solved: \(rule)"
    case .crowded(let bodies, let problem):
      return
        "\(bodies.joined(separator: ", ")): too many shapes in one place (\(problem)). Spread them out or "
        + "use fewer"
    case .diverged(let bodies):
      let names = bodies.map { "\($0.body) (last at \($0.position))" }.joined(separator: ", ")
      return "\(names): not finite any more, or more than 1e9 points away; removed from the space"
    }
  }
}

/// The bounds that a number must keep to before C sees it. They are wide, and such that no product inside the
/// engine overflows or vanishes from values within them.
enum Rule {
  case finite
  /// A length or coordinate: at most 1e9 points, where a body counts as lost.
  case coordinate
  case positiveLength
  case nonNegativeLength
  /// A length of 0 or more; infinity means no limit.
  case lengthOrInfinite
  /// The friction or the elasticity. With infinity the engine's product with the other shape's 0 would be no
  /// number.
  case surface
  case nonNegative
  case nonNegativeOrInfinite
  /// A fraction, such as what is left after a second.
  case fraction
  case mass
  /// A moment above 0; infinity means that the body does not turn.
  case moment
  case notZero
  case timeStep
  /// A length of time.
  case duration
  /// The length of a vector of which only the direction counts.
  case directionLength
  case within(ClosedRange<Double>)

  static var far: Double { Vector.largestCoordinate }

  func allows(_ value: Double) -> Bool {
    switch self {
    case .finite: value.isFinite
    case .coordinate: abs(value) <= Rule.far
    case .positiveLength: value >= 1e-9 && value <= Rule.far
    case .nonNegativeLength: value >= 0 && value <= Rule.far
    case .lengthOrInfinite: (value >= 0 && value <= Rule.far) || value == .infinity
    case .surface: value >= 0 && value <= 1e9
    case .nonNegative: value >= 0 && value.isFinite
    case .nonNegativeOrInfinite: value >= 0
    case .fraction: value >= 0 && value <= 1
    case .mass: value >= 1e-30 && value <= 1e30
    case .moment: (value >= 1e-60 && value <= 1e60) || value == .infinity
    case .notZero: abs(value) >= 1e-30 && value.isFinite
    case .timeStep: value >= 1e-9 && value <= 1000
    case .duration, .directionLength: value >= 1e-9 && value <= 1e9
    case .within(let range): range.contains(value)
    }
  }

  /// Reads after the property's name: "mass must be …".
  var sentence: String {
    switch self {
    case .finite: "must be a finite number"
    case .coordinate: "must lie within 1e9 points"
    case .positiveLength: "must be from 1e-9 to 1e9 points"
    case .nonNegativeLength: "must be from 0 to 1e9 points"
    case .lengthOrInfinite: "must be from 0 to 1e9 points, or infinity for no limit"
    case .surface: "must be from 0 to 1e9"
    case .nonNegative: "must be 0 or more, and finite"
    case .nonNegativeOrInfinite: "must be 0 or more"
    case .fraction: "must be from 0 to 1"
    case .mass: "must be from 1e-30 to 1e30 kilograms"
    case .moment: "must be from 1e-60 to 1e60, or infinity for a body that does not turn"
    case .notZero: "must be finite and not 0"
    case .timeStep: "must be from 1e-9 to 1000 seconds"
    case .duration: "must be from 1e-9 to 1e9 seconds"
    case .directionLength: "must be from 1e-9 to 1e9"
    case .within(let range): "must be from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  func check(_ value: Double, _ property: String, of object: @autoclosure () -> String) throws {
    guard allows(value) else { throw error("\(value)", property, of: object()) }
  }

  func check(_ value: Vector, _ property: String, of object: @autoclosure () -> String) throws {
    guard allows(value.x), allows(value.y) else { throw error("\(value)", property, of: object()) }
  }

  static func check(_ anchorA: Vector, _ anchorB: Vector, of object: String) throws {
    try coordinate.check(anchorA, "anchorA", of: object)
    try coordinate.check(anchorB, "anchorB", of: object)
  }

  /// Checks that the least of a range is not above its most.
  static func check(_ min: Double, notAbove max: Double, of object: String) throws {
    guard min <= max else {
      throw PhysicsError.invalid(
        object: object, property: "min", value: "\(min)", rule: "must not be above max (\(max))")
    }
  }

  private func error(_ value: String, _ property: String, of object: String) -> PhysicsError {
    .invalid(object: object, property: property, value: value, rule: sentence)
  }
}

/// Makes assignments whose values come from a file, a person or a computation: what a property refuses is
/// thrown, where it would end the program otherwise.
///
///     try throwing { body.velocity = velocityFromFile }
/// - Parameter assign: Assignments to properties of this library, on the thread that it is called on.
/// - Throws: The error of the first assignment that is refused, which has changed nothing; those after it are
///   made.
public func throwing(_ assign: () throws -> Void) throws {
  var refusal: (any Error)?
  let slot = ctumble_refusal_slot().unsafelyUnwrapped
  let outer = slot.pointee
  defer { slot.pointee = outer }
  try withUnsafeMutablePointer(to: &refusal) {
    slot.pointee = UnsafeMutableRawPointer($0)
    try assign()
  }
  if let refusal { throw refusal }
}

/// Sets a property: an error ends the program, except within ``throwing(_:)``.
@inline(__always)
func assign(_ set: () throws -> Void) {
  do { try set() } catch { refuse(error) }
}

private func refuse(_ error: any Error) {
  guard let slot = ctumble_refusal_slot().unsafelyUnwrapped.pointee else { trap("\(error)") }
  let refusal = slot.assumingMemoryBound(to: (any Error)?.self)
  refusal.pointee = refusal.pointee ?? error
}

/// A precondition that keeps its sentence in release too, where `precondition` would drop it: hence
/// `fatalError`.
func trap(_ sentence: String) -> Never { fatalError(sentence) }
