/// Reads from a running world what happened in its latest step, whatever comes from: commands, the engine,
/// triggers.
///
/// The order is that of the step: animations that ended; bodies that were lost; joints that broke; bodies
/// that shattered; bodies and joints that are new; contacts; marks; what triggers spawned; what was removed;
/// what was refused; the end. Within each it is the order of the ids, and for marks and refusals that in
/// which triggers made them. The parts of a hinge are not told apart from it.
///
/// Who is there is known from one reading to the next, so each step is to be read once.
public struct EventReader: Sendable {
  private var bodies: [BodyID]
  private var joints: [JointID]
  /// The first ids that nothing has had.
  private var nextBody: Int
  private var nextJoint: Int
  private var hasEnded: Bool

  /// Creates a reader that begins at a world's latest step.
  /// - Parameter world: The world as it is now; what happened before is not read.
  public init(_ world: World) {
    bodies = world.snapshot.bodies.map(\.id)
    joints = world.snapshot.joints.map(\.id)
    nextBody = world.description.bodies.count
    nextJoint = world.description.joints.count
    hasEnded = world.hasEnded
  }
}

extension EventReader {
  /// Appends the events of the latest step.
  public mutating func read(_ world: World, into events: inout [StepEvent]) {
    for event in world.animationEvents { events.append(.animation(event)) }
    for body in world.lost { events.append(.body(.lost, body)) }
    func isShown(_ joint: JointID) -> Bool { world.description[joint]?.isInner != true }
    for joint in world.brokenJoints where isShown(joint) { events.append(.joint(.broke, joint)) }
    for body in world.shattered { events.append(.body(.shattered, body)) }
    let (newBodies, newJoints) = (newBodies(world), newJoints(world))
    events += newBodies.filter { !$0.isSpawned }.map { .body(.added, $0.id) }
    events += newJoints.filter(isShown).map { .joint(.added, $0) }
    for contact in world.contacts { events.append(.contact(contact)) }
    for text in world.marks { events.append(.mark(text)) }
    events += newBodies.filter(\.isSpawned).map { .body(.spawned, $0.id) }
    readRemoved(world, newBodies.map(\.id), newJoints, into: &events)
    for message in world.refusals { events.append(.refused(message)) }
    if world.hasEnded, !hasEnded { events.append(.end) }
    hasEnded = world.hasEnded
  }

  /// Returns the bodies that had no id before, whether they are still there or not.
  private mutating func newBodies(_ world: World) -> [(id: BodyID, isSpawned: Bool)] {
    defer { nextBody = world.description.bodies.count }
    return (nextBody..<max(nextBody, world.description.bodies.count)).compactMap { number in
      let (id, body) = (BodyID(number), world.description.bodies[number])
      // A splinter that is too thin for the engine has an id, and was never there.
      if body.original != nil, world.snapshot.index(of: id) == nil { return nil }
      return (id, body.original == nil && body.template != nil)
    }
  }

  private mutating func newJoints(_ world: World) -> [JointID] {
    defer { nextJoint = world.description.joints.count }
    return (nextJoint..<max(nextJoint, world.description.joints.count)).map { JointID($0) }
  }

  private mutating func readRemoved(
    _ world: World, _ newBodies: [BodyID], _ newJoints: [JointID], into events: inout [StepEvent]
  ) {
    // In most steps they are the same.
    if !newBodies.isEmpty || !world.snapshot.bodies.lazy.map(\.id).elementsEqual(bodies) {
      let there = world.snapshot.bodies.map(\.id)
      let gone = Set(there).union(world.lost).union(world.shattered)
      events += (bodies + newBodies).filter { !gone.contains($0) }.map { .body(.removed, $0) }
      bodies = there
    }
    if !newJoints.isEmpty || !world.snapshot.joints.lazy.map(\.id).elementsEqual(joints) {
      let there = world.snapshot.joints.map(\.id)
      let gone = Set(there).union(world.brokenJoints)
      events += (joints + newJoints).filter { !gone.contains($0) && world.description[$0]?.isInner != true }
        .map { .joint(.removed, $0) }
      joints = there
    }
  }
}
