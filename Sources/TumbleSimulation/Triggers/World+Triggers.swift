import TumblePhysics

// What happens because something happened follows from the state after a step and changes it before it is
// shown: a step's commands find it done, and nobody need record it.

extension World {
  /// Looks at what happened in the step that was just taken, and carries out what follows, by the order of
  /// the triggers.
  func runTriggers() {
    guard triggers != nil else { return }
    var firings: [TriggerState.Firing] = []
    triggers?.look(self, into: &firings)
    // A signal is heard in the same step, and by each trigger once: the next wave. No signal comes back to
    // where it was sent from, so there are no more waves than triggers.
    var count = 0
    while !firings.isEmpty {
      var signals: [String] = []
      for firing in firings {
        count += 1
        guard count <= TriggerState.maxFirings else {
          refuse(
            """
            \(model.scene.name(ofTrigger: firing.trigger)) fires too often: more than \
            \(TriggerState.maxFirings) in a step are left out
            """,
            firing.trigger)
          return
        }
        carryOut(firing, &signals)
      }
      firings.removeAll()
      triggers?.hear(signals, self, into: &firings)
    }
  }

  /// The triggers whose actions were carried out last, by their names, at most 1,000 of them: the number of
  /// steps after which, and which. They are those of this world's own run, be it a rerun.
  package var firings: [(step: Int, trigger: String)] {
    (triggers?.fired ?? []).map { ($0.step, model.name(ofTrigger: $0.trigger)) }
  }

  /// The times at which triggers began animations, in seconds, by the animations' ids, as far as `firings`
  /// reaches.
  package var animationsBegun: [String: [Double]] {
    var begun: [String: [Double]] = [:]
    for (trigger, firings) in Dictionary(grouping: triggers?.fired ?? [], by: \.trigger) {
      let trigger = model.scene.triggers[trigger]
      let started = trigger.actions.flatMap { action -> [String] in
        if case .start(let ids) = action { ids } else { [] }
      }
      let times = firings.map { Double($0.step) / Double(rate) }
      for id in Scene(triggers: [trigger]).animationsOfActions.union(started) {
        begun[id, default: []] += times
      }
    }
    return begun.mapValues { $0.sorted() }
  }

  /// Calls a function with the name of each trigger that was carried out after the latest step, but of those
  /// whose actions mark it. What has also been carried out in the quarter of a second before is left out:
  /// its marks could not be told apart.
  package func eachUnmarkedFiring(_ body: (String) -> Void) {
    guard let fired = triggers?.fired, fired.last?.step == steps else { return }
    for place in fired.indices.reversed() {
      guard fired[place].step == steps else { return }
      let trigger = fired[place].trigger
      let isMarked = model.scene.triggers[trigger].actions.contains {
        if case .mark = $0 { true } else { false }
      }
      let isAgain = fired[..<place].reversed().prefix { $0.step > steps - rate / 4 }
        .contains { $0.trigger == trigger }
      if !isMarked, !isAgain { body(model.name(ofTrigger: trigger)) }
    }
  }

  private func carryOut(_ firing: TriggerState.Firing, _ signals: inout [String]) {
    triggers?.noteFired(firing)
    for (place, action) in model.scene.triggers[firing.trigger].actions.enumerated() {
      if case .signal(let name) = action {
        if !signals.contains(name) { signals.append(name) }
        continue
      }
      do {
        try carryOut(action, firing, place)
      } catch {
        refuse("\(model.scene.name(ofTrigger: firing.trigger)): \(error)", firing.trigger)
      }
    }
  }

  /// Reports what cannot be done, once for each trigger.
  func refuse(_ message: String, _ trigger: Int) {
    if triggers?.reported.insert(trigger).inserted == true { refusals.append(message) }
  }

  /// Returns the reason why no such bodies can be added to all that there ever were; nil if they can.
  func fullness(adding pieces: [Scene.Body]) -> String? {
    if model.scene.bodies.count + pieces.count > limits.bodies {
      return "\(limits.bodies) bodies have been made, and no more can be"
    }
    if model.scene.joints.count > limits.joints {
      return "\(limits.joints) joints have been made, and no more can be"
    }
    if model.shapes + pieces.reduce(0, { $0 + $1.shapes.count }) > limits.shapes {
      return "\(limits.shapes) shapes have been made, and no more can be"
    }
    return nil
  }

  /// Listens to what triggers and a person's program want to hear of.
  func listen() {
    let least = [hitThreshold, triggers?.hitThreshold, watched?.hitThreshold].compactMap { $0 }.min()
    let began = ContactListener([.began, .ended])
    space.contactListeners =
      least.map { [began, ContactListener(.hit, hitThreshold: $0 >= 0 ? $0 : 0)] } ?? [began]
  }
}

// MARK: - Edits

extension World {
  func add(trigger index: Int) {
    let trigger = model.scene.triggers[index]
    let watch = TriggerWatch(trigger.event, of: self)
    triggers?.append(trigger, watch)
    listen()
  }

  func change(trigger index: Int) {
    let trigger = model.scene.triggers[index]
    let isSame = triggers?.triggers[index].event == trigger.event
    let watch = isSame ? nil : TriggerWatch(trigger.event, of: self)
    triggers?.replace(index, by: trigger, watch)
    listen()
  }

  func remove(trigger index: Int) {
    triggers?.forget(trigger: index)
    listen()
  }
}

extension TriggerState {
  mutating func begin(_ world: World) {
    for index in watches.indices { watches[index].begin(world) }
  }

  /// Collects what is due after the latest step, by the order of the triggers.
  mutating func look(_ world: World, into firings: inout [Firing]) {
    let due = waiting.filter { $0.step <= world.steps }
    if !due.isEmpty { waiting.removeAll { $0.step <= world.steps } }
    for index in triggers.indices where !isGone[index] {
      for firing in due where firing.trigger == index { firings.append(firing) }
      var found: [(it: Int?, other: Int?)] = []
      watches[index].look(world) { found.append(($0, $1)) }
      if case .input(let id, let isPressed) = triggers[index].event {
        for press in pressed where press.id == id && press.isPressed == isPressed { found.append((nil, nil)) }
      }
      for event in found { note(index, event.it, event.other, world, into: &firings) }
    }
    pressed.removeAll(keepingCapacity: true)
  }

  /// Collects what signals set off.
  mutating func hear(_ signals: [String], _ world: World, into firings: inout [Firing]) {
    guard !signals.isEmpty else { return }
    for index in triggers.indices where !isGone[index] {
      guard case .signal(let name) = triggers[index].event, signals.contains(name) else { continue }
      note(index, nil, nil, world, into: &firings)
    }
  }

  private mutating func note(
    _ index: Int, _ it: Int?, _ other: Int?, _ world: World, into firings: inout [Firing]
  ) {
    let trigger = triggers[index]
    guard trigger.times.map({ counts[index] < $0 }) ?? true else { return }
    counts[index] += 1
    let steps = (trigger.delay * Double(world.rate)).rounded()
    var firing = Firing(trigger: index, it: it, other: other, step: world.steps)
    guard steps >= 1 else { return firings.append(firing) }
    firing.step += steps < 1e15 ? Int(steps) : 1 << 50
    if waiting.count < Self.maxWaiting { waiting.append(firing) }
  }
}

/// The events that a world's triggers wait for, and their counts so far.
struct TriggerState {
  /// The triggers by index, as the model has them.
  private(set) var triggers: [Scene.Trigger]
  var watches: [TriggerWatch]
  /// The triggers that an edit removed, true for each.
  private(set) var isGone: [Bool]
  /// The actions that are put off, in the order of their events.
  var waiting: [Firing] = []
  /// The number of times that each has fired.
  var counts: [Int]
  /// The inputs, by their ids, that were pressed or released since the latest look, in order.
  var pressed: [(id: String, isPressed: Bool)] = []

  /// The last number that a name of a template got.
  var lastNumbers: [String: Int] = [:]
  /// The generators of random numbers by trigger and action.
  var random: [Int: SplitMix64] = [:]
  /// The triggers whose trouble has been reported.
  var reported: Set<Int> = []
  /// The events that were carried out last.
  private(set) var fired: [Firing] = []

  /// An event that happened.
  struct Firing {
    var trigger: Int
    var it: Int?
    var other: Int?
    /// The number of steps after which it is carried out.
    var step: Int
  }

  /// The most that waits at a time.
  static let maxWaiting = 10_000
  /// The most that is carried out after one step.
  static let maxFirings = 10_000

  init(_ scene: Scene, _ world: WorldDescription, _ bodies: [WorldBody]) {
    triggers = scene.triggers
    counts = scene.triggers.map { _ in 0 }
    isGone = scene.triggers.map { _ in false }
    watches = scene.triggers.map { TriggerWatch($0.event, world) }
    for body in bodies { add(body) }
  }

  /// Is true if nothing can happen.
  var isEmpty: Bool { triggers.isEmpty }

  var hitThreshold: Double? { present.compactMap { triggers[$0].event.hitThreshold }.min() }

  var present: [Int] { triggers.indices.filter { !isGone[$0] } }

  // MARK: - Triggers that come and go

  mutating func append(_ trigger: Scene.Trigger, _ watch: TriggerWatch) {
    triggers.append(trigger)
    watches.append(watch)
    counts.append(0)
    isGone.append(false)
  }

  /// - Parameter watch: For another event, of which nothing has been counted; nil where that is the same.
  mutating func replace(_ index: Int, by trigger: Scene.Trigger, _ watch: TriggerWatch?) {
    triggers[index] = trigger
    guard let watch else { return }
    (watches[index], counts[index]) = (watch, 0)
  }

  /// Forgets the inputs that were pressed while there was no trigger to look at them.
  mutating func forgetPresses() { pressed.removeAll(keepingCapacity: true) }

  mutating func noteFired(_ firing: Firing) {
    if fired.count >= 1000 { fired.removeFirst(500) }
    fired.append(firing)
  }

  mutating func forget(trigger index: Int) {
    isGone[index] = true
    waiting.removeAll { $0.trigger == index }
  }

  // MARK: - Bodies that come and go

  mutating func add(_ body: WorldBody) {
    for index in watches.indices { watches[index].add(body) }
  }

  mutating func forget(body id: Int) {
    for index in watches.indices { watches[index].forget(id) }
  }
}
