import TumbleAnimation

/// The part of a world that does not change while it runs: its bodies and joints, and their outlines.
///
/// Handed over when a scene is loaded or restarted, and again where an edit changes it: what is added comes
/// last, and what is removed stays, so that an id names the same for good and the past can be drawn. What is
/// there a snapshot says.
public struct WorldDescription: Hashable, Sendable {
  /// The scene's name and title.
  public var name: String
  /// The title for people.
  public var title: String
  /// The part of the world that is shown, in points, origin bottom left.
  public var view: Rect
  /// Is true if all behind the bodies but static bodies is far away: no shadow falls on it, and no light.
  public var hasSky = false
  /// The bodies by rising ids: the index of each is the number of its id.
  public var bodies: [BodyDescription]
  /// The joints by rising ids: the index of each is the number of its id.
  public var joints: [JointDescription]
  /// The place of each is that of its level in a snapshot.
  public var fluids: [FluidDescription] = []
  /// The fields of forces, in the order of the scene.
  public var fields: [FieldDescription] = []
  /// The emitters in the order in which they are drawn. The index of each is that of its count of samples in
  /// a snapshot.
  public var emitters: [EmitterDescription] = []
  /// The scenery in the order in which each layer of it is drawn.
  public var scenery: [SceneryDescription] = []
  /// The files of the pictures, and the transitions, that changes of looks name by their places.
  public var pictures: [String] = []
  /// The transitions by which changes of looks are shown.
  public var transitions: [Transition] = []

  /// Creates a value by its parts, which are the properties of the same names.
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
  /// The description of the body of an id; nil if there is none.
  public subscript(id: BodyID) -> BodyDescription? {
    bodies.indices.contains(id.number) ? bodies[id.number] : nil
  }

  /// The description of the joint of an id; nil if there is none.
  public subscript(id: JointID) -> JointDescription? {
    joints.indices.contains(id.number) ? joints[id.number] : nil
  }

  /// The id of the latest body of a name, also if it is gone; nil if there never was one. A world finds one
  /// faster.
  public func body(_ name: String) -> BodyID? { bodies.lastIndex { $0.name == name }.map { BodyID($0) } }

  /// The place of the latest field, fluid or emitter of a name; nil if there never was one.
  public func field(_ name: String) -> Int? { fields.lastIndex { $0.name == name } }
  /// Returns the index of the fluid of a name; nil if there is none.
  public func fluid(_ name: String) -> Int? { fluids.lastIndex { $0.name == name } }
  /// Returns the index of the emitter of a name; nil if there is none.
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

  /// Returns true if a body is drawn in front of another: the one of the higher depth, at one depth the one
  /// that is not static before one that is, and then the one with the higher id. False of an id that no body
  /// has.
  public func isInFront(_ a: BodyID, of b: BodyID) -> Bool {
    guard let front = self[a], let back = self[b] else { return false }
    if front.depth != back.depth { return front.depth > back.depth }
    let (isFrontStatic, isBackStatic) = (front.kind == .static, back.kind == .static)
    return isFrontStatic != isBackStatic ? isBackStatic : a > b
  }
}

/// The identity and the look of a body: what does not change from step to step.
public struct BodyDescription: Hashable, Sendable {
  /// The id in the scene file, such as `crate1`.
  public var name: String
  /// The kind of its motion: dynamic, kinematic or static.
  public var kind: BodyKind
  /// The outlines in the body's own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG, found when the scene was read. Of a
  /// body that has a ``LookChange``: the one before the first.
  public var texture: String?
  /// The way in which the texture covers the body.
  public var textureFit = TextureFit.auto
  /// Is true if it is solid to the eye: what glows, and what only senses, casts no shadow.
  public var castsShadow = true
  /// The fill, the edge and the label of the outlines.
  public var style = BodyStyle()
  /// The order in which bodies are drawn: those of a higher depth in front of those of a lower one; see
  /// ``WorldDescription/isInFront(_:of:)``.
  public var depth = 0
  /// The velocity at which the surface of each outline runs, as a conveyor's belt, in points per second and
  /// the world's directions; empty if none does.
  public var surfaceVelocities: [Vector] = []
  /// The template that it was spawned from; nil for others.
  public var template: String?
  /// The body that it is a copy or a piece of; nil for others.
  public var original: BodyID?

  /// Creates a value by its parts, which are the properties of the same names.
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

/// The identity of a joint, and the bodies that it holds.
public struct JointDescription: Hashable, Sendable {
  /// The id in the scene file, such as `rope`.
  public var name: String
  /// The kind of the joint.
  public var kind: JointKind
  /// The bodies that it holds.
  public var a: BodyID
  /// The second body.
  public var b: BodyID
  /// The name of the joint that it goes with when that is removed, as the second of a weld does; nil for one
  /// by itself.
  public var partOf: String?
  /// The length of a slide joint's rope, in points: the largest distance of its ends; nil for other joints,
  /// and without a limit.
  public var length: Double?
  /// The line of a groove that an anchor of b stays on, in a's coordinates; nil for other joints.
  public var track: Track?
  /// Is true if it is never corrected: it then holds nothing in place but slows motion, as friction does, and
  /// is not drawn.
  public var isFriction = false
  /// The color of its rod, rope, thread or coil; nil: the theme's own.
  public var color: Color?

  /// A straight line from one point to another.
  public struct Track: Hashable, Sendable {
    /// The end of the groove that comes first, in the first body's coordinates.
    public var from: Vector
    /// The other end of the groove.
    public var to: Vector

    /// Creates a value by its parts, which are the properties of the same names.
    public init(from: Vector, to: Vector) {
      self.from = from
      self.to = to
    }
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, kind: JointKind, a: BodyID, b: BodyID) {
    self.name = name
    self.kind = kind
    self.a = a
    self.b = b
  }

  /// The name of the joint that was made with it: its own, but that of the first for a part of a
  /// ``ComposedJoint``.
  package var whole: String {
    guard let partOf else { return name }
    return ComposedJoint.Part.allCases.contains { name == partOf + $0.suffix } ? partOf : name
  }

  /// Is true for what a person knows only as a part of another joint: the motor, the limits and the spring of
  /// a hinge, and the motor of a wheel or of a prismatic joint. What lists joints leaves it out.
  package var isInner: Bool { ComposedJoint.Part.isInner(name, of: partOf, kind) }
}

/// A source of particles, and what it is on.
public struct EmitterDescription: Hashable, Sendable {
  /// The id in the scene file, such as `fire`.
  public var name: String
  /// The emitter; the pictures of its cells are paths to PNG files.
  public var emitter: Emitter
  /// The body that takes it along; nil: it stands still.
  public var body: BodyID?
  /// The position in points, in the coordinates of its body or of the world.
  public var position: Vector
  /// The angle in radians.
  public var angle: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    name: String, emitter: Emitter, body: BodyID? = nil, position: Vector = .zero, angle: Double = 0
  ) {
    self.name = name
    self.emitter = emitter
    self.body = body
    self.position = position
    self.angle = angle
  }
}

extension FrameSnapshot {
  /// Returns the range of an emitter's samples, by its index in the description: that of step n stands at n
  /// modulo their count. Empty for one that stands still as it always was; nil for one that is not there.
  public func samples(ofEmitter place: Int) -> Range<Int>? {
    guard emitterCounts.indices.contains(place), emitterCounts[place] >= 0 else { return nil }
    let first = emitterCounts[..<place].reduce(0) { $0 + max($1, 0) }
    let range = first..<first + emitterCounts[place]
    return range.upperBound <= emitterSamples.count ? range : nil
  }
}

/// A field that acts on bodies from a distance, for renderers that show where and how.
public struct FieldDescription: Hashable, Sendable {
  /// The id in the scene file, such as `sun`.
  public var name: String
  /// The force of the field.
  public var force: ForceField
  /// The body in whose coordinates it is.
  public var body: BodyID?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, force: ForceField, body: BodyID? = nil) {
    self.name = name
    self.force = force
    self.body = body
  }
}

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

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, outline: [Vector], flow: Vector = .zero, color: Color? = nil) {
    self.name = name
    self.outline = outline
    self.flow = flow
    self.color = color
  }
}

/// Static pictures that are all alike: looks alone, which are in no snapshot.
public struct SceneryDescription: Hashable, Sendable {
  /// The id in the scene file, such as `wall`.
  public var name: String
  /// The outlines in its own coordinates.
  public var outlines: [Outline]
  /// The picture over the outlines' bounds, cut to them: a path to a PNG.
  public var texture: String?
  /// The way in which the texture covers the form.
  public var textureFit = TextureFit.auto
  /// The color; nil: the theme's own.
  public var color: Color?
  /// The colors that fill it in place of one, multiplied by `color`; nil: none.
  public var gradient: Gradient?
  /// The color at night, in place of what a theme makes of its own; nil: that.
  public var night: Color?
  /// The opacity; 0 is unseen.
  public var opacity = 1.0
  /// The distance from the bodies, 0 to 1: it is paler, and slower before a camera.
  public var depth = 0.0
  /// Is true if it is drawn before the bodies, and not behind them.
  public var isInFront = false
  /// The positions of all of them. Copies of a description share this memory.
  public var places: [Place]

  /// The place of one copy of a piece of scenery.
  public struct Place: Hashable, Sendable {
    /// The position in points.
    public var position: Vector
    /// The angle in radians.
    public var angle: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(position: Vector, angle: Double = 0) {
      self.position = position
      self.angle = angle
    }
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, outlines: [Outline], texture: String? = nil, places: [Place]) {
    self.name = name
    self.outlines = outlines
    self.texture = texture
    self.places = places
  }
}
