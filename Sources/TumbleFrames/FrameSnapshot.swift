import TumbleAnimation
import TumbleGeometry

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
  /// The latest change of the look of each body that had one shown by a transition, by rising ids. It is of
  /// the picture of this moment alone, as ``emitterSamples`` are.
  public var looks: [LookChange] = []
  /// The bodies' ids by name, for look-up: no part of the state, nor of what snapshots are compared by.
  public var bodyIDs: [String: BodyID] = [:]

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

  /// World time, in seconds.
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
