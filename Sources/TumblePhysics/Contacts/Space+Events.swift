import CTumbleChipmunk

extension Space {
  /// The listeners that say what ``contactEvents`` holds; from the start, `began` and `ended` of every pair.
  public var contactListeners: [ContactListener] {
    get { log.listeners }
    set {
      assign {
        for listener in newValue {
          try Rule.nonNegativeOrInfinite.check(listener.hitThreshold, "hitThreshold", of: "contact listener")
        }
        log.listeners = newValue
        refreshCallbacks()
      }
    }
  }

  /// Makes the step's records events, in the order of both shapes' ids and the kind. Nothing is allocated
  /// once the arrays have grown.
  func collectEvents() {
    // Most steps have nothing to tell.
    guard hasEvents || log.hasRecords else { return }
    events.removeAll(keepingCapacity: true)
    // Keys are put in order instead of the events, which are six times as large.
    var keys = takeKeys()
    for i in waitingEvents.indices {
      let event = waitingEvents[i]
      keys.append(EventKey(event.shapeA, event.shapeB, event.kind, place: -1 - i))
    }
    appendKeys(to: &keys)
    keys.sortInPlace()
    for i in keys.indices {
      let (place, kind) = (keys[i].place, keys[i].kind)
      events.append(place < 0 ? waitingEvents[-1 - place] : ContactEvent(log.records[place], kind))
    }
    log.clear()
    waitingEvents.removeAll(keepingCapacity: true)
    eventKeys = keys
    hasEvents = !events.isEmpty
  }

  /// Collects what ends because a shape is being taken out: it is reported with the next step, while the
  /// shape is still known.
  func collectEnds() {
    guard log.hasRecords else { return }
    var keys = takeKeys()
    appendKeys(to: &keys)
    for i in keys.indices { waitingEvents.append(ContactEvent(log.records[keys[i].place], keys[i].kind)) }
    log.clear()
    eventKeys = keys
    hasEvents = true
  }

  /// The list of keys, empty, with the memory that it has grown to; it goes back after use. A list that is a
  /// property is asked for again at every use, one that is a variable is not.
  private func takeKeys() -> [EventKey] {
    var keys = eventKeys
    eventKeys = []
    keys.removeAll(keepingCapacity: true)
    return keys
  }

  /// Ends all contacts of a body, for those of a static one with another: as neither moves the engine would
  /// keep them for ever, wherever the two are put. It ends a contact only as a shape leaves.
  func endContacts(of body: Body) {
    for shape in body.shapes {
      withTreeStack {
        cpSpaceRemoveShape(pointer, shape.pointer)
        cpSpaceAddShape(pointer, shape.pointer)
      }
    }
    collectEnds()
  }

  /// Appends a key for every event that a listener asks for.
  private func appendKeys(to keys: inout [EventKey]) {
    for i in log.records.indices {
      let record = log.records[i]
      let (a, b) = (Shape.of(record.a).id, Shape.of(record.b).id)
      let kinds = log.kinds(record.a, record.b)
      if kinds.meets(ContactEvent.Kinds(record.kind)) { keys.append(EventKey(a, b, record.kind, place: i)) }
      if kinds.meets(.hit), let arbiter = record.arbiter, let threshold = log.hitThreshold(record.a, record.b)
      {
        // Where nothing is solved, for a sensor or two that nothing pushes, the engine has taken the points
        // back.
        guard cpArbiterGetCount(arbiter) > 0 else { continue }
        let impulse = isSolved(arbiter) ? Vector(cpArbiterTotalImpulse(arbiter)) : .zero
        if impulse.length >= threshold { keys.append(EventKey(a, b, .hit, place: i)) }
      }
    }
  }
}

/// Returns true if the step solved a contact of its own. Bodies fall asleep after contacts are found and
/// before they are solved: then the impulses are those of the step before, and what the energy is computed
/// from was never set.
private func isSolved(_ arbiter: CArbiter) -> Bool {
  var (a, b): (CBody?, CBody?)
  cpArbiterGetBodies(arbiter, &a, &b)
  return cpBodyIsSleeping(a) == 0 && cpBodyIsSleeping(b) == 0
}

/// The order of an event among the others of its step, and what it is made from.
struct EventKey {
  private let (a, b): (Int, Int)
  let kind: ContactEvent.Kind
  /// The index in the log's records; from -1 downwards, the index in what ended by removal.
  let place: Int

  init(_ a: ShapeID, _ b: ShapeID, _ kind: ContactEvent.Kind, place: Int) {
    self.a = min(a.number, b.number)
    self.b = max(a.number, b.number)
    self.kind = kind
    self.place = place
  }

  fileprivate func comes(before other: EventKey) -> Bool {
    (a, b, kind.rawValue) < (other.a, other.b, other.kind.rawValue)
  }
}

extension ContactEvent {
  fileprivate init(_ record: ContactLog.Record, _ kind: Kind) {
    // The lower id first: which one the engine calls the first depends on its tree.
    let (a, b) = (Shape.of(record.a), Shape.of(record.b))
    let isStraight = a.id < b.id
    let (first, second) = isStraight ? (a, b) : (b, a)
    self.init(
      kind: kind, shapeA: first.id, shapeB: second.id, bodyA: first.body.id, bodyB: second.body.id,
      isSensor: a.isSensor || b.isSensor,
      points: isStraight ? record.points : record.points.flipped,
      normal: isStraight ? record.normal : -record.normal, impulse: .zero, energyLost: 0)
    guard let arbiter = record.arbiter, isSolved(arbiter) else { return }
    // The engine gives what the first shape gets, and twice the energy.
    let impulse = Vector(cpArbiterTotalImpulse(arbiter))
    self.impulse = isStraight ? -impulse : impulse
    energyLost = cpArbiterTotalKE(arbiter) / 2
  }
}

extension [EventKey] {
  /// Sorts by a heap: the library's own sorting allocates.
  fileprivate mutating func sortInPlace() {
    guard count > 1 else { return }
    withUnsafeMutableBufferPointer { keys in
      func sink(_ start: Int, _ end: Int) {
        var root = start
        while 2 * root + 1 < end {
          var child = 2 * root + 1
          if child + 1 < end, keys[child].comes(before: keys[child + 1]) { child += 1 }
          guard keys[root].comes(before: keys[child]) else { return }
          keys.swapAt(root, child)
          root = child
        }
      }
      for start in stride(from: keys.count / 2 - 1, through: 0, by: -1) { sink(start, keys.count) }
      for end in stride(from: keys.count - 1, to: 0, by: -1) {
        keys.swapAt(0, end)
        sink(0, end)
      }
    }
  }
}

/// A contact of one body with another shape, and its strength.
public struct BodyContact {
  /// The body's own.
  public let shape: Shape
  /// The shape of the other body.
  public let other: Shape
  /// A is the body's own shape, B the other.
  public let points: ContactPoints
  /// The normal from the body to the other, of length 1.
  public let normal: Vector
  /// The impulse that the body got from the other in the latest step, friction included, in kilograms ×
  /// points / second.
  public let impulse: Vector
}

/// The sum of all that touches a body. Divide by the length of the step for forces.
public struct ContactLoad: Hashable, Sendable {
  /// Pairs of shapes.
  public var count = 0
  /// The impulse that the body got in all, in kilograms × points / second.
  public var impulse = Vector.zero
  /// The sum of the lengths of each pair's impulse.
  public var magnitude = 0.0
  /// The length of the greatest of the impulses.
  public var largest = 0.0
  /// The sum of what each pair's impulse has along the direction that was asked for, against it left out.
  public var pressing = 0.0

  /// Creates the load of a body that nothing touches.
  public init() {}

  /// The part of the impulses that cancels out and so crushes the body without moving it. 0 for a body that
  /// is pushed from one side only.
  public var crushing: Double { max(magnitude - impulse.length, 0) }
}

// What is read here is as the latest step left it, of sleepers as the step before they fell asleep. A sensor
// touches nothing, nor do two bodies of which none is dynamic: neither gets an impulse, and the engine keeps
// no such pair. Contact events tell of those.
extension Body {
  /// The contacts of the body, in the order of the other shapes' ids, then of its own.
  public var contacts: [BodyContact] {
    var found: [BodyContact] = []
    forEachArbiter { arbiter in
      var (own, other): (CShape?, CShape?)
      cpArbiterGetShapes(arbiter, &own, &other)
      guard let own, let other else { return }
      // The engine's single points are always its first body's first, whoever asks; those of its set are not.
      var set = cpArbiterGetContactPointSet(arbiter)
      found.append(
        BodyContact(
          shape: Shape.of(own), other: Shape.of(other), points: ContactPoints(&set),
          normal: Vector(set.normal), impulse: Vector(cpArbiterTotalImpulse(arbiter))))
    }
    found.sort { ($0.other.id, $0.shape.id) < ($1.other.id, $1.shape.id) }
    return found
  }

  /// Adds up what touches the body; allocates nothing.
  /// - Parameter direction: For ``ContactLoad/pressing``: that of gravity for the weight that lies on the
  ///   body.
  public func contactLoad(along direction: Vector = .zero) -> ContactLoad {
    var load = ContactLoad()
    let direction = direction.normalized
    forEachArbiter { arbiter in
      let impulse = Vector(cpArbiterTotalImpulse(arbiter))
      load.count += 1
      load.impulse += impulse
      load.magnitude += impulse.length
      load.largest = max(load.largest, impulse.length)
      load.pressing += max(impulse.dot(direction), 0)
    }
    return load
  }

  /// Goes over the contacts of the latest step, each seen from this body: its own shape comes first.
  private func forEachArbiter(_ act: (CArbiter) -> Void) {
    withoutActuallyEscaping(act) { act in
      withUnsafePointer(to: act) { act in
        cpBodyEachArbiter(
          pointer,
          { _, arbiter, act in
            guard let arbiter, let act else { return }
            act.assumingMemoryBound(to: ((CArbiter) -> Void).self).pointee(arbiter)
          }, UnsafeMutableRawPointer(mutating: act))
      }
    }
  }
}
