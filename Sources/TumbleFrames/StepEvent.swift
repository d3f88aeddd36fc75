import TumbleAnimation

/// Something that happened in a step of a world.
public enum StepEvent: Hashable, Sendable {
  /// An animation ended, by its key.
  case animation(AnimationEvent)
  case body(BodyChange, BodyID)
  case joint(JointChange, JointID)
  case contact(Contact)
  /// A trigger marked the graph with a text.
  case mark(String)
  /// An action that a trigger could not do, with the reason.
  case refused(String)
  /// A trigger ended the run.
  case end

  public enum BodyChange: String, CaseIterable, Hashable, Sendable {
    /// It was not finite any more, or more than 1e9 points away, and left the world.
    case lost
    /// It fell to pieces, each of which is added.
    case shattered
    case added
    /// A trigger made it from a template.
    case spawned
    case removed
  }

  public enum JointChange: String, CaseIterable, Hashable, Sendable {
    case broke
    case added
    case removed
  }
}
