import TumbleGeometry

extension Scene {
  /// Acts on bodies from a distance.
  public struct Field: Hashable, Sendable {
    /// Unique among bodies, joints, fields and fluids.
    public var id: String
    public var force: ForceField
    /// Index into the scene's `bodies`: that in whose coordinates it is; nil: the world's.
    public var body: Int?

    public init(id: String, force: ForceField, body: Int? = nil) {
      self.id = id
      self.force = force
      self.body = body
    }
  }

  /// What bodies float in.
  public struct Fluid: Hashable, Sendable {
    /// Unique among bodies, joints, fields and fluids.
    public var id: String
    public var liquid: TumbleGeometry.Fluid
    /// nil: the theme's own.
    public var color: Color?

    public init(id: String, liquid: TumbleGeometry.Fluid, color: Color? = nil) {
      self.id = id
      self.liquid = liquid
      self.color = color
    }
  }
}
