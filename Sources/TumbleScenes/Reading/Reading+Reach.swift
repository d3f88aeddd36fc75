import TumbleGeometry

extension Reading {
  /// Whether a computed point lies where things can be; reported if not.
  func isReached(_ point: Vector, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    if Bounds.any.contains(point.x) && Bounds.any.contains(point.y) { return true }
    error(place, "\(what()) lies beyond 10⁹ points")
    return false
  }

  /// Likewise an angle, in radians.
  func isTurnable(_ angle: Double, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    if Bounds.any.contains(angle) { return true }
    error(place, "\(what()) is more than 10⁹ radians")
    return false
  }
}
