import Foundation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleLooks

/// The picture of what stands still of a world, behind and before all that moves, and its tiles.
final class StillLayers {
  private let target: RenderTarget
  private let textures: TextureCache
  private let backTiles: StillTiles
  private let frontTiles: StillTiles
  /// The world that the layer behind shows; nil if that has changed.
  private var back: StillWorld?
  private var front: StillWorld?
  private var backScenery: SceneryIndex?
  private var frontScenery: SceneryIndex?
  private var revision = 0

  init(_ target: RenderTarget, textures: TextureCache) {
    self.target = target
    self.textures = textures
    backTiles = StillTiles(target)
    frontTiles = StillTiles(target)
  }
}

extension StillLayers {
  /// Is true if drawing leaves what is much to the background, and shows it some frames later.
  var drawsInBackground: Bool {
    get { !backTiles.isComplete }
    set { (backTiles.isComplete, frontTiles.isComplete) = (!newValue, !newValue) }
  }
  /// Is true if the next frame may show more than this one.
  var isWaiting: Bool { backTiles.isWaiting || frontTiles.isWaiting }
  /// Tiles drawn so far.
  var drawn: Int { backTiles.drawn + frontTiles.drawn }
  /// Tiles that there are, and textures made for them.
  var live: (back: Int, front: Int) { (backTiles.live, frontTiles.live) }
  var tileTextures: (back: Int, front: Int) { (backTiles.textures, frontTiles.textures) }

  /// Notes that static bodies have changed.
  func bodiesChanged() { back = nil }

  /// Notes that other scenery is there.
  func sceneryChanged() { (back, front, backScenery, frontScenery) = (nil, nil, nil, nil) }

  /// Files have been decoded, or have changed.
  func picturesArrived() { sceneryChanged() }

  /// Keeps the pictures of tiles that are not drawn again in the texture cache.
  func keepPictures() {
    guard textures.isInBackground else { return }
    back?.keepPictures(textures)
    front?.keepPictures(textures)
  }

  /// Forgets all that was drawn: the graphics card has lost it, pictures have changed, or another theme
  /// counts.
  func discardTextures() {
    backTiles.discardTextures()
    frontTiles.discardTextures()
    sceneryChanged()
  }

  /// - Parameter bodies: Those that the backdrop shows.
  func drawBack(
    _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme, in viewport: Viewport
  ) throws(StageError) {
    let scenery = backScenery ?? StillWorld.scenery(of: .backdrop, in: description, theme, textures: textures)
    backScenery = scenery
    // A power of two, so that zooming asks seldom for finer pictures.
    let scale = exp2(log2(max(viewport.scale, 1e-6)).rounded(.up))
    if let back, back.scale != scale, !back.pictures.isEmpty { self.back = nil }
    let world = back ?? self.world(.backdrop, description, bodies, theme, scenery, scale: scale)
    back = world
    try backTiles.draw(world, in: viewport)
  }

  func drawFront(_ description: WorldDescription, _ theme: Theme, in viewport: Viewport) throws(StageError) {
    let scenery = frontScenery ?? StillWorld.scenery(of: .front, in: description, theme, textures: textures)
    frontScenery = scenery
    guard scenery.count > 0 else {
      if frontTiles.live > 0 { frontTiles.discardTextures() }
      return
    }
    let world = front ?? self.world(.front, description, [], theme, scenery)
    front = world
    try frontTiles.draw(world, in: viewport)
  }

  private func world(
    _ layer: StillWorld.Layer, _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme,
    _ scenery: SceneryIndex, scale: Double = 1
  ) -> StillWorld {
    revision += 1
    return StillWorld(
      layer, description, bodies: bodies, theme: theme, scenery: scenery, textures: textures,
      scale: scale, revision: revision)
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

  /// Tiles drawn so far.
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
      texture = try Texture(target, size: size, isOpaque: world.layer == .backdrop)
      if Self.isTile(size) { made += 1 }
    }
    texture.upload(bitmap)
    tile.texture = texture
    tile.content = picture.content
  }

  private static func isTile(_ size: PixelSize) -> Bool {
    size == PixelSize(TileSet.side, TileSet.side)
  }
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
