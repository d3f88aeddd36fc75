import TumbleAnimation

/// Keys as a program may have them: properties that take values of a kind.
struct AnimationTarget: AnimationKey {
  var object: String
  var property: AnimatableProperty

  init(_ object: String, _ property: AnimatableProperty) {
    self.object = object
    self.property = property
  }

  var valueKind: AnimatableValue.Kind? { property.kind }
  var isPosition: Bool { property == .position }
  var propertyName: String { property.rawValue }
}

enum AnimatableProperty: String, CaseIterable {
  case position, scale, angle, opacity, color

  var kind: AnimatableValue.Kind {
    switch self {
    case .position, .scale: .vector
    case .angle, .opacity: .number
    case .color: .color
    }
  }
}

typealias AnimationDefinition = KeyedAnimation<AnimationTarget>
typealias AnimationContent = AnimationDefinition.Content
typealias AnimationMember = AnimationDefinition.Member
