import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// Wakes every body.
  public func wakeAll() {
    // By index: in a debug build an array's iterator allocates, and animated gravity comes here at every step.
    for i in bodyPointers.indices where isSleeping(bodyPointers[i]) { cpBodyActivate(bodyPointers[i]) }
  }

  /// Puts a body to sleep at once, as one group with everything that it touches or is joined to, until something
  /// touches the group. On a body that sleeps it does nothing.
  ///
  /// A body alone would leave the engine with half a contact; hence all of them.
  /// - Parameter group: A body that sleeps, whose group this one joins, to wake with it; nil for a group of its own.
  /// - Throws: where the space has no `sleepTimeThreshold`, a body is not dynamic or not in this space, the group does
  ///   not sleep, or something kinematic touches the body or is joined to it.
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
    var root = group?.pointer
    for member in island {
      if let root { cpBodySleepWithGroup(member.pointer, root) } else { cpBodySleep(member.pointer) }
      root = root ?? member.pointer
    }
  }

  /// The dynamic bodies that touch or are joined to each other, this one among them, in id order.
  private func island(of body: Body) throws -> [Body] {
    var members = [body]
    var known: [ObjectIdentifier: Bool] = [ObjectIdentifier(body): true]
    var next = 0
    while next < members.count {
      let member = members[next]
      next += 1
      for other in member.neighbours where known.updateValue(true, forKey: ObjectIdentifier(other)) == nil {
        switch other.kind {
        case .static: break
        case .kinematic:
          throw PhysicsError.notAllowed(
            object: body.description, rule: "cannot sleep: \(other), which is kinematic, holds it awake")
        // A sleeper that it touches would be woken by it in the next step; it wakes now and sleeps with it.
        case .dynamic:
          cpBodyActivate(other.pointer)
          members.append(other)
        }
      }
    }
    return members.sorted { $0.id < $1.id }
  }

  /// Wakes what lies within reach of a static body: two things that stand still are never tested against each other,
  /// so a sleeper would not notice what was put into it or taken away from under it.
  func wakeAround(_ body: Body) {
    let reach = 2 * collisionSlop
    for shape in body.shapes {
      let around = shape.boundingBox.insetBy(-reach)
      for other in shapes(touching: around, sensors: true) where other.body.kind == .dynamic {
        cpBodyActivate(other.body.pointer)
      }
    }
  }
}

extension Body {
  /// Whether the body sleeps: it neither moves nor costs until something touches it.
  public var isSleeping: Bool { CTumbleChipmunk.cpBodyIsSleeping(pointer) != 0 }

  /// Wakes the body and what sleeps with it; of a static one, what touches it or is joined to it.
  public func wake() { wakeWithNeighbours() }

  func wakeWithNeighbours() {
    guard space != nil else { return }
    if kind == .static { cpBodyActivateStatic(pointer, nil) } else { cpBodyActivate(pointer) }
    // The engine forgets those: what hangs asleep on a static body would not notice that it moves.
    for constraint in constraints {
      cpBodyActivate(constraint.bodyA.pointer)
      cpBodyActivate(constraint.bodyB.pointer)
    }
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

  /// The bodies that pushed this one in the latest step, or are joined to it; in id order, one perhaps twice.
  fileprivate var neighbours: [Body] {
    var found = constraints.map { $0.bodyA === self ? $0.bodyB : $0.bodyA }
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
    return found.sorted { $0.id < $1.id }
  }
}
