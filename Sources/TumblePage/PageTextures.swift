import TumbleLooks
import Foundation
import TumbleDrawing
import TumbleGeometry

/// The pictures of a page, each once, and no larger than bodies show them.
struct PageTextures {
  struct Texture {
    /// The size of the file's picture, in pixels.
    let size: PixelSize
    let png: Data
  }

  private(set) var all: [Texture] = []
  private var places: [String: Int] = [:]
  private let cache: TextureCache

  /// The page's stage is about as large as this, in pixels of a screen.
  private static let stage = 1600.0

  /// - Parameter view: The part of the world that is shown.
  init(of looks: [PageLook], view: Rect, cache: TextureCache) throws {
    self.cache = cache
    var paths: [String] = []
    // By path: what the picture's sides are multiplied by.
    var factors: [String: Double] = [:]
    let resolution = max(Self.stage / max(view.width, view.height, 1), 1)
    for look in looks {
      guard let path = look.texture, let picture = cache.picture(path), let bounds = look.outlines.bounds
      else {
        continue
      }
      if factors[path] == nil { paths.append(path) }
      let factor = Self.factor(look.fit.chosen(for: look.outlines, picture), picture, bounds.size, resolution)
      factors[path] = max(factors[path] ?? 0, min(factor, 1))
    }
    for path in paths {
      guard let picture = cache.picture(path), let factor = factors[path] else { continue }
      places[path] = all.count
      all.append(
        Texture(
          size: PixelSize(picture.width, picture.height),
          png: try PNG.encode(Self.scaled(picture, by: factor))))
    }
  }

  /// The place of a look's picture, and how it covers the body; nil where it has none that can be read.
  func place(of look: PageLook) -> (texture: Int, fit: TextureFit)? {
    guard let path = look.texture, let place = places[path], let picture = cache.picture(path) else {
      return nil
    }
    return (place, look.fit.chosen(for: look.outlines, picture))
  }

  func wear(of look: PageLook, _ body: Int) -> Wear {
    Wear(of: body, outlines: look.outlines, picture: look.texture.flatMap { cache.picture($0) })
  }

  private static func factor(_ fit: TextureFit, _ picture: Bitmap, _ size: Size, _ resolution: Double)
    -> Double
  {
    let factors = (
      size.width * resolution / Double(picture.width), size.height * resolution / Double(picture.height)
    )
    return switch fit {
    case .auto, .stretch: max(factors.0, factors.1)
    // As thick as the body; the rest is repeated.
    case .slice: min(factors.0, factors.1)
    // Two pixels of the file are a point.
    case .tile: resolution / 2
    }
  }

  private static func scaled(_ picture: Bitmap, by factor: Double) -> Bitmap {
    guard factor < 1 else { return picture }
    var scaled = Bitmap(
      width: max(Int((Double(picture.width) * factor).rounded(.up)), 1),
      height: max(Int((Double(picture.height) * factor).rounded(.up)), 1))
    let place = Rect(size: Size(Double(scaled.width), Double(scaled.height)))
    scaled.draw { $0.paint(picture, over: place) }
    return scaled
  }
}
