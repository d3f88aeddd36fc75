/// An animation as it is written: what it does and when, before the values of what it moves are known. A group's members say
/// by their keys what they move.
public struct KeyedAnimation<Key: AnimationKey>: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case basic(BasicAnimation<AnimatableValue>)
    case keyframe(KeyframeAnimation<AnimatableValue>)
    /// Moves a position, and the angle too where the path says so.
    case path(PathAnimation)
    case spring(SpringAnimation<AnimatableValue>)
    /// Animations of their own targets in the group's time, cut off at the group's end.
    case group([Member])
  }

  /// One animation of a group.
  public struct Member: Hashable, Sendable {
    /// nil for a group within the group, whose members have targets of their own.
    public var target: Key?
    public var animation: KeyedAnimation

    public init(_ target: Key?, _ animation: KeyedAnimation) {
      self.target = target
      self.animation = animation
    }
  }

  /// For a spring, duration 0 means the time that it takes to settle.
  public var timing: MediaTiming
  /// The curve of each pass as a whole, applied before what the content's own segments do.
  public var timingFunction: TimingFunction
  /// Whether each cycle starts from where the one before it ended, as clock hands do.
  public var isCumulative: Bool
  public var content: Content

  public init(
    _ content: Content, timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction = .linear,
    isCumulative: Bool = false
  ) {
    self.content = content
    self.timing = timing
    self.timingFunction = timingFunction
    self.isCumulative = isCumulative
  }
}

extension KeyedAnimation {
  /// What is wrong with the animation of a target (nil for a group), as a sentence without a full stop; nil if nothing is.
  public func problem(for target: Key?) -> String? {
    if let problem = timing.problem { return problem }
    switch content {
    case .basic(let basic):
      return basic.problem ?? Self.problem(of: [basic.from, basic.to, basic.by], for: target)
    case .keyframe(let keyframe):
      return keyframe.problem ?? Self.problem(of: keyframe.values, for: target)
    case .spring(let spring):
      if timing.duration == 0, !timing.isInstant, spring.spring.damping == 0 {
        return "a spring without damping never settles: give it a duration"
      }
      let values = [spring.ends.from, spring.ends.to, spring.ends.by, spring.velocity]
      return spring.ends.problem ?? Self.problem(of: values, for: target)
    case .path(let path):
      if let target, !target.isPosition { return "a path moves a position, not \(target.propertyName)" }
      return path.path.problem
    case .group(let members):
      if members.isEmpty { return "a group needs at least one animation" }
      for member in members {
        if let problem = member.problem { return problem }
      }
      return nil
    }
  }

  private static func problem(of values: [AnimatableValue?], for target: Key?) -> String? {
    for case let value? in values {
      if !value.isUsable { return "values must be finite, and at most 1e15" }
      if let target, let kind = target.valueKind, value.kind != kind {
        return "\(target.propertyName) takes a \(kind.rawValue), not a \(value.kind.rawValue)"
      }
    }
    return nil
  }
}

extension KeyedAnimation.Member {
  fileprivate var problem: String? {
    guard let problem = animation.problem(for: target) else {
      if target != nil { return nil }
      if case .group = animation.content { return nil }
      return "only a group can do without a target"
    }
    return (target.map { "\($0)" } ?? "a group") + ": " + problem
  }
}

extension KeyedAnimation {
  /// The same with the values of targets that its samplers, in the order of its tracks, have been given meanwhile.
  package func resolved(by samplers: [AnimationSampler]) -> KeyedAnimation {
    var rest = samplers[...]
    return resolved(by: &rest)
  }

  private func resolved(by samplers: inout ArraySlice<AnimationSampler>) -> KeyedAnimation {
    var resolved = self
    if case .group(let members) = content {
      resolved.content = .group(
        members.map { Member($0.target, $0.animation.resolved(by: &samplers)) })
    } else if let sampler = samplers.popFirst() {
      resolved.content = sampler.resolved(content)
    }
    return resolved
  }
}

// MARK: - Made ready

extension KeyedAnimation {
  /// The tracks of the animation of a target (nil for a group), one for each target that it moves, a group's in the order of
  /// its members.
  ///
  /// - Throws: what ``problem(for:)`` says.
  public func tracks(of target: Key?) throws(AnimationError) -> [AnimationTrack<Key>] {
    if let problem = problem(for: target) { throw .invalid(problem) }
    var tracks: [AnimationTrack<Key>] = []
    try collect(target, groups: [], into: &tracks)
    return tracks
  }

  private func collect(
    _ target: Key?, groups: [TimedCurve], into tracks: inout [AnimationTrack<Key>]
  ) throws(AnimationError) {
    let own = TimedCurve(timing, timingFunction)
    func add(_ motion: AnimationSampler.Motion) throws(AnimationError) {
      guard let target else { throw .invalid("only a group can do without a target") }
      let sampler = AnimationSampler(motion, own, groups: groups, isCumulative: isCumulative)
      tracks.append(AnimationTrack(target, sampler))
    }
    switch content {
    case .basic(let basic): try add(.openBasic(basic))
    case .spring(let spring): try add(.openSpring(spring))
    case .keyframe(let keyframe): try add(.keyframe(try KeyframeTrack(keyframe)))
    case .path(let path): try add(.path(try PathTrack(path)))
    case .group(let members):
      for member in members {
        try member.animation.collect(member.target, groups: groups + [own], into: &tracks)
      }
    }
  }
}
