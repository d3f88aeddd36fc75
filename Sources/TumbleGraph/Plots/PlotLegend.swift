import TumbleDrawing
import TumbleGeometry

/// The names above a panel, as many on a row as fit: lines, and kinds of marks.
struct PlotLegend {
  enum Sample: Hashable {
    case line(Color, Stroke)
    case mark(MarkShape, Color)
  }

  private var places: [(place: Vector, text: String, sample: Sample)] = []
  private let style: GraphStyle
  private(set) var height = 0.0

  private var sampleWidth: Double { style.fontSize * 2 }

  private func width(of sample: Sample) -> Double {
    if case .mark = sample { return style.fontSize * 0.7 }
    return sampleWidth
  }

  init(_ entries: [(text: String, sample: Sample)], style: GraphStyle, width: Double) {
    self.style = style
    guard !entries.isEmpty else { return }
    let row = style.fontSize * 1.45
    var (x, y) = (0.0, style.fontSize)
    for entry in entries {
      let entryWidth =
        self.width(of: entry.sample) + style.fontSize * 0.5 + style.font().measure(entry.text).width
      if x > 0, x + entryWidth > width { (x, y) = (0, y + row) }
      places.append((Vector(x, y), entry.text, entry.sample))
      x += entryWidth + style.fontSize * 1.4
    }
    height = y + style.fontSize * 0.6
  }

  func draw(at corner: Vector, on drawing: inout Drawing) {
    for (place, text, sample) in places {
      let point = corner + place
      let middle = point - Vector(0, style.fontSize * 0.34)
      switch sample {
      case .line(let color, let stroke):
        drawing.stroke(from: middle, to: middle + Vector(sampleWidth, 0), color, stroke)
      case .mark(let shape, let color):
        let size = style.fontSize * 0.32
        drawing.fill([shape.outline(center: middle + Vector(size, 0), size: size)], color)
      }
      drawing.text(
        text, at: point + Vector(width(of: sample) + style.fontSize * 0.5, 0), font: style.font(),
        color: style.text)
    }
  }
}

/// How the marks of a kind look: not by their color alone.
enum MarkShape: CaseIterable, Hashable {
  case triangle, diamond, square, hexagon

  init(kind: Int) { self = Self.allCases[kind % Self.allCases.count] }

  /// - Parameter size: From the middle to the sides.
  func outline(center: Vector, size: Double) -> [Vector] {
    let corners: [Vector] =
      switch self {
      case .triangle: [Vector(-1, -0.9), Vector(1, -0.9), Vector(0, 0.9)]
      case .diamond: [Vector(0, -1.2), Vector(1, 0), Vector(0, 1.2), Vector(-1, 0)]
      case .square: [Vector(-0.85, -0.85), Vector(0.85, -0.85), Vector(0.85, 0.85), Vector(-0.85, 0.85)]
      case .hexagon:
        [
          Vector(-0.5, -0.87), Vector(0.5, -0.87), Vector(1, 0), Vector(0.5, 0.87), Vector(-0.5, 0.87),
          Vector(-1, 0),
        ]
      }
    return corners.map { center + $0 * size }
  }
}
