import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// The backdrop as textures: one of the whole paper where that is what is shown, tiles where the camera was moved. What
/// was drawn is only moved about while the view is; zooming draws it again.
final class BackdropTiles {
  private let target: RenderTarget
  private var look: Look?
  private var tiles: [Place: Tile] = [:]
  /// Of tiles that went out of sight, to be drawn on again.
  private var spare: [Texture] = []
  private var frame = 0
  /// Tiles drawn so far, to see that moving the view draws only what comes into it.
  private(set) var drawn = 0

  /// In pixels.
  private static let side = 256

  private struct Place: Hashable { let x, y: Int }

  /// An object, for changing a value within a dictionary allocates.
  private final class Tile {
    let texture: Texture
    var lastUse = 0

    init(_ texture: Texture) { self.texture = texture }
  }

  /// What all tiles have in common: another makes them worthless.
  private struct Look: Equatable {
    let paper: Rect
    let scale: Double
    let density: Double
    /// nil where there are tiles; else the size of the one piece.
    let whole: PixelSize?
  }

  init(_ target: RenderTarget) { self.target = target }

  /// Forgets what was drawn: what stands still has changed.
  func discard() {
    spare.append(contentsOf: tiles.values.map(\.texture))
    tiles.removeAll(keepingCapacity: true)
    if look?.whole != nil { spare.removeAll() }
  }

  /// Forgets the textures too: the graphics card has lost them.
  func discardTextures() {
    tiles.removeAll()
    spare.removeAll()
  }

  func draw(
    _ description: WorldDescription, _ still: [BodySnapshot], theme: Theme, textures: TextureCache,
    in viewport: Viewport
  ) throws(StageError) {
    let size = PixelSize(Int(viewport.area.width), Int(viewport.area.height))
    let look = Look(
      paper: viewport.paper, scale: viewport.scale, density: viewport.density,
      whole: viewport.isMoved ? nil : size)
    if look != self.look {
      discard()
      if look.whole != nil || self.look?.whole != nil { spare.removeAll() }
      self.look = look
    }
    frame += 1
    let backdrop = Backdrop(theme: theme, viewport: viewport)
    let corner = viewport.pixel(viewport.paper.min)
    func show(_ place: Place, _ piece: Rect) throws(StageError) {
      if tiles[place] == nil {
        let pieceSize = PixelSize(Int(piece.width), Int(piece.height))
        let texture: Texture
        if let used = spare.popLast() {
          texture = used
        } else {
          texture = try Texture(target, size: pieceSize, isOpaque: true)
        }
        texture.upload(backdrop.picture(of: piece, description, still, textures: textures))
        tiles[place] = Tile(texture)
        drawn += 1
      }
      guard let tile = tiles[place] else { return }
      tile.lastUse = frame
      var rect = Rect(min: corner + piece.min, max: corner + piece.max).pixels
      SDL_RenderCopy(target.pointer, tile.texture.pointer, nil, &rect)
    }
    guard look.whole == nil else {
      return try show(
        Place(x: 0, y: 0),
        Rect(min: Vector(0, -viewport.area.height), max: Vector(viewport.area.width, 0)))
    }
    let side = Double(Self.side)
    let low = (viewport.area.min - corner) / side
    let high = (viewport.area.max - corner) / side
    let columns = Int(low.x.rounded(.down))..<Int(high.x.rounded(.up))
    let rows = Int(low.y.rounded(.down))..<Int(high.y.rounded(.up))
    for row in rows {
      for column in columns {
        let origin = Vector(Double(column) * side, Double(row) * side)
        try show(Place(x: column, y: row), Rect(origin: origin, size: Size(side, side)))
      }
    }
    forgetUnseen(besides: rows.count * columns.count)
  }

  /// Takes back what was not seen for longest, where there is more than twice what is seen.
  private func forgetUnseen(besides seen: Int) {
    while tiles.count > 2 * seen + 8 {
      guard let oldest = tiles.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      tiles[oldest.key] = nil
      if spare.count < 16 { spare.append(oldest.value.texture) }
    }
  }
}
