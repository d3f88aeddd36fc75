import TumbleAnimation

extension Scene {
  /// An animation that starts with the scene; its definition has no problem.
  public struct Animation: Hashable, Sendable {
    /// Unique among animations: its key.
    public var id: String
    /// What it moves, by the id of a body or joint, or `world`; nil for a group, whose members have targets.
    public var target: AnimationTarget?
    public var definition: AnimationDefinition

    public init(id: String, target: AnimationTarget?, definition: AnimationDefinition) {
      (self.id, self.target, self.definition) = (id, target, definition)
    }
  }
}
