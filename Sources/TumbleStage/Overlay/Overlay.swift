import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry

/// The line of status and the help over a window, as textures that are drawn again only when they change.
package final class Overlay {
  private let target: RenderTarget
  private let theme: Theme
  private var strip: (status: Status, layout: Layout, texture: Texture)?
  private var help: (layout: Layout, texture: Texture)?

  package init(_ target: RenderTarget, theme: Theme = Theme()) {
    self.target = target
    self.theme = theme
  }

  package func draw(_ status: Status, showsHelp: Bool, in layout: Layout) throws(StageError) {
    try drawStrip(status, layout)
    if showsHelp { try drawHelp(layout) }
  }

  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() { (strip, help) = (nil, nil) }

  private func drawStrip(_ status: Status, _ layout: Layout) throws(StageError) {
    guard layout.strip.height >= 1, layout.strip.width >= 1 else { return }
    if strip?.status != status || strip?.layout != layout {
      let size = PixelSize(Int(layout.strip.width), Int(layout.strip.height))
      let texture: Texture
      if let old = strip?.texture, old.size == size {
        texture = old
      } else {
        texture = try Texture(target, size: size, isOpaque: true)
      }
      var picture = Bitmap(width: size.width, height: size.height)
      picture.draw { canvas in
        StatusStrip(theme: theme, density: layout.density)
          .draw(status, in: Rect(size: layout.strip.size), on: canvas)
      }
      texture.upload(picture)
      strip = (status, layout, texture)
    }
    var place = layout.strip.pixels
    if let strip { SDL_RenderCopy(target.pointer, strip.texture.pointer, nil, &place) }
  }

  private func drawHelp(_ layout: Layout) throws(StageError) {
    if help?.layout != layout {
      help = nil
      let panel = HelpPanel(theme: theme, density: layout.density)
      guard var picture = panel.picture(fitting: layout.stage.size) else { return }
      picture.prepareForUpload()
      let texture = try Texture(target, size: PixelSize(picture.width, picture.height))
      texture.upload(picture)
      help = (layout, texture)
    }
    guard let help else { return }
    let size = Size(Double(help.texture.size.width), Double(help.texture.size.height))
    let corner = layout.stage.center - Vector(size.width / 2, size.height / 2)
    var place = Rect(origin: Vector(corner.x.rounded(), corner.y.rounded()), size: size).pixels
    SDL_RenderCopy(target.pointer, help.texture.pointer, nil, &place)
  }
}
