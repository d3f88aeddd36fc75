import TumblePhysics

/// A scene that runs: it takes one step at a time, and shows itself as values.
///
///     let world = try World(scene)
///     try world.step([.grab(Vector(150, 250))])
///     world.snapshot["crate1"]?.position
///
/// A world is used by one thread at a time. To restart is to make another; to seek back is to make another
/// and step it there; to pause is not to step. There is no command for either, for neither is anything in the
/// world.
public final class World {
  /// The scene that it was made from.
  public let scene: Scene
  /// Steps per second.
  public let rate: Int
  /// The names and looks of bodies and joints, by their ids: those of the file by their indices in it, then
  /// what was added. What was removed stays in it, so that ids go on naming what they named.
  public internal(set) var description: WorldDescription
  /// Rises whenever `description` changes.
  public internal(set) var descriptionRevision = 0
  /// The state after the steps taken so far.
  public internal(set) var snapshot: FrameSnapshot
  /// The state one step before; before the first step the same as `snapshot`. What an animation put elsewhere
  /// in one go, a coordinate or an angle of a body, is there here too, and so are the ends of the joints that
  /// it took along.
  public internal(set) var previous: FrameSnapshot

  /// The contacts between bodies in the latest step, in the order of their ids; those of removed bodies are
  /// left out.
  public internal(set) var contacts: [Contact] = []
  /// The bodies that were lost in the latest step, in the order of their ids; see ``StepReport/lost``.
  public internal(set) var lost: [BodyID] = []
  /// The joints that broke in the latest step, in the order of their ids.
  public internal(set) var brokenJoints: [JointID] = []
  /// The joints that broke in the latest step by their names, without those that only went with another.
  package var brokenNames: [String] {
    let broken = brokenJoints.map { model.scene.joints[$0.number] }
    let names = Set(broken.map(\.id))
    return broken.filter { !($0.partOf.map(names.contains) ?? false) }.map(\.id)
  }
  /// The bodies that fell to pieces in the latest step, in the order of their ids.
  public internal(set) var shattered: [BodyID] = []
  /// The bodies that may shatter, by rising ids, as of a revision of the description.
  var shatterable: [WorldBody] = []
  var shatterableRevision = -1
  /// Pairs of shapes that touch after the latest step, sensors left out.
  public internal(set) var touchingPairs = 0

  /// The marks of triggers in the latest step, for the graph.
  public internal(set) var marks: [String] = []
  /// The reasons why triggers could not do something in the latest step, or a body could not fall to pieces:
  /// once of each.
  public internal(set) var refusals: [String] = []
  /// Is true once a trigger has ended the run; it can go on all the same.
  public internal(set) var hasEnded = false

  /// Steps taken.
  public internal(set) var steps = 0
  /// The size that it may reach as it runs: that of a file's scene, counted over all that there ever
  /// was, because ids are not used twice.
  var limits = SceneLimits()
  /// The command that the latest step could not carry out; nil if there was none.
  var failedCommand: Int?
  /// The commands so far; see ``commands``.
  var log = WorldLog()
  /// The function that is called with each part of a step as it begins, for callers that measure how long
  /// each takes. Nothing in a step depends on it.
  public var onPhase: ((StepPhase) -> Void)? {
    didSet {
      space.onPhase = onPhase.map { onPhase in
        { phase in
          switch phase {
          case .positions: onPhase(.positions)
          case .contacts: onPhase(.contacts)
          case .solving: onPhase(.solving)
          }
        }
      }
    }
  }

  let space: Space
  var bodies: Records<WorldBody>
  var joints: Records<WorldJoint>
  var fields: Records<WorldField>
  var fluids: Records<WorldFluid>
  var emitters = Records<WorldEmitter>([])
  /// The scene as it has been edited: by the same ids, what is gone included.
  var model: SceneModel
  /// Is true if the snapshots do not have the names of all bodies yet.
  var hasNewNames = true
  /// The collision types of what is spawned, by template and shape.
  var templateTypes: [String: [CollisionType]]
  /// The rules that the space has, about the bodies that were there as they were declared.
  var declaredRules: [Scene.Rule]
  /// The ids that take back the contact rules of the scene's rules.
  var contactRules: [ContactRule.ID]
  /// The ids of the bodies that edits of this step put elsewhere.
  var placed: [BodyID] = []
  /// The state of the triggers; nil while the world is made.
  var triggers: TriggerState?
  /// The watches of ``ExpectationChecker``; nil if there is none. Nothing in a step depends on them.
  var watched: WatchList?
  var inputs: InputState
  /// The impulse, in kilograms × points per second, from which on a touch is reported as a hit; nil (the
  /// default) for no hits. A body at rest gets its weight × the step in every step: choose more.
  public var hitThreshold: Double? {
    didSet { listen() }
  }
  var animation: AnimationState
  let camera = WorldCamera()
  /// The joint by which a person holds a body.
  var mouseJoint: MouseJoint?
  /// The number of grabs so far: mouse joints have ids beyond those of the scene, each its own.
  var grabs = 0
  /// The latest change of the look of each body that had one shown by a transition, by rising ids.
  var looks: [LookChange] = []
  /// The bursts of particles where things hit each other.
  var burst = BurstState()
  /// The trails by the rising ids of their bodies, as of a revision of the description.
  var trails: [WorldTrail] = []
  var trailsRevision = -1
  /// The step in which they were last noted.
  var trailsStep = -1
  /// The poses, which are read into at every step.
  var poses: [Pose] = []

  /// Builds what a scene says: bodies, shapes, joints, rules, in file order.
  /// - Throws: `WorldError.unbuildable`, naming what of the scene the engine can't take. A scene that was
  ///   read from a file has been checked; one made by a program has not.
  public convenience init(_ scene: Scene) throws(WorldError) {
    try self.init(scene, BuiltScene(scene, maxProblems: 1))
  }

  /// Creates a world with what was built of the scene.
  init(_ scene: Scene, _ built: BuiltScene) throws(WorldError) {
    if let problem = built.problems.first {
      throw problem.error as? WorldError ?? .unbuildable(reason: "\(problem.error)")
    }
    self.scene = scene
    try scene.checkAppearance()
    rate = scene.world.rate
    description = WorldDescription(of: scene)
    space = built.space
    model = SceneModel(scene)
    templateTypes = built.templateTypes
    declaredRules = scene.rules
    contactRules = built.contactRules
    bodies = Records(
      scene.bodies.indices.map {
        WorldBody(scene.bodies[$0], BodyID($0), built.bodies[$0], types: built.types[$0])
      })
    joints = Records(
      scene.joints.indices.map { WorldJoint(JointID($0), built.joints[$0], of: scene.joints[$0]) })
    fields = Records(scene.fields.indices.map { WorldField($0, built.fields[$0]) })
    fluids = Records(scene.fluids.indices.map { WorldFluid($0, built.fluids[$0]) })
    animation = try AnimationState(scene)
    if let cycle = scene.signalCycle, let first = cycle.first {
      throw .unbuildable(reason: "\(scene.name(ofTrigger: first)) triggers itself within one step")
    }
    inputs = InputState(scene.inputs)
    triggers = TriggerState(scene, description, bodies.all)
    snapshot = FrameSnapshot(step: 0, rate: rate)
    previous = snapshot
    emitters = Records(scene.emitters.indices.map { WorldEmitter($0, in: self) })
    for emitter in emitters.all { emitter.didCome(to: self) }
    try startAnimations()
    for emitter in emitters.all { emitter.place(in: self) }
    write(&snapshot)
    previous = snapshot
    triggers?.begin(self)
    if triggers?.hitThreshold != nil { listen() }
  }

  /// The id of the body of a name, also if it was lost; nil if the scene has none.
  public func body(_ name: String) -> BodyID? { model.knownIndex(of: .body, name).map { BodyID($0) } }

  /// The id of the joint of a name, also if it went with a body; nil if the scene has none.
  public func joint(_ name: String) -> JointID? { model.knownIndex(of: .joint, name).map { JointID($0) } }

  /// The world time, in seconds.
  public var time: Double { Double(steps) / Double(rate) }

  /// Returns the frame of a moment that lies a part of a step, 0..<1, beyond the step before the last:
  /// the two latest snapshots.
  public func frame(alpha: Double) -> Frame { Frame(previous: previous, current: snapshot, alpha: alpha) }

  /// The digest of `snapshot`.
  public var hash: StateHash { StateHash(of: snapshot) }

  /// The version of the library that simulates, such as `7.0.3`: another may move things otherwise.
  public static var libraryVersion: String { Space.libraryVersion }

  /// The points where bodies touch after the latest step, in the order of their ids, without the mouse joint.
  ///
  /// Asked for by what draws it: a step doesn't gather it.
  public var touches: [Touch] { space.touchingPoints() }

  /// Returns the facts of a body that are in no snapshot; nil for one that is not there.
  public func facts(of id: BodyID) -> BodyFacts? {
    guard let body = bodies.find(id.number)?.body else { return nil }
    return BodyFacts(mass: body.mass, moment: body.moment, centerOfGravity: body.centerOfGravity)
  }

  /// The area of a body's shapes that are no sensors, in square points.
  package func area(of id: BodyID) -> Double {
    let shapes = bodies.find(id.number)?.body?.shapes ?? []
    return shapes.reduce(0) { $0 + ($1.isSensor ? 0 : $1.area) }
  }

  /// The speed below which a body that is left alone falls asleep, in points per second; nil where none does.
  public var sleepSpeed: Double? {
    guard scene.world.sleepAfter != nil else { return nil }
    // The engine's rule where no speed is named: what gravity gives in a step.
    return space.idleSpeedThreshold > 0 ? space.idleSpeedThreshold : space.gravity.length / Double(rate)
  }

  package static var programVersion: String { "Tumble 0.1.0" }

  /// The answer of the programs to `--version`: Tumble's own version, and the engine's.
  package static var versionLine: String { "\(programVersion), Chipmunk \(libraryVersion)" }
}
