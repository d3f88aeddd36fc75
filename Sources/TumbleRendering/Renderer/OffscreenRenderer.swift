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
  private let bar: StatusBar
  /// The part of the world that fills the stage; nil: the scene's own view, with what surrounds it.
  private let view: Rect?
  /// Is true if the scene's own camera moves the view.
  private let usesCamera: Bool
  private var changes: BodyChanges?
  /// The renderer, kept from one picture to the next with the sprites that it has drawn.
  private var renderer: Renderer?

  /// - Parameters:
  ///   - tile: Pixels each way of a part.
  ///   - maxPixels: Pixels, enlarged, of which more are drawn in parts.
  /// - Throws: `StageError.pictureSize` for no pixels, or too many.
  package init(
    size: PixelSize, textures: TextureCache, theme: Theme = Theme(), bar: StatusBar = .full,
    view: Rect? = nil, usesCamera: Bool = true, tile: Int = 960, maxPixels: Int = RenderTarget.maxPixels
  ) throws(StageError) {
    try RenderTarget.check(size)
    (self.tile, self.maxPixels) = (tile, maxPixels)
    self.size = size
    self.textures = textures
    (self.bar, self.view, self.usesCamera) = (bar, view, usesCamera)
    var theme = theme
    if view != nil { theme.paperEdge = .clear }
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
  ///
  /// - Parameter changes: What was seen in the pictures before this one, which others may have drawn; nil:
  ///   what this renderer has seen.
  package func picture(
    of frame: Frame, description: WorldDescription, status: Status, changes: BodyChanges? = nil
  ) throws(StageError) -> Bitmap {
    self.changes = changes
    var (description, status) = (description, status)
    description.view = view ?? description.view
    status.hasNumbers = bar == .full
    let layout = Layout(size, hasStrip: bar != .none)
    let (width, height) = (Int(layout.stage.width), Int(layout.stage.height))
    let enlargement = max(
      1, min(3, RenderTarget.largestSide / max(width, height), 40_000_000 / (width * height)))
    // The edges of the view should lie on whole pixels of the picture itself.
    let fitted = Viewport(view: description.view, in: layout.stage).area
    let isWhole = width * height * enlargement * enlargement <= maxPixels
    let density = Double(isWhole ? enlargement : width * height > 1 << 24 ? 2 : 3)
    let area = Rect(min: fitted.min * density, max: fitted.max * density)
    let room = Rect(min: layout.stage.min * density, max: layout.stage.max * density)
    let viewport =
      (usesCamera ? frame.camera : nil).map {
        Camera(description.view, $0).viewport(in: room, density: density)
      } ?? Viewport(view: description.view, in: area, density: density)
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
    let renderer =
      if let renderer { renderer } else {
        Renderer(try RenderTarget(size), description: description, textures: textures, theme: theme)
      }
    self.renderer = renderer
    renderer.description = description
    if let changes { (renderer.moved, renderer.recolored) = (changes.moved, changes.recolored) }
    return renderer
  }
}

/// The bodies that have changed since the first of several pictures in a way that says how they are drawn:
/// with it, any renderer draws any of the pictures alike.
package struct BodyChanges: Sendable {
  /// Static bodies that are not as they were.
  private(set) var moved: Set<BodyID> = []
  /// Bodies that had another color.
  private(set) var recolored: Set<BodyID> = []
  private var first: [BodyID: BodySnapshot] = [:]

  package init() {}

  /// Takes in the next picture's frame.
  package mutating func note(_ frame: Frame, _ description: WorldDescription) {
    for body in frame.current.bodies {
      guard let before = first[body.id] else {
        first[body.id] = body
        continue
      }
      if before.appearance.color != body.appearance.color { recolored.insert(body.id) }
      if before != body, description[body.id]?.kind == .static { moved.insert(body.id) }
    }
  }
}

/// The line of status under a picture.
package enum StatusBar: String, Sendable, CaseIterable { case none, title, full }

extension RenderTarget {
  /// Returns what has been drawn, opaque.
  package func bitmap() throws(StageError) -> Bitmap {
    let size = size
    var picture = Bitmap(width: size.width, height: size.height)
    let stride = picture.stride
    let outcome = picture.withMutablePixels { pixels in
      let outcome = SDL_RenderReadPixels(
        pointer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels.baseAddress, Int32(stride))
      // Blending rounds an alpha of 255 down now and then.
      for index in pixels.indices { pixels[index] |= 0xff00_0000 }
      return outcome
    }
    guard outcome == 0 else { throw .refused(doing: "read the picture back", reason: lastSDLError()) }
    return picture
  }
}
