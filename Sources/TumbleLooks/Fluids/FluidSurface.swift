import TumbleFrames
import TumbleGeometry

/// The water of a fluid at a moment: from where to where it reaches in its vessel, with its ripples.
///
/// The ripples are for the eye alone: a function of the place, of the time and of the bodies near the
/// surface. What floats does not feel them.
package struct FluidSurface: Sendable {
  /// The convex pieces of the vessel, counter-clockwise.
  package let pieces: [Polygon]
  private let bounds: Rect
  package private(set) var level = 0.0
  /// The bodies that move up or down through the surface: their positions, and how far they push it.
  private var pushes: [(x: Double, height: Double)] = []

  /// The distance that a body's waves go, in points.
  private static let reach = 60.0
  /// The width of the surface's line, in the desktop's points.
  package static let rimWidth = 1.5

  package init(_ fluid: FluidDescription) {
    if case .pieces(let split) = Polygon(fluid.outline).split() { pieces = split } else { pieces = [] }
    bounds = Rect(around: fluid.outline) ?? Rect(min: .zero, max: .zero)
  }

  /// The color of the surface's line.
  package static func rim(_ color: Color) -> Color { color.withAlpha(min(color.alpha * 1.8, 1)) }

  /// Takes in a moment. Its memory is kept.
  package mutating func stand(at level: Double, with bodies: [BodySnapshot]) {
    self.level = level
    pushes.removeAll(keepingCapacity: true)
    for body in bodies {
      let distance = abs(body.position.y - level)
      guard distance < 40, abs(body.velocity.y) > 1 else { continue }
      let near = 1 - distance / 40
      pushes.append((body.position.x, max(min(body.velocity.y, 120), -120) * 0.04 * near * near))
    }
  }

  /// Returns the begin and the end of the water in a column; nil if there is none.
  package func span(
    of piece: Polygon, at x: Double, _ time: Double
  ) -> (bottom: Double, top: Double, isSurface: Bool)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var from = piece.corners[piece.corners.count - 1]
    for to in piece.corners {
      if x >= min(from.x, to.x), x <= max(from.x, to.x) {
        // Both ends of an upright edge.
        let share = from.x == to.x ? 0 : (x - from.x) / (to.x - from.x)
        let y = from.y + (to.y - from.y) * share
        low = min(low, y, from.x == to.x ? to.y : y)
        high = max(high, y, from.x == to.x ? to.y : y)
      }
      from = to
    }
    guard low < level, high > low else { return nil }
    // Below a ceiling the water has no surface.
    guard high >= min(level, bounds.max.y) - 1e-9 else { return (low, high, false) }
    let surface = min(level, bounds.max.y)
    return (low, max(surface + ripple(at: x, time), low), true)
  }

  /// Returns the distance of the surface from its level, in points.
  private func ripple(at x: Double, _ time: Double) -> Double {
    var height = 0.7 * sine(x / 17 + time * 1.7) + 0.4 * sine(x / 7.3 - time * 2.9)
    for push in pushes {
      let dx = push.x - x
      guard abs(dx) < Self.reach else { continue }
      let near = 1 - dx * dx / (Self.reach * Self.reach)
      height += push.height * near * near * cosine(dx / 9)
    }
    return max(min(height, 6), -6)
  }
}

extension Theme {
  /// The color that a fluid is drawn in: translucent also where it has no opacity of its own.
  package func shown(_ fluid: FluidDescription) -> Color {
    let color = fluid.color ?? self.fluid
    return color.alpha < 1 ? color : color.withAlpha(0.42)
  }
}
