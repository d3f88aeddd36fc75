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
    x = drive.x?.isTeleport == true
    y = drive.y?.isTeleport == true
    angle = drive.angle?.isTeleport == true
    guard x || y || angle else { return nil }
  }
}
