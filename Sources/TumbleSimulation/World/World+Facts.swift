import TumbleFrames
import TumbleGeometry
import TumblePhysics

extension World {
  /// Where bodies touch after the latest step, in the order of their ids, without the mouse joint.
  ///
  /// Asked for by what draws it: a step doesn't gather it.
  public var touches: [Touch] { space.touchingPoints() }

  /// What of a body is in no snapshot; nil for one that is not there.
  public func facts(of id: BodyID) -> BodyFacts? {
    guard let body = bodies.find(id.number)?.body else { return nil }
    return BodyFacts(mass: body.mass, moment: body.moment, centerOfGravity: body.centerOfGravity)
  }

  /// The speed below which a body that is left alone falls asleep, in points per second; nil where none does.
  public var sleepSpeed: Double? {
    guard scene.world.sleepAfter != nil else { return nil }
    // The engine's rule where no speed is named: what gravity gives in a step.
    return space.idleSpeedThreshold > 0
      ? space.idleSpeedThreshold : space.gravity.length / Double(rate)
  }
}
