import TumbleGeometry
import TumbleScenes

extension SceneFindings {
  /// Warns of joints that are to break at more than they ever apply.
  mutating func findUnbreakable() {
    for (index, joint) in scene.joints.enumerated() {
      guard let breakAt = joint.breakAt, let maxForce = joint.maxForce, maxForce <= breakAt,
        !joint.form.exceedsMaxForce, !changes.mayAttach(joint.id),
        !["maxForce", "breakAt", "damping", "dampingCurve"].contains(where: { changes.maySet(joint.id, $0) })
      else { continue }
      warn(
        .joint(index), ["breakAt"],
        """
        '\(joint.id)' never breaks: it pulls with \(maxForce.shortText) at most, and breaks above \
        \(breakAt.shortText)
        """,
        hint: "give it a maxForce above breakAt, or none")
    }
  }
}

extension Scene.JointForm {
  /// Is true if it may apply more than its `maxForce`, as the damping of springs does.
  fileprivate var exceedsMaxForce: Bool {
    switch self {
    case .spring(_, _, _, _, let damping), .rotarySpring(_, _, let damping): damping > 0
    default: false
    }
  }
}
