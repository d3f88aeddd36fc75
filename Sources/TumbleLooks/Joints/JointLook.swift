import TumbleFrames
import TumbleGeometry

package enum JointLook: String, Hashable, Sendable {
  case rod, rope, coil, thread, hub, groove, cog, cogs, none

  /// Creates the look of a joint. What holds the copies of one repeater together is the stuff of a cloth, a
  /// soft body or a rope, and is drawn in its color.
  package init(_ joint: JointDescription, in description: WorldDescription) {
    guard !joint.isFriction, !Self.isHidden(joint, description) else {
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

  /// Returns true for the rod that moves a prismatic joint, which nobody could see, and for the motor of a
  /// hinge, which sits at the hinge and not at the middle of its body.
  private static func isHidden(_ joint: JointDescription, _ description: WorldDescription) -> Bool {
    guard joint.isInner else { return false }
    return joint.kind == .pin
      || joint.kind == .motor && description.joints.contains { $0.name == joint.partOf && $0.kind == .pivot }
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

/// A rope that is longer than its ends are apart, as it hangs between them: a parabola of the rope's length.
package struct HangingRope {
  let a: Vector
  let b: Vector
  /// The distance by which its middle hangs below that of the straight line, along gravity.
  package let sag: Vector

  /// - Parameters:
  ///   - length: How long the rope is; straight where that is no more than its ends are apart.
  ///   - gravity: What pulls it; without any it floats straight.
  package init(from a: Vector, to b: Vector, length: Double, gravity: Vector) {
    self.a = a
    self.b = b
    let apart = a.distance(to: b)
    guard length.isFinite, length > apart * (1 + 1e-6), gravity.length > 0 else {
      sag = .zero
      return
    }
    let down = gravity.normalized
    // The length grows with the depth, and no depth of half a length or more is within it.
    var (low, high) = (0.0, length / 2)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if Self.length(of: b - a, sag: down * middle) < length { low = middle } else { high = middle }
    }
    sag = down * low
  }

  /// Returns the point at a part of the way, 0...1.
  package func point(at part: Double) -> Vector {
    a.interpolated(to: b, by: part) + sag * (4 * part * (1 - part))
  }

  /// The parabola's length: the integral of its speed, by Gauss and Legendre over four pieces.
  static func length(of way: Vector, sag: Vector) -> Double {
    var sum = 0.0
    for piece in 0..<4 {
      for (place, weight) in [(0.112_701_665_4, 5.0 / 18), (0.5, 8.0 / 18), (0.887_298_334_6, 5.0 / 18)] {
        let part = (Double(piece) + place) / 4
        sum += weight / 4 * (way + sag * (4 - 8 * part)).length
      }
    }
    return sum
  }
}
