import TumblePhysics

/// The state that one trigger remembers of the steps before, to know what is new.
struct TriggerWatch {
  private let event: Scene.Event
  private var first: SelectedBodies?
  private var second: SelectedBodies?
  /// The state of each body after the step before: in the region, in the view, or asleep; by id.
  private var wasSo: [Bool] = []
  private var animations: SelectedAnimations?
  /// The number of pairs of shapes that touch, by their bodies.
  private var touches: [Pair: Int] = [:]
  /// The pairs that hit each other in the step before.
  private var hits: Set<Pair> = []
  private var channel: ChannelReader?
  private var values: [Double] = []
  private var lastValue = Double.nan
  /// The number of times that the time has come.
  private var times = 0

  private struct Pair: Hashable {
    var a: Int
    var b: Int
  }

  init(_ event: Scene.Event, _ world: WorldDescription) {
    self.event = event
    let selected = event.selectors.map { SelectedBodies($0) }
    (first, second) = (selected.first, selected.dropFirst().first)
    if case .crosses(let name, _, _) = event {
      channel = (try? Channel(name, in: world)).map { ChannelReader([$0]) }
    }
    if case .animationEnded(let names, _) = event { animations = SelectedAnimations(names) }
  }

  /// Creates a watch that begins in a world that runs: what is so already does not happen, and no time comes
  /// that has passed.
  init(_ event: Scene.Event, of world: World) {
    self.init(event, world.description)
    for record in world.bodies.all {
      add(record)
      if record.body == nil { forget(record.index) }
    }
    begin(world)
    if case .time(let at, let every) = event, world.steps > 0 {
      while let next = nextTime, world.steps >= step(next, world.rate) {
        let passed = every.map { ((world.time - at) / $0).rounded(.down) } ?? 0
        times = max(times + 1, passed < 1e15 ? Int(passed) : .max - 1)
      }
    }
  }

  mutating func add(_ body: WorldBody) {
    first?.add(body)
    second?.add(body)
    animations?.add(body)
    if body.index < wasSo.count { wasSo.removeSubrange(body.index...) }
    wasSo.append(false)
  }

  mutating func forget(_ id: Int) {
    first?.forget(id)
    second?.forget(id)
    guard !touches.isEmpty else { return }
    touches = touches.filter { $0.key.a != id && $0.key.b != id }
  }

  /// Notes the state before the first step: what is so already does not happen.
  mutating func begin(_ world: World) {
    look(at: world) { _ in }
    if let value = value(world) { lastValue = value }
  }

  /// Tells of what happened in the latest step: with the bodies that it happened to, in the order of their
  /// ids.
  mutating func look(_ world: World, _ tell: (_ it: Int?, _ other: Int?) -> Void) {
    switch event {
    case .contact(let change, _, _): lookAtContacts(world, change, tell)
    case .hit(_, _, let impulse): lookAtHits(world, above: impulse, tell)
    case .region, .leavesView, .sleeps, .wakes: look(at: world) { tell($0, nil) }
    case .breaks(let joints):
      for id in world.brokenJoints where joints.contains(world.model.scene.joints[id.number].id) {
        tell(nil, nil)
      }
    case .crosses(_, let goal, let isRising):
      guard let value = value(world) else { return }
      if isRising ? lastValue < goal && value >= goal : lastValue > goal && value <= goal { tell(nil, nil) }
      lastValue = value
    case .time:
      guard let next = nextTime, world.steps >= step(next, world.rate) else { return }
      // Where several of the times lie within one step, the trigger fires once.
      repeat { times += 1 } while nextTime.map { world.steps >= step($0, world.rate) } ?? false
      tell(nil, nil)
    case .animationEnded(_, let outcome):
      for event in world.animationEvents where event.outcome == outcome {
        let body = world.animation.movedBodies[event.key]?.number
        let name = body.map { world.model.scene.bodies[$0].id }
        guard animations?.contains(event.key, body: body, name) == true else { continue }
        tell(body.flatMap { world.bodies[$0].body == nil ? nil : $0 }, nil)
      }
    case .signal, .input: break
    }
  }

  /// The next of its times, in seconds; nil where there is none.
  var nextTime: Double? {
    guard case .time(let at, let every) = event, times == 0 || every != nil else { return nil }
    return at + Double(times) * (every ?? 0)
  }

  /// The number of steps after which a time has come: not one more where the product is a hair above a whole
  /// number.
  private func step(_ time: Double, _ rate: Int) -> Int {
    let steps = time * Double(rate)
    let whole = steps.rounded()
    let count = abs(steps - whole) < 1e-6 ? whole : steps.rounded(.up)
    return count < 1e15 ? max(Int(count), 1) : .max
  }

  private mutating func value(_ world: World) -> Double? {
    guard let channel else { return nil }
    channel.read(world, into: &values)
    return values[0].isNaN ? nil : values[0]
  }

  // MARK: - Touches

  private func shapeName(_ id: ShapeID, _ body: Int, _ world: World) -> String? {
    guard let shape = world.space.shape(id), let pieces = world.bodies[body].body?.shapes,
      var place = pieces.firstIndex(where: { $0 === shape })
    else { return nil }
    for shape in world.model.scene.bodies[body].shapes {
      let count = (try? shape.form.convexForms().count) ?? 1
      if place < count { return shape.name }
      place -= count
    }
    return nil
  }

  /// Returns which of the two bodies is the first selector's; nil if they are not of both.
  private func sides(_ event: ContactEvent, _ world: World) -> (it: Int, other: Int)? {
    guard let first, let second else { return nil }
    let (a, b) = (event.bodyA.number, event.bodyB.number)
    // What a hand holds with is no body of the scene.
    guard world.bodies.find(a) != nil, world.bodies.find(b) != nil else { return nil }
    func name(_ id: ShapeID, _ body: Int) -> () -> String? { { shapeName(id, body, world) } }
    let (nameA, nameB) = (name(event.shapeA, a), name(event.shapeB, b))
    if first.contains(a, shape: nameA), second.contains(b, shape: nameB) { return (a, b) }
    if first.contains(b, shape: nameB), second.contains(a, shape: nameA) { return (b, a) }
    return nil
  }

  private mutating func lookAtContacts(
    _ world: World, _ change: Scene.ContactChange, _ tell: (Int?, Int?) -> Void
  ) {
    for event in world.space.contactEvents where event.kind == .began || event.kind == .ended {
      guard let (it, other) = sides(event, world) else { continue }
      let pair = Pair(a: it, b: other)
      let before = touches[pair] ?? 0
      if event.kind == .began {
        touches[pair] = before + 1
        if before == 0, change == .began { tell(it, other) }
      } else if before > 0 {
        touches[pair] = before == 1 ? nil : before - 1
        let isThere = world.bodies[it].body != nil && world.bodies[other].body != nil
        if before == 1, change == .ended, isThere { tell(it, other) }
      }
    }
  }

  private mutating func lookAtHits(_ world: World, above impulse: Double, _ tell: (Int?, Int?) -> Void) {
    var now: Set<Pair> = []
    for event in world.space.contactEvents where event.kind == .hit && event.impulse.length >= impulse {
      guard let (it, other) = sides(event, world) else { continue }
      let pair = Pair(a: it, b: other)
      if now.insert(pair).inserted, !hits.contains(pair) { tell(it, other) }
    }
    hits = now
  }

  // MARK: - Bodies one by one

  private mutating func look(at world: World, _ tell: (Int) -> Void) {
    guard let first else { return }
    let view = world.model.scene.view.rect
    let bodies = first.selector.isAnything ? world.bodies.present : world.bodies.all
    for place in first.selector.isAnything ? bodies.indices : first.ids.indices {
      let record = bodies[first.selector.isAnything ? place : first.ids[place]]
      guard let body = record.body else { continue }
      let id = record.index
      let isSo: Bool
      let isTold: Bool
      switch event {
      case .region(let region, let isEntering, _):
        isSo = region.contains(body.worldCenterOfGravity)
        isTold = isSo != wasSo[id] && isSo == isEntering
      case .leavesView:
        isSo = body.isSeen(in: view)
        isTold = wasSo[id] && !isSo
      case .sleeps, .wakes:
        isSo = body.isSleeping
        let isFallingAsleep = if case .sleeps = event { true } else { false }
        isTold = isSo != wasSo[id] && isSo == isFallingAsleep
      default: return
      }
      wasSo[id] = isSo
      if isTold { tell(id) }
    }
  }
}

extension Scene.Event {
  /// The impulse from which on a touch is its hit; nil for other events.
  var hitThreshold: Double? {
    if case .hit(_, _, let impulse) = self { impulse } else { nil }
  }
}

extension Body {
  /// Returns true if any of it may be seen: of one without a shape, its position.
  func isSeen(in view: Rect) -> Bool {
    let shapes = shapes
    return shapes.isEmpty ? view.contains(position) : shapes.contains { view.intersects($0.boundingBox) }
  }
}
