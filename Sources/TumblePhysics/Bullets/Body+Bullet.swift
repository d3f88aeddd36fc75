import TumbleGeometry

/// Where a bullet is to be at the end of a step, in place of where its velocity would take it.
struct BulletStop {
  /// Of the centre of gravity, in the world.
  var center: Vector
  /// In radians.
  var angle: Double
}

extension Body {
  /// Whether the body is kept from passing through others in the course of a step, however fast it is.
  ///
  /// The engine looks for contacts where a step ends: what goes further in one than it is thick may have been in front of a
  /// wall before and be behind it then. A bullet is swept along its way, turning as it goes, and put where it first meets
  /// something, deep enough that the engine sees the contact and lets it bounce; the rest of its way in that step is lost.
  /// Filters, rules, sensors and `collideBodies` count as elsewhere; sensors on the way report. That nothing passes is
  /// promised for static and kinematic bodies that are in the way, these moving or not; between two dynamic bodies it is
  /// tried, each being thought to go on as it moves. Only a dynamic body is swept, and only where it is fast for its size.
  public var isBullet: Bool {
    get { ownIsBullet }
    set {
      ownIsBullet = newValue
      space?.bullets.hold(self, if: newValue)
    }
  }

  /// Has the next step put the body here.
  func stop(at center: Vector, angle: Double) {
    stop = BulletStop(center: center, angle: angle)
    setStopIntegrator(of: pointer)
  }
}
