import TumbleGeometry

/// The points at which a joint holds its two bodies, in world points.
public struct JointSnapshot: Hashable, Identifiable, Sendable {
  /// The joint's in its world, never used twice: its place in the scene.
  public var id: JointID
  public var a: Vector
  public var b: Vector

  public init(id: JointID, a: Vector, b: Vector) {
    self.id = id
    self.a = a
    self.b = b
  }
}
