import TumbleAnimation
import TumbleGeometry

/// What does not change while a world runs: who its bodies and joints are, and their outlines.
///
/// Handed over when a scene is loaded or restarted, and again where an edit changes it: what is added comes last, and what is
/// removed stays, so that an id names the same for good and the past can be drawn. What is there a snapshot says.
public struct WorldDescription: Hashable, Sendable {
  /// The scene's name and title.
  public var name: String
  public var title: String
  /// The part of the world that is shown, in points, origin bottom left.
  public var view: Rect
  /// By rising ids: the place of each is the number of its id.
  public var bodies: [BodyDescription]
  /// By rising ids: the place of each is the number of its id.
  public var joints: [JointDescription]
  /// The place of each is that of its level in a snapshot.
  public var fluids: [FluidDescription] = []
  public var fields: [FieldDescription] = []
  /// In the order in which they are drawn. The place of each is that of its count of samples in a snapshot.
  public var emitters: [EmitterDescription] = []
  /// In the order in which each layer of it is drawn.
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

  /// The id of the latest body of a name, also if it is gone; nil if there never was one. A world finds one faster.
  public func body(_ name: String) -> BodyID? { bodies.lastIndex { $0.name == name }.map { BodyID($0) } }

  /// The place of the latest field, fluid or emitter of a name; nil if there never was one.
  public func field(_ name: String) -> Int? { fields.lastIndex { $0.name == name } }
  public func fluid(_ name: String) -> Int? { fluids.lastIndex { $0.name == name } }
  public func emitter(_ name: String) -> Int? { emitters.lastIndex { $0.name == name } }

  /// The id of the latest joint of a name, likewise.
  public func joint(_ name: String) -> JointID? { joints.lastIndex { $0.name == name }.map { JointID($0) } }

  /// Whether a body is drawn in front of another: the one in the higher layer, within a layer one that is not static before
  /// one that is, and then the one with the higher id. False of an id that no body has.
  public func isInFront(_ a: BodyID, of b: BodyID) -> Bool {
    guard let front = self[a], let back = self[b] else { return false }
    if front.layer != back.layer { return front.layer > back.layer }
    let (isFrontStatic, isBackStatic) = (front.kind == .static, back.kind == .static)
    return isFrontStatic != isBackStatic ? isBackStatic : a > b
  }
}

/// Who a body is.
public struct BodyDescription: Hashable, Sendable {
  /// The id in the scene file, such as `crate1`.
  public var name: String
  public var kind: BodyKind
  /// In the body's own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG, found when the scene was read. Of a body that has a
  /// ``LookChange``: the one before the first.
  public var texture: String?
  public var textureFit = TextureFit.auto
  /// Whether it is solid to the eye: what glows, and what only senses, casts none.
  public var castsShadow = true
  /// How the outlines are filled, edged and labelled.
  public var style = BodyStyle()
  /// Bodies of a higher one are drawn in front of those of a lower one; see ``WorldDescription/isInFront(_:of:)``.
  public var layer = 0
  /// How fast the surface of each outline runs, as a conveyor's belt, in points per second and the world's directions; empty
  /// where none does.
  public var surfaceVelocities: [Vector] = []
  /// The template that it was spawned from; nil for others.
  public var template: String?
  /// The body that it is a copy or a piece of; nil for others.
  public var original: BodyID?

  public init(name: String, kind: BodyKind, outlines: [Outline], texture: String? = nil) {
    self.name = name
    self.kind = kind
    self.outlines = outlines
    self.texture = texture
  }
}

extension BodyDescription {
  /// The outlines as they are drawn: with the corners that the style rounds.
  public var drawnOutlines: [Outline] {
    style.cornerRadius > 0 ? outlines.map { $0.roundingCorners(by: style.cornerRadius) } : outlines
  }
}

/// Who a joint is.
public struct JointDescription: Hashable, Sendable {
  /// The id in the scene file, such as `rope`.
  public var name: String
  public var kind: JointKind
  /// The bodies that it holds.
  public var a: BodyID
  public var b: BodyID
  /// Of a slide joint, how far its ends may be apart: how long the rope is; nil for the others, and without a limit. In points.
  public var length: Double?
  /// Of a groove, the line that an anchor of b stays on, in a's coordinates; nil for the others.
  public var track: Track?
  /// Whether it is never corrected: it then holds nothing in place but slows motion, as friction does, and is not drawn.
  public var isFriction = false

  /// A straight line from one point to another.
  public struct Track: Hashable, Sendable {
    public var from: Vector
    public var to: Vector

    public init(from: Vector, to: Vector) {
      self.from = from
      self.to = to
    }
  }

  public init(name: String, kind: JointKind, a: BodyID, b: BodyID) {
    self.name = name
    self.kind = kind
    self.a = a
    self.b = b
  }
}

/// What bodies float in.
public struct FluidDescription: Hashable, Sendable {
  /// The id in the scene file, such as `lake`.
  public var name: String
  /// The vessel, which a snapshot's level says how far is full, in world points.
  public var outline: [Vector]
  /// How fast it flows, in points per second.
  public var flow: Vector
  /// nil: the theme's own.
  public var color: Color?

  public init(name: String, outline: [Vector], flow: Vector = .zero, color: Color? = nil) {
    self.name = name
    self.outline = outline
    self.flow = flow
    self.color = color
  }
}

/// What acts on bodies from a distance, for renderers that show where and how.
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
