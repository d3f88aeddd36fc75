import TumbleFrames
import TumbleGeometry

/// As what a joint is drawn.
package enum JointLook: String, Hashable, Sendable {
  case rod, rope, coil, thread, hub, groove, cog, cogs, none

  /// What holds the copies of one repeater together is the stuff of a cloth, a soft body or a rope, and is drawn in its color.
  package init(_ joint: JointDescription, in description: WorldDescription) {
    guard !joint.isFriction else {
      self = .none
      return
    }
    self.init(joint.kind)
    switch self {
    case .rod, .rope, .coil:
      guard let a = Self.repeater(joint.a, description), a == Self.repeater(joint.b, description) else {
        return
      }
      self = .thread
    default: break
    }
  }

  /// `net` for a body called `net-12`.
  private static func repeater(_ body: BodyID, _ description: WorldDescription) -> Substring? {
    guard let name = description[body]?.name, let dash = name.lastIndex(of: "-"),
      Int(name[name.index(after: dash)...]) != nil
    else { return nil }
    return name[..<dash]
  }

  private init(_ kind: JointKind) {
    switch kind {
    case .pin: self = .rod
    case .slide: self = .rope
    case .spring: self = .coil
    case .pivot: self = .hub
    case .groove: self = .groove
    case .motor: self = .cog
    case .gear: self = .cogs
    case .rotarySpring, .rotaryLimit, .ratchet: self = .none
    }
  }
}
