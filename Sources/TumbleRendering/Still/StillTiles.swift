import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// One layer of what stands still, as textures: of the whole paper where that is what is shown, tiles where
/// the camera was moved. What was drawn is only moved about while the view is.
///
/// There are never more tiles than can be seen, and one a row. What has much in it is drawn in the
/// background: until a tile comes, a coarse picture of the whole world stands in for it; while the view is
/// zoomed, the tiles of the scale before are stretched until all those of the next are there.
final class StillTiles {
  /// Is true if drawing waits for all of it, so that pictures repeat.
  var isComplete = true

  private let target: RenderTarget
  private let pool: TilePainter
  private var shown: TileSet?
  /// The tiles that will be seen, once all of them that can be seen are drawn.
  private var coming: TileSet?
  /// All of the world in one small picture.
  private var overview: (tile: Tile, look: TileSet.Look)?
  private var trimmed: [TileSet.Place] = []

  /// Pictures of scenery drawn at once in a frame: more are left to the background.
  private static let atOnce = 400
  /// The margin that is drawn in advance beyond the edge of the view, in pixels: less than a tile.
  private static let margin = 64.0
  /// The side of the coarse picture, in pixels.
  private static let overviewSide = 1024.0

  init(_ target: RenderTarget) {
    self.target = target
    pool = TilePainter(target)
  }

  deinit { pool.close() }
}

extension StillTiles {
  /// Tiles drawn so far, to see that moving the view draws only what comes into it.
  var drawn: Int { pool.drawn }
  /// Tiles that there are, and textures that there have ever been of them at a time.
  var live: Int { (shown?.tiles.count ?? 0) + (coming?.tiles.count ?? 0) }
  var textures: Int { pool.made }
  /// Is true if tiles are on their way, so that the next frame may show more.
  var isWaiting: Bool { pool.isWaiting }

  /// Forgets all that was drawn: the graphics card has lost it, or another theme counts.
  func discardTextures() {
    for set in [shown, coming] { if let set { release(set) } }
    if let overview { pool.release(overview.tile, keepsTexture: false) }
    (shown, coming, overview) = (nil, nil, nil)
    pool.discardTextures()
  }

  func draw(_ world: StillWorld, in viewport: Viewport) throws(StageError) {
    try pool.collect(atMost: isComplete ? .max : 12)
    let isWhole = world.layer.hasPaper && !viewport.isMoved
    let look = TileSet.Look(
      paper: viewport.paper, scale: viewport.scale, density: viewport.density,
      whole: isWhole ? PixelSize(Int(viewport.area.width), Int(viewport.area.height)) : nil)
    var budget = isComplete ? Int.max : Self.atOnce
    try choose(look, world, budget: budget, in: viewport)
    guard let shown else { return }
    if !isComplete, world.scenery.count > Self.atOnce { keepOverview(of: world) }

    let area = shown.area(of: viewport)
    if shown.look == look {
      try shown.forEachPlace(in: area) { place throws(StageError) in
        let tile = shown.tile(at: place)
        guard tile.revision != world.revision else { return }
        let cost = world.scenery.estimate(in: backdrop(shown.look, world).part(of: tile.piece))
        // Without anything to stand in for it, what is missing cannot wait.
        if cost <= budget || tile.revision == nil && overview?.tile.revision == nil {
          if budget != .max { budget = max(budget - cost, 0) }
          try pool.paint(tile, world, backdrop(shown.look, world))
        } else {
          pool.request(tile, world, backdrop(shown.look, world))
        }
      }
      if !isComplete, shown.look.whole == nil {
        try shown.forEachPlace(in: area.insetBy(-Self.margin)) { place throws(StageError) in
          let backdrop = backdrop(shown.look, world)
          if let tile = shown.tiles[place], tile.revision == world.revision { return }
          let tile = shown.tile(at: place)
          guard world.scenery.estimate(in: backdrop.part(of: tile.piece)) > Self.atOnce / 8 else { return }
          pool.request(tile, world, backdrop)
        }
      }
    }
    if let coming {
      try coming.forEachPlace(in: coming.area(of: viewport)) { place throws(StageError) in
        let tile = coming.tile(at: place)
        if tile.revision != world.revision { pool.request(tile, world, backdrop(coming.look, world)) }
      }
      trim(coming, to: coming.area(of: viewport))
    }
    try show(shown, in: viewport, isExact: shown.look == look)
    trim(shown, to: area.insetBy(-Self.margin))
    pool.submit()
    pool.keepSpare(atMost: live)
  }

  /// Decides which level is shown.
  private func choose(_ look: TileSet.Look, _ world: StillWorld, budget: Int, in viewport: Viewport)
    throws(StageError)
  {
    guard let shown, shown.look.paper == look.paper else {
      if let overview { pool.release(overview.tile, keepsTexture: false) }
      overview = nil
      return replace(with: TileSet(look))
    }
    guard shown.look != look else {
      if let coming { release(coming) }
      return coming = nil
    }
    if world.scenery.estimate(in: viewport.view) <= budget || overview?.tile.revision == nil {
      return replace(with: TileSet(look))
    }
    guard let coming else { return coming = TileSet(look) }
    // What is on its way to another level altogether is worthless there.
    let ratio = coming.look.scale / look.scale
    guard ratio < 2, ratio > 0.5 else {
      release(coming)
      return self.coming = TileSet(look)
    }
    var isReady = true
    try coming.forEachPlace(in: coming.area(of: viewport)) { place throws(StageError) in
      if coming.tiles[place]?.revision != world.revision { isReady = false }
    }
    if isReady {
      self.coming = nil
      replace(with: coming)
      if coming.look != look { self.coming = TileSet(look) }
    }
  }

  private func replace(with set: TileSet) {
    if let shown { release(shown) }
    if let coming { release(coming) }
    (shown, coming) = (set, nil)
  }

  private func show(_ set: TileSet, in viewport: Viewport, isExact: Bool) throws(StageError) {
    let corner = viewport.pixel(viewport.paper.min)
    let ratio = viewport.scale / set.look.scale
    let area = set.area(of: viewport)
    var isWhole = isExact
    if isExact {
      try set.forEachPlace(in: area) { place throws(StageError) in
        if set.tiles[place]?.revision == nil { isWhole = false }
      }
    }
    if !isWhole, let overview, let texture = overview.tile.texture {
      let ratio = viewport.scale / overview.look.scale
      copy(
        texture,
        Rect(min: corner + overview.tile.piece.min * ratio, max: corner + overview.tile.piece.max * ratio))
    }
    for tile in set.tiles.values {
      guard let texture = tile.texture, tile.piece.overlap(area) != nil else { continue }
      if isWhole {
        copy(texture, tile.content, at: corner + tile.piece.min)
      } else {
        copy(texture, Rect(min: corner + tile.piece.min * ratio, max: corner + tile.piece.max * ratio))
      }
    }
  }

  /// Draws a part of a texture, pixel by pixel.
  ///
  /// - Parameter corner: Where the texture's upper left one is.
  private func copy(_ texture: Texture, _ part: Rect, at corner: Vector) {
    guard part.width > 0, abs(corner.x) < 1e6, abs(corner.y) < 1e6 else { return }
    let corner = Vector(corner.x.rounded(), corner.y.rounded())
    texture.isSmooth = false
    let (x, y) = (Int32(corner.x), Int32(corner.y))
    target.copy(texture, from: part.pixels, to: part.pixels.moved(x, y))
  }

  /// Edges on whole pixels, so that tiles side by side meet.
  private func copy(_ texture: Texture, _ rect: Rect) {
    let low = Vector(rect.min.x.rounded(), rect.min.y.rounded())
    let high = Vector(rect.max.x.rounded(), rect.max.y.rounded())
    guard abs(low.x) < 1e6, abs(low.y) < 1e6, abs(high.x) < 1e6, abs(high.y) < 1e6 else { return }
    texture.isSmooth = true
    target.copy(texture, to: Rect(min: low, max: high).pixels)
  }

  /// Takes back what went out of sight.
  private func trim(_ set: TileSet, to area: Rect) {
    guard set.look.whole == nil else { return }
    trimmed.removeAll(keepingCapacity: true)
    for (place, tile) in set.tiles where tile.piece.overlap(area) == nil { trimmed.append(place) }
    for place in trimmed {
      if let tile = set.tiles.removeValue(forKey: place) { pool.release(tile, keepsTexture: true) }
    }
  }

  private func release(_ set: TileSet) {
    for tile in set.tiles.values { pool.release(tile, keepsTexture: set.look.whole == nil) }
    set.tiles.removeAll(keepingCapacity: true)
  }

  private func backdrop(_ look: TileSet.Look, _ world: StillWorld) -> Backdrop {
    Backdrop(
      theme: world.theme, paper: look.paper, scale: look.scale, density: look.density,
      showsSurround: look.whole == nil)
  }

  /// Has the coarse picture drawn in the background, and again where the world has changed.
  private func keepOverview(of world: StillWorld) {
    let paper = world.description.view
    if overview?.tile.revision == world.revision || overview?.tile.job?.revision == world.revision { return }
    let bounds =
      (world.bounds.map(paper.union) ?? paper).overlap(
        paper.insetBy(-50 * max(paper.width, paper.height))) ?? paper
    let scale = Self.overviewSide / max(bounds.width, bounds.height)
    let look = TileSet.Look(paper: paper, scale: scale, density: 1, whole: nil)
    if overview?.look != look {
      if let overview { pool.release(overview.tile, keepsTexture: false) }
      let (low, high) = (
        Vector(
          ((bounds.min.x - paper.min.x) * scale).rounded(.down),
          ((paper.min.y - bounds.max.y) * scale).rounded(.down)),
        Vector(
          ((bounds.max.x - paper.min.x) * scale).rounded(.up),
          ((paper.min.y - bounds.min.y) * scale).rounded(.up))
      )
      overview = (Tile(Rect(min: low, max: high)), look)
    }
    if let overview { pool.request(overview.tile, world, backdrop(look, world)) }
  }
}

/// Tiles of one level of detail: of the same world, drawn at the same scale.
final class TileSet {
  /// The look that all tiles have in common: another makes them worthless.
  struct Look: Hashable {
    let paper: Rect
    /// Pixels per point.
    let scale: Double
    let density: Double
    /// The size of the one piece that shows all of the paper; nil if there are tiles.
    let whole: PixelSize?
  }

  struct Place: Hashable { let x, y: Int }

  let look: Look
  var tiles: [Place: Tile] = [:]

  /// The side in pixels.
  static let side = 256

  init(_ look: Look) { self.look = look }
}

/// A piece of what stands still. An object, for changing a value within a dictionary allocates.
final class Tile {
  /// The piece in pixels of its level, from the paper's lower left corner, y down.
  let piece: Rect
  /// The texture; nil if it was not drawn yet, or nothing is to be seen.
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

  /// Returns the part of the level that a viewport shows.
  func area(of viewport: Viewport) -> Rect {
    let corner = viewport.pixel(viewport.paper.min)
    let ratio = look.scale / viewport.scale
    return Rect(min: (viewport.area.min - corner) * ratio, max: (viewport.area.max - corner) * ratio)
  }
}
