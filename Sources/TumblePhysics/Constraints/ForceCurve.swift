/// A force that depends on a number, as a table says it: a straight line from each point to the next. Below the first
/// point it is as at that, and above the last as at the last.
///
/// A ``DampedSpring`` and a ``DampedRotarySpring`` take one in place of their stiffness and one in place of their damping.
public struct ForceCurve: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// What the force depends on: points, radians, or either per second.
    public var at: Double
    /// In kilograms × points / seconds² (× points).
    public var force: Double

    public init(at: Double, force: Double) {
      self.at = at
      self.force = force
    }
  }

  /// By rising ``Point/at``.
  public let points: [Point]

  /// - Throws: ``PhysicsError/invalid(object:property:value:rule:)`` for no points, for points that do not rise, and for numbers
  ///   that are not finite or beyond 1e9 (a force: 1e15), either way.
  public init(_ points: [Point]) throws {
    guard !points.isEmpty else {
      throw PhysicsError.invalid(
        object: "force curve", property: "points", value: "none", rule: "must have one point at least")
    }
    for (index, point) in points.enumerated() {
      try Rule.within(-Rule.far...Rule.far).check(point.at, "at", of: "force curve")
      try Rule.within(-1e15...1e15).check(point.force, "force", of: "force curve")
      guard index == 0 || points[index - 1].at < point.at else {
        throw PhysicsError.invalid(
          object: "force curve", property: "at", value: "\(point.at) after \(points[index - 1].at)",
          rule: "must rise from point to point")
      }
    }
    self.points = points
  }

  /// A function as a table of so many points, the ends of the range among them.
  /// - Throws: as ``init(_:)``, and for fewer than two points.
  public init(over range: ClosedRange<Double>, count: Int, _ force: (Double) -> Double) throws {
    guard count >= 2 else {
      throw PhysicsError.invalid(
        object: "force curve", property: "count", value: "\(count)", rule: "must be 2 or more")
    }
    try self.init(
      (0..<count).map { index in
        let share = Double(index) / Double(count - 1)
        // The upper end to the bit.
        let at =
          index == count - 1
          ? range.upperBound : range.lowerBound + (range.upperBound - range.lowerBound) * share
        return Point(at: at, force: force(at))
      })
  }

  /// The force at a number.
  public func force(at value: Double) -> Double {
    let next = points.insertionIndex { $0.at <= value }
    guard next > 0 else { return points[0].force }
    let before = points[next - 1]
    guard next < points.count else { return before.force }
    let after = points[next]
    return before.force + (value - before.at) * ((after.force - before.force) / (after.at - before.at))
  }

  /// What a damper that follows the curve has for a coefficient at a speed, in force by speed; 0 where the curve would speed
  /// the motion up.
  func coefficient(at speed: Double) -> Double {
    guard speed.isFinite else { return 0 }
    // At rest there is no force; what it would be a moment later counts.
    let speed = abs(speed) < 1e-6 ? (speed < 0 ? -1e-6 : 1e-6) : speed
    return max(force(at: speed) / speed, 0)
  }
}
