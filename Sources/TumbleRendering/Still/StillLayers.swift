import Foundation
import TumbleFrames
import TumbleGraph
import TumbleLooks

/// The picture of what stands still of a world, behind and before all that moves, and its tiles.
final class StillLayers {
  private let target: RenderTarget
  private let textures: TextureCache
  private var behind: [StillLayer] = []
  private let front: StillLayer
  /// The sky, which hides shadows that fall on nothing; nil where all fall on something.
  private var sky: StillLayer?
  /// Is what the theme said of cameras when `behind` was made; nil if other scenery is there since.
  private var isParted: Bool?
  private var revision = 0

  init(_ target: RenderTarget, textures: TextureCache) {
    self.target = target
    self.textures = textures
    behind = [StillLayer(.backdrop, target)]
    front = StillLayer(.front, target)
  }
}

private final class StillLayer {
  let layer: StillWorld.Layer
  let tiles: StillTiles
  /// The world that it shows; nil if that has changed.
  var world: StillWorld?
  var scenery: SceneryIndex?

  init(_ layer: StillWorld.Layer, _ target: RenderTarget) {
    self.layer = layer
    tiles = StillTiles(target)
  }
}

extension StillLayers {
  private var all: [StillLayer] { behind + [front] + (sky.map { [$0] } ?? []) }

  /// Is true if drawing leaves what is much to the background, and shows it some frames later.
  var drawsInBackground: Bool {
    get { !front.tiles.isComplete }
    set { for layer in all { layer.tiles.isComplete = !newValue } }
  }
  /// Is true if the next frame may show more than this one.
  var isWaiting: Bool { all.contains { $0.tiles.isWaiting } }
  var drawn: Int { all.reduce(0) { $0 + $1.tiles.drawn } }
  /// Tiles that there are, and textures made for them.
  var live: (back: Int, front: Int) { (behind.reduce(0) { $0 + $1.tiles.live }, front.tiles.live) }
  var tileTextures: (back: Int, front: Int) {
    (behind.reduce(0) { $0 + $1.tiles.textures }, front.tiles.textures)
  }

  /// Notes that static bodies have changed.
  func bodiesChanged() { for layer in all where layer.layer.hasBodies { layer.world = nil } }

  /// Notes that other scenery is there.
  func sceneryChanged() {
    isParted = nil
    for layer in all { (layer.world, layer.scenery) = (nil, nil) }
  }

  /// Files have been decoded, or have changed.
  func picturesArrived() { sceneryChanged() }

  /// Keeps the pictures of tiles that are not drawn again in the texture cache.
  func keepPictures() {
    guard textures.isInBackground else { return }
    for layer in all { layer.world?.keepPictures(textures) }
  }

  /// Forgets all that was drawn: the graphics card has lost it, pictures have changed, or another theme
  /// counts.
  func discardTextures() {
    for layer in all { layer.tiles.discardTextures() }
    sceneryChanged()
  }

  /// - Parameter bodies: Those that the backdrop shows.
  func drawBack(
    _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme, in viewport: Viewport
  ) throws(StageError) {
    if isParted != theme.isPaperEndless {
      isParted = theme.isPaperEndless
      let wanted = StillWorld.Layer.behind(in: description, hasCamera: theme.isPaperEndless)
      let isComplete = front.tiles.isComplete
      behind = wanted.map { kind in behind.first { $0.layer == kind } ?? StillLayer(kind, target) }
      let hasSky = StillWorld.Layer.hasSky(description, hasCamera: theme.isPaperEndless)
      sky = hasSky ? sky ?? StillLayer(.sky, target) : nil
      for layer in all { layer.tiles.isComplete = isComplete }
    }
    for layer in behind { try draw(layer, description, bodies, theme, in: viewport) }
  }

  /// Draws what no shadow falls on over all shadows.
  func drawSky(
    _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme, in viewport: Viewport
  ) throws(StageError) {
    if let sky { try draw(sky, description, bodies, theme, in: viewport) }
  }

  private func draw(
    _ layer: StillLayer, _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme,
    in viewport: Viewport
  ) throws(StageError) {
    // A power of two, so that zooming asks seldom for finer pictures.
    let scale = exp2(log2(max(viewport.scale, 1e-6)).rounded(.up))
    if let world = layer.world, world.scale != scale, !world.pictures.isEmpty { layer.world = nil }
    let world = world(layer, description, bodies, theme, scale: scale)
    let way = layer.layer.depth * (viewport.view.center - viewport.paper.center)
    try layer.tiles.draw(world, in: way == .zero ? viewport : viewport.moved(by: way))
  }

  func drawFront(_ description: WorldDescription, _ theme: Theme, in viewport: Viewport) throws(StageError) {
    let world = world(front, description, [], theme)
    guard world.scenery.count > 0 else {
      if front.tiles.live > 0 { front.tiles.discardTextures() }
      return
    }
    try front.tiles.draw(world, in: viewport)
  }

  private func world(
    _ layer: StillLayer, _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme,
    scale: Double = 1
  ) -> StillWorld {
    if let world = layer.world { return world }
    let scenery =
      layer.scenery ?? StillWorld.scenery(of: layer.layer, in: description, theme, textures: textures)
    revision += 1
    let world = StillWorld(
      layer.layer, description, bodies: layer.layer.hasBodies ? bodies : [], theme: theme, scenery: scenery,
      textures: textures, scale: scale, revision: revision)
    (layer.world, layer.scenery) = (world, scenery)
    return world
  }
}

/// Draws tiles, at once or in the background, on textures that are used again and again.
final class TilePainter {
  private let target: RenderTarget
  /// The textures of tiles that went out of sight, to be drawn on again.
  private var spare: [Texture] = []
  /// The queue of jobs, made with the first one.
  private var queue: RedrawQueue<StillJob>?
  private var jobs: [StillJob] = []
  /// The jobs that have come back and are not shown yet.
  private var finished: [StillJob] = []
  /// The tile of each slot; nil where it is no longer wanted, or none is.
  private var slots: [Tile?] = []
  private var generations: [Int] = []
  private var freeSlots: [Int] = []
  /// Jobs that were submitted and did not come back yet.
  private var away = 0
  /// Tiles that a job is to draw.
  private var wanted = 0

  private(set) var drawn = 0
  /// Textures of a tile's size made so far.
  private(set) var made = 0

  init(_ target: RenderTarget) { self.target = target }

  /// Ends the thread.
  func close() { queue?.close() }

  var isWaiting: Bool { wanted > 0 }

  func discardTextures() {
    spare.removeAll()
    made = 0
  }
}

extension TilePainter {
  /// Frees textures that are not needed.
  func keepSpare(atMost count: Int) {
    guard spare.count > count else { return }
    made -= spare.count - count
    spare.removeLast(spare.count - count)
  }

  /// Draws a tile now.
  func paint(_ tile: Tile, _ world: StillWorld, _ backdrop: Backdrop) throws(StageError) {
    cancel(tile)
    try show(world.picture(of: tile.piece, backdrop), of: world, on: tile)
  }

  /// Draws a tile in the background, from the next `submit` on. What it shows stays until then.
  func request(_ tile: Tile, _ world: StillWorld, _ backdrop: Backdrop) {
    guard tile.job?.revision != world.revision else { return }
    cancel(tile)
    let queue = queue ?? StillJob.queue()
    self.queue = queue
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = slots.count
      slots.append(nil)
      generations.append(0)
    }
    slots[slot] = tile
    generations[slot] += 1
    queue.setGeneration(generations[slot], of: slot)
    tile.job = (slot, world.revision)
    wanted += 1
    jobs.append(
      StillJob(
        slot: slot, generation: generations[slot], world: world, backdrop: backdrop, piece: tile.piece))
  }

  func submit() {
    guard !jobs.isEmpty else { return }
    away += jobs.count
    queue?.submit(&jobs)
  }

  /// Uploads what was drawn in the background.
  func collect(atMost count: Int) throws(StageError) {
    if away > 0 {
      let before = finished.count
      queue?.take(into: &finished)
      away -= finished.count - before
    }
    guard !finished.isEmpty else { return }
    let count = min(count, finished.count)
    for index in 0..<count {
      let job = finished[index]
      if job.generation == generations[job.slot], let tile = slots[job.slot] {
        tile.job = nil
        wanted -= 1
        slots[job.slot] = nil
        freeSlots.append(job.slot)
        if job.state == .drawn { try show(job.picture, of: job.world, on: tile) }
      }
    }
    finished.removeSubrange(0..<count)
  }

  /// Releases a tile.
  ///
  /// - Parameter keepsTexture: Whether another tile may be drawn on its texture.
  func release(_ tile: Tile, keepsTexture: Bool) {
    cancel(tile)
    if let texture = tile.texture, keepsTexture, Self.isTile(texture.size) { spare.append(texture) }
    tile.texture = nil
    tile.revision = nil
  }

  private func cancel(_ tile: Tile) {
    guard let job = tile.job else { return }
    tile.job = nil
    wanted -= 1
    slots[job.slot] = nil
    generations[job.slot] += 1
    queue?.setGeneration(generations[job.slot], of: job.slot)
    freeSlots.append(job.slot)
  }

  private func show(_ picture: StillPicture?, of world: StillWorld, on tile: Tile) throws(StageError) {
    drawn += 1
    target.counts.offscreenPasses += 1
    tile.revision = world.revision
    guard let picture else {
      if let texture = tile.texture, Self.isTile(texture.size) { spare.append(texture) }
      return tile.texture = nil
    }
    let bitmap = picture.bitmap
    let size = PixelSize(bitmap.width, bitmap.height)
    if tile.texture?.size != size { tile.texture = nil }
    let texture: Texture
    if let own = tile.texture {
      texture = own
    } else if Self.isTile(size), let used = spare.popLast() {
      texture = used
    } else {
      texture = try Texture(target, size: size, isOpaque: world.layer.isOpaque)
      if Self.isTile(size) { made += 1 }
    }
    texture.upload(bitmap)
    tile.texture = texture
    tile.content = picture.content
  }

  private static func isTile(_ size: PixelSize) -> Bool { size == PixelSize(TileSet.side, TileSet.side) }
}

/// A tile of what stands still, to be drawn on another thread.
struct StillJob: RedrawJob {
  let slot: Int
  let generation: Int
  let world: StillWorld
  let backdrop: Backdrop
  /// The piece in pixels from the paper's lower left corner, y down.
  let piece: Rect
  /// The picture; nil if nothing is to be seen.
  var picture: StillPicture?
  var state = RedrawState.waiting
  var seconds = 0.0

  static func queue() -> RedrawQueue<StillJob> {
    RedrawQueue(inBackground: true, name: "tumble.still") { job, isWanted in
      job.picture = job.world.picture(of: job.piece, job.backdrop, isWanted: isWanted)
    }
  }
}
