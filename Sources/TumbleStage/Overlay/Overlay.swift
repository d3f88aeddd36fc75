import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry

/// What lies over the middle of the stage.
package enum Panel: Hashable, Sendable {
  /// The table of keys.
  case help(KeyTable)
  /// Lines for a person, set in a font in which all letters are equally wide.
  case message(String)
}

/// The line of status and the panel over a window, as textures that are drawn again only when they change.
package final class Overlay {
  private let target: RenderTarget
  private let theme: Theme
  private var strip: (status: Status, layout: Layout, texture: Texture)?
  private var shown: (panel: Panel, layout: Layout, texture: Texture)?

  package init(_ target: RenderTarget, theme: Theme = Theme()) {
    self.target = target
    self.theme = theme
  }

  package func draw(_ status: Status, panel: Panel? = nil, in layout: Layout) throws(StageError) {
    try drawStrip(status, layout)
    if let panel { try draw(panel, layout) }
  }

  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() { (strip, shown) = (nil, nil) }

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

  private func draw(_ panel: Panel, _ layout: Layout) throws(StageError) {
    if shown?.panel != panel || shown?.layout != layout {
      shown = nil
      let room = layout.stage.size
      let drawn =
        switch panel {
        case .help(let keys):
          HelpPanel(theme: theme, density: layout.density, keys: keys).picture(fitting: room)
        case .message(let text):
          MessagePanel(text: text, theme: theme, density: layout.density).picture(fitting: room)
        }
      guard var picture = drawn else { return }
      picture.prepareForUpload()
      let texture = try Texture(target, size: PixelSize(picture.width, picture.height))
      texture.upload(picture)
      shown = (panel, layout, texture)
    }
    guard let shown else { return }
    let size = Size(Double(shown.texture.size.width), Double(shown.texture.size.height))
    let corner = layout.stage.center - Vector(size.width / 2, size.height / 2)
    var place = Rect(origin: Vector(corner.x.rounded(), corner.y.rounded()), size: size).pixels
    SDL_RenderCopy(target.pointer, shown.texture.pointer, nil, &place)
  }
}
