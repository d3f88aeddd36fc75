import CTumbleChipmunk
import TumbleGeometry

/// Where a body is and how it moves.
public struct Pose: Hashable, Sendable {
  /// In points.
  public var position: Vector
  /// In radians.
  public var angle: Double
  /// In points per second.
  public var velocity: Vector
  /// In radians per second.
  public var angularVelocity: Double

  public init(
    position: Vector = .zero, angle: Double = 0, velocity: Vector = .zero, angularVelocity: Double = 0
  ) {
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
  }
}

// With Integrators this is the place that touches the fields of C structs: calls cost five times as much.
extension Space {
  /// Reads every body's pose into the caller's memory in one pass, in id order, without allocating.
  /// - Returns: how many were read: the smaller of both counts.
  @discardableResult
  public func readPoses(into buffer: UnsafeMutableBufferPointer<Pose>) -> Int {
    let count = min(buffer.count, bodyPointers.count)
    for i in 0..<count { buffer.initializeElement(at: i, to: Pose(bodyPointers[i])) }
    return count
  }

  /// Reads every body's pose into an array, in id order; it grows or shrinks to the number of bodies.
  public func readPoses(into poses: inout [Pose]) {
    if poses.count > bodyPointers.count { poses.removeLast(poses.count - bodyPointers.count) }
    while poses.count < bodyPointers.count { poses.append(Pose()) }
    poses.withUnsafeMutableBufferPointer { _ = readPoses(into: $0) }
  }
}

extension Body {
  /// Where the body is and how it moves, in one read.
  public var pose: Pose { Pose(pointer) }
}

extension Pose {
  @inline(__always)
  fileprivate init(_ body: CBody) {
    let transform = body.pointee.transform
    let v = body.pointee.v
    self.init(
      position: Vector(transform.tx, transform.ty), angle: body.pointee.a, velocity: Vector(v.x, v.y),
      angularVelocity: body.pointee.w)
  }
}

/// Whether any body sleeps.
func hasSleepers(_ space: CSpace) -> Bool { space.pointee.sleepingComponents.pointee.num > 0 }

/// Whether a body sleeps, without a call.
func isSleeping(_ body: CBody) -> Bool { body.pointee.sleeping.root != nil }

/// The moment of a kilogram of a shape about its centroid; the engine's own call multiplies it by the shape's mass.
func unitMoment(of shape: CShape) -> Double { shape.pointee.massInfo.i }
