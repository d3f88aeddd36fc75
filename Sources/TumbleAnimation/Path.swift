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
    let isFinite = start.isFinite && segments.allSatisfy(\.isFinite)
    return isFinite ? nil : "a path's numbers must be finite"
  }
}

extension Path.Segment {
  var isFinite: Bool {
    switch self {
    case .line(let to): to.isFinite
    case .quadratic(let control, let to): control.isFinite && to.isFinite
    case .cubic(let control1, let control2, let to): control1.isFinite && control2.isFinite && to.isFinite
    case .arc(let center, let sweep): center.isFinite && sweep.isFinite
    }
  }
}
