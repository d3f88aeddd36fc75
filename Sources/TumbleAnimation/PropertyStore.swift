/// Properties of objects, whose changes within a transaction animate.
///
/// Each property has a *model* value, which is what was set last, and a *presentation* value, which is what
/// is seen at a time: a hit test asks for the latter. Setting a property within a ``transaction(_:_:)``
/// animates from what is seen at that moment by the action that ``actions`` give; setting it outside shows at
/// once. The store holds no clock: what is asked for is a function of the time given, and times of changes
/// must not go back.
public struct PropertyStore<Object: Hashable & Sendable, Value: Interpolatable>: Sendable {
  /// A property of one object.
  public typealias Property = ObjectProperty<Object>

  /// The actions that say what a change in a transaction does.
  public var actions = PropertyActions<Object, Value>()

  private struct Running {
    /// Rises from change to change.
    let number: Int
    let origin: MediaTime
    let animation: ValueAnimation<Value>
    /// The transactions that wait for it, by number.
    let transactions: [Int]

    func isOver(at time: MediaTime) -> Bool { animation.state(at: time - origin).phase == .after }
    /// The end in seconds; infinite if never.
    var end: Double { origin.seconds + animation.timing.endTime }
    /// A time before which it is certainly not over: the end less more than rounding can amount to.
    var earliestEnd: Double { end - max(1, end.magnitude) * 1e-6 }
  }

  /// A transaction that has a completion to report.
  private struct Completion {
    let number: Int
    let name: String
    /// The animations under way, and 1 while the transaction is open.
    var pending = 1
    var outcome = AnimationEvent.Outcome.finished
  }

  private struct OpenTransaction {
    /// The settings, with those that it takes from the transactions around it.
    let settings: Transaction
    /// The transactions with completions around it, and itself.
    let completions: [Int]
  }

  private var models: [Property: Value] = [:]
  private var running: [Property: Running] = [:]
  /// The time before which no animation is over, so that a look costs no more the more there are.
  private var earliestEnd = Double.infinity
  private var stack: [OpenTransaction] = []
  private var completions: [Completion] = []
  private var nextNumber = 0
  private var events: [PropertyEvent<Object>] = []

  /// Creates a store without values.
  public init() {}

  // MARK: Values

  /// The model value: what was set last; nil if nothing was.
  public func model(_ name: String, of object: Object) -> Value? { models[Property(object, name)] }

  /// Returns the value that is seen at a time; nil if the property was never set.
  public func presentation(_ name: String, of object: Object, at time: MediaTime) -> Value? {
    let property = Property(object, name)
    guard let model = models[property] else { return nil }
    return animation(of: property, at: time)?.value ?? model
  }

  /// Returns the velocity of what is seen, per second; nil while no animation moves it, and for values that
  /// have no velocity.
  public func velocity(_ name: String, of object: Object, at time: MediaTime) -> Value? {
    guard let running = runningAnimation(of: Property(object, name), at: time) else { return nil }
    return running.animation.velocity(at: time - running.origin)
  }

  /// Returns true if an animation of the property is under way at a time.
  public func isAnimating(_ name: String, of object: Object, at time: MediaTime) -> Bool {
    runningAnimation(of: Property(object, name), at: time) != nil
  }

  private func runningAnimation(of property: Property, at time: MediaTime) -> Running? {
    running[property].flatMap { $0.isOver(at: time) ? nil : $0 }
  }

  private func animation(of property: Property, at time: MediaTime) -> (value: Value, velocity: Value?)? {
    guard let running = runningAnimation(of: property, at: time) else { return nil }
    let time = time - running.origin
    return running.animation.value(at: time).map { ($0, running.animation.velocity(at: time)) }
  }

  // MARK: Changes

  /// Runs `body` within a transaction, which those that it opens itself are nested in.
  /// - Throws: What `body` throws; the changes made before stand.
  public mutating func transaction<Result, Failure: Error>(
    _ transaction: Transaction = Transaction(), _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(AnimationError) { try transaction.check() } catch { preconditionFailure("\(error)") }
    var waiting = stack.last?.completions ?? []
    if let name = transaction.completion {
      completions.append(Completion(number: nextNumber, name: name))
      waiting.append(nextNumber)
      nextNumber += 1
    }
    stack.append(
      OpenTransaction(
        settings: stack.last.map { transaction.within($0.settings) } ?? transaction, completions: waiting))
    defer {
      stack.removeLast()
      if transaction.completion != nil, let own = waiting.last { settle([own], .finished) }
    }
    return try body(&self)
  }

  /// Changes a property at a time. Within a transaction this animates as its action says, from what is seen
  /// and, where that is a spring, with its velocity; otherwise it shows at once. An animation under way is
  /// replaced in both cases.
  ///
  /// Setting the model value that the property has already changes nothing, and the first value of a property
  /// shows at once.
  public mutating func set(_ name: String, of object: Object, to value: Value, at time: MediaTime) {
    let property = Property(object, name)
    finish(at: time)
    guard let model = models[property] else {
      models[property] = value
      return
    }
    guard model != value else { return }
    models[property] = value
    let seen = animation(of: property, at: time)
    // The new one is there before the old one ends: their transaction is not complete in between.
    let old = running.removeValue(forKey: property)
    let animation = stack.last.flatMap { open in
      action(of: property, from: seen?.value ?? model, to: value, velocity: seen?.velocity, open.settings)
    }
    if let animation {
      let waiting = stack.last?.completions ?? []
      let new = Running(number: nextNumber, origin: time, animation: animation, transactions: waiting)
      nextNumber += 1
      running[property] = new
      earliestEnd = min(earliestEnd, new.earliestEnd)
      for number in waiting { completions[place(of: number)].pending += 1 }
    }
    if let old { end(old, of: property, .interrupted) }
  }

  private func action(
    of property: Property, from: Value, to: Value, velocity: Value?, _ settings: Transaction
  ) -> ValueAnimation<Value>? {
    if settings.disablesActions == true || settings.duration == 0 { return nil }
    let change = PropertyChange(
      from: from, to: to, velocity: velocity, duration: settings.duration ?? MediaTiming.defaultDuration,
      timingFunction: settings.timingFunction ?? .ease,
      isTimed: settings.duration != nil || settings.timingFunction != nil)
    return actions[property].animation(for: change)
  }

  /// Ends the animation of a property before its time: its model value shows, or, where `keepsPresentation`,
  /// what is seen at that moment becomes the model value. Does nothing if there is none.
  public mutating func cancel(
    _ name: String, of object: Object, keepsPresentation: Bool = false, at time: MediaTime
  ) {
    finish(at: time)
    let property = Property(object, name)
    if keepsPresentation, let seen = animation(of: property, at: time) { models[property] = seen.value }
    if let old = running.removeValue(forKey: property) { end(old, of: property, .interrupted) }
  }

  /// Forgets an object and its properties; its animations are interrupted, in the order of the changes.
  public mutating func remove(_ object: Object, at time: MediaTime) {
    finish(at: time)
    let leaving = running.filter { $0.key.object == object }.sorted { $0.value.number < $1.value.number }
    models = models.filter { $0.key.object != object }
    for (property, animation) in leaving {
      running[property] = nil
      end(animation, of: property, .interrupted)
    }
  }

  // MARK: Events

  /// Returns what has ended since the last call, up to a time: in the order of the ends, and of the changes
  /// where they end together. A completion follows the last end that it waited for.
  public mutating func takeEvents(at time: MediaTime) -> [PropertyEvent<Object>] {
    finish(at: time)
    defer { events = [] }
    return events
  }

  /// Lets go of the animations that are over.
  private mutating func finish(at time: MediaTime) {
    guard time.seconds >= earliestEnd else { return }
    let over = running.filter { $0.value.isOver(at: time) }
    let ends = over.sorted { ($0.value.end, $0.value.number) < ($1.value.end, $1.value.number) }
    for (property, animation) in ends {
      running[property] = nil
      end(animation, of: property, .finished)
    }
    earliestEnd = running.values.lazy.map(\.earliestEnd).min() ?? .infinity
  }

  private mutating func end(
    _ animation: Running, of property: Property, _ outcome: AnimationEvent.Outcome
  ) {
    events.append(.ended(property, outcome))
    // From the innermost transaction outwards.
    settle(animation.transactions.reversed(), outcome)
  }

  private mutating func settle(_ numbers: [Int], _ outcome: AnimationEvent.Outcome) {
    for number in numbers {
      let place = place(of: number)
      completions[place].pending -= 1
      if outcome == .interrupted { completions[place].outcome = .interrupted }
      guard completions[place].pending == 0 else { continue }
      let complete = completions.remove(at: place)
      events.append(.completed(complete.name, complete.outcome))
    }
  }

  private func place(of number: Int) -> Int {
    guard let place = completions.firstIndex(where: { $0.number == number }) else {
      preconditionFailure("a transaction waits until its last animation has ended")
    }
    return place
  }
}

// The same for times that were calculated with doubles; see ``MediaTime``.
extension PropertyStore {
  /// The value that is seen at a time in seconds; nil if the property was never set.
  public func presentation(_ name: String, of object: Object, at time: Double) -> Value? {
    presentation(name, of: object, at: MediaTime(time))
  }

  /// The velocity of what is seen, per second, at a time in seconds; nil while no animation moves it.
  public func velocity(_ name: String, of object: Object, at time: Double) -> Value? {
    velocity(name, of: object, at: MediaTime(time))
  }

  /// Returns true if an animation of the property is under way at a time in seconds.
  public func isAnimating(_ name: String, of object: Object, at time: Double) -> Bool {
    isAnimating(name, of: object, at: MediaTime(time))
  }

  /// Sets a property at a time in seconds: at once outside of transactions, by its action within one.
  public mutating func set(_ name: String, of object: Object, to value: Value, at time: Double) {
    set(name, of: object, to: value, at: MediaTime(time))
  }

  /// Ends a property's animation at a time in seconds.
  public mutating func cancel(
    _ name: String, of object: Object, keepsPresentation: Bool = false, at time: Double
  ) {
    cancel(name, of: object, keepsPresentation: keepsPresentation, at: MediaTime(time))
  }

  /// Removes an object with its values and animations at a time in seconds.
  public mutating func remove(_ object: Object, at time: Double) { remove(object, at: MediaTime(time)) }

  /// Returns the ends of animations and the completions up to a time in seconds, each once.
  public mutating func takeEvents(at time: Double) -> [PropertyEvent<Object>] {
    takeEvents(at: MediaTime(time))
  }
}

/// A change of a property within a transaction, as an action gets it.
public struct PropertyChange<Value: Interpolatable>: Sendable {
  /// The value that is seen at the moment of the change, which is not the model value while an animation
  /// runs.
  public var from: Value
  /// The new model value.
  public var to: Value
  /// The velocity of what is seen, per second; nil if nothing moves it, or if such values have no velocity.
  public var velocity: Value?
  /// The transaction's, or Core Animation's 0.25 seconds. Not 0.
  public var duration: Double
  /// The transaction's, or Core Animation's ``TimingFunction/ease``.
  public var timingFunction: TimingFunction
  /// Is true if a transaction names the duration or the timing function.
  public var isTimed: Bool

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    from: Value, to: Value, velocity: Value? = nil, duration: Double = MediaTiming.defaultDuration,
    timingFunction: TimingFunction = .ease, isTimed: Bool = false
  ) {
    self.from = from
    self.to = to
    self.velocity = velocity
    self.duration = duration
    self.timingFunction = timingFunction
    self.isTimed = isTimed
  }
}

/// A property of an object, by the object's identity and the property's name.
public struct ObjectProperty<Object: Hashable & Sendable>: Hashable, Sendable {
  /// The object that has the property.
  public var object: Object
  /// The name of the property.
  public var name: String

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ object: Object, _ name: String) {
    self.object = object
    self.name = name
  }
}

/// An event that a ``PropertyStore`` reports.
public enum PropertyEvent<Object: Hashable & Sendable>: Hashable, Sendable {
  /// An animation of a property has ended: interrupted if it was cancelled or replaced.
  case ended(ObjectProperty<Object>, AnimationEvent.Outcome)
  /// All animations of the transaction with this completion have ended: interrupted if one of them was.
  case completed(String, AnimationEvent.Outcome)
}
