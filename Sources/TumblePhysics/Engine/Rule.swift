import CTumbleSolver
import TumbleGeometry

/// What a number must keep to before C sees it. The bounds are wide, and such that no product inside the engine
/// overflows or vanishes from values within them.
enum Rule {
  case finite
  /// A length or coordinate: at most 1e9 points, where a body counts as lost.
  case coordinate
  case positiveLength
  case nonNegativeLength
  /// Infinity means no limit.
  case lengthOrInfinite
  /// Friction and elasticity. With infinity the engine's product with the other shape's 0 would be no number.
  case surface
  case nonNegative
  case nonNegativeOrInfinite
  /// A fraction, such as what is left after a second.
  case fraction
  case mass
  /// Infinity means that the body does not turn.
  case moment
  case notZero
  case timeStep
  /// A length of time.
  case duration
  /// Of a vector of which only the direction counts.
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

  private func error(_ value: String, _ property: String, of object: String) -> PhysicsError {
    .invalid(object: object, property: property, value: value, rule: sentence)
  }
}

/// Makes assignments whose values come from a file, a person or a computation: what a property refuses is thrown, where it would
/// end the program otherwise.
///
///     try throwing { body.velocity = velocityFromFile }
///
/// - Parameter assign: Assignments to properties of this library, on the thread that it is called on.
/// - Throws: The error of the first assignment that is refused, which has changed nothing; those after it are made.
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

/// A precondition that keeps its sentence in release too, where `precondition` would drop it: hence `fatalError`.
func trap(_ sentence: String) -> Never { fatalError(sentence) }
