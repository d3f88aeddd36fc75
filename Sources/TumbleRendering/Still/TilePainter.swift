import TumbleDrawing
import TumbleGeometry
import TumbleGraph
import TumbleLooks

/// Draws tiles, at once or in the background, on textures that are used again and again.
final class TilePainter {
  private let target: RenderTarget
  /// Of tiles that went out of sight, to be drawn on again.
  private var spare: [Texture] = []
  /// Made with the first job.
  private var queue: RedrawQueue<StillJob>?
  private var jobs: [StillJob] = []
  /// What has come back and is not shown yet.
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

  /// A tile goes.
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
