/// Which moments of a scene the pictures of a film show.
package struct FilmTimes: Hashable, Sendable {
  /// Of the first picture, in seconds of the scene's time.
  package var start: Double
  /// From one picture to the next, in seconds of the scene's time.
  package var spacing: Double
  package var count: Int

  /// A film's pictures: the moments from `start` on, without the one at which it ends.
  ///
  /// - Parameters:
  ///   - duration: Of the scene's time, in seconds.
  ///   - rate: Pictures per second of the film.
  ///   - speed: Seconds of the scene in a second of the film.
  package init(start: Double, duration: Double, rate: Int, speed: Double) {
    self.start = start
    spacing = speed / Double(rate)
    count = max(Int((duration / spacing).rounded()), 1)
  }

  /// The pictures of a contact sheet: evenly spaced, the first at the start and the last at the end.
  package init(start: Double, duration: Double, count: Int) {
    self.start = start
    self.count = count
    spacing = count > 1 ? duration / Double(count - 1) : 0
  }

  /// Where a picture lies among a world's states: between the one after `step` - 1 and the one after `step` steps.
  ///
  /// - Returns: The step that ends there or after it; how far it lies beyond the state before, 0 ≤ part < 1, or nil for the
  ///   state after `step` itself.
  package func place(of picture: Int, stepsPerSecond: Int) -> (step: Int, part: Double?) {
    let steps = (start + Double(picture) * spacing) * Double(stepsPerSecond)
    // The sums of a film's times are a little beside whole steps where they should lie on them.
    let nearest = steps.rounded()
    if (steps - nearest).magnitude < 1e-6 { return (Int(nearest), nil) }
    return (Int(steps.rounded(.up)), steps - steps.rounded(.down))
  }
}
