import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// Makes pictures of frames without a window; the same frame gives the same bytes every time.
package final class OffscreenRenderer {
  private let size: PixelSize
  private let textures: TextureCache
  private let theme: Theme
  /// Kept from one picture to the next, with the sprites that it has drawn.
  private var renderer: Renderer?

  /// - Throws: `StageError.pictureSize` for no pixels, or too many.
  package init(size: PixelSize, textures: TextureCache, theme: Theme = Theme()) throws(StageError) {
    try RenderTarget.check(size)
    self.size = size
    self.textures = textures
    self.theme = theme
  }

  /// The stage alone, drawn larger by a whole number and then scaled down: SDL's software renderer knows whole
  /// pixels only. The line of status is drawn after that, to stay crisp.
  package func picture(of frame: Frame, description: WorldDescription, status: Status) throws(StageError)
    -> Bitmap
  {
    let layout = Layout(size)
    let (width, height) = (Int(layout.stage.width), Int(layout.stage.height))
    let enlargement = max(
      1, min(3, RenderTarget.largestSide / max(width, height), 40_000_000 / (width * height)))
    let renderer = try renderer(PixelSize(width * enlargement, height * enlargement), description)
    // The edges of the view should lie on whole pixels of the picture itself.
    let fitted = Viewport(view: description.view, in: layout.stage).area
    let density = Double(enlargement)
    let area = Rect(min: fitted.min * density, max: fitted.max * density)
    try renderer.draw(frame, in: Viewport(view: description.view, in: area, density: density))
    let large = try renderer.target.bitmap()

    var picture = Bitmap(width: size.width, height: size.height)
    picture.draw { canvas in
      canvas.draw(large, in: layout.stage)
      if layout.strip.height > 0 {
        _ = StatusStrip(theme: theme, density: 1).draw(status, in: layout.strip, on: canvas)
      }
    }
    return picture
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
  /// What has been drawn, opaque.
  package func bitmap() throws(StageError) -> Bitmap {
    let size = size
    var picture = Bitmap(width: size.width, height: size.height)
    let stride = picture.stride
    let outcome = picture.withMutablePixels { pixels in
      let outcome = SDL_RenderReadPixels(
        pointer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels.baseAddress, Int32(stride))
      // Blending rounds an alpha of 255 down now and then. What adds its light there is then brighter than a premultiplied
      // color of that alpha can be, and would overflow where it is divided by it.
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
