extension Scene {
  /// Something that may happen while a scene runs, and what follows from it.
  public struct Trigger: Hashable, Sendable {
    /// The id for messages; nil: they go by its index in the file.
    public var id: String?
    /// The event that it waits for.
    public var event: Event
    /// Seconds from the event to the actions; 0: in the same step.
    public var delay = 0.0
    /// The largest number of times that its actions are carried out; nil: no limit.
    public var times: Int?
    /// The actions in their order.
    public var actions: [Action]

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String? = nil, _ event: Event, delay: Double = 0, times: Int? = nil, _ actions: [Action]
    ) {
      (self.id, self.event, self.delay, self.times, self.actions) = (id, event, delay, times, actions)
    }
  }

  /// The event that a trigger waits for; looked at after every step.
  public enum Event: Hashable, Sendable {
    /// Two bodies begin to touch, or part.
    case contact(ContactChange, BodySelector, BodySelector)
    /// The impulse of a touch, in kilograms × points per second, reaches an amount.
    case hit(BodySelector, BodySelector, above: Double)
    /// The center of gravity of a body comes to lie in a region, or no longer does.
    case region(Region, isEntering: Bool, BodySelector)
    /// A body that was seen lies wholly outside the view.
    case leavesView(BodySelector)
    /// A body falls asleep.
    case sleeps(BodySelector)
    /// A body wakes up.
    case wakes(BodySelector)
    /// A joint is torn, by the ids of joints.
    case breaks([String])
    /// The value of a channel goes over a value (`isRising`) or under it.
    case crosses(channel: String, value: Double, isRising: Bool)
    /// The world time, in seconds: once, and again after each interval.
    case time(at: Double, every: Double?)
    /// An action sends a signal of this name.
    case signal(String)
    /// An input of the scene, by its id, is pressed or released.
    case input(String, isPressed: Bool)
    /// An animation has ended, by the names of animations: ids, and properties that are changed over time,
    /// such as `lamp.opacity`, whose owner may be a template too.
    case animationEnded([String], AnimationEvent.Outcome)
  }

  /// The changes of a contact.
  public enum ContactChange: String, Hashable, Sendable {
    /// The bodies begin to touch.
    case began
    /// The bodies part.
    case ended
  }

  /// Bodies that an event or an action is about, by their names in the scene.
  public struct BodySelector: Hashable, Sendable {
    /// The ids of bodies, of their shapes (`hero.foot`), and of templates, which stand for what is spawned
    /// from them. Actions know `it` and `other` too: the bodies of the event.
    public var names: [String]
    /// Every body there is.
    public var isAnything: Bool

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ names: [String], isAnything: Bool = false) {
      self.names = names
      self.isAnything = isAnything
    }

    /// Every body there is.
    public static let anything = BodySelector([], isAnything: true)
    /// The name of an event's first body in its actions.
    public static let it = "it"
    /// The name of an event's second body in its actions.
    public static let other = "other"

    /// Returns true if a name is that of a body of the event.
    package static func isOfEvent(_ name: String) -> Bool { name == it || name == other }

    /// The body, or the template, that a name of a body or of its shape begins with.
    package static func owner(of name: String) -> String { String(name.prefix { $0 != "." }) }
  }

  /// The action of a trigger.
  public enum Action: Hashable, Sendable {
    /// Sets a property, such as `lamp.opacity`, to a text of the scene format: at once, or by an animation
    /// that is named by the property.
    case set(String, to: String, ChangeTiming?)
    /// Adds an animation, a mapping of the scene format; it begins at once, in place of the one of its id.
    case animate(String)
    /// Begins animations of the scene again.
    case start([String])
    /// Takes animations away, by their names as for ``Event/animationEnded(_:_:)``; what is seen then becomes
    /// the value (`keeps`), or the value that was set shows.
    case stop([String], keeps: Bool)
    /// Plays, pauses or rewinds layers, by their ids.
    case layers(LayerChange, [String])
    /// Hits bodies, in kilograms × points per second.
    case impulse(BodySelector, Impulse)
    /// Takes bodies away, and their joints.
    case remove(BodySelector)
    /// Puts bodies back to where they started, as fast as they started.
    case respawn(BodySelector)
    /// Lets particles fly off where the event's bodies touch, else at bodies; the strength is 0 to 1.
    case burst(BodySelector, Impact, strength: Double)
    /// Cuts bodies in two.
    case slice(BodySelector, Cut)
    /// Makes bodies from a template.
    case spawn(Spawn)
    /// Adds a joint, a mapping of the scene format; none if there is one of its id.
    case attach(String)
    /// Takes joints away.
    case detach([String])
    /// Marks the graph.
    case mark(String)
    /// Sends a signal, for which other triggers may wait.
    case signal(String)
    /// Ends the run.
    case end
  }

  /// The changes of a layer that an action can make.
  public enum LayerChange: String, Hashable, Sendable {
    /// A layer that plays at its own speed.
    case play
    /// A layer that stands still.
    case pause
    /// A jump back to its beginning; it runs or stands on.
    case rewind
  }

  /// A hit on a body.
  public struct Impulse: Hashable, Sendable {
    /// The impulse in kilograms × points per second.
    public var amount: Vector
    /// The point in the body's own coordinates; nil: its center of gravity.
    public var place: Vector?
    /// Is true if it is turned with the body.
    public var isLocal: Bool

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ amount: Vector, at place: Vector? = nil, isLocal: Bool = false) {
      (self.amount, self.place, self.isLocal) = (amount, place, isLocal)
    }
  }

  /// A straight cut from one point to another.
  public struct Cut: Hashable, Sendable {
    /// The point at which the cut begins, in points.
    public var from: Vector
    /// The point at which the cut ends, in points.
    public var to: Vector
    /// Is true if the points are in the body's own coordinates.
    public var isLocal: Bool
    /// The input of the pointer's button whose latest press is where the cut begins, in place of `from`; it
    /// ends at the pointer.
    public var stroke: String?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(from: Vector, to: Vector, isLocal: Bool = false, stroke: String? = nil) {
      (self.from, self.to, self.isLocal, self.stroke) = (from, to, isLocal, stroke)
    }
  }

  /// Makes bodies from a template: `drop-1`, `drop-2`, ….
  public struct Spawn: Hashable, Sendable {
    /// The name of the template.
    public var template: String
    /// The position of the bodies, in points.
    public var position = Vector.zero
    /// Is true if the pointer's position replaces `position`, once it has been somewhere.
    public var isAtPointer = false
    /// The largest random offset from there, either way along each axis.
    public var spread = Vector.zero
    /// The angle; nil: the template's.
    public var angle: Double?
    /// The velocity in points per second; nil: the template's.
    public var velocity: Vector?
    /// The largest random difference of the velocity, either way along each axis.
    public var velocitySpread = Vector.zero
    /// The angular velocity in radians per second; nil: the template's.
    public var angularVelocity: Double?
    /// The number of bodies that are made at a time.
    public var count = 1
    /// The largest number of bodies of this template at a time, this action's and others'.
    public var max = 100
    /// Is true if the oldest gives way at that number; otherwise nothing is made.
    public var replacesOldest = false
    /// The seed of what is random: another one, other bodies.
    public var seed = 1

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      _ template: String, at position: Vector = .zero, isAtPointer: Bool = false, spread: Vector = .zero,
      angle: Double? = nil, velocity: Vector? = nil, velocitySpread: Vector = .zero,
      angularVelocity: Double? = nil, count: Int = 1, max: Int = 100, replacesOldest: Bool = false,
      seed: Int = 1
    ) {
      (self.template, self.position, self.isAtPointer) = (template, position, isAtPointer)
      (self.spread, self.angle, self.velocity) = (spread, angle, velocity)
      (self.velocitySpread, self.angularVelocity, self.count) = (velocitySpread, angularVelocity, count)
      (self.max, self.replacesOldest, self.seed) = (max, replacesOldest, seed)
    }
  }
}

extension Scene.Event {
  /// The bodies that it is about: one selector, two for a touch, none for an event of no body.
  package var selectors: [Scene.BodySelector] {
    switch self {
    case .contact(_, let first, let second), .hit(let first, let second, _): [first, second]
    case .region(_, _, let bodies), .leavesView(let bodies), .sleeps(let bodies), .wakes(let bodies): [bodies]
    case .breaks, .crosses, .time, .signal, .input, .animationEnded: []
    }
  }

  /// Returns the event with what functions make of its bodies, joints and animations; nil where one of them
  /// gives nil.
  func mapped(
    bodies: (Scene.BodySelector) -> Scene.BodySelector?, joints: ([String]) -> [String]? = { $0 },
    animations: ([String]) -> [String]?
  ) -> Scene.Event? {
    switch self {
    case .contact(let change, let first, let second):
      guard let first = bodies(first), let second = bodies(second) else { return nil }
      return .contact(change, first, second)
    case .hit(let first, let second, let impulse):
      guard let first = bodies(first), let second = bodies(second) else { return nil }
      return .hit(first, second, above: impulse)
    case .region(let region, let isEntering, let selector):
      return bodies(selector).map { .region(region, isEntering: isEntering, $0) }
    case .leavesView(let selector): return bodies(selector).map { .leavesView($0) }
    case .sleeps(let selector): return bodies(selector).map { .sleeps($0) }
    case .wakes(let selector): return bodies(selector).map { .wakes($0) }
    case .breaks(let names): return joints(names).map { .breaks($0) }
    case .animationEnded(let names, let outcome):
      return animations(names).map { .animationEnded($0, outcome) }
    case .crosses, .time, .signal, .input: return self
    }
  }
}

extension Scene.BodySelector: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral name: String) { self.init([name]) }
  public init(arrayLiteral names: String...) { self.init(names) }
}

extension Scene {
  /// Returns the name of a trigger in messages, by its index.
  package func name(ofTrigger index: Int) -> String {
    triggers[index].id.map { "the trigger '\($0)'" } ?? "trigger \(index + 1)"
  }

  /// Triggers that set each other off within one step, forever: the first of the file that does, and those on
  /// its way back to itself. nil if there are none.
  package var signalCycle: [Int]? {
    var waiting: [String: [Int]] = [:]
    for (index, trigger) in triggers.enumerated() where trigger.delay == 0 {
      if case .signal(let name) = trigger.event { waiting[name, default: []].append(index) }
    }
    func next(_ index: Int) -> [Int] {
      triggers[index].actions.flatMap { action -> [Int] in
        if case .signal(let name) = action { waiting[name] ?? [] } else { [] }
      }
    }
    var isDone = Array(repeating: false, count: triggers.count)
    for start in triggers.indices where !isDone[start] {
      // The way down, and what is left to look at from each on it.
      var path = [start]
      var open = [next(start)]
      var isOnPath: Set = [start]
      while let last = path.last {
        guard let index = open[open.count - 1].popLast() else {
          isDone[last] = true
          isOnPath.remove(last)
          path.removeLast()
          open.removeLast()
          continue
        }
        if isOnPath.contains(index) {
          let cycle = Array(path[(path.firstIndex(of: index) ?? 0)...])
          let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
          return Array(cycle[first...] + cycle[..<first])
        }
        guard !isDone[index] else { continue }
        path.append(index)
        open.append(next(index))
        isOnPath.insert(index)
      }
    }
    return nil
  }
}

extension Scene.Animation {
  /// The targets; for a group, those of its members.
  package var targets: [AnimationTarget] { definition.targets(of: target) }
}

extension AnimationDefinition {
  fileprivate func targets(of own: AnimationTarget?) -> [AnimationTarget] {
    guard case .group(let members) = content else { return own.map { [$0] } ?? [] }
    return members.flatMap { $0.animation.targets(of: $0.target) }
  }
}
