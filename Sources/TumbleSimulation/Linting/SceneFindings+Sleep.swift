import TumbleScenes

extension SceneFindings {
  /// Says why bodies that were to start asleep do not: what moves by the clock keeps awake all that touches
  /// it or hangs on it, through however many joints.
  mutating func explainSleepless(_ bodies: [Int]) {
    guard !bodies.isEmpty else { return }
    var neighbours: [Int: [(body: Int, joint: Int)]] = [:]
    for (index, joint) in scene.joints.enumerated() {
      neighbours[joint.a, default: []].append((joint.b, index))
      neighbours[joint.b, default: []].append((joint.a, index))
    }
    for body in bodies {
      let id = scene.bodies[body].id
      guard let holder = holder(of: body, neighbours) else {
        warn(
          .body(body), ["asleep"], "'\(id)' starts awake: something kinematic touches it, or what it touches",
          hint: "move it away, or leave out 'asleep'")
        continue
      }
      let (joint, mover) = (scene.joints[holder.joint], scene.bodies[holder.body])
      let isDirect = joint.a == body || joint.b == body
      error(
        .body(body), ["asleep"],
        isDirect
          ? "'\(id)' cannot sleep: the joint '\(joint.id)' holds it to '\(mover.id)', which is kinematic"
          : """
          '\(id)' cannot sleep: it hangs, joint by joint, on '\(mover.id)', which is kinematic (by \
          '\(joint.id)')
          """
      )
    }
  }

  /// The kinematic body that joints lead to, and the last of those joints; nil if none do.
  private func holder(
    of start: Int, _ neighbours: [Int: [(body: Int, joint: Int)]]
  ) -> (body: Int, joint: Int)? {
    var seen: Set<Int> = [start]
    var island = [start]
    var holder: (body: Int, joint: Int)?
    var next = 0
    while next < island.count {
      for (other, joint) in neighbours[island[next]] ?? [] {
        switch scene.bodies[other].kind {
        case .static: break
        case .kinematic: if joint < holder?.joint ?? .max { holder = (other, joint) }
        case .dynamic: if seen.insert(other).inserted { island.append(other) }
        }
      }
      next += 1
    }
    return holder
  }
}
