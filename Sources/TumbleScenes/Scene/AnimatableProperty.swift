import TumbleAnimation

/// The properties that an animation can move.
public enum AnimatableProperty: String, CaseIterable, Hashable, Sendable {
  /// Of a body, in points.
  case position
  case positionX = "position.x"
  case positionY = "position.y"
  /// Of a body, in radians, counter-clockwise, not wrapped.
  case angle
  /// A look of a body: factors along its axes.
  case scale
  /// A look of a body, 0 to 1.
  case opacity
  /// A look of a body.
  case color
  /// A look of a body, in points: the size at which its outlines' bounds are drawn.
  case size
  /// The velocity of a body's surfaces, as of a conveyor belt, in points per second.
  case surfaceVelocity
  /// Of a spring joint, in points.
  case restLength
  /// Of a motor joint, in radians per second.
  case rate
  /// Of the world, in points per second squared.
  case gravity
  /// Of a field, in the unit of its kind.
  case strength
  /// Of a fluid: the height of its surface, in points.
  case level

  /// What has the property.
  public enum Owner: String, Hashable, Sendable {
    case body
    case joint
    case world
    case field
    case fluid
  }

  public var owner: Owner {
    switch self {
    case .position, .positionX, .positionY, .angle, .scale, .opacity, .color, .size, .surfaceVelocity: .body
    case .restLength, .rate: .joint
    case .gravity: .world
    case .strength: .field
    case .level: .fluid
    }
  }

  /// The kind of its values.
  public var kind: AnimatableValue.Kind {
    switch self {
    case .position, .scale, .gravity, .surfaceVelocity: .vector
    case .positionX, .positionY, .angle, .opacity, .restLength, .rate, .strength, .level: .number
    case .size: .size
    case .color: .color
    }
  }
}
