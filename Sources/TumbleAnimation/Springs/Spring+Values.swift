// A spring that moves a value, without anything around it: `spring.value(from: 0, to: 100, at: 0.25)`.
extension Spring {
  /// Where a value is that the spring pulls to rest.
  ///
  /// - Parameters:
  ///   - from: where it is released.
  ///   - to: where it comes to rest.
  ///   - velocity: its velocity at the release, per second; the spring's own initial velocity along the way comes on top.
  ///   - time: in seconds since its release; before 0 it has not moved.
  public func value<Value: LinearValue>(
    from: Value, to: Value, velocity: Value, at time: Double
  ) -> Value {
    SpringMotion(self, from: from, to: to, velocity: velocity).value(at: time)
  }

  /// The same, released at rest.
  public func value<Value: LinearValue>(from: Value, to: Value, at time: Double) -> Value {
    value(from: from, to: to, velocity: to * 0, at: time)
  }

  /// How fast the value changes, per second.
  public func velocity<Value: LinearValue>(
    from: Value, to: Value, velocity: Value, at time: Double
  ) -> Value {
    SpringMotion(self, from: from, to: to, velocity: velocity).velocity(at: time)
  }

  /// The same, released at rest.
  public func velocity<Value: LinearValue>(from: Value, to: Value, at time: Double) -> Value {
    self.velocity(from: from, to: to, velocity: to * 0, at: time)
  }
}

// MARK: - Springs to begin with

extension Spring {
  /// Comes to rest within half a second, without swinging past it.
  public static let smooth = Spring(checkedResponse: 0.5, dampingRatio: 1)
  /// As fast, a little past its rest and back.
  public static let snappy = Spring(checkedResponse: 0.5, dampingRatio: 0.85)
  /// Swings past its rest and back more than once.
  public static let bouncy = Spring(checkedResponse: 0.5, dampingRatio: 0.5)
}
