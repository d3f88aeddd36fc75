import TumbleGeometry

/// A fluid that bodies float in.
public struct FluidDescription: Hashable, Sendable {
  /// The id in the scene file, such as `lake`.
  public var name: String
  /// The vessel, which a snapshot's level says how far is full, in world points.
  public var outline: [Vector]
  /// The velocity at which it flows, in points per second.
  public var flow: Vector
  /// The color; nil: the theme's own.
  public var color: Color?

  public init(name: String, outline: [Vector], flow: Vector = .zero, color: Color? = nil) {
    self.name = name
    self.outline = outline
    self.flow = flow
    self.color = color
  }
}
