/// What happens when a property changes within a transaction: a function from the change to the animation that shows it.
public struct PropertyAction<Value: Interpolatable>: Sendable {
  private let make: @Sendable (PropertyChange<Value>) -> ValueAnimation<Value>?

  /// Any animation, which begins at the change's moment as its time 0 and leads to the new value; nil shows that at once.
  public init(_ make: @escaping @Sendable (PropertyChange<Value>) -> ValueAnimation<Value>?) {
    self.make = make
  }

  /// The change shows at once, and nothing else is asked for an action.
  public static var immediate: Self { Self { _ in nil } }

  /// From what is seen to the new value.
  ///
  /// - Parameters:
  ///   - duration: in seconds, also if the transaction names another; nil takes the transaction's.
  ///   - timingFunction: likewise.
  public static func basic(duration: Double? = nil, timingFunction: TimingFunction? = nil) -> Self {
    Self { change in
      let duration = duration ?? change.duration
      guard duration > 0 else { return nil }
      return ValueAnimation(
        from: change.from, to: change.to, timing: MediaTiming(duration: duration, fillMode: .backwards),
        timingFunction: timingFunction ?? change.timingFunction)
    }
  }

  /// As ``basic(duration:timingFunction:)`` in a transaction that names a duration or a timing function, in others at once: the
  /// default of what moves bodies, while what only shows animates in every transaction.
  public static var whenTimed: Self {
    Self { change in change.isTimed ? Self.basic().animation(for: change) : nil }
  }

  /// The animation of a change, from the change's moment on; nil if it shows at once, also if the animation's timing has a
  /// ``MediaTiming/problem``.
  public func animation(for change: PropertyChange<Value>) -> ValueAnimation<Value>? {
    guard let animation = make(change), animation.timing.problem == nil else { return nil }
    return animation
  }
}

extension PropertyAction where Value: LinearValue {
  /// A spring that pulls what is seen, with its velocity, to the new value, for as long as it takes to settle: a transaction's
  /// duration and curve do not apply.
  ///
  /// The spring's own initial velocity applies only to what nothing moves. Without damping it would never settle: the change
  /// then shows at once.
  public static func spring(_ spring: Spring) -> Self {
    Self { change in
      let motion = SpringMotion(
        change.velocity == nil ? spring : spring.withInitialVelocity(0), from: change.from, to: change.to,
        velocity: change.velocity ?? change.to * 0)
      return ValueAnimation(motion, timing: MediaTiming(fillMode: .backwards))
    }
  }
}
