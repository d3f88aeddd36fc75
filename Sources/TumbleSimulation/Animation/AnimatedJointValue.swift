import TumbleAnimation
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// A number or a point of a joint that animations set.
struct AnimatedJointValue {
  let property: AnimatableProperty
  /// What it is where no animation says otherwise.
  let model: AnimatableValue
  /// What it has to be now. Setting it wakes bodies, so it is found first and set once, if it differs.
  var shown: AnimatableValue
}

extension AnimatableProperty {
  /// The most that a file gives for a force.
  static let largestForce = 1e15

  /// A value of a joint that physics takes: a curve may overshoot.
  func bounded(_ value: AnimatableValue, of joint: Constraint?) -> AnimatableValue {
    switch (self, value) {
    case (.maxForce, .number(let force)): .number(force > 0 ? Swift.min(force, Self.largestForce) : 0)
    case (.min, .number(let number)) where joint is SlideJoint,
      (.max, .number(let number)) where joint is SlideJoint,
      (.restLength, .number(let number)):
      .number(Swift.max(KinematicDriver.bounded(number), 0))
    case (_, .number(let number)): .number(KinematicDriver.bounded(number))
    case (_, .vector(let vector)): .vector(World.bounded(vector))
    default: value
    }
  }
}

extension Constraint {
  /// A property that can be animated, as it is; nil where a joint of this kind has none.
  func value(of property: AnimatableProperty) -> AnimatableValue? {
    switch (property, self) {
    case (.maxForce, _): .number(maxForce)
    case (.restLength, let spring as DampedSpring): .number(spring.restLength)
    case (.rate, let motor as Motor): .number(motor.rate)
    case (.anchorA, let joint as PivotJoint): .vector(joint.anchorA)
    case (.anchorB, let joint as PivotJoint): .vector(joint.anchorB)
    case (.anchorA, let joint as SlideJoint): .vector(joint.anchorA)
    case (.anchorB, let joint as SlideJoint): .vector(joint.anchorB)
    case (.anchorA, let joint as PinJoint): .vector(joint.anchorA)
    case (.anchorB, let joint as PinJoint): .vector(joint.anchorB)
    case (.anchorA, let joint as DampedSpring): .vector(joint.anchorA)
    case (.anchorB, let joint as DampedSpring): .vector(joint.anchorB)
    case (.min, let joint as SlideJoint): .number(joint.min)
    case (.max, let joint as SlideJoint): .number(joint.max)
    case (.min, let joint as RotaryLimit): .number(joint.min)
    case (.max, let joint as RotaryLimit): .number(joint.max)
    default: nil
    }
  }

  /// Sets it, which wakes both bodies, if it is another. An anchor for which the joint would have no solution is left as it is.
  func show(_ value: AnimatableValue, of property: AnimatableProperty) {
    guard let now = self.value(of: property), now != value else { return }
    do {
      try set(property, to: value)
      if !isSolvable { try set(property, to: now) }
    } catch {
      // A value within the bounds of the file's format is taken.
      assertionFailure("\(self) does not take \(property.rawValue): \(error)")
    }
  }

  private func set(_ property: AnimatableProperty, to value: AnimatableValue) throws {
    switch (property, value, self) {
    case (.maxForce, .number(let force), _): try setMaxForce(force)
    case (.restLength, .number(let length), let spring as DampedSpring): try spring.setRestLength(length)
    case (.rate, .number(let rate), let motor as Motor): try motor.setRate(rate)
    case (.anchorA, .vector(let anchor), let joint as PivotJoint): try joint.setAnchorA(anchor)
    case (.anchorB, .vector(let anchor), let joint as PivotJoint): try joint.setAnchorB(anchor)
    case (.anchorA, .vector(let anchor), let joint as SlideJoint): try joint.setAnchorA(anchor)
    case (.anchorB, .vector(let anchor), let joint as SlideJoint): try joint.setAnchorB(anchor)
    case (.anchorA, .vector(let anchor), let joint as PinJoint): try joint.setAnchorA(anchor)
    case (.anchorB, .vector(let anchor), let joint as PinJoint): try joint.setAnchorB(anchor)
    case (.anchorA, .vector(let anchor), let joint as DampedSpring): try joint.setAnchorA(anchor)
    case (.anchorB, .vector(let anchor), let joint as DampedSpring): try joint.setAnchorB(anchor)
    case (.min, .number(let length), let joint as SlideJoint): try joint.setMin(length)
    case (.max, .number(let length), let joint as SlideJoint): try joint.setMax(length)
    case (.min, .number(let angle), let joint as RotaryLimit): try joint.setMin(angle)
    case (.max, .number(let angle), let joint as RotaryLimit): try joint.setMax(angle)
    default: break
    }
  }
}
