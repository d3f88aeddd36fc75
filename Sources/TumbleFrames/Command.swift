import TumbleGeometry

/// What a person (or a recording, or a test) does to a running world, as a value.
public enum Command: Hashable, Sendable {
  /// Takes hold of whatever lies under a point of the world with a soft joint; nothing there, nothing held.
  case grab(Vector)
  /// Moves the hold.
  case move(Vector)
  /// Lets go.
  case release
  /// Sets gravity, in points a second squared.
  case tilt(Vector)
}

/// A command and the step it takes effect in: it is carried out at the start of that step.
public struct StampedCommand: Hashable, Sendable {
  public var step: Int
  public var command: Command

  public init(step: Int, command: Command) {
    (self.step, self.command) = (step, command)
  }
}
