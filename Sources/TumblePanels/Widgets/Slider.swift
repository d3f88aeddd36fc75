import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  /// A bar whose knob is pulled to a value; `begin`, `change` and `end` say what becomes of that.
  struct Slider {
    /// Tells it from others while it is pulled.
    var path: String
    var value: Double
    var range: ClosedRange<Double>
    var isLogarithmic = false
    /// Whether several values are shown that differ: the knob is a ring, without a bar.
    var isMixed = false
    var isEnabled = true
  }

  /// A pull's beginning, its changes, and its end.
  enum Pulling: Hashable {
    case begins, changes(Double), ends
  }

  func slider(_ id: UInt32, _ slider: Slider, in rect: Rect, _ take: (Pulling) -> Void) {
    let state = slider.isEnabled ? item(id, in: rect) : []
    let track = rect.inset(by: 7, 0).middle(height: 4)
    let isPulled = pull?.path == slider.path && pull?.part == 0
    let shown = isPulled ? pull?.value ?? slider.value : slider.value
    let fraction = slider.fraction(of: shown)
    let x = track.min.x + track.width * fraction
    fill(track, theme.border, rounding: 2)
    let color = slider.isEnabled && (isPulled || !slider.isMixed) ? theme.accent : theme.dim
    if isPulled || !slider.isMixed {
      fill(Rect(min: track.min, max: Vector(x, track.max.y)), color, rounding: 2)
    }
    let isHot = state.contains(.hovered) || isPulled
    disc(Vector(x, track.center.y), radius: isHot ? 7.5 : 6.5, color)
    disc(Vector(x, track.center.y), radius: isHot ? 3 : 2.5, theme.panel)

    if state.contains(.pressed) {
      pull = Pull(
        path: slider.path, part: 0, start: slider.value, mouse: mouse.x, value: slider.value,
        hasBegun: true)
      take(.begins)
    }
    guard var pull, pull.path == slider.path, pull.part == 0 else { return }
    guard state.contains(.held) else {
      self.pull = nil
      return take(.ends)
    }
    pull.isSeen = true
    self.pull = pull
    let value = slider.value(at: track.width > 0 ? (mouse.x - track.min.x) / track.width : 0)
    guard value != pull.value else { return }
    pull.value = value
    self.pull = pull
    take(.changes(value))
  }
}

extension PanelBuilder.Slider {
  func fraction(of value: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high > low, value.isFinite else { return 0 }
    let fraction =
      isLogarithmic && low > 0
      ? log(max(value, low) / low) / log(high / low) : (value - low) / (high - low)
    return min(max(fraction, 0), 1)
  }

  /// Rounded to about a thousandth of the range, so that ends and round numbers can be hit.
  func value(at fraction: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let fraction = min(max(fraction, 0), 1)
    if fraction == 0 { return low }
    if fraction == 1 { return high }
    let value = isLogarithmic && low > 0 ? low * pow(high / low, fraction) : low + (high - low) * fraction
    let step = PanelBuilder.step(for: isLogarithmic ? value : max(abs(high - low), 1e-9))
    return min(max((value / step).rounded() * step, low), high)
  }
}
