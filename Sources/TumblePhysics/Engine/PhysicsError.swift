import TumbleGeometry

/// What a caller's data can get wrong. Every case names the object and the rule; `description` is a sentence.
public enum PhysicsError: Error, Hashable, Sendable {
  /// A number, a point or a form that breaks a rule.
  case invalid(object: String, property: String, value: String, rule: String)
  /// Added to the space it is in.
  case alreadyInSpace(object: String)
  /// Added to a space while another holds it, or joined to something of another space.
  case inAnotherSpace(object: String)
  /// Removed from, or used with, a space that does not hold it.
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
  /// More pairs of shapes meet than memory is meant for, most of them of these bodies; the step was not taken.
  case crowded(bodies: [String], problem: String)
  /// Bodies that stopped being finite or left the world. The step was taken; they are out of the space, with their
  /// shapes and constraints, and the others go on.
  case diverged([LostBody])
}

/// A body that the space let go of because it went wrong.
public struct LostBody: Hashable, Sendable {
  public var id: BodyID
  /// As in error messages: `body 'crate1'`, or `body 7` for one without a name.
  public var body: String
  /// Where it was last in order, in points.
  public var position: Vector

  public init(id: BodyID, body: String, position: Vector) {
    self.id = id
    self.body = body
    self.position = position
  }
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
        "\(bodies.joined(separator: ", ")): too many shapes in one place (\(problem)). Spread them out or use fewer"
    case .diverged(let bodies):
      let names = bodies.map { "\($0.body) (last at \($0.position))" }.joined(separator: ", ")
      return "\(names): not finite any more, or more than 1e9 points away; removed from the space"
    }
  }
}
