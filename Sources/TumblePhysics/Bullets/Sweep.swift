import TumbleGeometry

/// When in a step a moving shape first overlaps another by a depth.
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, chapter 2): from a
/// moment at which the two are a gap apart, nothing happens before they could have closed it at the fastest that they
/// approach each other along the direction between them. So no touch is missed, however thin the shape and however fast
/// the motion.
struct Sweep {
  let mover: (form: SweptForm, course: Course)
  let other: (form: SweptForm, course: Course)
  /// How deep the overlap is that counts, in points.
  let depth: Double

  struct Touch {
    /// 0 is the start of the step, 1 its end.
    var moment: Double
    /// Away from the other shape, of length 1.
    var normal: Vector
    /// Whether the two overlapped at the start.
    var isOld = false
  }

  /// nil if they get no deeper into each other than that.
  func firstTouch() -> Touch? {
    let radius = mover.form.radius + other.form.radius
    let way = mover.course.way - other.course.way
    let start = mover.course.center - other.course.center
    let turning =
      mover.course.turn.magnitude * mover.form.reach + other.course.turn.magnitude * other.form.reach
    var hull = hull(at: 0, radius)
    var touch = Touch(moment: 0, normal: .zero)
    // Each round halves the gap at least where the way is straight; what is not found by then touches.
    for round in 0..<100 {
      if turning > 0, round > 0 { hull = self.hull(at: touch.moment, radius) }
      let nearest = hull.nearest(to: start + way * touch.moment)
      touch.normal = nearest.direction
      let gap = nearest.distance + depth
      if round == 0, nearest.distance <= 0 { touch.isOld = true }
      if round == 0, gap <= depth / 2 { return sinking(touch, -way.dot(nearest.direction)) }
      if gap <= depth / 2 { return touch }
      let approach = turning - way.dot(nearest.direction)
      guard approach > 0 else { return nil }
      touch.moment += gap / approach
      guard touch.moment <= 1 else { return nil }
    }
    return touch
  }

  /// Of shapes that begin deeper in each other than that already, as under a load: they may go on by as much again.
  private func sinking(_ touch: Touch, _ approach: Double) -> Touch? {
    guard approach > depth else { return nil }
    var touch = touch
    touch.moment = depth / approach
    return touch
  }

  /// Where the mover's centre of gravity, seen from the other's, has the two overlap.
  private func hull(at moment: Double, _ radius: Double) -> RoundedHull {
    RoundedHull(
      corners: SweptForm.difference(
        other.form.turned(by: other.course.turn * moment), mover.form.turned(by: mover.course.turn * moment)),
      radius: radius)
  }
}
