import TumbleAnimation

/// Everything a picture, a graph or a trace may know of the world after a whole number of steps.
public struct FrameSnapshot: Hashable, Sendable {
  /// Steps taken; 0 is the state before any.
  public var step: Int
  /// Steps per second.
  public var rate: Int
  /// The gravity in points per second squared.
  public var gravity: Vector
  /// The bodies in the order of their ids, static ones too. A body that was lost is missing: look up by id or
  /// by name.
  public var bodies: [BodySnapshot]
  /// The joints' ends, in the order of their ids.
  public var joints: [JointSnapshot]
  /// The heights of the fluids' surfaces, in points, by their places in the description; `Double.infinity`
  /// for one that was removed.
  public var levels: [Double] = []
  /// The fields' strengths, by their places in the description; 0 for one that was removed.
  public var strengths: [Double] = []
  /// The samples of the emitters that move or change in the latest steps, one emitter's after the other's;
  /// see ``samples(ofEmitter:)``. They show the past in this moment, and are no part of the state: snapshots
  /// are not compared by them.
  public var emitterSamples: [EmitterSample] = []
  /// The number of samples of each emitter, by its index in the description; -1 for one that was removed.
  public var emitterCounts: [Int] = []
  /// The trails of bodies, by the rising ids of these, and the places where the bodies were. They are of the
  /// picture of this moment alone, as ``emitterSamples`` are.
  public var trails: [TrailSpan] = []
  /// The places of all trails, in points: one trail's after the other's.
  public var trailPlaces: [Vector] = []
  /// The bursts of particles that may still be seen, the oldest first. They are of the picture of this moment
  /// alone, as ``emitterSamples`` are.
  public var bursts: [Burst] = []
  /// The latest change of the look of each body that had one shown by a transition, by rising ids. It is of
  /// the picture of this moment alone, as ``emitterSamples`` are.
  public var looks: [LookChange] = []
  /// The pose of the scene's camera; nil of a scene without one. It is of the picture of this moment alone.
  public var camera: CameraPose?
  /// The bodies' ids by name, for look-up: no part of the state, nor of what snapshots are compared by.
  public var bodyIDs: [String: BodyID] = [:]

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    step: Int, rate: Int, gravity: Vector = .zero, bodies: [BodySnapshot] = [],
    joints: [JointSnapshot] = []
  ) {
    self.step = step
    self.rate = rate
    self.gravity = gravity
    self.bodies = bodies
    self.joints = joints
  }

  /// The world time, in seconds.
  public var time: Double { Double(step) / Double(rate) }

  public static func == (a: FrameSnapshot, b: FrameSnapshot) -> Bool {
    a.step == b.step && a.rate == b.rate && a.gravity == b.gravity && a.bodies == b.bodies
      && a.joints == b.joints && a.levels == b.levels && a.strengths == b.strengths
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(rate)
    hasher.combine(gravity)
    hasher.combine(bodies)
    hasher.combine(joints)
    hasher.combine(levels)
    hasher.combine(strengths)
  }
}

extension FrameSnapshot {
  /// The body of a name; nil if there is none, or if it was lost.
  public subscript(name: String) -> BodySnapshot? { bodyIDs[name].flatMap { self[$0] } }

  /// The body of an id; nil if there is none, or if it was lost.
  public subscript(id: BodyID) -> BodySnapshot? { index(of: id).map { bodies[$0] } }

  /// The joint of an id; nil if there is none, or if it went with a body.
  public subscript(id: JointID) -> JointSnapshot? { joints.sortedIndex(of: id) { $0.id }.map { joints[$0] } }

  /// Returns the index of a body in ``bodies``; nil if it is not there.
  public func index(of id: BodyID) -> Int? { bodies.sortedIndex(of: id) { $0.id } }

  /// The latest change of a body's look that is shown by a transition; nil if it had none.
  package func look(of body: BodyID) -> LookChange? {
    looks.sortedIndex(of: body) { $0.body }.map { looks[$0] }
  }
}

/// The samples of a body's trail among those of a snapshot.
public struct TrailSpan: Hashable, Sendable {
  /// The body, which may have gone since.
  public var body: BodyID
  /// Steps from one sample to the next.
  public var spacing: Int
  /// The range in ``FrameSnapshot/trailPlaces``: the sample of step n · `spacing` stands at n modulo its
  /// count. One that is not finite parts the trail.
  public var range: Range<Int>

  /// Creates a value by its parts, which are the properties of the same names.
  public init(body: BodyID, spacing: Int, range: Range<Int>) {
    self.body = body
    self.spacing = spacing
    self.range = range
  }
}

/// The part of the world that a scene's camera shows in a moment.
public struct CameraPose: Hashable, Sendable {
  /// The point of the world in the middle of the picture.
  public var center: Vector
  /// The magnification: 1 shows as much as the scene's view is large.
  public var zoom: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(center: Vector, zoom: Double = 1) {
    self.center = center
    self.zoom = zoom
  }
}

/// The state of one body at one step: where it is, how it moves, how it looks.
public struct BodySnapshot: Hashable, Identifiable, Sendable {
  /// The body's in its world, never used twice: its place in the scene, repeaters unrolled.
  public var id: BodyID
  /// The position in points.
  public var position: Vector
  /// The angle in radians, counter-clockwise, not wrapped.
  public var angle: Double
  /// The velocity in points per second.
  public var velocity: Vector
  /// The angular velocity in radians per second.
  public var angularVelocity: Double
  /// Is true if the body sleeps: it rests, and is not stepped until something touches it.
  public var isSleeping: Bool
  /// The appearance, which never changes a shape.
  public var appearance: Appearance

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    id: BodyID, position: Vector, angle: Double, velocity: Vector = .zero, angularVelocity: Double = 0,
    isSleeping: Bool = false, appearance: Appearance = Appearance()
  ) {
    self.id = id
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
    self.isSleeping = isSleeping
    self.appearance = appearance
  }
}

/// The points at which a joint holds its two bodies, in world points.
public struct JointSnapshot: Hashable, Identifiable, Sendable {
  /// The joint's in its world, never used twice: its place in the scene.
  public var id: JointID
  /// The end on the first body, in the world, in points.
  public var a: Vector
  /// The end on the second body, in the world, in points.
  public var b: Vector

  /// Creates a value by its parts, which are the properties of the same names.
  public init(id: JointID, a: Vector, b: Vector) {
    self.id = id
    self.a = a
    self.b = b
  }
}

/// A change of a body's look that is shown by a transition: what it had before, and since when it has what.
///
/// A snapshot has the latest one of each body that had one, for the picture of that moment alone: the state
/// knows nothing of it.
public struct LookChange: Hashable, Sendable {
  /// The body whose look changed.
  public var body: BodyID
  /// The number of steps after which it was made.
  public var step: Int
  /// The index of the description's picture that the body shows since then, and the one before; nil: its
  /// outlines.
  public var picture: Int?
  /// The index of the picture before; nil: the body's outlines.
  public var oldPicture: Int?
  /// The color of the body before; nil: the theme's own.
  public var oldColor: Color?
  /// The index of the description's transition that shows it; nil: none, it was made at once.
  public var transition: Int?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    body: BodyID, step: Int, picture: Int?, oldPicture: Int?, oldColor: Color? = nil, transition: Int? = nil
  ) {
    self.body = body
    self.step = step
    self.picture = picture
    self.oldPicture = oldPicture
    self.oldColor = oldColor
    self.transition = transition
  }
}

/// The frame that a window draws: the two latest snapshots, and the part of the way between them at which the
/// moment lies.
public struct Frame: Hashable, Sendable {
  /// The earlier of the two snapshots.
  public var previous: FrameSnapshot
  /// The later of the two snapshots.
  public var current: FrameSnapshot
  /// The time left over as a part of a step, in 0..<1: 0 draws `previous`, towards 1 nears `current`.
  public var alpha: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(previous: FrameSnapshot, current: FrameSnapshot, alpha: Double) {
    self.previous = previous
    self.current = current
    self.alpha = alpha
  }

  /// A frame that stands still: both poses are the same.
  public init(_ snapshot: FrameSnapshot) { self.init(previous: snapshot, current: snapshot, alpha: 0) }
}

/// The contact of two bodies in a step.
public struct Contact: Hashable, Sendable {
  /// The moments of a contact; the raw values are the words of a trace of events.
  public enum Kind: String, Hashable, Sendable {
    /// They parted; there is no point, normal or impulse.
    case ended
    /// They touch, and did not in the step before.
    case began
    /// They touch, and the impulse of this step reached the threshold that was asked for.
    case hit
  }

  /// The moment of the contact.
  public var kind: Kind
  /// The bodies' ids; the one whose shape comes first in the file is `a`.
  public var a: BodyID
  /// The body whose shape comes later in the file.
  public var b: BodyID
  /// The point where they touch, in the world: the middle of all points.
  public var point: Vector
  /// The normal from a to b, of length 1.
  public var normal: Vector
  /// The impulse that b got from a in this step, friction included, in kilograms × points per second.
  public var impulse: Vector
  /// The energy that bouncing and rubbing took from the motion, in kilograms × square points per second
  /// squared.
  public var energyLost: Double
  /// One of the shapes only feels.
  public var isSensor: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    kind: Kind, a: BodyID, b: BodyID, point: Vector = .zero, normal: Vector = .zero, impulse: Vector = .zero,
    energyLost: Double = 0, isSensor: Bool = false
  ) {
    self.kind = kind
    self.a = a
    self.b = b
    self.point = point
    self.normal = normal
    self.impulse = impulse
    self.energyLost = energyLost
    self.isSensor = isSensor
  }
}

/// The facts of a body that are no part of a snapshot, for pictures that show them.
public struct BodyFacts: Hashable, Sendable {
  /// The mass in kilograms; infinite for one that nothing pushes.
  public var mass: Double
  /// The moment of inertia in kilograms × square points.
  public var moment: Double
  /// The center of gravity in the body's own coordinates.
  public var centerOfGravity: Vector

  /// Creates a value by its parts, which are the properties of the same names.
  public init(mass: Double, moment: Double, centerOfGravity: Vector = .zero) {
    (self.mass, self.moment, self.centerOfGravity) = (mass, moment, centerOfGravity)
  }
}
