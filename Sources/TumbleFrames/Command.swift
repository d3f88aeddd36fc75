import TumbleGeometry

/// A command of a person (or a recording, or a test) to a running world, as a value.
public enum Command: Hashable, Sendable {
  /// Takes hold of whatever lies under a point of the world with a soft joint; nothing there, nothing held.
  case grab(Vector)
  /// Moves the hold.
  case move(Vector)
  /// Lets go.
  case release
  /// Sets gravity, in points per second squared.
  case tilt(Vector)
  /// Runs a layer's time at a speed from here on, without a jump: 0 pauses, 1 resumes, -1 rewinds, 4 is
  /// fast-forward.
  case run(layer: String, speed: Double)
  /// Takes a layer's own time to another, in seconds, in the course of the step, and leaves it standing
  /// there: bodies are moved there, not put there, and push what is in the way, also under a layer that
  /// stands. A dynamic body whose animation is over there is released at rest.
  case scrub(layer: String, to: Double)
  /// Gives an input of the scene, by its id, a value of -1 to 1, which it has from here on: a key is held at
  /// 1 and let go at 0, a stick is anywhere between.
  case input(String, Double)
  /// Tells a scene that asks for it where the pointer is, in points of the world.
  case point(Vector)
  /// Sets a control of the scene, by its id: a slider to a number in its unit, a switch to 0 or 1, a choice
  /// to the place of one of its options.
  case control(String, Double)
  /// Changes what there is, or how it is.
  case edit(Edit)
}

extension Command {
  /// The largest speed of a layer, either way.
  public static let maxSpeed = 1e6
  /// The largest distance of a layer's time from 0, in seconds.
  public static let maxTime = 1e9
  /// The largest distance of a control's value from 0: its slider has ends of its own.
  public static let maxControlValue = 1e15

  /// The layer whose time it changes; nil for one that changes none.
  public var layer: String? {
    switch self {
    case .run(let layer, _), .scrub(let layer, _): layer
    case .grab, .move, .release, .tilt, .input, .point, .control, .edit: nil
    }
  }
}

/// A command and the step it takes effect in: it is carried out at the start of that step.
public struct StampedCommand: Hashable, Sendable {
  public var step: Int
  public var command: Command

  public init(step: Int, command: Command) {
    self.step = step
    self.command = command
  }
}
