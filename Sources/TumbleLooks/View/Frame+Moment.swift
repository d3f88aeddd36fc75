import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension BodySnapshot {
  /// Drawn part of the way from a snapshot before, the angle too: it is not wrapped, so a turn goes the way it went.
  package func drawn(from previous: BodySnapshot, by alpha: Double) -> BodySnapshot {
    var drawn = self
    drawn.position = previous.position.interpolated(to: position, by: alpha)
    drawn.angle = previous.angle + (angle - previous.angle) * alpha
    guard previous.appearance != appearance else { return drawn }
    let before = previous.appearance
    drawn.appearance.opacity = before.opacity + (appearance.opacity - before.opacity) * alpha
    drawn.appearance.glow = before.glow + (appearance.glow - before.glow) * alpha
    drawn.appearance.scale = before.scale.interpolated(to: appearance.scale, by: alpha)
    if let from = before.color, let to = appearance.color {
      drawn.appearance.color = from.interpolated(to: to, by: alpha)
    }
    return drawn
  }

  /// Whether it can be drawn.
  package var isFinite: Bool {
    position.isFinite && angle.isFinite && appearance.scale.isFinite && appearance.opacity.isFinite
  }
}

extension Frame {
  /// Calls with every body as it is now, and as it is drawn at the frame's moment, in order; one that only the later
  /// snapshot has is drawn where that says. Ids rise in both: new bodies come last.
  package func forEachBody(_ act: (_ now: BodySnapshot, _ drawn: BodySnapshot) throws -> Void) rethrows {
    var i = 0
    for now in current.bodies {
      while i < previous.bodies.count, previous.bodies[i].id < now.id { i += 1 }
      if i < previous.bodies.count, previous.bodies[i].id == now.id {
        try act(now, now.drawn(from: previous.bodies[i], by: alpha))
      } else {
        try act(now, now)
      }
    }
  }

  /// The same in another order of ids; nil for their own.
  package func forEachBody(
    _ order: [BodyID]?, _ act: (_ now: BodySnapshot, _ drawn: BodySnapshot) throws -> Void
  ) rethrows {
    guard let order else { return try forEachBody(act) }
    for id in order {
      guard let now = current[id] else { continue }
      try act(now, drawn(now))
    }
  }

  /// A body as it is drawn at the frame's moment; nil where it is not there.
  package func drawn(_ id: BodyID) -> BodySnapshot? { current[id].map(drawn) }

  private func drawn(_ now: BodySnapshot) -> BodySnapshot {
    previous[now.id].map { now.drawn(from: $0, by: alpha) } ?? now
  }

  /// World time at the frame's moment, in seconds.
  package var time: Double {
    (Double(previous.step) + Double(current.step - previous.step) * alpha) / Double(max(current.rate, 1))
  }

  /// Calls with every joint and its ends at the frame's moment, in order.
  package func forEachJoint(_ body: (JointSnapshot) throws -> Void) rethrows {
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
