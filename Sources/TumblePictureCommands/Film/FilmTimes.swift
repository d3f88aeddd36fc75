/// The moments of a scene that the pictures of a film show.
package struct FilmTimes: Hashable, Sendable {
  /// The time of the first picture, in seconds of the scene's time.
  package var start: Double
  /// The time from one picture to the next, in seconds of the scene's time.
  package var spacing: Double
  package var count: Int
  /// Pictures per second of the film; 0 in a contact sheet.
  package private(set) var rate = 0
  /// Pictures of the film that are left out at its beginning.
  package var first = 0
  package var slowMotion: SlowMotion?

  /// A film's pictures: the moments from `start` on, without the one at which it ends.
  ///
  /// - Parameters:
  ///   - duration: Of the scene's time, in seconds.
  ///   - rate: Pictures per second of the film.
  ///   - speed: Seconds of the scene in a second of the film.
  ///   - slowMotion: Where it is slower still.
  package init(start: Double, duration: Double, rate: Int, speed: Double, slowMotion: SlowMotion? = nil) {
    (self.start, self.slowMotion, self.rate) = (start, slowMotion, rate)
    spacing = speed / Double(rate)
    let length = slowMotion.map { $0.length(from: start, to: start + duration) } ?? duration
    count = max(Int((length / spacing).rounded()), 1)
  }

  /// The pictures of a contact sheet: evenly spaced, the first at the start and the last at the end.
  package init(start: Double, duration: Double, count: Int) {
    self.start = start
    self.count = count
    spacing = count > 1 ? duration / Double(count - 1) : 0
  }

  /// Returns the moment of a picture, in seconds of the scene's time.
  ///
  /// - Parameter part: How far it lies beyond it on the way to the next one.
  package func time(of picture: Int, part: Double = 0) -> Double {
    let length = (Double(first + picture) + part) * spacing
    return slowMotion.map { $0.time(after: length, from: start) } ?? start + length
  }

  /// Returns the position of a picture among a world's states: between the one after `step` - 1 and the one
  /// after `step` steps.
  ///
  /// - Returns: The step that ends there or after it; how far it lies beyond the state before, 0 ≤ part < 1,
  ///   or nil for the state after `step` itself.
  package func place(of picture: Int, part: Double = 0, stepsPerSecond: Int) -> (step: Int, part: Double?) {
    let steps = time(of: picture, part: part) * Double(stepsPerSecond)
    // The sums of a film's times are a little beside whole steps where they should lie on them.
    let nearest = steps.rounded()
    if (steps - nearest).magnitude < 1e-6 { return (Int(nearest), nil) }
    return (Int(steps.rounded(.up)), steps - steps.rounded(.down))
  }
}

/// A stretch of a film in which time is slow: half a second before and after a moment, and half a second
/// each in which it becomes so and is as before again, by the film's time.
package struct SlowMotion: Hashable, Sendable {
  /// The moment in the middle, in seconds of the scene's time.
  package var moment: Double
  package var speed: Double
  /// Half of the stretch, and one of its ramps, in seconds of what the scene's time would be without it.
  private let half: Double
  private let ramp: Double

  /// - Parameter filmSpeed: Seconds of the scene in a second of the film.
  package init(at moment: Double, speed: Double, filmSpeed: Double = 1) {
    (self.moment, self.speed) = (moment, speed)
    (half, ramp) = (0.5 * filmSpeed, 0.5 * filmSpeed)
  }

  /// Returns the moment after so much of the film, in seconds of what it would be without slow motion.
  package func time(after length: Double, from start: Double) -> Double {
    let beyond = length - self.length(from: start, to: moment)
    return moment + (beyond < 0 ? -way(-beyond) : way(beyond))
  }

  /// Returns how long the film is between two moments, in seconds of what it would be without slow motion.
  package func length(from start: Double, to end: Double) -> Double {
    func length(_ way: Double) -> Double { way < 0 ? -self.length(ofWay: -way) : self.length(ofWay: way) }
    return length(end - moment) - length(start - moment)
  }

  /// Seconds of the scene from the moment on.
  private func way(_ length: Double) -> Double {
    let onRamp = min(max(length - half, 0), ramp)
    return speed * min(length, half + ramp) + (1 - speed) * onRamp * onRamp / (2 * ramp)
      + max(length - half - ramp, 0)
  }

  /// The inverse of `way`.
  private func length(ofWay way: Double) -> Double {
    let slow = speed * half
    guard way > slow else { return way / speed }
    let rest = way - slow
    let whole = (1 + speed) * ramp / 2
    if rest > whole { return half + ramp + rest - whole }
    // The speed at the end of a part of the ramp, squared, rises evenly with the way.
    let end = (speed * speed + 2 * rest * (1 - speed) / ramp).squareRoot()
    return half + (speed < 1 ? (end - speed) * ramp / (1 - speed) : rest)
  }
}
