import TumbleGeometry

/// A field that acts on bodies from a distance, for renderers that show where and how.
public struct FieldDescription: Hashable, Sendable {
  /// The id in the scene file, such as `sun`.
  public var name: String
  public var force: ForceField
  /// The body in whose coordinates it is.
  public var body: BodyID?

  public init(name: String, force: ForceField, body: BodyID? = nil) {
    self.name = name
    self.force = force
    self.body = body
  }
}
