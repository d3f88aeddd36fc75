import TumbleGeometry

/// An open or closed line of segments, each beginning where the one before it ends.
public struct Path: Hashable, Sendable {
  public enum Segment: Hashable, Sendable {
    case line(to: Vector)
    case quadratic(control: Vector, to: Vector)
    case cubic(control1: Vector, control2: Vector, to: Vector)
    /// Round a center by an angle in radians, counter-clockwise if positive, from where the path stands.
    case arc(center: Vector, sweep: Double)
  }

  public var start: Vector
  public var segments: [Segment]

  public init(start: Vector, segments: [Segment]) {
    self.start = start
    self.segments = segments
  }

  /// What is wrong, as a sentence without a full stop; nil if nothing is.
  public var problem: String? {
    if segments.isEmpty { return "a path needs at least one segment" }
    let isUsable = start.isUsable && segments.allSatisfy(\.isUsable)
    return isUsable ? nil : "a path's numbers must be finite, and at most 1e15"
  }
}

extension Path.Segment {
  fileprivate var isUsable: Bool {
    switch self {
    case .line(let to): to.isUsable
    case .quadratic(let control, let to): control.isUsable && to.isUsable
    case .cubic(let control1, let control2, let to):
      control1.isUsable && control2.isUsable && to.isUsable
    case .arc(let center, let sweep): center.isUsable && AnimatableValue.number(sweep).isUsable
    }
  }
}

extension Vector {
  fileprivate var isUsable: Bool { AnimatableValue.vector(self).isUsable }
}
