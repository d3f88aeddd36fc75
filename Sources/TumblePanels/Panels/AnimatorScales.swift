import Foundation
import TumbleGeometry

/// The places of times on a track.
struct TimeScale {
  let range: ClosedRange<Double>
  let track: Rect

  private var span: Double { max(range.upperBound - range.lowerBound, 1e-9) }

  func x(_ time: Double) -> Double {
    let fraction = min(max((time - range.lowerBound) / span, -1), 2)
    return track.min.x + track.width * fraction
  }

  func time(_ x: Double) -> Double { range.lowerBound + (x - track.min.x) / max(track.width, 1) * span }

  /// Seconds of a way in points.
  func length(_ way: Double) -> Double { way / max(track.width, 1) * span }

  /// The distance of ticks, in seconds: 1, 2 or 5 times a power of ten, at least 56 points apart.
  var tick: Double { roundNumber(atLeast: max(length(56), 1e-6)) }

  func eachTick(_ body: (Double) -> Void) { each(tick, within: range, body) }

  /// The own times of a layer on the same track, as it runs now; nil where it stands still or runs back.
  func own(_ layer: AnimatorState.Layer, present: Double) -> TimeScale? {
    func own(_ time: Double) -> Double { layer.time + (time - present) * layer.rate }
    guard layer.rate > 0 else { return nil }
    return TimeScale(range: own(range.lowerBound)...own(range.upperBound), track: track)
  }

  func isOver(_ row: AnimatorState.Row, _ x: Double) -> Bool {
    self.x(row.begin) - 3 <= x && x <= max(self.x(row.end), self.x(row.begin) + 3) + 3
  }
}

/// The places of values on a track that is `bounds` high, with some room above and below.
struct ValueScale {
  let bounds: ClosedRange<Double>
  let track: Rect

  private var span: Double { max((bounds.upperBound - bounds.lowerBound) * 1.2, 1e-12) }
  private var low: Double { bounds.lowerBound - span / 12 }

  func y(_ value: Double) -> Double { track.max.y - (value - low) / span * track.height }
  func value(_ y: Double) -> Double { low + (track.max.y - y) / max(track.height, 1) * span }

  /// The distance of lines: 1, 2 or 5 times a power of ten, at least 34 points apart.
  private var tick: Double { roundNumber(atLeast: span / max(track.height, 1) * 34) }

  func eachTick(_ body: (Double) -> Void) { each(tick, within: bounds, body) }
}

/// Calls the body with each multiple of a step in a range.
private func each(_ step: Double, within range: ClosedRange<Double>, _ body: (Double) -> Void) {
  var tick = (range.lowerBound / step).rounded(.up) * step
  // Huge values lie further apart than the ticks.
  while tick <= range.upperBound, tick + step > tick {
    body(tick)
    tick += step
  }
}

/// Returns the least of 1, 2 and 5 times the powers of ten that is not below a number above 0.
private func roundNumber(atLeast least: Double) -> Double {
  let power = pow(10, log10(least).rounded(.down))
  return least <= power ? power : least <= 2 * power ? 2 * power : least <= 5 * power ? 5 * power : 10 * power
}
