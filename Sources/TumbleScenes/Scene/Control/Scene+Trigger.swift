import TumbleAnimation
import TumbleGeometry

extension Scene {
  /// Something that may happen while a scene runs, and what follows from it.
  public struct Trigger: Hashable, Sendable {
    /// What messages call it; nil: they go by its place in the file.
    public var id: String?
    public var event: Event
    /// Seconds from the event to the actions; 0: in the same step.
    public var delay = 0.0
    /// How often its actions are carried out at most; nil: no limit.
    public var times: Int?
    /// In their order.
    public var actions: [Action]

    public init(
      id: String? = nil, _ event: Event, delay: Double = 0, times: Int? = nil, _ actions: [Action]
    ) {
      self.id = id
      self.event = event
      self.delay = delay
      self.times = times
      self.actions = actions
    }
  }

  /// What a trigger waits for; looked at after every step.
  public enum Event: Hashable, Sendable {
    /// Two bodies begin to touch, or part.
    case contact(ContactChange, BodySelector, BodySelector)
    /// The impulse of a touch, in kilograms × points per second, reaches an amount.
    case hit(BodySelector, BodySelector, above: Double)
    /// The centre of gravity of a body comes to lie in a region, or no longer does.
    case region(Region, isEntering: Bool, BodySelector)
    /// A body that was seen lies wholly outside the view.
    case leavesView(BodySelector)
    case sleeps(BodySelector)
    case wakes(BodySelector)
    /// A joint is torn, by the ids of joints.
    case breaks([String])
    /// The value of a channel goes over a value (`isRising`) or under it.
    case crosses(channel: String, value: Double, isRising: Bool)
    /// World time, in seconds: once, and again after each interval.
    case time(at: Double, every: Double?)
    /// An action sends a signal of this name.
    case signal(String)
    /// An input of the scene, by its id, is pressed or released.
    case input(String, isPressed: Bool)
    /// An animation has ended, by the names of animations: ids, and properties that are changed over time, such as
    /// `lamp.opacity`, whose owner may be a template too.
    case animationEnded([String], AnimationEvent.Outcome)
  }

  public enum ContactChange: String, Hashable, Sendable {
    case began
    case ended
  }

  /// Bodies that an event or an action is about, by their names in the scene.
  public struct BodySelector: Hashable, Sendable {
    /// The ids of bodies, of their shapes (`hero.foot`), and of templates, which stand for what is spawned from them. Actions
    /// know `it` and `other` too: the bodies of the event.
    public var names: [String]
    /// Every body there is.
    public var isAnything: Bool

    public init(_ names: [String], isAnything: Bool = false) {
      self.names = names
      self.isAnything = isAnything
    }

    public static let anything = BodySelector([], isAnything: true)
    public static let it = "it"
    public static let other = "other"

    /// Whether a name is that of a body of the event.
    package static func isOfEvent(_ name: String) -> Bool { name == it || name == other }

    /// The body, or the template, that a name of a body or of its shape begins with.
    package static func owner(of name: String) -> String { String(name.prefix { $0 != "." }) }
  }

  /// What a trigger does.
  public enum Action: Hashable, Sendable {
    /// Sets a property, such as `lamp.opacity`, to a text of the scene format: at once, or by an animation that is named by
    /// the property.
    case set(String, to: String, ChangeTiming?)
    /// Adds an animation, a mapping of the scene format; it begins at once, in place of the one of its id.
    case animate(String)
    /// Begins animations of the scene again.
    case start([String])
    /// Takes animations away, by their names as for ``Event/animationEnded(_:_:)``; what is seen then becomes the value
    /// (`keeps`), or the value that was set shows.
    case stop([String], keeps: Bool)
    case layers(LayerChange, [String])
    /// Hits bodies, in kilograms × points per second.
    case impulse(BodySelector, Impulse)
    /// Takes bodies away, and their joints.
    case remove(BodySelector)
    /// Puts bodies back to where they started, as fast as they started.
    case respawn(BodySelector)
    /// Cuts bodies in two.
    case slice(BodySelector, Cut)
    case spawn(Spawn)
    /// Adds a joint, a mapping of the scene format; none if there is one of its id.
    case attach(String)
    /// Takes joints away.
    case detach([String])
    /// Marks the graph.
    case mark(String)
    case signal(String)
    /// Ends the run.
    case end
  }

  public enum LayerChange: String, Hashable, Sendable {
    /// At its own speed.
    case play
    case pause
    /// Back to its beginning, in one go; it runs or stands on.
    case rewind
  }

  public struct Impulse: Hashable, Sendable {
    /// In kilograms × points per second.
    public var amount: Vector
    /// In the body's own coordinates; nil: its centre of gravity.
    public var place: Vector?
    /// Whether it is turned with the body.
    public var isLocal: Bool

    public init(_ amount: Vector, at place: Vector? = nil, isLocal: Bool = false) {
      self.amount = amount
      self.place = place
      self.isLocal = isLocal
    }
  }

  /// A straight cut from one point to another.
  public struct Cut: Hashable, Sendable {
    public var from: Vector
    public var to: Vector
    /// Whether the points are in the body's own coordinates.
    public var isLocal: Bool
    /// The input of the pointer's button whose latest press is where the cut begins, in place of `from`; it ends at the pointer.
    public var stroke: String?

    public init(from: Vector, to: Vector, isLocal: Bool = false, stroke: String? = nil) {
      self.from = from
      self.to = to
      self.isLocal = isLocal
      self.stroke = stroke
    }
  }

  /// Makes bodies from a template: `drop-1`, `drop-2`, ….
  public struct Spawn: Hashable, Sendable {
    public var template: String
    public var position = Vector.zero
    /// Where the pointer is, in place of `position`, once it has been somewhere.
    public var isAtPointer = false
    /// How far at random from there at most, either way along each axis.
    public var spread = Vector.zero
    /// nil: the template's.
    public var angle: Double?
    public var velocity: Vector?
    /// How far the velocity differs at random at most, either way along each axis.
    public var velocitySpread = Vector.zero
    public var angularVelocity: Double?
    public var count = 1
    /// How many of this template there are at most at a time, this action's and others'.
    public var max = 100
    /// Whether the oldest gives way where there are as many; otherwise nothing is made.
    public var replacesOldest = false
    public var seed = 1

    public init(
      _ template: String, at position: Vector = .zero, isAtPointer: Bool = false, spread: Vector = .zero,
      angle: Double? = nil, velocity: Vector? = nil, velocitySpread: Vector = .zero,
      angularVelocity: Double? = nil, count: Int = 1, max: Int = 100, replacesOldest: Bool = false,
      seed: Int = 1
    ) {
      self.template = template
      self.position = position
      self.isAtPointer = isAtPointer
      self.spread = spread
      self.angle = angle
      self.velocity = velocity
      self.velocitySpread = velocitySpread
      self.angularVelocity = angularVelocity
      self.count = count
      self.max = max
      self.replacesOldest = replacesOldest
      self.seed = seed
    }
  }
}

extension Scene.BodySelector: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral name: String) { self.init([name]) }
  public init(arrayLiteral names: String...) { self.init(names) }
}
