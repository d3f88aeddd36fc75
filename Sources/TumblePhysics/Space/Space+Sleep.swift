import CTumbleChipmunk

extension Space {
  /// Wakes every body.
  public func wakeAll() {
    guard hasSleepers(pointer) else { return }
    withTreeStack {
      for body in bodyPointers where isSleeping(body) { cpBodyActivate(body) }
    }
  }

  /// Puts a body to sleep at once, as one group with everything that it touches or is joined to, until
  /// something touches the group. On a body that sleeps it does nothing.
  ///
  /// A body alone would leave the engine with half a contact; hence all of them. What lies within the slop of
  /// a shape touches it, whether or not a step has found that yet.
  /// - Parameters:
  ///   - body: A dynamic one of this space.
  ///   - group: A body that sleeps, whose group this one joins, to wake with it; nil for a group of its own.
  /// - Throws: Where the space has no `sleepTimeThreshold`, a body is not dynamic or not in this space, or
  ///   the group does not sleep; ``PhysicsError/heldAwake(object:by:)`` where something kinematic touches one
  ///   of them or is joined to it.
  public func sleep(_ body: Body, with group: Body? = nil) throws {
    guard body.space === self else { throw PhysicsError.notInSpace(object: body.description) }
    guard body.kind == .dynamic else {
      throw PhysicsError.notAllowed(
        object: body.description, rule: "is \(body.kind); only a dynamic body sleeps")
    }
    guard sleepTimeThreshold < .infinity else {
      throw PhysicsError.notAllowed(
        object: body.description, rule: "cannot sleep: the space's sleepTimeThreshold is infinite")
    }
    if let group {
      guard group.space === self else { throw PhysicsError.notInSpace(object: group.description) }
      guard group.isSleeping else {
        throw PhysicsError.notAllowed(
          object: group.description, rule: "is awake; a group is named by a sleeping body")
      }
    }
    if body.isSleeping { return }
    if needsCheck { try check() }

    let island = try island(of: body)
    // A group that turned out to be part of the island was woken with it, and names nothing any more.
    var root = group.flatMap { $0.isSleeping ? $0.pointer : nil }
    withTreeStack {
      for member in island {
        if let root { cpBodySleepWithGroup(member.pointer, root) } else { cpBodySleep(member.pointer) }
        root = root ?? member.pointer
      }
    }
  }

  /// The dynamic bodies that touch or are joined to each other, this one among them, awake, in id order.
  private func island(of body: Body) throws -> [Body] {
    var members = [body]
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(body)]
    var next = 0
    while next < members.count {
      let member = members[next]
      next += 1
      for other in neighbours(of: member) where !known.contains(ObjectIdentifier(other)) {
        switch other.kind {
        case .static: known.insert(ObjectIdentifier(other))
        case .kinematic:
          throw PhysicsError.heldAwake(object: body.description, by: other.description)
        // Sleepers that it touches would be woken by it in the next step; they wake now and sleep with it.
        case .dynamic:
          for woken in wakeGroup(of: other) where known.insert(ObjectIdentifier(woken)).inserted {
            members.append(woken)
          }
        }
      }
    }
    return members.sorted { $0.id < $1.id }
  }

  /// Wakes a body.
  /// - Returns: It, and those that slept with it.
  private func wakeGroup(of body: Body) -> [Body] {
    guard body.isSleeping else { return [body] }
    let sleepers = bodies.filter { $0.isSleeping }
    body.activate()
    return sleepers.filter { !$0.isSleeping }
  }

  /// The bodies that touch a body or are joined to it; in id order, one perhaps several times.
  private func neighbours(of body: Body) -> [Body] {
    var found = body.pushedBodies
    for constraint in body.constraints where constraint.isActive {
      found.append(constraint.other(than: body))
    }
    for joint in stickyJoints where joint.holds(body) { found.append(joint.pivot.other(than: body)) }
    // Of what was put somewhere since the latest step, or is there before the first, the engine knows
    // nothing yet.
    for shape in body.shapes { found += bodies(at: shape) }
    return found.sorted { $0.id < $1.id }
  }

  /// The bodies with shapes that lie at a shape: within the slop, as things at rest do.
  private func bodies(at shape: Shape) -> [Body] {
    guard !shape.isSensor else { return [] }
    let slop = collisionSlop
    let around = shapes(touching: shape.boundingBox.insetBy(-slop), filter: shape.filter)
    let others = around.filter { $0.body !== shape.body && !log.ignores(shape.pointer, $0.pointer) }
    guard !others.isEmpty else { return [] }
    return shape.touching(others, within: slop).map(\.body)
  }

  /// Wakes what lies within reach of a static body: two things that stand still are never tested against each
  /// other, so a sleeper would not notice what was put into it, taken away from under it or changed there.
  func wakeAround(_ body: Body) {
    for shape in body.shapes { wakeAround(shape) }
  }

  func wakeAround(_ shape: Shape) {
    guard hasSleepers(pointer) else { return }
    let around = shape.boundingBox.insetBy(-2 * collisionSlop)
    for other in shapes(touching: around, sensors: true) where other.body.kind == .dynamic {
      other.body.activate()
    }
  }
}

extension Body {
  /// Is true while the body sleeps: it neither moves nor costs until something touches it.
  public var isSleeping: Bool { CTumbleChipmunk.cpBodyIsSleeping(pointer) != 0 }

  /// Wakes the body and what sleeps with it; of a static one, what touches it or is joined to it.
  public func wake() { wakeWithNeighbours() }

  func wakeWithNeighbours() {
    guard let space else { return }
    if kind == .static {
      space.withTreeStack { cpBodyActivateStatic(pointer, nil) }
      space.wakeAround(self)
    } else {
      activate()
    }
    // The engine forgets those: what hangs asleep on a static body would not notice that it moves.
    for constraint in constraints {
      constraint.bodyA.activate()
      constraint.bodyB.activate()
    }
    for joint in space.stickyJoints where joint.holds(self) { joint.pivot.activateBodies() }
  }

  /// The body's shapes that are in the space, in id order.
  public var shapes: [Shape] {
    var found: [Shape] = []
    withUnsafeMutablePointer(to: &found) { list in
      cpBodyEachShape(
        pointer,
        { _, shape, list in
          guard let shape, let list else { return }
          list.assumingMemoryBound(to: [Shape].self).pointee.append(Shape.of(shape))
        }, list)
    }
    found.sort { $0.id < $1.id }
    return found
  }

  /// The bodies that pushed this one in the latest step.
  fileprivate var pushedBodies: [Body] {
    var found: [Body] = []
    withUnsafeMutablePointer(to: &found) { list in
      cpBodyEachArbiter(
        pointer,
        { _, arbiter, list in
          guard let arbiter, let list else { return }
          var (a, b): (CBody?, CBody?)
          cpArbiterGetBodies(arbiter, &a, &b)
          // The engine turns the arbiter so that the body asked is the first.
          guard let b else { return }
          list.assumingMemoryBound(to: [Body].self).pointee.append(Body.of(b))
        }, list)
    }
    return found
  }
}

/// The objects that a space releases at its end.
///
/// What nobody else refers to dies. The C objects are given back together, which is a good part of the time
/// that it takes. What users have attached goes last: the code that it runs as it dies finds nothing that is
/// half gone.
struct SpaceRemains {
  private var memory: [UnsafeMutableRawPointer] = []
  private var userData: [AnyObject] = []

  init(objects: Int) { memory.reserveCapacity(objects) }

  /// Empties a list, and cuts off from the space what somebody else refers to.
  @inline(__always)
  mutating func collect<Object: SpaceMember>(_ list: inout [Object], cutOff: (Object) -> Void) {
    // A property is asked for again at every use, a variable is not.
    var objects = list
    list = []
    objects.withUnsafeMutableBufferPointer { objects in
      for i in objects.indices {
        if isKnownUniquelyReferenced(&objects[i]) {
          objects[i].leavesMemory = true
          memory.append(UnsafeMutableRawPointer(objects[i].pointer))
          if let data = objects[i].takeUserData() { userData.append(data) }
        } else {
          cutOff(objects[i])
        }
      }
    }
  }

  /// Gives the memory back once the lists' objects are gone.
  mutating func giveBack() {
    memory.withUnsafeBufferPointer { EngineMemory.giveBack($0) }
    memory = []
    userData = []
  }
}

/// An object that a space keeps alive: a Swift object that owns a C object.
protocol SpaceMember: AnyObject {
  associatedtype Engine
  var pointer: UnsafeMutablePointer<Engine> { get }
  /// Is true if somebody else gives the memory back once the object is gone.
  var leavesMemory: Bool { get set }
  /// Takes away what holds the data that a user has attached; nil for none.
  func takeUserData() -> AnyObject?
}

extension Body: SpaceMember {
  func takeUserData() -> AnyObject? {
    defer { extras = nil }
    return extras
  }
}

extension Shape: SpaceMember {
  func takeUserData() -> AnyObject? {
    defer { ownUserData = nil }
    return ownUserData
  }
}

extension Constraint: SpaceMember {
  func takeUserData() -> AnyObject? { nil }
}
