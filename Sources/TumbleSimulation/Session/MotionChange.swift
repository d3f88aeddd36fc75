/// A fix that changes how scenes move: the reason why an older recording may replay differently.
///
/// A recording's head holds the revision of the world that it was made with. A fix that changes motion adds
/// an entry to ``all`` with the next revision, or with the current one until a version with it has been
/// released.
public struct MotionChange: Sendable {
  /// The revision that it came with.
  public let revision: Int
  /// The change of motion, as a phrase without a full stop.
  public let summary: String
  /// The test of a scene: true if there is anything in it that the fix changes.
  private var concerns: @Sendable (Scene) -> Bool
  /// The test of an edit before the first step: true if the fix changes what it leaves, whatever the scene.
  private var concernsEdit: @Sendable (Edit) -> Bool = { _ in false }

  /// The changes by rising revisions.
  public static let all: [MotionChange] = [
    MotionChange(
      revision: 2,
      summary:
        """
        animations count their passes exactly, show the limit from before where a group ends or turns, and \
        hand on a kinematic body's velocity by its curve
        """
    ) { !$0.animations.isEmpty },
    MotionChange(revision: 2, summary: "maxForce limits damped springs too") { scene in
      scene.joints.contains { joint in
        switch joint.form {
        case .spring, .rotarySpring: joint.maxForce != nil
        default: false
        }
      }
    },
    MotionChange(revision: 3, summary: "no step goes beyond maxSpeed and maxAngularSpeed") { scene in
      scene.allBodies.contains { $0.maxSpeed != nil || $0.maxAngularSpeed != nil }
    },
    MotionChange(revision: 3, summary: "sensors beside solid shapes weigh nothing") { scene in
      scene.allBodies.contains { body in
        body.kind == .dynamic && Set(body.shapes.map(\.isSensor)).count == 2
      }
    },
    MotionChange(revision: 3, summary: "centerOfGravity counts without a mass too") { scene in
      scene.allBodies.contains { $0.kind == .dynamic && $0.mass == .fromShapes && $0.centerOfGravity != nil }
    },
    MotionChange(
      revision: 3,
      summary: "cumulative animations that come back no longer jump, nor those whose curve does not end at 1"
    ) { scene in
      scene.hasAnimation(written: ["cumulative"]) {
        $0.isCumulative && ($0.timing.autoreverses || $0.timingFunction != .linear)
      }
    },
    MotionChange(
      revision: 3,
      summary: "what a group plays, or what ends at a key or corner of its curve, ends as it was just before"
    ) { scene in
      scene.hasAnimation(written: ["type", "group"]) {
        if case .group = $0.content { true } else { $0.timing.endsWithinPass }
      }
    },
    MotionChange(
      revision: 3, summary: "slicing, spawning and shattering end at the limits of a scene's size"
    ) { scene in
      scene.allBodies.contains { $0.shatter != nil }
        || scene.triggers.lazy.flatMap(\.actions).contains { action in
          switch action {
          case .slice, .spawn: true
          default: false
          }
        }
    },
    MotionChange(revision: 3, summary: "an animation of duration 0 takes no time") { scene in
      scene.hasAnimation(written: ["duration"]) { $0.timing.isInstant }
    },
    MotionChange(revision: 3, summary: "a path turns no body where it stays where it is") { scene in
      scene.hasAnimation(written: ["rotation"]) {
        if case .path(let way) = $0.content { way.rotation != .none && way.path.hasStandstill } else { false }
      }
    },
    MotionChange(revision: 3, summary: "animations that are over before a scene begins report no end") {
      scene in
      scene.animations.contains { $0.definition.timing.beginTime < 0 }
        && scene.triggers.contains { if case .animationEnded = $0.event { true } else { false } }
    },
    MotionChange(
      revision: 3,
      summary:
        """
        an animation that is edited before the first step leaves its body where the scene has it, and is \
        started by triggers as it was edited
        """,
      concerns: { _ in false },
      concernsEdit: { edit in
        switch edit {
        case .remove(let object), .set(let object, _, _): object.kind == .animation
        case .add(let kind, _): kind == .animation
        case .duplicate, .pin, .unpin, .slice: false
        }
      }),
    MotionChange(
      revision: 3,
      summary: "what is set at once of a joint, field or fluid counts also after an animation of it"
    ) { scene in
      guard scene.joints.count + scene.fields.count + scene.fluids.count > 0 else { return false }
      return scene.hasAnimation(written: []) { _ in true }
        || scene.triggers.lazy.flatMap(\.actions).contains { action in
          if case .set(_, _, .some) = action { true } else { false }
        }
    },
  ]

  /// Returns the changes since a revision that may move a scene otherwise.
  ///
  /// - Parameter edits: The edits before the first step. What they and later ones add to the scene is not
  ///   looked at.
  public static func since(
    _ revision: Int, in scene: Scene, editedBy edits: [Edit] = []
  ) -> [MotionChange] {
    all.filter { $0.revision > revision && ($0.concerns(scene) || edits.contains(where: $0.concernsEdit)) }
  }
}

extension Scene {
  /// The bodies that are there, and those that may come.
  fileprivate var allBodies: [Body] { bodies + templates }
  /// Returns true if one of its animations is such, at whatever depth of groups, or a trigger adds one whose
  /// text has all these words.
  fileprivate func hasAnimation(
    written words: [String], _ isSuch: (AnimationDefinition) -> Bool
  ) -> Bool {
    func has(_ definition: AnimationDefinition) -> Bool {
      if isSuch(definition) { return true }
      guard case .group(let members) = definition.content else { return false }
      return members.contains { has($0.animation) }
    }
    return animations.contains { has($0.definition) }
      || triggers.lazy.flatMap(\.actions).contains { action in
        guard case .animate(let text) = action else { return false }
        return words.allSatisfy { text.contains($0) }
      }
  }
}

extension MediaTiming {
  /// Is true if its last pass does not go to its end.
  fileprivate var endsWithinPass: Bool {
    let passes = activeDuration / passDuration
    return passes.isFinite && passes != passes.rounded()
  }
}

extension World {
  /// The revision of how scenes move, for the head of a recording; recordings without one are of revision 1.
  public static let revision = MotionChange.all.last?.revision ?? 1
}
