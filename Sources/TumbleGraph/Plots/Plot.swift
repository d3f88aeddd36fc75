import Foundation
import TumbleDrawing
import TumbleGeometry

/// Lines over axes as one still picture: for files, reports and papers.
///
/// A line is drawn as if all its points were: of those that share a column of pixels, or of a document a fraction of one,
/// the first, the lowest, the highest and the last remain. So the cost is that of the picture, not of the points.
public struct Plot: Hashable, Sendable {
  /// Above everything; empty for none.
  public var title = ""
  public var panels: [PlotPanel]
  /// How many panels stand side by side; the rest go into rows below.
  public var columns = 1 { didSet { columns = max(columns, 1) } }
  public var style: GraphStyle

  public init(_ panels: [PlotPanel], style: GraphStyle = .paper) {
    self.panels = panels
    self.style = style
  }
}

extension Plot {
  /// - Parameters:
  ///   - size: In points, taken into 64...8192 a side.
  ///   - scale: Pixels per point, 0.25...20, and at most 32,767 pixels a side.
  public func bitmap(size: Size, scale: Double = 1) -> Bitmap {
    let size = Self.usable(size)
    let most = Double(Bitmap.maximumSide) / max(size.width, size.height)
    let scale = scale.isFinite ? min(max(scale, 0.25), 20, most) : 1
    return drawing(size: size, detail: .pixels(perPoint: scale)).bitmap(scale: scale)
  }

  /// An SVG document; its text is text.
  ///
  /// - Parameters:
  ///   - size: In points, taken into 64...8192 a side.
  ///   - unit: What a point is on paper.
  public func svg(size: Size, unit: Drawing.DocumentUnit = .pixel) -> Data {
    drawing(size: Self.usable(size), detail: .document).svg(unit: unit)
  }

  /// A PDF document of one page, a point being a 72nd of an inch.
  ///
  /// - Parameter size: In points, taken into 64...8192 a side.
  /// - Throws: `DrawingError.output`.
  public func pdf(size: Size) throws(DrawingError) -> Data {
    try drawing(size: Self.usable(size), detail: .document).pdf()
  }

  private static func usable(_ size: Size) -> Size {
    func side(_ length: Double) -> Double { length.isFinite ? min(max(length, 64), 8192) : 64 }
    return Size(side(size.width), side(size.height))
  }

  func drawing(size: Size, detail: PlotDetail) -> Drawing {
    var drawing = Drawing(size: size)
    drawing.title = title
    PlotLayout(self, size: size, detail: detail).draw(on: &drawing)
    return drawing
  }
}

/// How finely lines are drawn.
enum PlotDetail: Hashable, Sendable {
  /// For pixels, so many a point: lines of the frame fall on whole ones.
  case pixels(perPoint: Double)
  /// For a document that is shown at any size.
  case document

  /// Columns of which each keeps four points of a line.
  var columnsPerPoint: Double {
    switch self {
    case .pixels(let perPoint): perPoint
    // Some 600 to the inch, as a good printer has.
    case .document: 8
    }
  }

  /// How far from its place a line may be drawn, in points.
  var tolerance: Double {
    switch self {
    case .pixels(let perPoint): 0.02 / perPoint
    case .document: 0.005
    }
  }

  /// The place nearest to a coordinate at which a line of a width fills whole pixels.
  func snapped(_ place: Double, width: Double) -> Double {
    guard case .pixels(let perPoint) = self else { return place }
    let isOdd = max((width * perPoint).rounded(), 1).truncatingRemainder(dividingBy: 2) == 1
    return ((place * perPoint + (isOdd ? 0 : 0.5)).rounded(.down) + (isOdd ? 0.5 : 0)) / perPoint
  }

  /// A width in points that fills whole pixels, at least one.
  func whole(_ width: Double) -> Double {
    guard case .pixels(let perPoint) = self else { return width }
    return max((width * perPoint).rounded(), 1) / perPoint
  }
}
