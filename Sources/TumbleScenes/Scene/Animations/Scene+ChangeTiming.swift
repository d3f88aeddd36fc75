import TumbleAnimation

extension Scene {
  /// How a property that an action sets gets from what is seen to its new value.
  public enum ChangeTiming: Hashable, Sendable {
    /// Along a curve, in a duration in seconds.
    case curve(TimingFunction, duration: Double)
    /// By a spring, which takes over the velocity that is seen, in the time that it needs to settle.
    case spring(Spring)
    /// A body's texture or color, shown by a transition.
    case transition(Transition)

    var isTransition: Bool {
      if case .transition = self { true } else { false }
    }

    /// The animation of a change that begins now; nil for a transition, which changes nothing but the picture.
    ///
    /// - Parameter velocity: How fast what is seen changes, per second.
    package func animation(
      from: AnimatableValue, to: AnimatableValue, velocity: AnimatableValue
    ) -> AnimationDefinition? {
      switch self {
      case .curve(let curve, let duration):
        return AnimationDefinition(
          .basic(BasicAnimation(from: from, to: to)),
          timing: MediaTiming(duration: duration, fillMode: .backwards), timingFunction: curve)
      case .spring(let spring):
        // The spring's own velocity is that of what stands still.
        let own = velocity.length == 0 ? spring : spring.withInitialVelocity(0)
        let motion = SpringAnimation(from: from, to: to, spring: own, velocity: velocity)
        return AnimationDefinition(.spring(motion), timing: MediaTiming(duration: 0, fillMode: .backwards))
      case .transition: return nil
      }
    }
  }
}
