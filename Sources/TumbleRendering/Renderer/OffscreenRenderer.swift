import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Makes pictures of frames without a window; the same frame gives the same bytes every time.
package final class OffscreenRenderer {
  private let size: PixelSize
  private let textures: TextureCache
  private let theme: Theme
  /// The renderer, kept from one picture to the next with the sprites that it has drawn.
  private var renderer: Renderer?

  /// - Throws: `StageError.pictureSize` for no pixels, or too many.
  package convenience init(size: PixelSize, textures: TextureCache, theme: Theme = Theme()) throws(StageError)
  {
    try self.init(size: size, textures: textures, theme: theme, tile: 960, maxPixels: RenderTarget.maxPixels)
  }

  /// - Parameters:
  ///   - tile: Pixels each way of a part.
  ///   - maxPixels: Pixels, enlarged, of which more are drawn in parts.
  init(size: PixelSize, textures: TextureCache, theme: Theme, tile: Int, maxPixels: Int) throws(StageError) {
    try RenderTarget.check(size)
    (self.tile, self.maxPixels) = (tile, maxPixels)
    self.size = size
    self.textures = textures
    self.theme = theme
  }

  /// Particles that the latest picture leaves out, as they would have covered the stage too often.
  package private(set) var omittedParticles = 0

  /// Pixels each way of a part of a picture that is too large to be drawn at once.
  private let tile: Int
  private let maxPixels: Int
  /// Pixels around a part that are drawn with it: what scaling down mixes at its edge.
  private static let margin = 4

  /// The stage alone, drawn larger by a whole number and then scaled down: SDL's software renderer knows
  /// whole pixels only. The line of status is drawn after that, to stay crisp.
  package func picture(of frame: Frame, description: WorldDescription, status: Status) throws(StageError)
    -> Bitmap
  {
    let layout = Layout(size)
    let (width, height) = (Int(layout.stage.width), Int(layout.stage.height))
    let enlargement = max(
      1, min(3, RenderTarget.largestSide / max(width, height), 40_000_000 / (width * height)))
    // The edges of the view should lie on whole pixels of the picture itself.
    let fitted = Viewport(view: description.view, in: layout.stage).area
    let isWhole = width * height * enlargement * enlargement <= maxPixels
    let density = Double(isWhole ? enlargement : width * height > 1 << 24 ? 2 : 3)
    let area = Rect(min: fitted.min * density, max: fitted.max * density)
    let viewport = Viewport(view: description.view, in: area, density: density)
    var picture = Bitmap(width: size.width, height: size.height)
    if isWhole {
      let renderer = try renderer(PixelSize(width * enlargement, height * enlargement), description)
      try renderer.draw(frame, in: viewport)
      omittedParticles = renderer.omittedParticles
      let large = try renderer.target.bitmap()
      picture.draw { canvas in canvas.draw(large, in: layout.stage) }
    } else {
      try drawParts(of: frame, description, in: viewport, PixelSize(width, height), into: &picture)
    }
    picture.draw { canvas in
      if layout.strip.height > 0 {
        _ = StatusStrip(theme: theme, density: 1).draw(status, in: layout.strip, on: canvas)
      }
    }
    return picture
  }

  /// Draws the stage part by part, each with a margin that is cut off again, so that no seam is seen.
  private func drawParts(
    of frame: Frame, _ description: WorldDescription, in whole: Viewport, _ stage: PixelSize,
    into picture: inout Bitmap
  ) throws(StageError) {
    let density = Int(whole.density)
    let side = tile + 2 * Self.margin
    let renderer = try renderer(PixelSize(side * density, side * density), description)
    omittedParticles = 0
    for top in stride(from: 0, to: stage.height, by: tile) {
      for left in stride(from: 0, to: stage.width, by: tile) {
        let corner = Vector(Double(left - Self.margin), Double(top - Self.margin))
        let pixels = Double(side * density)
        let room = Rect(origin: corner * whole.density, size: Size(pixels, pixels))
        try renderer.draw(frame, in: whole.part(in: room))
        omittedParticles = max(omittedParticles, renderer.omittedParticles)
        let large = try renderer.target.bitmap()
        let shown = Rect(
          origin: Vector(Double(left), Double(top)),
          size: Size(Double(min(tile, stage.width - left)), Double(min(tile, stage.height - top))))
        picture.draw { canvas in
          canvas.clip(to: shown)
          canvas.paint(large, over: Rect(origin: corner, size: Size(Double(side), Double(side))))
        }
      }
    }
    guard whole.scale > 0 else { return }
    let edge = Rect(min: whole.area.min / whole.density, max: whole.area.max / whole.density)
    picture.draw { canvas in
      canvas.rectangle(edge.insetBy(-0.5))
      canvas.stroke(theme.paperEdge, Stroke(width: 1))
    }
  }

  private func renderer(_ size: PixelSize, _ description: WorldDescription) throws(StageError) -> Renderer {
    if let renderer {
      renderer.description = description
      return renderer
    }
    let new = Renderer(
      try RenderTarget(size), description: description, textures: textures, theme: theme)
    renderer = new
    return new
  }
}

extension RenderTarget {
  /// Returns what has been drawn, opaque.
  package func bitmap() throws(StageError) -> Bitmap {
    let size = size
    var picture = Bitmap(width: size.width, height: size.height)
    let stride = picture.stride
    let outcome = picture.withMutablePixels { pixels in
      let outcome = SDL_RenderReadPixels(
        pointer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels.baseAddress, Int32(stride))
      // Blending rounds an alpha of 255 down now and then. What adds its light there is then brighter than a
      // premultiplied color of that alpha can be, and would overflow where it is divided by it.
      var index = 0
      while index < pixels.count {
        let pixel = pixels[index]
        let alpha = pixel >> 24
        if alpha != 255, pixel >> 16 & 255 > alpha || pixel >> 8 & 255 > alpha || pixel & 255 > alpha {
          pixels[index] = pixel | 0xff00_0000
        }
        index += 1
      }
      return outcome
    }
    guard outcome == 0 else { throw .refused(doing: "read the picture back", reason: lastSDLError()) }
    return picture
  }
}
