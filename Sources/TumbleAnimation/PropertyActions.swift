/// A response to a property's change within a transaction: a function from the change to the animation that
/// shows it.
public struct PropertyAction<Value: Interpolatable>: Sendable {
  private let make: @Sendable (PropertyChange<Value>) -> ValueAnimation<Value>?

  /// Any animation, which begins at the change's moment as its time 0 and leads to the new value; nil shows
  /// that at once.
  public init(_ make: @escaping @Sendable (PropertyChange<Value>) -> ValueAnimation<Value>?) {
    self.make = make
  }

  /// The change shows at once, and nothing else is asked for an action.
  public static var immediate: Self { Self { _ in nil } }

  /// Creates a basic animation from what is seen to the new value.
  /// - Parameters:
  ///   - duration: In seconds, also if the transaction names another; nil takes the transaction's.
  ///   - timingFunction: The curve, also if the transaction names another; nil takes the transaction's.
  public static func basic(duration: Double? = nil, timingFunction: TimingFunction? = nil) -> Self {
    Self { change in
      let duration = duration ?? change.duration
      guard duration > 0 else { return nil }
      return ValueAnimation(
        from: change.from, to: change.to, timing: MediaTiming(duration: duration, fillMode: .backwards),
        timingFunction: timingFunction ?? change.timingFunction)
    }
  }

  /// The same action as ``basic(duration:timingFunction:)`` in a transaction that names a duration or a
  /// timing function, in others an immediate change: the default of what moves bodies, while what only shows
  /// animates in every transaction.
  public static var whenTimed: Self {
    Self { change in change.isTimed ? Self.basic().animation(for: change) : nil }
  }

  /// The animation of a change, from the change's moment on; nil if it shows at once, also if the animation's
  /// timing is not valid: see ``MediaTiming/check()``.
  public func animation(for change: PropertyChange<Value>) -> ValueAnimation<Value>? {
    guard let animation = make(change), animation.timing.isValid else { return nil }
    return animation
  }
}

extension PropertyAction where Value: LinearValue {
  /// A spring that pulls what is seen, with its velocity, to the new value, for as long as it takes to
  /// settle: a transaction's duration and curve do not apply.
  ///
  /// The spring's own initial velocity applies only to what nothing moves. Without damping it would never
  /// settle: the change then shows at once.
  public static func spring(_ spring: Spring) -> Self {
    Self { change in
      let motion = SpringMotion(
        change.velocity == nil ? spring : spring.withInitialVelocity(0), from: change.from, to: change.to,
        velocity: change.velocity ?? change.to * 0)
      return ValueAnimation(motion, timing: MediaTiming(fillMode: .backwards))
    }
  }
}

/// The actions of properties' changes, asked in Core Animation's order: the object, its own table, its style,
/// the property's default. The first that answers decides; if none does, the change shows at once.
public struct PropertyActions<Object: Hashable & Sendable, Value: Interpolatable>: Sendable {
  /// The answers of objects for the name of a property; nil asks on. ``PropertyAction/immediate`` ends the
  /// search, as a view does that wants no animation of its layer.
  public var objects: [Object: @Sendable (String) -> PropertyAction<Value>?] = [:]
  /// The actions of single properties of single objects.
  public var properties: [ObjectProperty<Object>: PropertyAction<Value>] = [:]
  /// The actions of styles, by the names of properties.
  public var styles: [String: [String: PropertyAction<Value>]] = [:]
  /// The style of an object.
  public var styleNames: [Object: String] = [:]
  /// The actions by the names of properties, whatever the object.
  public var defaults: [String: PropertyAction<Value>] = [:]

  /// Creates actions that animate nothing.
  public init() {}

  /// The action of a property; ``PropertyAction/immediate`` if none is found.
  public subscript(property: ObjectProperty<Object>) -> PropertyAction<Value> {
    if let action = objects[property.object]?(property.name) { return action }
    if let action = properties[property] { return action }
    if let style = styleNames[property.object], let action = styles[style]?[property.name] { return action }
    return defaults[property.name] ?? .immediate
  }
}

/// Settings that changes of properties share: how long they take, along which curve, and what is reported
/// once all of them have ended.
///
/// What a transaction leaves nil it takes from the one around it; what none of them names is Core Animation's
/// default.
public struct Transaction: Hashable, Sendable {
  /// The duration of the animations that it starts, in seconds; 0 changes at once. By default 0.25.
  public var duration: Double?
  /// The timing function of the animations that it starts. By default ``TimingFunction/ease``.
  public var timingFunction: TimingFunction?
  /// Is true if its changes show at once, without looking an action up. By default false.
  public var disablesActions: Bool?
  /// The name in the event that is reported when all animations started in this transaction, and in those
  /// within it, have ended; not inherited. If it starts none, that is at its end.
  public var completion: String?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    duration: Double? = nil, timingFunction: TimingFunction? = nil, disablesActions: Bool? = nil,
    completion: String? = nil
  ) {
    self.duration = duration
    self.timingFunction = timingFunction
    self.disablesActions = disablesActions
    self.completion = completion
  }

  /// Checks its duration.
  /// - Throws: `AnimationError` for one that is negative or not finite.
  public func check() throws(AnimationError) {
    guard let duration, !(duration >= 0 && duration.isFinite) else { return }
    throw .invalid("the duration must be finite and not negative")
  }
}

extension Transaction {
  /// The settings within it: what it leaves open is filled in by the one around it.
  func within(_ outer: Transaction) -> Transaction {
    Transaction(
      duration: duration ?? outer.duration, timingFunction: timingFunction ?? outer.timingFunction,
      disablesActions: disablesActions ?? outer.disablesActions, completion: completion)
  }
}
