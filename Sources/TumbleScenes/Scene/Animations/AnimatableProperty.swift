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
  /// Of any joint: the most that it pulls or turns with, in kilogram points (square points) per second squared.
  case maxForce
  /// Of a pivot, a slide, a pin or a spring: where it takes hold of its first body, in points, in that body's coordinates.
  case anchorA
  /// Likewise of its second body.
  case anchorB
  /// Of a slide, in points, or of a rotary limit, in radians: the least.
  case min
  /// The most.
  case max
  /// Of the world, in points per second squared.
  case gravity
  /// Of a field, in the unit of its kind.
  case strength
  /// Of a fluid: the height of its surface, in points.
  case level
  /// Of an emitter: what its cells' values are multiplied with. In a file it has no `emitter.` before it: see ``name``.
  case emitterRate = "emitter.rate"
  case emitterLifetime = "emitter.lifetime"
  case emitterVelocity = "emitter.velocity"
  case emitterScale = "emitter.scale"
  case emitterSpin = "emitter.spin"

  /// What has the property.
  public enum Owner: String, Hashable, Sendable {
    case body
    case joint
    case world
    case field
    case fluid
    case emitter
  }

  /// The word after the owner's id, such as `rate`. An emitter's may be another owner's too.
  public var name: String { owner == .emitter ? String(rawValue.dropFirst("emitter.".count)) : rawValue }

  /// - Parameter ofEmitter: Whether its owner is an emitter.
  public init?(name: String, ofEmitter: Bool) {
    guard let found = Self.allCases.first(where: { $0.name == name && ($0.owner == .emitter) == ofEmitter })
    else { return nil }
    self = found
  }

  public var owner: Owner {
    switch self {
    case .position, .positionX, .positionY, .angle, .scale, .opacity, .color, .size, .surfaceVelocity: .body
    case .restLength, .rate, .maxForce, .anchorA, .anchorB, .min, .max: .joint
    case .gravity: .world
    case .strength: .field
    case .level: .fluid
    case .emitterRate, .emitterLifetime, .emitterVelocity, .emitterScale, .emitterSpin: .emitter
    }
  }

  /// The kind of its values.
  public var kind: AnimatableValue.Kind {
    switch self {
    case .position, .scale, .gravity, .surfaceVelocity, .anchorA, .anchorB: .vector
    case .positionX, .positionY, .angle, .opacity, .restLength, .rate, .maxForce, .min, .max, .strength,
      .level, .emitterRate, .emitterLifetime, .emitterVelocity, .emitterScale, .emitterSpin:
      .number
    case .size: .size
    case .color: .color
    }
  }
}
