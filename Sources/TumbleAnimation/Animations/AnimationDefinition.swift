/// An animation as a scene writes it: what it does and when, before the model values are known.
public struct AnimationDefinition: Hashable, Sendable {
  /// For a spring, duration 0 means the time that it takes to settle.
  public var timing: MediaTiming
  /// The curve of each pass as a whole, applied before what the content's own segments do.
  public var pace: TimingFunction
  /// Whether each cycle starts from where the one before it ended, as clock hands do.
  public var isCumulative: Bool
  public var content: AnimationContent

  public init(
    _ content: AnimationContent, timing: MediaTiming = MediaTiming(), pace: TimingFunction = .linear,
    isCumulative: Bool = false
  ) {
    self.content = content
    self.timing = timing
    self.pace = pace
    self.isCumulative = isCumulative
  }
}

public enum AnimationContent: Hashable, Sendable {
  case basic(BasicAnimation<AnimatableValue>)
  case keyframe(KeyframeAnimation<AnimatableValue>)
  /// Moves a position, and the angle too where the path says so.
  case path(PathAnimation)
  case spring(SpringAnimation<AnimatableValue>)
  /// Animations of their own targets in the group's time, cut off at the group's end.
  case group([AnimationMember])
}

/// One animation of a group.
public struct AnimationMember: Hashable, Sendable {
  /// nil for a group within the group, whose members have targets of their own.
  public var target: AnimationTarget?
  public var animation: AnimationDefinition

  public init(_ target: AnimationTarget?, _ animation: AnimationDefinition) {
    self.target = target
    self.animation = animation
  }
}

extension AnimationDefinition {
  /// What is wrong with the animation of a property (nil for a group), as a sentence without a full stop; nil if
  /// nothing is.
  public func problem(for property: AnimatableProperty?) -> String? {
    if let problem = timing.problem { return problem }
    switch content {
    case .basic(let basic):
      return basic.problem ?? Self.problem(of: [basic.from, basic.to, basic.by], for: property)
    case .keyframe(let keyframe):
      return keyframe.problem ?? Self.problem(of: keyframe.values, for: property)
    case .spring(let spring):
      if timing.duration == 0, spring.spring.damping == 0 {
        return "a spring without damping never settles: give it a duration"
      }
      let values = [spring.ends.from, spring.ends.to, spring.ends.by, spring.velocity]
      return spring.ends.problem ?? Self.problem(of: values, for: property)
    case .path(let path):
      if let property, property != .position { return "a path moves a position, not \(property.rawValue)" }
      return path.path.problem
    case .group(let members):
      if members.isEmpty { return "a group needs at least one animation" }
      for member in members {
        if let problem = member.problem { return problem }
      }
      return nil
    }
  }

  private static func problem(of values: [AnimatableValue?], for property: AnimatableProperty?) -> String? {
    for case let value? in values {
      if !value.isUsable { return "values must be finite, and at most 1e15" }
      if let property, value.kind != property.kind {
        return "\(property.rawValue) takes a \(property.kind.rawValue), not a \(value.kind.rawValue)"
      }
    }
    return nil
  }
}

extension AnimationMember {
  fileprivate var problem: String? {
    guard let problem = animation.problem(for: target?.property) else {
      if target != nil { return nil }
      if case .group = animation.content { return nil }
      return "only a group can do without a target"
    }
    return (target?.description ?? "a group") + ": " + problem
  }
}
