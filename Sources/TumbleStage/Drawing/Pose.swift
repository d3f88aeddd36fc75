import TumbleFrames
import TumbleGeometry

/// Where a body is drawn, and how: between two snapshots.
struct Pose {
  var position: Vector
  var angle: Double
  var appearance: Appearance

  init(_ body: BodySnapshot) {
    position = body.position
    angle = body.angle
    appearance = body.appearance
  }

  /// Part of the way from one to the other, the angle too: it is not wrapped, so a turn goes the way it went.
  init(from previous: BodySnapshot, to current: BodySnapshot, by alpha: Double) {
    position = previous.position.interpolated(to: current.position, by: alpha)
    angle = previous.angle + (current.angle - previous.angle) * alpha
    appearance = current.appearance
    guard previous.appearance != current.appearance else { return }
    appearance.opacity =
      previous.appearance.opacity + (current.appearance.opacity - previous.appearance.opacity) * alpha
    appearance.scale = previous.appearance.scale.interpolated(to: current.appearance.scale, by: alpha)
    if let from = previous.appearance.color, let to = current.appearance.color {
      appearance.color = Color(
        red: from.red + (to.red - from.red) * alpha, green: from.green + (to.green - from.green) * alpha,
        blue: from.blue + (to.blue - from.blue) * alpha, alpha: from.alpha + (to.alpha - from.alpha) * alpha)
    }
  }

  var isFinite: Bool {
    position.isFinite && angle.isFinite && appearance.scale.isFinite && appearance.opacity.isFinite
  }
}

extension Frame {
  /// Calls with every body and its pose at the frame's moment, in order; a body that only the later snapshot
  /// has is where that says. Ids rise in both: new bodies come last.
  func forEachPose(_ body: (BodySnapshot, Pose) throws -> Void) rethrows {
    var i = 0
    for now in current.bodies {
      while i < previous.bodies.count, previous.bodies[i].id < now.id { i += 1 }
      if i < previous.bodies.count, previous.bodies[i].id == now.id {
        try body(now, Pose(from: previous.bodies[i], to: now, by: alpha))
      } else {
        try body(now, Pose(now))
      }
    }
  }

  /// Calls with every joint and its ends at the frame's moment, in order.
  func forEachJoint(_ body: (JointSnapshot) throws -> Void) rethrows {
    var i = 0
    for now in current.joints {
      while i < previous.joints.count, previous.joints[i].id < now.id { i += 1 }
      if i < previous.joints.count, previous.joints[i].id == now.id {
        let before = previous.joints[i]
        try body(
          JointSnapshot(
            id: now.id, a: before.a.interpolated(to: now.a, by: alpha),
            b: before.b.interpolated(to: now.b, by: alpha)))
      } else {
        try body(now)
      }
    }
  }
}
