/// A still or flowing liquid that bodies float in.
public struct Fluid: Hashable, Sendable {
  /// The vessel, in points: an outline that does not cross itself, convex or not, in either direction round.
  public var outline: [Vector]
  /// The height of the surface, in points: the outline is full up to there. nil: to its top.
  public var level: Double?
  /// In kilograms per square point. What weighs less for its area floats.
  public var density: Double
  /// How fast the motion of what it displaces dies down, per second: the drag on a body is drag × density × the area under
  /// water.
  public var drag: Double
  /// Its own velocity, in points per second, which bodies in it tend to.
  public var flow: Vector
  /// It acts on shapes with one of these bits among their filter's categories.
  public var categories: UInt32

  public init(
    outline: [Vector], level: Double? = nil, density: Double = 0.001, drag: Double = 1, flow: Vector = .zero,
    categories: UInt32 = ~0
  ) {
    self.outline = outline
    self.level = level
    self.density = density
    self.drag = drag
    self.flow = flow
    self.categories = categories
  }

  /// The height of the surface, in points, where the outline has any corners.
  public var surface: Double { level ?? outline.map(\.y).max() ?? 0 }
}
