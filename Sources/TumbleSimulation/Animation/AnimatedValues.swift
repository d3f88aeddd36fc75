import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// A property of a joint, a field, a fluid or an emitter that animations have moved.
struct AnimatedValue {
  /// The value where no animation says otherwise.
  var model: AnimatableValue
  /// The value that it has to have now. Setting it wakes bodies, so it is found first and set once, if it differs.
  var shown: AnimatableValue
}

/// The values that animations have moved, by object and property; nil for those that none has moved.
struct AnimatedValues {
  private var values: [TrackTarget: AnimatedValue] = [:]

  subscript(object: ObjectID, property: AnimatableProperty) -> AnimatedValue? {
    get { values[TrackTarget(object: object, property: property)] }
    set { values[TrackTarget(object: object, property: property)] = newValue }
  }

  subscript(target: TrackTarget) -> AnimatedValue? {
    get { values[target] }
    set { values[target] = newValue }
  }

  // A value is read and written back as a whole: one changed in its place, `values[target]?.shown = …`, would allocate
  // memory in each step.

  mutating func show(_ value: AnimatableValue, _ target: TrackTarget) {
    guard var animated = values[target] else { return }
    animated.shown = value
    values[target] = animated
  }

  mutating func showModel(_ target: TrackTarget) {
    if let model = values[target]?.model { show(model, target) }
  }

  /// Forgets all that was moved of an object.
  mutating func forget(_ object: ObjectID) {
    for property in AnimatableProperty.all(of: object.kind) {
      values[TrackTarget(object: object, property: property)] = nil
    }
  }
}

extension AnimatableProperty {
  /// The largest force that a file gives.
  static let largestForce = 1e15

  /// A value within what an object takes: a curve may overshoot.
  func bounded(_ value: AnimatableValue, of joint: Constraint?) -> AnimatableValue {
    switch (self, value) {
    case (.maxForce, .number(let force)): .number(force > 0 ? Swift.min(force, Self.largestForce) : 0)
    case (.min, .number(let number)) where joint is SlideJoint,
      (.max, .number(let number)) where joint is SlideJoint,
      (.restLength, .number(let number)):
      .number(Swift.max(Vector.bounded(number), 0))
    case (.strength, .number(let strength)):
      // Beyond what a length may be, which is where other numbers end.
      .number(
        strength.isNaN
          ? 0 : Swift.min(Swift.max(strength, -ForceField.largestStrength), ForceField.largestStrength))
    // An emitter's numbers are held to what it can be where they take effect.
    case (_, .number) where owner == .emitter: value
    case (_, .number(let number)): .number(Vector.bounded(number))
    case (_, .vector(let vector)): .vector(vector.bounded)
    default: value
    }
  }
}

extension Constraint {
  /// The value of a property that can be animated; nil where a joint of this kind has none.
  func value(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .maxForce: .number(maxForce)
    case .restLength: (self as? DampedSpring).map { .number($0.restLength) }
    case .rate: (self as? Motor).map { .number($0.rate) }
    case .anchorA: (self as? any AnchoredJoint).map { .vector($0.anchorA) }
    case .anchorB: (self as? any AnchoredJoint).map { .vector($0.anchorB) }
    case .min: (self as? any LimitedJoint).map { .number($0.min) }
    case .max: (self as? any LimitedJoint).map { .number($0.max) }
    default: nil
    }
  }

  /// Sets a property, which wakes both bodies, if it differs. An anchor for which the joint would have no solution is left as it
  /// is.
  func show(_ value: AnimatableValue, of property: AnimatableProperty) {
    guard let now = self.value(of: property), now != value else { return }
    do {
      try throwing { set(property, to: value) }
      if !isSolvable { try throwing { set(property, to: now) } }
    } catch {
      // A value within the bounds of the file's format is taken.
      assertionFailure("\(self) does not take \(property.name): \(error)")
    }
  }

  private func set(_ property: AnimatableProperty, to value: AnimatableValue) {
    switch (property, value) {
    case (.maxForce, .number(let force)): maxForce = force
    case (.restLength, .number(let length)): (self as? DampedSpring)?.restLength = length
    case (.rate, .number(let rate)): (self as? Motor)?.rate = rate
    case (.anchorA, .vector(let anchor)): (self as? any AnchoredJoint)?.anchorA = anchor
    case (.anchorB, .vector(let anchor)): (self as? any AnchoredJoint)?.anchorB = anchor
    case (.min, .number(let number)): (self as? any LimitedJoint)?.min = number
    case (.max, .number(let number)): (self as? any LimitedJoint)?.max = number
    default: break
    }
  }
}

/// A joint that holds its bodies at two points.
private protocol AnchoredJoint: Constraint {
  var anchorA: Vector { get set }
  var anchorB: Vector { get set }
}

extension PinJoint: AnchoredJoint {}
extension SlideJoint: AnchoredJoint {}
extension PivotJoint: AnchoredJoint {}
extension DampedSpring: AnchoredJoint {}

/// A joint that keeps a length, or an angle, between two limits.
private protocol LimitedJoint: Constraint {
  var min: Double { get set }
  var max: Double { get set }
}

extension SlideJoint: LimitedJoint {}
extension RotaryLimit: LimitedJoint {}
