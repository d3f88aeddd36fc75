import TumbleFrames
import TumbleGeometry
import TumblePhysics

extension World {
  /// Writes the state into a snapshot of before, whose memory it uses again.
  func write(_ snapshot: inout FrameSnapshot) {
    snapshot.step = steps
    snapshot.gravity = space.gravity
    // In id order: the hand, made last, comes last and is not looked at.
    space.readPoses(into: &poses)
    if snapshot.bodies.count != present.count {
      snapshot.bodies = present.map { BodySnapshot(body: $0, position: .zero, angle: 0) }
    }
    // Where nothing falls asleep nobody need be asked.
    let canSleep = scene.world.sleepAfter != nil
    for index in present.indices {
      let id = present[index]
      let pose = poses[index]
      snapshot.bodies[index] = BodySnapshot(
        body: id, position: pose.position, angle: pose.angle, velocity: pose.velocity,
        angularVelocity: pose.angularVelocity, isSleeping: canSleep && bodies[id]?.isSleeping == true,
        looks: looks[id])
    }
    if snapshot.joints.count != presentJoints.count {
      snapshot.joints = presentJoints.map { JointSnapshot(joint: $0, a: .zero, b: .zero) }
    }
    for index in presentJoints.indices {
      let id = presentJoints[index]
      guard let ends = joints[id]?.ends else { continue }
      snapshot.joints[index] = JointSnapshot(joint: id, a: ends.a, b: ends.b)
    }
  }

  /// A body that appeared elsewhere was there before too, for who draws between the two: it did not fly across.
  func joinJumps() {
    for index in animation.jumped.indices {
      let id = animation.jumped[index]
      guard let before = previous.bodies.firstIndex(where: { $0.body == id }),
        let now = snapshot.bodies.firstIndex(where: { $0.body == id })
      else { continue }
      previous.bodies[before].position = snapshot.bodies[now].position
      previous.bodies[before].angle = snapshot.bodies[now].angle
    }
  }
}
