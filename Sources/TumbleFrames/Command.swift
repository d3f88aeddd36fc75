import TumbleAnimation

/// A command of a person (or a recording, or a test) to a running world, as a value.
public enum Command: Hashable, Sendable {
  /// Takes hold of whatever lies under a point of the world with a soft joint; nothing there, nothing held.
  case grab(Vector)
  /// Moves the hold.
  case move(Vector)
  /// Lets go.
  case release
  /// Sets gravity, in points per second squared.
  case tilt(Vector)
  /// Runs a layer's time at a speed from here on, without a jump: 0 pauses, 1 resumes, -1 rewinds, 4 is
  /// fast-forward.
  case run(layer: String, speed: Double)
  /// Takes a layer's own time to another, in seconds, in the course of the step, and leaves it standing
  /// there: bodies are moved there, not put there, and push what is in the way, also under a layer that
  /// stands. A dynamic body whose animation is over there is released at rest.
  case scrub(layer: String, to: Double)
  /// Gives an input of the scene, by its id, a value of -1 to 1, which it has from here on: a key is held at
  /// 1 and let go at 0, a stick is anywhere between.
  case input(String, Double)
  /// Tells a scene that asks for it where the pointer is, in points of the world.
  case point(Vector)
  /// Sets a control of the scene, by its id: a slider to a number in its unit, a switch to 0 or 1, a choice
  /// to the place of one of its options.
  case control(String, Double)
  /// Changes what there is, or how it is.
  case edit(Edit)
}

extension Command {
  /// The largest speed of a layer, either way.
  public static let maxSpeed = 1e6
  /// The largest distance of a layer's time from 0, in seconds.
  public static let maxTime = 1e9
  /// The largest distance of a control's value from 0: its slider has ends of its own.
  public static let maxControlValue = 1e15

  /// The layer whose time it changes; nil for one that changes none.
  public var layer: String? {
    switch self {
    case .run(let layer, _), .scrub(let layer, _): layer
    case .grab, .move, .release, .tilt, .input, .point, .control, .edit: nil
    }
  }
}

/// A command and the step it takes effect in: it is carried out at the start of that step.
public struct StampedCommand: Hashable, Sendable {
  /// The step in which the command takes effect.
  public var step: Int
  /// The command.
  public var command: Command

  /// Creates a value by its parts, which are the properties of the same names.
  public init(step: Int, command: Command) {
    self.step = step
    self.command = command
  }
}

/// A change of what there is in a running world, or of how it is, as a value.
///
/// What is added and what is set is text of the scene format, units included, and is checked as a scene file
/// is. An edit names the objects that it makes, so that the same edits make the same world again.
public enum Edit: Hashable, Sendable {
  /// Adds an object of any kind but the world and the view: the mapping that would stand in the scene's list,
  /// such as `{id: ball, at: [150, 200], circle: 16}`. An animation replaces the one of its id, and begins
  /// now; a layer's time counts from now. A trigger, which waits from now on, takes the place of the one of
  /// its id. A template is written as a body is, with its id.
  case add(SceneObject.Kind, String)
  /// Takes an object away: a body with its joints. What speaks of it and of nothing else does so no more.
  case remove(SceneObject)
  /// Sets a property, such as `shapes[0].friction` of `crate1` to `0.5`; nil takes it back to its default.
  ///
  /// A body's keys are those of the scene format; the keys of a surface or an outline (`friction`, `box`)
  /// count for its shapes. `at`, `angle`, `velocity` and `angularVelocity` are the present ones: the body is
  /// put there at once.
  case set(SceneObject, path: String, value: String?)
  /// Copies bodies, as they are now and moved by a vector, the joints between them, and emitters; each gets
  /// the name at its place. The copy of an emitter is on the copy of its body, if that is copied too.
  case duplicate([String], names: [String], by: Vector)
  /// Holds a body at a point of the world with a pivot to a static body of this name.
  case pin(String, at: Vector, name: String)
  /// Takes away all pins of a body.
  case unpin(String)
  /// Cuts in two every dynamic body that a straight stroke goes all through. The halves of `plank` are
  /// `plank-half-1` and `plank-half-2`; its joints go on with the half that has their anchors.
  case slice(from: Vector, to: Vector)
}

extension Edit {
  /// The text of an edit has at most so many bytes: its line of a recording has to be readable.
  public static let maxTextBytes = 1 << 20
  /// The objects that one edit may copy.
  public static let maxCopies = 400

  /// The name of the joint of a pin.
  public static func pinJoint(_ name: String) -> String { name + "-joint" }
}

/// An object of a scene that edits add, set and remove: by its kind, and by its id in the scene.
public struct SceneObject: Hashable, Sendable {
  /// The kind of the object.
  public let kind: Kind
  /// The id; nil for the world, its view and its camera, of which there is one each.
  public let id: String?

  /// The raw values are the words of a recording.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The world: gravity and what holds for all.
    case world
    /// The view, the part of the world that is shown.
    case view
    /// The camera, which moves what is shown.
    case camera
    /// A body.
    case body
    /// A joint.
    case joint
    /// An animation.
    case animation
    /// A field of forces.
    case field
    /// A fluid.
    case fluid
    /// An emitter of particles.
    case emitter
    /// An entry of `keys`.
    case input
    /// A time that animations share.
    case layer
    /// An entry of `when`.
    case trigger
    /// A slider, a switch or a choice for people.
    case control
    /// A rule for what happens when two shapes meet.
    case rule
    /// The templates that triggers make bodies of.
    case template
  }

  /// The name by which animations and channels know it: the id, or the kind's word.
  package var name: String { id ?? kind.rawValue }

  private init(of kind: Kind, _ id: String? = nil) { (self.kind, self.id) = (kind, id) }

  /// Creates an object; nil if the kind has ids and none is given, or has none and one is given.
  public init?(_ kind: Kind, id: String?) {
    guard (id == nil) == kind.isSingle else { return nil }
    self.init(of: kind, id)
  }

  /// The world.
  public static let world = SceneObject(of: .world)
  /// The view.
  public static let view = SceneObject(of: .view)
  /// The camera.
  public static let camera = SceneObject(of: .camera)
  /// The body of an id.
  public static func body(_ id: String) -> SceneObject { SceneObject(of: .body, id) }
  /// The joint of an id.
  public static func joint(_ id: String) -> SceneObject { SceneObject(of: .joint, id) }
  /// The animation of an id.
  public static func animation(_ id: String) -> SceneObject { SceneObject(of: .animation, id) }
  /// The field of an id.
  public static func field(_ id: String) -> SceneObject { SceneObject(of: .field, id) }
  /// The fluid of an id.
  public static func fluid(_ id: String) -> SceneObject { SceneObject(of: .fluid, id) }
  /// The emitter of an id.
  public static func emitter(_ id: String) -> SceneObject { SceneObject(of: .emitter, id) }
  /// The input of an id, an entry of `keys`.
  public static func input(_ id: String) -> SceneObject { SceneObject(of: .input, id) }
  /// The layer of an id, a time that animations share.
  public static func layer(_ id: String) -> SceneObject { SceneObject(of: .layer, id) }
  /// A trigger that has no id is `trigger-3` where it is the third.
  public static func trigger(_ id: String) -> SceneObject { SceneObject(of: .trigger, id) }
  /// The control of an id.
  public static func control(_ id: String) -> SceneObject { SceneObject(of: .control, id) }
  /// A rule that has no id is `rule-3` where it is the third.
  public static func rule(_ id: String) -> SceneObject { SceneObject(of: .rule, id) }
  /// The template of an id, of which triggers make bodies.
  public static func template(_ id: String) -> SceneObject { SceneObject(of: .template, id) }
}

extension SceneObject.Kind {
  /// Is true for what a scene has one of, which has no id and is called by the kind's word.
  package var isSingle: Bool { self == .world || self == .view || self == .camera }
}

extension SceneObject: CustomStringConvertible {
  /// The words for the object, such as `the body 'crate1'`.
  public var description: String { id.map { "the \(kind.rawValue) '\($0)'" } ?? "the \(kind.rawValue)" }
}

/// Something that happened in a step of a world.
public enum StepEvent: Hashable, Sendable {
  /// An animation ended, by its key.
  case animation(AnimationEvent)
  /// A body came, went or was divided.
  case body(BodyChange, BodyID)
  /// A joint came, went or broke.
  case joint(JointChange, JointID)
  /// Two bodies began to touch, hit each other or parted.
  case contact(Contact)
  /// A trigger marked the graph with a text.
  case mark(String)
  /// An action that a trigger could not do, with the reason.
  case refused(String)
  /// A trigger ended the run.
  case end

  /// A change of a body; the raw values are the words of a trace of events.
  public enum BodyChange: String, CaseIterable, Hashable, Sendable {
    /// It was not finite any more, or more than 1e9 points away, and left the world.
    case lost
    /// It fell to pieces, each of which is added.
    case shattered
    /// It was added by a command.
    case added
    /// A trigger made it from a template.
    case spawned
    /// It was removed by a command or a trigger.
    case removed
  }

  /// A change of a joint; the raw values are the words of a trace of events.
  public enum JointChange: String, CaseIterable, Hashable, Sendable {
    /// It was loaded beyond what it holds, and left the world.
    case broke
    /// It was added by a command or a trigger.
    case added
    /// It was removed by a command or a trigger.
    case removed
  }
}
