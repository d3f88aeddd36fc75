import TumbleGeometry

extension SceneBuilder {
  /// Whether the engine can solve a joint; told if not.
  ///
  /// It can't hold bodies by points that turning moves very much more easily than pushing does: it would divide by what it
  /// rounds to 0. Refused a little earlier than there, where the moments are known to the last bit.
  func isWithinReach(_ joint: Scene.Joint, _ record: Record) -> Bool {
    let (a, b) = (scene.bodies[joint.a], scene.bodies[joint.b])
    var (reachA, reachB) = (0.0, 0.0)
    let (one, other) = (Inertia(a), Inertia(b))
    switch joint.form {
    case .pivot(let anchorA, let anchorB):
      (reachA, reachB) = (anchorA.distance(to: one.center), anchorB.distance(to: other.center))
    case .groove(let from, let to, let anchorB):
      let end = b.transform.apply(anchorB)
      let seen = (end - a.position).rotated(by: -a.angle)
      let share = (seen - from).dot(to - from) / (to - from).lengthSquared
      let point = from + (to - from) * min(max(share, 0), 1)
      // It holds the first body where the second one is, however far that is.
      reachA = point.distance(to: one.center) + point.distance(to: seen)
      reachB = anchorB.distance(to: other.center)
    default: return true
    }
    let turning = one.inverseMoment * reachA * reachA + other.inverseMoment * reachB * reachB
    guard turning > (one.inverseMass + other.inverseMass) * 1e11 else { return true }
    let keys = ["at", "anchorA", "anchorB", "from"].filter(record.has)
    reading.error(
      keys.first.map(record.place) ?? record.place,
      "'\(joint.id)' holds its bodies too far out for the engine to solve",
      hint: "hold them nearer to their centres, or give them larger moments")
    return false
  }

  /// What moves by the clock keeps awake all that hangs on it, through however many joints.
  func checkSleepers() {
    guard scene.bodies.contains(where: \.isAsleep), !scene.joints.isEmpty else { return }
    var neighbours: [Int: [(body: Int, joint: Int)]] = [:]
    for (index, joint) in scene.joints.enumerated() {
      neighbours[joint.a, default: []].append((joint.b, index))
      neighbours[joint.b, default: []].append((joint.a, index))
    }
    var seen: Set<Int> = []
    for start in scene.bodies.indices where scene.bodies[start].isAsleep && seen.insert(start).inserted {
      var island = [start]
      var holder: (body: Int, joint: Int)?
      var next = 0
      while next < island.count {
        for (other, joint) in neighbours[island[next]] ?? [] {
          switch scene.bodies[other].kind {
          case .static: break
          case .kinematic: if holder == nil || joint < holder!.joint { holder = (other, joint) }
          case .dynamic: if seen.insert(other).inserted { island.append(other) }
          }
        }
        next += 1
      }
      guard let holder else { continue }
      let (joint, mover) = (scene.joints[holder.joint], scene.bodies[holder.body])
      for sleeper in island where scene.bodies[sleeper].isAsleep {
        let isDirect = joint.a == sleeper || joint.b == sleeper
        reading.error(
          bodyRecords[sleeper].place("asleep"),
          isDirect
            ? "'\(scene.bodies[sleeper].id)' cannot sleep: the joint '\(joint.id)' holds it to '\(mover.id)', which is kinematic"
            : "'\(scene.bodies[sleeper].id)' cannot sleep: it hangs, joint by joint, on '\(mover.id)', which is kinematic (by '\(joint.id)')"
        )
      }
    }
  }
}
