import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleGeometry

/// Does jobs: reads files, decodes them no finer than needed, and draws from them. It keeps the latest decoded pictures, because a
/// picture is often wanted for several bodies.
///
/// One thread at a time uses it.
struct PictureMaker {
  private struct Source {
    let bitmap: Bitmap
    /// Whether its file has no more pixels.
    let isWhole: Bool
  }

  private var sources = CostCache<String, Source>(totalCostLimit: 64 << 20)
  private var silhouettes = SilhouetteComparison()
  private let drawn: DrawnPictures

  /// Pictures of fewer pixels are kept whole: making them smaller would save little.
  private static let smallPicture = 1 << 20

  init(drawn: DrawnPictures) { self.drawn = drawn }

  /// - Parameter isWanted: Asked between the parts of the work.
  mutating func make(_ job: PictureJob, isWanted: () -> Bool = { true }) -> PictureResult {
    var result = PictureResult(job: job, outcome: .cancelled)
    if job.isChanged {
      sources.remove(job.path)
      silhouettes.forget(job.path)
    }
    do {
      switch job.product {
      case .source(let size):
        let source = try source(job.path, covering: size, &result.decodes)
        guard isWanted() else { return result }
        result.outcome = .source(Self.reduced(source.bitmap, covering: size))
      case .sprite(let plan, let preview):
        let source = try source(job.path, covering: plan.fileSize, &result.decodes)
        guard isWanted() else { return result }
        result.outcome = .sprite(
          plan.draw(source.bitmap), preview: preview?.draw(source.bitmap), fills: fills(plan, source.bitmap))
      }
    } catch {
      result.outcome = .failed("\(error)")
    }
    return result
  }

  private mutating func source(_ path: String, covering size: PixelSize?, _ decodes: inout Int) throws
    -> Source
  {
    if let known = sources.object(for: path) {
      let isEnough = size.map { known.bitmap.width >= $0.width && known.bitmap.height >= $0.height } ?? false
      if known.isWhole || isEnough { return known }
    }
    decodes += 1
    let pair = size.map { (width: $0.width, height: $0.height) }
    let source: Source
    if let picture = DrawnPicture(name: path) {
      let bitmap = try PictureFile.decode(drawn.jpeg(of: picture), path: path, covering: pair)
      source = Source(bitmap: bitmap, isWhole: bitmap.width == DrawnPicture.width)
    } else {
      let bitmap = try PictureFile.read(path, covering: pair)
      source = Source(bitmap: bitmap, isWhole: size == nil || !Self.isReduced(bitmap, path))
    }
    sources.set(source, for: path, cost: source.bitmap.width * source.bitmap.height * 4)
    return source
  }

  private static func isReduced(_ bitmap: Bitmap, _ path: String) -> Bool {
    guard let header = try? PictureHeader(ofFile: path) else { return true }
    return header.width != bitmap.width || header.height != bitmap.height
  }

  /// As large as it is shown, where that is much less.
  private static func reduced(_ bitmap: Bitmap, covering size: PixelSize?) -> Bitmap {
    guard let size, bitmap.width * bitmap.height > smallPicture else { return bitmap }
    let factor = max(
      Double(size.width) / Double(bitmap.width), Double(size.height) / Double(bitmap.height), 1e-3)
    guard factor <= 0.5 else { return bitmap }
    var small = Bitmap(
      width: max(Int((Double(bitmap.width) * factor).rounded(.up)), 1),
      height: max(Int((Double(bitmap.height) * factor).rounded(.up)), 1))
    let place = Rect(size: Size(Double(small.width), Double(small.height)))
    small.draw { $0.paint(bitmap, over: place) }
    return small
  }

  private mutating func fills(_ plan: SpritePlan, _ picture: Bitmap) -> Bool {
    guard case .picture(let path, let outlines, let fit, _, _) = plan.form else { return true }
    return silhouettes.fills(path, picture, outlines, fit)
  }
}

extension SpritePlan {
  /// Pixels of the file's picture that are enough for this one; nil: all.
  fileprivate var fileSize: PixelSize? {
    guard case .picture(_, _, let fit, let wear, _) = form, fit == .stretch || fit == .auto else {
      return nil
    }
    return wear.quarters.isMultiple(of: 2) ? PixelSize(width, height) : PixelSize(height, width)
  }
}
