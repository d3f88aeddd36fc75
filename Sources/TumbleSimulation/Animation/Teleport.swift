import TumbleGeometry

/// A body that an animation put elsewhere in a step, and which of its coordinates.
struct Teleport {
  let body: BodyID
  let x: Bool
  let y: Bool
  let angle: Bool

  /// nil for a drive that jumps nowhere.
  init?(of body: BodyID, _ drive: KinematicDriver) {
    self.body = body
    (x, y, angle) = (
      drive.x?.isTeleport == true, drive.y?.isTeleport == true, drive.angle?.isTeleport == true
    )
    guard x || y || angle else { return nil }
  }
}
