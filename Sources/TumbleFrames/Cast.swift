import TumbleGeometry

/// What does not change while a world runs: who its bodies and joints are, and their outlines.
///
/// Handed over once, when a scene is loaded or restarted, and again if a body or a shape is added.
public struct Cast: Hashable, Sendable {
  /// The scene's name and title.
  public var name: String
  public var title: String
  /// The part of the world that is shown, in points, origin bottom left.
  public var view: Rect
  /// Indexed by body id.
  public var bodies: [BodyCast]
  /// Indexed by joint id.
  public var joints: [JointCast]

  public init(
    name: String, title: String = "", view: Rect, bodies: [BodyCast] = [], joints: [JointCast] = []
  ) {
    (self.name, self.title, self.view) = (name, title, view)
    (self.bodies, self.joints) = (bodies, joints)
  }
}

/// Who a body is.
public struct BodyCast: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case dynamic
    case kinematic
    case `static`
  }

  /// The id in the scene file, such as `crate1`.
  public var name: String
  public var kind: Kind
  /// In the body's own coordinates.
  public var outlines: [Outline]
  /// The picture stretched over the outlines' bounds and cut to them: a path to a PNG, found when the scene was read.
  public var texture: String?

  public init(name: String, kind: Kind, outlines: [Outline], texture: String? = nil) {
    (self.name, self.kind, self.outlines, self.texture) = (name, kind, outlines, texture)
  }
}

/// Who a joint is.
public struct JointCast: Hashable, Sendable {
  /// The id in the scene file, such as `rope`.
  public var name: String
  /// The scene file's word: `pin`, `slide`, `pivot`, `groove`, `spring`, ….
  public var type: String

  public init(name: String, type: String) {
    (self.name, self.type) = (name, type)
  }
}
