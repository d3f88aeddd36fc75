import Foundation
import TumbleAnimation
import TumbleFiles

// Numbers as the writers write them: with as many decimals as the tolerance asks for.

extension Double {
  /// The number to so many decimals; never minus zero.
  func rounded(to decimals: Int) -> Double {
    let scale = pow(10, Double(decimals))
    let scaled = (self * scale).rounded()
    return scaled == 0 ? 0 : scaled.isFinite ? scaled / scale : self
  }

  /// The text to so many decimals, without a zero before the point, as CSS and SVG have it.
  func styleText(_ decimals: Int) -> String {
    let text = rounded(to: decimals).shortText
    if text.hasPrefix("0.") { return String(text.dropFirst()) }
    return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
  }
}

/// The way from a key to the next.
struct KeySegment {
  var start: Int
  var end: Int
  var from: Double
  var to: Double
  var curve: Curve

  enum Curve: Equatable {
    case line
    /// The value stays, and is the next one at the end.
    case hold
    /// A cubic Bézier curve of progress, whose control points have these coordinates.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  }
}

extension MotionKeys {
  /// The values to so many decimals. Two more where a curve leaves two keys that are hardly apart: its
  /// heights count in their distance.
  func rounded(decimals: Int) -> [Double] {
    let least = pow(10, -Double(decimals)) * 3
    func isFine(_ index: Int) -> Bool {
      guard timing.indices.contains(index), case .cubicBezier = timing[index] else { return false }
      return abs(values[index + 1] - values[index]) < least
    }
    return values.indices.map { index in
      values[index].rounded(to: isFine(index) || isFine(index - 1) ? decimals + 2 : decimals)
    }
  }

  /// The segments between rounded values, with curves that lead where those of the keys do.
  func segments(decimals: Int) -> [KeySegment] {
    let rounded = rounded(decimals: decimals)
    return timing.indices.map { index in
      let (from, to) = (rounded[index], rounded[index + 1])
      let way = to - from
      var segment = KeySegment(start: steps[index], end: steps[index + 1], from: from, to: to, curve: .line)
      switch timing[index] {
      case .steps: segment.curve = .hold
      case .cubicBezier(let curve) where way != 0:
        // A height's last digit is seen as little as a value's.
        let digits = min(max(Int((log10(abs(way) * 300) + Double(decimals) - 2).rounded(.up)), 2), 9)
        func height(_ height: Double) -> Double {
          let value = values[index] + (values[index + 1] - values[index]) * height
          return ((value - from) / way).rounded(to: digits)
        }
        segment.curve = .bezier(
          x1: curve.x1.rounded(to: 6), y1: height(curve.y1), x2: curve.x2.rounded(to: 6),
          y2: height(curve.y2))
      default: break
      }
      return segment
    }
  }
}

extension MotionDocument {
  /// The decimals that take no more than a twentieth of a tolerance; two at least, for outlines have as many.
  static func decimals(for tolerance: Double) -> Int { max(Int((-log10(tolerance / 10)).rounded(.up)), 2) }

  /// Decimals of a channel's values, angles in degrees: a scale counts once for each point of what is scaled.
  func decimals(of channel: MotionChannel) -> Int {
    switch channel {
    case .x, .y: decimals
    case .angle: Self.decimals(for: tolerance.angles * 180 / .pi)
    case .scaleX, .scaleY: decimals + 3
    case .opacity: 3
    }
  }

  /// A layer's keys in the system of pictures: from the view's top left corner, y down, in degrees clockwise.
  func pictureKeys(_ layer: MotionLayer, _ channel: MotionChannel) -> MotionKeys {
    switch channel {
    case .x: layer[.x].scaled(by: 1, plus: -view.min.x)
    case .y: layer[.y].scaled(by: -1, plus: view.max.y)
    case .angle: layer[.angle].scaled(by: -180 / .pi)
    case .scaleX, .scaleY, .opacity: layer[channel]
    }
  }

  /// A layer's time at one of its steps, in seconds.
  func seconds(_ layer: MotionLayer, _ step: Int) -> Double {
    Double(layer.frames.lowerBound + step) / frameRate
  }
}
