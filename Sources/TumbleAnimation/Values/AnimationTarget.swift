/// What an animation moves: a property of a thing, by the thing's id, such as `platform.position`.
public struct AnimationTarget: Hashable, Sendable, CustomStringConvertible {
  /// The id of a body or a joint, or `world`.
  public var object: String
  public var property: AnimatableProperty

  public init(_ object: String, _ property: AnimatableProperty) {
    self.object = object
    self.property = property
  }

  /// Reads `platform.position`; what stands before the first dot is the id.
  public init(parsing text: String) throws(AnimationTargetError) {
    guard let dot = text.firstIndex(of: ".") else {
      throw AnimationTargetError(
        text: text, offset: text.unicodeScalars.count,
        problem: "a target is an id and a property, such as platform.position")
    }
    let object = String(text[..<dot])
    let word = String(text[text.index(after: dot)...])
    guard !object.isEmpty else {
      throw AnimationTargetError(text: text, offset: 0, problem: "the id before the dot is missing")
    }
    guard let property = AnimatableProperty(rawValue: word) else {
      let names = AnimatableProperty.allCases.map(\.rawValue)
      throw AnimationTargetError(
        text: text, offset: object.unicodeScalars.count + 1,
        problem: "no property '\(word)' can be animated: use \(names.joined(separator: ", "))",
        suggestion: Nearest.word(to: word, in: names))
    }
    self.init(object, property)
  }

  public var description: String { object + "." + property.rawValue }
}

/// Why a text is no target, and where; the same parts as a curve's error.
public typealias AnimationTargetError = CurveTextError

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

  /// What has the property.
  public enum Owner: String, Hashable, Sendable {
    case body
    case joint
    case world
  }

  public var owner: Owner {
    switch self {
    case .position, .positionX, .positionY, .angle, .scale, .opacity, .color, .size, .surfaceVelocity: .body
    case .restLength, .rate: .joint
    case .gravity: .world
    }
  }

  /// The kind of its values.
  public var kind: AnimatableValue.Kind {
    switch self {
    case .position, .scale, .gravity, .surfaceVelocity: .vector
    case .positionX, .positionY, .angle, .opacity, .restLength, .rate: .number
    case .size: .size
    case .color: .color
    }
  }
}
