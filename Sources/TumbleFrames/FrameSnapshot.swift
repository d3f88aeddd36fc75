import TumbleGeometry

/// Everything a picture, a graph or a trace may know of the world after a whole number of steps.
public struct FrameSnapshot: Hashable, Sendable {
  /// Steps taken; 0 is the state before any.
  public var step: Int
  /// Steps per second.
  public var rate: Int
  /// In points per second squared.
  public var gravity: Vector
  /// In file order, static ones too.
  public var bodies: [BodySnapshot]
  /// The joints' ends, in file order.
  public var joints: [JointSnapshot]

  public init(
    step: Int, rate: Int, gravity: Vector = .zero, bodies: [BodySnapshot] = [],
    joints: [JointSnapshot] = []
  ) {
    self.step = step
    self.rate = rate
    self.gravity = gravity
    self.bodies = bodies
    self.joints = joints
  }

  /// World time, in seconds.
  public var time: Double { Double(step) / Double(rate) }
}

/// Where a joint holds its two bodies, in world points.
public struct JointSnapshot: Hashable, Sendable {
  /// The joint's id in its world, never used twice.
  public var joint: Int
  public var a: Vector
  public var b: Vector

  public init(joint: Int, a: Vector, b: Vector) {
    self.joint = joint
    self.a = a
    self.b = b
  }
}
