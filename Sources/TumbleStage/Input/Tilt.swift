import TumbleGeometry

/// Gravity as the arrow keys lean it, the way a phone's accelerometer leans it in the hand: each press adds an
/// eighth of the scene's strength in the arrow's direction, and the whole never grows stronger than the scene's own.
package struct Tilt: Hashable, Sendable {
  /// The scene's gravity, in points per second squared: what `reset` puts back.
  package let upright: Vector
  package private(set) var gravity: Vector

  package init(upright: Vector) {
    self.upright = upright
    gravity = upright
  }
}

extension Tilt {
  /// In points per second squared; a scene without gravity is leaned as if it had 1000.
  package var strength: Double { upright.length > 0 ? upright.length : 1000 }

  /// The direction has length 1.
  package mutating func lean(_ direction: Vector) {
    let leaned = gravity + direction * (strength / 8)
    gravity = leaned.length > strength ? leaned.normalized * strength : leaned
  }

  package mutating func reset() { gravity = upright }
}
