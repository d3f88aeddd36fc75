/// A body that an animation put elsewhere in a step, and which of its coordinates.
struct Jump {
  let body: Int
  let x: Bool
  let y: Bool
  let angle: Bool

  /// nil for a drive that jumps nowhere.
  init?(of body: Int, _ drive: BodyDrive) {
    self.body = body
    (x, y, angle) = (drive.x?.isJump == true, drive.y?.isJump == true, drive.angle?.isJump == true)
    guard x || y || angle else { return nil }
  }
}
