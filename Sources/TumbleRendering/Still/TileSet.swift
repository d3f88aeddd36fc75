import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Tiles of one level of detail: of the same world, drawn at the same scale.
final class TileSet {
  /// What all tiles have in common: another makes them worthless.
  struct Look: Hashable {
    let paper: Rect
    /// Pixels per point.
    let scale: Double
    let density: Double
    /// nil where there are tiles; else the size of the one piece that shows all of the paper.
    let whole: PixelSize?
  }

  struct Place: Hashable { let x, y: Int }

  let look: Look
  var tiles: [Place: Tile] = [:]

  /// In pixels.
  static let side = 256

  init(_ look: Look) { self.look = look }
}

/// A piece of what stands still. An object, for changing a value within a dictionary allocates.
final class Tile {
  /// In pixels of its level, from the paper's lower left corner, y down.
  let piece: Rect
  /// nil where it was not drawn yet, and where nothing is to be seen.
  var texture: Texture?
  /// The part that is not of the color behind it, in pixels from the piece's upper left corner.
  var content = Rect(size: .zero)
  /// The revision of the world that it shows; nil: none yet.
  var revision: Int?
  /// The slot and the revision of the job that is to draw it; nil: none is.
  var job: (slot: Int, revision: Int)?

  init(_ piece: Rect) { self.piece = piece }
}

extension TileSet {
  /// Calls with the places of all tiles that meet an area.
  ///
  /// - Parameter area: In pixels of this level, from the paper's lower left corner.
  func forEachPlace(in area: Rect, _ body: (Place) throws(StageError) -> Void) throws(StageError) {
    guard look.whole == nil else { return try body(Place(x: 0, y: 0)) }
    let side = Double(Self.side)
    let columns = Int((area.min.x / side).rounded(.down))..<Int((area.max.x / side).rounded(.up))
    let rows = Int((area.min.y / side).rounded(.down))..<Int((area.max.y / side).rounded(.up))
    for row in rows { for column in columns { try body(Place(x: column, y: row)) } }
  }

  /// The tile at a place, which may be a new one.
  func tile(at place: Place) -> Tile {
    if let tile = tiles[place] { return tile }
    let tile = Tile(piece(at: place))
    tiles[place] = tile
    return tile
  }

  private func piece(at place: Place) -> Rect {
    if let whole = look.whole {
      return Rect(min: Vector(0, -Double(whole.height)), max: Vector(Double(whole.width), 0))
    }
    let side = Double(Self.side)
    return Rect(origin: Vector(Double(place.x) * side, Double(place.y) * side), size: Size(side, side))
  }

  /// What of the level a viewport shows.
  func area(of viewport: Viewport) -> Rect {
    let corner = viewport.pixel(viewport.paper.min)
    let ratio = look.scale / viewport.scale
    return Rect(min: (viewport.area.min - corner) * ratio, max: (viewport.area.max - corner) * ratio)
  }
}
