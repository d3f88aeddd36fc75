import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// The line of status over a window, as a texture that is drawn again only when it changes.
package final class Overlay {
  private let target: RenderTarget
  package var theme: Theme {
    didSet {
      if theme != oldValue { strip = nil }
    }
  }
  private var strip: (status: Status, layout: Layout, texture: Texture)?
  /// The notice that the line had too little room for; nil where all was shown.
  package private(set) var cutNotice: String?

  package init(_ target: RenderTarget, theme: Theme = Theme()) {
    self.target = target
    self.theme = theme
  }

  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() { strip = nil }

  package func draw(_ status: Status, in layout: Layout) throws(StageError) {
    guard layout.strip.height >= 1, layout.strip.width >= 1 else { return }
    if strip?.status != status || strip?.layout != layout {
      let size = PixelSize(Int(layout.strip.width), Int(layout.strip.height))
      let texture: Texture
      if let old = strip?.texture, old.size == size {
        texture = old
      } else {
        texture = try Texture(target, size: size, isOpaque: true, isSmooth: false)
      }
      var picture = Bitmap(width: size.width, height: size.height)
      var isWhole = true
      picture.draw { canvas in
        isWhole = StatusStrip(theme: theme, density: layout.density)
          .draw(status, in: Rect(size: layout.strip.size), on: canvas)
      }
      cutNotice = isWhole ? nil : status.notice
      target.counts.offscreenPasses += 1
      texture.upload(picture)
      strip = (status, layout, texture)
    }
    if let strip { target.copy(strip.texture, to: layout.strip.pixels) }
  }
}
