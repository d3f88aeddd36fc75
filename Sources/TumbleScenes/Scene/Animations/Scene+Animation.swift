import TumbleAnimation

extension Scene {
  /// An animation that starts with the scene; its definition has no problem.
  public struct Animation: Hashable, Sendable {
    /// Unique among animations: its key.
    public var id: String
    /// What it moves, by the id of a body, joint, field, fluid or emitter, or `world`; nil for a group, whose members have targets.
    public var target: AnimationTarget?
    public var definition: AnimationDefinition
    /// The id of the layer in whose time it plays; nil: in the world's.
    public var layer: String?

    public init(id: String, target: AnimationTarget?, definition: AnimationDefinition, layer: String? = nil) {
      self.id = id
      self.target = target
      self.definition = definition
      self.layer = layer
    }
  }

  /// A time that animations share.
  public struct Layer: Hashable, Sendable {
    /// Unique among layers.
    public var id: String
    /// The id of the layer in whose time it runs; nil: in the world's.
    public var parent: String?
    public var timing: LayerTiming

    public init(id: String, parent: String? = nil, timing: LayerTiming = LayerTiming()) {
      self.id = id
      self.parent = parent
      self.timing = timing
    }
  }
}
