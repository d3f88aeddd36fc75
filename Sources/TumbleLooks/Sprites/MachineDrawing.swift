import TumbleDrawing
import TumbleGeometry

// What joints and belts are drawn with, in grays: a sprite is tinted.

extension Canvas {
  /// A spring along x: the strands behind it first, then those in front, each with a dark edge.
  func drawCoil(width: Double, length: Double, pixel: Double) {
    let turns = 11
    let pen = max(width * 0.17, pixel)
    let reach = (width - pen * 1.5) / 2
    // Straight leads at both ends.
    let lead = length * 0.06
    let step = (length - 2 * lead) / Double(turns)
    func corner(_ half: Int) -> Vector {
      let x = -length / 2 + lead + Double(half) * step / 2
      return half == 0 || half == 2 * turns
        ? Vector(x, 0) : Vector(x, half.isMultiple(of: 2) ? -reach : reach)
    }
    let ends = (Vector(-length / 2, 0), Vector(length / 2, 0))
    stroke(from: ends.0, to: corner(0), .gray(0.8), Stroke(width: pen))
    stroke(from: corner(2 * turns), to: ends.1, .gray(0.8), Stroke(width: pen))
    for half in stride(from: 0, to: 2 * turns, by: 2) {
      stroke(from: corner(half), to: corner(half + 1), .gray(0.5), Stroke(width: pen))
    }
    for half in stride(from: 1, to: 2 * turns, by: 2) {
      stroke(from: corner(half), to: corner(half + 1), .gray(0.38), Stroke(width: pen * 1.5))
      stroke(from: corner(half), to: corner(half + 1), .gray(0.86), Stroke(width: pen))
      stroke(
        from: corner(half).interpolated(to: corner(half + 1), by: 0.2),
        to: corner(half).interpolated(to: corner(half + 1), by: 0.55), .white, Stroke(width: pen * 0.45))
    }
  }

  /// A wheel with eight cogs and a marked hub, so that one sees it turn.
  func drawCog(radius: Double) {
    let cogs = 8
    var points: [Vector] = []
    for i in 0..<cogs {
      let middle = Double(i) * 2 * .pi / Double(cogs)
      for (turn, part) in [(-0.3, 0.76), (-0.2, 0.98), (0.2, 0.98), (0.3, 0.76)] {
        points.append(Vector(part * radius, 0).rotated(by: middle + turn * 2 * .pi / Double(cogs) * 1.3))
      }
    }
    polyline(points, closed: true)
    fill(.gray(0.34), keepingPath: true)
    stroke(.gray(0.2), Stroke(width: radius * 0.06))
    circle(center: .zero, radius: radius * 0.6)
    fill(.gray(0.5))
    circle(center: .zero, radius: radius * 0.22)
    fill(.gray(0.15))
    circle(center: Vector(radius * 0.42, 0), radius: radius * 0.11)
    fill(.gray(0.9))
  }

  /// A belt's band, inside its outline.
  func drawBand(_ outline: Outline, width: Double) {
    withState { canvas in
      canvas.path(of: outline)
      canvas.clip()
      canvas.path(of: outline)
      canvas.stroke(.gray(0.2), Stroke(width: width * 2, join: .round))
      canvas.path(of: outline)
      canvas.stroke(.gray(0.1), Stroke(width: width * 0.6, join: .round))
    }
  }

  func drawRoller(radius: Double) {
    circle(center: .zero, radius: radius)
    fill(.gray(0.24))
    circle(center: .zero, radius: radius * 0.82)
    fill(around: .zero, .gray(0.82), to: radius * 0.82, .gray(0.56))
    for spoke in 0..<3 {
      let way = Vector(radius * 0.62, 0).rotated(by: Double(spoke) * 2 * .pi / 3)
      stroke(from: .zero, to: way, .gray(0.36), Stroke(width: radius * 0.18))
    }
    circle(center: .zero, radius: radius * 0.24)
    fill(.gray(0.22))
  }
}

extension Color {
  static func gray(_ part: Double) -> Color { Color(red: part, green: part, blue: part) }
}
