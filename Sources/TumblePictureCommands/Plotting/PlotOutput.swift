import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleGraph

/// How a plot becomes a file: its format, its size, and what a point is on paper.
struct PlotOutput {
  let format: PictureFormat
  /// In points.
  let size: Size
  /// Whether points are a 72nd of an inch in an SVG too, and a PNG has 300 dots per inch unless said otherwise.
  let isOnPaper: Bool
  /// Of a PNG; nil: a pixel each point, or 300 on paper.
  let dotsPerInch: Double?

  private static let sides = 64.0...8192
  static let resolutions = 20.0...1440

  /// Why it cannot be drawn; nil if it can.
  var problem: String? {
    if let dotsPerInch, !Self.resolutions.contains(dotsPerInch) {
      return "--dpi is a number of dots per inch from 20 to 1440, not \(dotsPerInch)."
    }
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      return "--size is at least 64x64 points and at most 8192x8192; 72 of them make an inch."
    }
    let (width, height) = (size.width * scale, size.height * scale)
    guard
      format != .png
        || max(width, height) <= Double(Bitmap.maximumSide) && width * height <= Double(1 << 27)
    else { return "That is too large a picture: use a smaller --size or --dpi." }
    return nil
  }

  /// Pixels per point.
  private var scale: Double { (dotsPerInch ?? (isOnPaper ? 300 : 72)) / 72 }

  func data(of plot: Plot) throws -> Data {
    switch format {
    case .svg: return plot.svg(size: size, unit: isOnPaper ? .point : .pixel)
    case .pdf: return try plot.pdf(size: size)
    default:
      return try PNG.encode(
        plot.bitmap(size: size, scale: scale),
        dotsPerInch: isOnPaper || dotsPerInch != nil ? scale * 72 : nil)
    }
  }
}
