import TumbleGeometry

/// A body as a step asks for its velocity: where it has got to, and how it moved until now.
public struct VelocityUpdate: Hashable, Sendable {
  /// Of the centre of gravity, in points; the step has moved the body already.
  public let position: Vector
  /// In radians.
  public let angle: Double
  /// Of the centre of gravity, in points per second.
  public let velocity: Vector
  /// In radians per second.
  public let angularVelocity: Double
  /// In kilograms.
  public let mass: Double
  /// In kilograms × points²; infinite for a body that does not turn.
  public let moment: Double
  /// What was gathered for this step, in kilograms × points / seconds².
  public let force: Vector
  /// In kilograms × points² / seconds².
  public let torque: Double
  /// What pulls the body, the space's fields included, in points per second squared.
  public let gravity: Vector
  /// The part of its velocity that it keeps in this step.
  public let damping: Double
  /// In seconds.
  public let timeStep: Double

  /// What the engine would answer, with another gravity or damping: velocity × damping + (gravity + force / mass) × step.
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

/// How a body moves.
public struct BodyVelocity: Hashable, Sendable {
  /// Of the centre of gravity, in points per second.
  public var linear: Vector
  /// In radians per second.
  public var angular: Double

  public init(_ linear: Vector, angular: Double) {
    self.linear = linear
    self.angular = angular
  }
}

/// Answers how a body moves from now on.
///
/// It is the one piece of a program that runs inside a step: it gets values and returns values. It must not touch the space
/// or anything in it, and must answer the same for the same values, or runs are no longer the same.
public typealias VelocityFunction = (VelocityUpdate) -> BodyVelocity
