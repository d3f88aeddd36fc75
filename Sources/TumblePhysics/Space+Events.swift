import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// Which contacts ``contactEvents`` tells of; from the start, `began` and `ended` of every pair. A threshold below 0,
  /// or not a number, is a precondition failure.
  public var contactListeners: [ContactListener] {
    get { log.listeners }
    set {
      for listener in newValue {
        Rule.nonNegativeOrInfinite.require(listener.hitThreshold, "hitThreshold", of: "contact listener")
      }
      log.listeners = newValue
      refreshCallbacks()
    }
  }

  /// Makes the step's records events, in the order of both shapes' ids and the kind. Nothing is allocated once the
  /// arrays have grown.
  func collectEvents() {
    // Most steps have nothing to tell.
    if log.records.isEmpty, events.isEmpty, endedByRemoval.isEmpty { return }
    events.removeAll(keepingCapacity: true)
    swap(&events, &endedByRemoval)
    appendRecords(to: &events)
    events.sortInPlace()
  }

  /// What ended because a shape is being taken out: it is told of with the next step, while the shape is still known.
  func collectEnds() { appendRecords(to: &endedByRemoval) }

  /// Ends all contacts of a body, for those of a static one with another: as neither moves the engine would keep them for
  /// ever, wherever the two are put. It ends a contact only as a shape leaves.
  func endContacts(of body: Body) {
    for shape in body.shapes {
      cpSpaceRemoveShape(pointer, shape.pointer)
      cpSpaceAddShape(pointer, shape.pointer)
    }
    collectEnds()
  }

  private func appendRecords(to events: inout [ContactEvent]) {
    for i in log.records.indices {
      let record = log.records[i]
      var event = ContactEvent(
        kind: record.kind, shapeA: Shape.of(record.a), shapeB: Shape.of(record.b), points: record.points,
        normal: record.normal, impulse: .zero, energyLost: 0)
      if let arbiter = record.arbiter {
        // The engine gives what the first shape gets, and twice the energy.
        event.impulse = -Vector(cpArbiterTotalImpulse(arbiter))
        event.energyLost = cpArbiterTotalKE(arbiter) / 2
      }
      event.orderSides()
      let kinds = log.kinds(record.a, record.b)
      if kinds.meets(ContactEvent.Kinds(record.kind)) { events.append(event) }
      if kinds.meets(.hit), record.kind != .ended, let least = log.hitThreshold(record.a, record.b),
        event.impulse.length >= least, event.impulse != .zero
      {
        event.kind = .hit
        events.append(event)
      }
    }
    log.clear()
  }
}

extension ContactEvent {
  /// The lower id first: which one the engine calls the first depends on its tree.
  fileprivate mutating func orderSides() {
    guard shapeB.id < shapeA.id else { return }
    swap(&shapeA, &shapeB)
    points = points.flipped
    normal = -normal
    impulse = -impulse
  }

  fileprivate func comes(before other: ContactEvent) -> Bool {
    (shapeA.id, shapeB.id, kind.rawValue) < (other.shapeA.id, other.shapeB.id, other.kind.rawValue)
  }
}

extension [ContactEvent] {
  /// Heap sort: the library's own allocates.
  fileprivate mutating func sortInPlace() {
    guard count > 1 else { return }
    withUnsafeMutableBufferPointer { events in
      func sink(_ start: Int, _ end: Int) {
        var root = start
        while 2 * root + 1 < end {
          var child = 2 * root + 1
          if child + 1 < end, events[child].comes(before: events[child + 1]) { child += 1 }
          guard events[root].comes(before: events[child]) else { return }
          events.swapAt(root, child)
          root = child
        }
      }
      for start in stride(from: events.count / 2 - 1, through: 0, by: -1) { sink(start, events.count) }
      for end in stride(from: events.count - 1, to: 0, by: -1) {
        events.swapAt(0, end)
        sink(0, end)
      }
    }
  }
}
