import TumbleAnimation
import TumbleGeometry

/// The part of a world that does not change while it runs: its bodies and joints, and their outlines.
///
/// Handed over when a scene is loaded or restarted, and again where an edit changes it: what is added comes
/// last, and what is removed stays, so that an id names the same for good and the past can be drawn. What is
/// there a snapshot says.
public struct WorldDescription: Hashable, Sendable {
  /// The scene's name and title.
  public var name: String
  public var title: String
  /// The part of the world that is shown, in points, origin bottom left.
  public var view: Rect
  /// The bodies by rising ids: the index of each is the number of its id.
  public var bodies: [BodyDescription]
  /// The joints by rising ids: the index of each is the number of its id.
  public var joints: [JointDescription]
  /// The place of each is that of its level in a snapshot.
  public var fluids: [FluidDescription] = []
  public var fields: [FieldDescription] = []
  /// The emitters in the order in which they are drawn. The index of each is that of its count of samples in
  /// a snapshot.
  public var emitters: [EmitterDescription] = []
  /// The scenery in the order in which each layer of it is drawn.
  public var scenery: [SceneryDescription] = []
  /// The files of the pictures, and the transitions, that changes of looks name by their places.
  public var pictures: [String] = []
  public var transitions: [Transition] = []

  public init(
    name: String, title: String = "", view: Rect, bodies: [BodyDescription] = [],
    joints: [JointDescription] = []
  ) {
    self.name = name
    self.title = title
    self.view = view
    self.bodies = bodies
    self.joints = joints
  }
}

extension WorldDescription {
  /// Who the body of an id is; nil if there is none.
  public subscript(id: BodyID) -> BodyDescription? {
    bodies.indices.contains(id.number) ? bodies[id.number] : nil
  }

  /// Who the joint of an id is; nil if there is none.
  public subscript(id: JointID) -> JointDescription? {
    joints.indices.contains(id.number) ? joints[id.number] : nil
  }

  /// The id of the latest body of a name, also if it is gone; nil if there never was one. A world finds one
  /// faster.
  public func body(_ name: String) -> BodyID? { bodies.lastIndex { $0.name == name }.map { BodyID($0) } }

  /// The place of the latest field, fluid or emitter of a name; nil if there never was one.
  public func field(_ name: String) -> Int? { fields.lastIndex { $0.name == name } }
  public func fluid(_ name: String) -> Int? { fluids.lastIndex { $0.name == name } }
  public func emitter(_ name: String) -> Int? { emitters.lastIndex { $0.name == name } }

  /// The id of the latest joint of a name, also if it is gone; nil if there never was one.
  public func joint(_ name: String) -> JointID? { joints.lastIndex { $0.name == name }.map { JointID($0) } }

  /// The id of the latest body, joint, field, fluid or emitter of a name, also if it is gone; nil if there
  /// never was one.
  public func object(_ name: String) -> ObjectID? {
    body(name).map(ObjectID.body) ?? joint(name).map(ObjectID.joint) ?? field(name).map(ObjectID.field)
      ?? fluid(name).map(ObjectID.fluid) ?? emitter(name).map(ObjectID.emitter)
  }

  /// The body that has the name here that one of another world has there; the same one where its number has
  /// that name here too.
  package func counterpart(of id: BodyID, in other: WorldDescription) -> BodyID? {
    guard let name = other[id]?.name else { return nil }
    return self[id]?.name == name ? id : body(name)
  }

  /// The same of a joint.
  package func counterpart(of id: JointID, in other: WorldDescription) -> JointID? {
    guard let name = other[id]?.name else { return nil }
    return self[id]?.name == name ? id : joint(name)
  }

  /// Returns true if a body is drawn in front of another: the one in the higher layer, within a layer one
  /// that is not static before one that is, and then the one with the higher id. False of an id that no body
  /// has.
  public func isInFront(_ a: BodyID, of b: BodyID) -> Bool {
    guard let front = self[a], let back = self[b] else { return false }
    if front.layer != back.layer { return front.layer > back.layer }
    let (isFrontStatic, isBackStatic) = (front.kind == .static, back.kind == .static)
    return isFrontStatic != isBackStatic ? isBackStatic : a > b
  }
}
