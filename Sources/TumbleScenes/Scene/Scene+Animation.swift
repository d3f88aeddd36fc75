extension Scene {
  /// An animation that starts with the scene; its definition has no problem.
  public struct Animation: Hashable, Sendable {
    /// The id, unique among animations: its key.
    public var id: String
    /// The target by the id of a body, joint, field, fluid or emitter, or `world`; nil for a group, whose
    /// members have targets.
    public var target: AnimationTarget?
    /// The animation's content, timing and curve.
    public var definition: AnimationDefinition
    /// The id of the layer in whose time it plays; nil: in the world's.
    public var layer: String?
    /// Is true if it begins by itself; else a trigger's `start` begins it.
    public var autoplay: Bool
    /// The color of its row in the window; nil for the row's own.
    public var color: Color?
    /// A note for people.
    public var note: String?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String, target: AnimationTarget?, definition: AnimationDefinition, layer: String? = nil,
      autoplay: Bool = true, color: Color? = nil, note: String? = nil
    ) {
      (self.id, self.target, self.definition, self.layer) = (id, target, definition, layer)
      (self.autoplay, self.color, self.note) = (autoplay, color, note)
    }
  }

  /// A time that animations share.
  public struct Layer: Hashable, Sendable {
    /// The id, unique among layers.
    public var id: String
    /// The id of the layer in whose time it runs; nil: in the world's.
    public var parent: String?
    /// The begin, speed and offset of the layer's time.
    public var timing: LayerTiming

    /// Creates a value by its parts, which are the properties of the same names.
    public init(id: String, parent: String? = nil, timing: LayerTiming = LayerTiming()) {
      (self.id, self.parent, self.timing) = (id, parent, timing)
    }
  }
}

/// The target of a scene's animation: a property of an object, by the object's id, such as
/// `platform.position`.
public struct AnimationTarget: Hashable, Sendable, CustomStringConvertible {
  /// The id of a body, a joint, a field, a fluid or an emitter, or `world`.
  public var object: String
  /// The property that is animated.
  public var property: AnimatableProperty

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ object: String, _ property: AnimatableProperty) {
    self.object = object
    self.property = property
  }

  /// Reads `platform.position`; what stands before the first dot is the id.
  ///
  /// - Parameter isEmitter: Whether an id is that of an emitter, whose `scale` and `rate` are others than
  ///   those of bodies and joints.
  public init(parsing text: String, isEmitter: (String) -> Bool = { _ in false }) throws(CurveTextError) {
    guard let dot = text.firstIndex(of: ".") else {
      throw CurveTextError(
        text: text, offset: text.unicodeScalars.count,
        problem: "a target is an id and a property, such as platform.position")
    }
    let object = String(text[..<dot])
    let word = String(text[text.index(after: dot)...])
    guard !object.isEmpty else {
      throw CurveTextError(text: text, offset: 0, problem: "the id before the dot is missing")
    }
    let ofEmitter = isEmitter(object)
    guard
      let property = AnimatableProperty(name: word, ofEmitter: ofEmitter)
        ?? AnimatableProperty(name: word, ofEmitter: !ofEmitter)
    else {
      let names = AnimatableProperty.allCases.map(\.name).uniqued()
      throw CurveTextError(
        text: text, offset: object.unicodeScalars.count + 1,
        problem: "no property '\(word)' can be animated: use \(names.joined(separator: ", "))",
        suggestion: Nearest.word(to: word, in: names))
    }
    self.init(object, property)
  }

  public var description: String { object + "." + property.name }
}

extension AnimationTarget: AnimationKey {
  public var valueKind: AnimatableValue.Kind? { property.kind }
  public var isPosition: Bool { property == .position }
  public var propertyName: String { property.name }
}

/// An animation of a scene.
public typealias AnimationDefinition = KeyedAnimation<AnimationTarget>
/// The content of an animation of a scene.
public typealias AnimationContent = AnimationDefinition.Content
/// An animation of a group of a scene.
public typealias AnimationMember = AnimationDefinition.Member

extension Scene {
  /// The way in which a property that an action sets gets from what is seen to its new value.
  public enum ChangeTiming: Hashable, Sendable {
    /// An animation along a curve, in a duration in seconds.
    case curve(TimingFunction, duration: Double)
    /// A spring, which takes over the velocity that is seen, in the time that it needs to settle.
    case spring(Spring)
    /// A body's texture or color, shown by a transition.
    case transition(Transition)

    var isTransition: Bool {
      if case .transition = self { true } else { false }
    }

    /// The animation of a change that begins now; nil for a transition, which changes nothing but the
    /// picture.
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
