import CTumbleImGui
import TumbleGeometry
import TumbleInput

/// Small drawings in a square of 16 × 16 points, in one color.
enum Icon: Hashable {
  case tool(Tool)
  case close, check, chevron, raise, search, plot, copy, stop
  case play, reverse, pause, stepBack, stepForth, toStart, toEnd
  case information, warning
  case key, emptyKey, record, curve, pin, ghosts, slider
}

extension PanelBuilder {
  /// Draws an icon in the middle of a rectangle.
  func icon(_ icon: Icon, in rect: Rect, _ color: Color) {
    let origin = Vector(rect.center.x - 8, rect.center.y - 8)
    func at(_ x: Double, _ y: Double) -> Vector { origin + Vector(x, y) }
    func line(_ points: (Double, Double)..., thickness: Double = 1.5) {
      for (a, b) in zip(points, points.dropFirst()) {
        segment(at(a.0, a.1), at(b.0, b.1), color, thickness: thickness)
      }
    }
    switch icon {
    case .tool(let tool): toolIcon(tool, at: origin, color)
    case .close: line((4.5, 4.5), (11.5, 11.5)); line((11.5, 4.5), (4.5, 11.5))
    case .ghosts:
      for (place, opacity) in [(0.0, 0.35), (2.5, 0.65), (5, 1)] {
        frame(
          Rect(origin: at(2 + place, 2 + place), size: Size(7, 7)), color.withAlpha(opacity), rounding: 1.5)
      }
    case .check: line((3.5, 8.5), (6.5, 11.5), (12.5, 4.5), thickness: 1.8)
    case .chevron: line((5, 6.5), (8, 9.5), (11, 6.5))
    case .raise: line((5, 9.5), (8, 6.5), (11, 9.5))
    case .search:
      circle(at(7, 7), radius: 4, color)
      line((10, 10), (13.5, 13.5), thickness: 1.8)
    case .plot: line((2.5, 12), (5.5, 7), (8.5, 9.5), (13.5, 3.5))
    case .copy:
      frame(Rect(min: at(3, 3), max: at(10, 10)), color, rounding: 2)
      line((6, 13), (13, 13)); line((13, 13), (13, 6))
    case .stop: fill(Rect(min: at(4, 4), max: at(12, 12)), color, rounding: 1.5)
    case .play: triangle(at(5, 3), at(13, 8), at(5, 13), color)
    case .reverse: triangle(at(11, 3), at(11, 13), at(3, 8), color)
    case .pause:
      fill(Rect(min: at(4, 3), max: at(7, 13)), color, rounding: 1)
      fill(Rect(min: at(9, 3), max: at(12, 13)), color, rounding: 1)
    case .stepBack:
      fill(Rect(min: at(11, 4), max: at(13, 12)), color, rounding: 1)
      triangle(at(9.5, 4), at(9.5, 12), at(3.5, 8), color)
    case .stepForth:
      fill(Rect(min: at(3, 4), max: at(5, 12)), color, rounding: 1)
      triangle(at(6.5, 4), at(12.5, 8), at(6.5, 12), color)
    case .toStart:
      fill(Rect(min: at(3, 4), max: at(4.8, 12)), color, rounding: 0.5)
      triangle(at(9, 4), at(9, 12), at(4.8, 8), color)
      triangle(at(13.5, 4), at(13.5, 12), at(9, 8), color)
    case .toEnd:
      triangle(at(2.5, 4), at(7, 8), at(2.5, 12), color)
      triangle(at(7, 4), at(11.2, 8), at(7, 12), color)
      fill(Rect(min: at(11.2, 4), max: at(13, 12)), color, rounding: 0.5)
    case .key:
      triangle(at(2.5, 8), at(8, 2.5), at(13.5, 8), color)
      triangle(at(13.5, 8), at(8, 13.5), at(2.5, 8), color)
    case .emptyKey: line((3.5, 8), (8, 3.5), (12.5, 8), (8, 12.5), (3.5, 8), thickness: 1.2)
    case .record: disc(at(8, 8), radius: 4.5, color)
    case .curve:
      line((2, 13), (5, 12), (7.5, 8), (10, 4.5), (14, 3))
      disc(at(2.5, 13), radius: 1.6, color)
      disc(at(13.5, 3), radius: 1.6, color)
    case .slider:
      line((2, 8), (14, 8), thickness: 1.8)
      disc(at(10, 8), radius: 3, color)
    case .pin:
      line((3, 8), (11, 8), thickness: 1.8)
      line((12, 4), (12, 12), thickness: 1.8)
    case .information:
      circle(at(8, 8), radius: 6, color)
      line((8, 7.2), (8, 11.2))
      disc(at(8, 5), radius: 0.95, color)
    case .warning:
      line((8, 2.5), (14.2, 13), (1.8, 13), (8, 2.5))
      line((8, 6.3), (8, 9.6))
      disc(at(8, 11.3), radius: 0.9, color)
    }
  }

  private func toolIcon(_ tool: Tool, at origin: Vector, _ color: Color) {
    func at(_ x: Double, _ y: Double) -> Vector { origin + Vector(x, y) }
    func line(_ points: (Double, Double)..., thickness: Double = 1.5) {
      for (a, b) in zip(points, points.dropFirst()) {
        segment(at(a.0, a.1), at(b.0, b.1), color, thickness: thickness)
      }
    }
    switch tool {
    case .select:
      triangle(at(3.5, 1.5), at(12.8, 9), at(7.3, 9.5), color)
      triangle(at(3.5, 1.5), at(7.3, 9.5), at(3.5, 13.3), color)
      line((7.4, 9), (9.8, 14), thickness: 2)
    case .box: frame(Rect(min: at(2.5, 2.5), max: at(13.5, 13.5)), color, rounding: 1.5, thickness: 1.6)
    case .circle: circle(at(8, 8), radius: 6, color, thickness: 1.6)
    case .polygon: line((8, 2), (14, 6.3), (11.7, 13.4), (4.3, 13.4), (2, 6.3), (8, 2), thickness: 1.6)
    case .wall:
      line((1.5, 12.5), (14.5, 5), thickness: 2.6)
      line((4, 14.8), (5.5, 10.8), thickness: 1); line((8, 12.6), (9.5, 8.6), thickness: 1)
      line((12, 10.2), (13.2, 6.4), thickness: 1)
    case .rope:
      line((2.5, 3), (3.2, 7.2), (5.4, 10.6), (8, 11.8), (10.6, 10.6), (12.8, 7.2), (13.5, 3))
      disc(at(2.5, 3), radius: 1.9, color); disc(at(13.5, 3), radius: 1.9, color)
    case .pinJoint:
      line((4, 12), (12, 4), thickness: 1.8)
      disc(at(3.6, 12.4), radius: 2.3, color); disc(at(12.4, 3.6), radius: 2.3, color)
    case .pivot: circle(at(8, 8), radius: 5.5, color); disc(at(8, 8), radius: 2, color)
    case .slideJoint:
      line((3.5, 12.5), (5, 10)); line((7, 9.5), (9, 8)); line((10.5, 6.5), (12.5, 3.5))
      disc(at(3.2, 12.8), radius: 2.1, color); disc(at(12.8, 3.2), radius: 2.1, color)
    case .groove:
      line((1.5, 10.2), (14.5, 10.2)); line((1.5, 5.8), (14.5, 5.8))
      disc(at(8, 8), radius: 2.6, color)
    case .gear:
      circle(at(5.6, 9.8), radius: 4.1, color); circle(at(12, 4.6), radius: 2.7, color)
      disc(at(5.6, 9.8), radius: 1.3, color); disc(at(12, 4.6), radius: 1, color)
    case .rotarySpring:
      line((8, 8), (9.6, 7), (9.4, 9.6), (6.6, 10), (5.6, 6.6), (9, 4.4), (12.4, 7.4), (11, 12), (5.6, 12.8))
    case .rotaryLimit:
      line((3, 13), (13.5, 13)); line((3, 13), (10.5, 4))
      line((9.4, 12.6), (9, 10), (7.6, 8), thickness: 1.2)
    case .ratchet:
      circle(at(7.5, 8.5), radius: 3.6, color)
      line((2, 8.5), (4, 7)); line((7.5, 14.5), (6, 12)); line((13.4, 8.5), (11, 10));
      line((7.5, 2.5), (9, 5))
    case .weld:
      frame(Rect(min: at(1.5, 5), max: at(9.5, 13)), color, rounding: 1)
      frame(Rect(min: at(6.5, 3), max: at(14.5, 11)), color, rounding: 1)
    case .spring:
      line(
        (8, 1), (8, 3), (12.5, 4.3), (3.5, 6.6), (12.5, 8.9), (3.5, 11.2), (8, 12.8), (8, 15), thickness: 1.4)
    case .motor:
      line(
        (12.9, 5.2), (11, 3.1), (8, 2.2), (5, 3), (2.8, 5.3), (2.2, 8.2), (3.2, 11.2), (5.6, 13.3),
        (8.6, 13.8))
      triangle(at(14.8, 3.2), at(14.2, 8), at(10.4, 6.2), color)
      disc(at(8, 8), radius: 1.8, color)
    case .wheel:
      frame(Rect(min: at(1.5, 2), max: at(14.5, 7)), color, rounding: 1)
      circle(at(8, 10), radius: 4.6, color); disc(at(8, 10), radius: 1.6, color)
    case .brush: line((2, 12), (5, 7), (8, 10.5), (13.5, 3), thickness: 3.4)
    case .plane:
      line((0.5, 8), (15.5, 8), thickness: 2.2)
      line((3, 13), (5, 9)); line((7.5, 13), (9.5, 9)); line((12, 13), (14, 9))
    case .chain:
      for x in [3.2, 8, 12.8] { circle(at(x, 8), radius: 2.7, color, thickness: 1.4) }
    case .cloth:
      for x in [2.0, 6, 10, 14] { line((x, 2), (x, 14), thickness: 1) }
      line((2, 2), (14, 2), thickness: 2.2)
      for y in [6.0, 10, 14] { line((2, y), (14, y), thickness: 1) }
    case .blob:
      line(
        (8, 2), (12.5, 3.6), (14.4, 8.4), (12, 13), (7.2, 14), (2.6, 12), (1.6, 7.4), (4, 3.4), (8, 2),
        thickness: 2.4)
    case .text: line((2.5, 3), (13.5, 3), thickness: 2.2); line((8, 3), (8, 14), thickness: 2.2)
    case .note:
      frame(Rect(min: at(2, 2.5), max: at(14, 13.5)), color, rounding: 1.5)
      line((4.5, 6), (11.5, 6), thickness: 1.2); line((4.5, 9.5), (9, 9.5), thickness: 1.2)
    case .picture:
      frame(Rect(min: at(1.5, 2.5), max: at(14.5, 13.5)), color, rounding: 1.5)
      line((3, 12), (6.5, 7.5), (9, 10.5), (10.5, 9), (13, 12)); disc(at(11, 5.6), radius: 1.3, color)
    case .cog:
      circle(at(8, 8), radius: 4.2, color, thickness: 2); disc(at(8, 8), radius: 1.2, color)
      for tooth in 0..<8 {
        let way = Vector(angle: Double(tooth) * .pi / 4)
        segment(at(8, 8) + way * 5, at(8, 8) + way * 7.4, color, thickness: 2.2)
      }
    case .water:
      for y in [5.0, 9, 13] { line((1.5, y), (4, y - 2), (8, y), (12, y - 2), (14.5, y), thickness: 1.4) }
    case .wind:
      line((1.5, 6), (10.5, 6), (12.5, 4.4), (11, 2.4)); line((1.5, 9), (14.5, 9))
      line((1.5, 12), (9, 12), (11, 13.4), (9.6, 15))
    case .magnet: line((3, 2), (3, 8.5), (5, 12.2), (8, 13.4), (11, 12.2), (13, 8.5), (13, 2), thickness: 2.6)
    case .vortex:
      line(
        (8, 8), (9.4, 6.6), (7, 5.6), (5.2, 8), (6.6, 11), (10.4, 11), (12.4, 7.4), (10.6, 3.4), (6, 2.4),
        (2.6, 5.6), (2.4, 10.4))
    case .knife:
      line((2, 14), (5.4, 10.6), thickness: 3)
      triangle(at(4.6, 9.4), at(6.8, 11.6), at(14.5, 1.5), color)
    case .pin: disc(at(8, 5), radius: 3.6, color); line((8, 8), (8, 14.5), thickness: 1.6)
    case .tracer:
      line((1.5, 12.5), (4, 7), (7, 6), (9, 9.5), (11, 8.6))
      disc(at(12.4, 6), radius: 2.4, color)
    case .path:
      line((4.2, 10.6), (4.6, 7.6), (6.6, 6), (8.6, 7.6), (10, 9.8), (12, 9), (12.8, 5))
      disc(at(4, 12.6), radius: 2.4, color)
      triangle(at(10.4, 5.2), at(15.2, 5.2), at(12.8, 1.2), color)
    case .thruster:
      line((8, 1.5), (11, 5), (11, 9.5), (5, 9.5), (5, 5), (8, 1.5))
      triangle(at(5.6, 11), at(10.4, 11), at(8, 15.2), color)
    case .emitter:
      disc(at(8, 13.5), radius: 1.6, color)
      line((8, 10.5), (8, 6)); line((5.6, 11.2), (3, 7)); line((10.4, 11.2), (13, 7))
      disc(at(8, 2.6), radius: 1.2, color); disc(at(2, 3.8), radius: 1.1, color)
      disc(at(14, 3.8), radius: 1.1, color)
    case .eraser:
      line((6.5, 13.5), (2, 9), (9, 2), (14, 7), (7.5, 13.5), (14, 13.5))
      line((5.5, 5.5), (10.5, 10.5))
    }
  }
}
