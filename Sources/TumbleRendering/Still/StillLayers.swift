import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// What stands still of a world, behind and before all that moves, and its tiles.
final class StillLayers {
  private let target: RenderTarget
  private let textures: TextureCache
  private let backTiles: StillTiles
  private let frontTiles: StillTiles
  /// What the two show; nil where that has changed.
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
  /// Whether drawing leaves what is much to the background, and shows it some frames later.
  var drawsInBackground: Bool {
    get { !backTiles.isComplete }
    set { (backTiles.isComplete, frontTiles.isComplete) = (!newValue, !newValue) }
  }
  /// Whether the next frame may show more than this one.
  var isWaiting: Bool { backTiles.isWaiting || frontTiles.isWaiting }
  /// Tiles drawn so far.
  var drawn: Int { backTiles.drawn + frontTiles.drawn }
  /// Tiles that there are, and textures made for them.
  var live: (back: Int, front: Int) { (backTiles.live, frontTiles.live) }
  var tileTextures: (back: Int, front: Int) { (backTiles.textures, frontTiles.textures) }

  /// Static bodies have changed.
  func bodiesChanged() { back = nil }

  /// Other scenery is there.
  func sceneryChanged() { (back, front, backScenery, frontScenery) = (nil, nil, nil, nil) }

  /// Files have been decoded, or have changed.
  func picturesArrived() { sceneryChanged() }

  /// Keeps the pictures of tiles that are not drawn again in the texture cache.
  func keepPictures() {
    guard textures.isInBackground else { return }
    back?.keepPictures(textures)
    front?.keepPictures(textures)
  }

  /// Forgets all that was drawn: the graphics card has lost it, pictures have changed, or another theme counts.
  func discardTextures() {
    backTiles.discardTextures()
    frontTiles.discardTextures()
    sceneryChanged()
  }

  /// - Parameter bodies: Those that the backdrop shows.
  func drawBack(
    _ description: WorldDescription, _ bodies: [BodySnapshot], _ theme: Theme, in viewport: Viewport
  ) throws(StageError) {
    let scenery = backScenery ?? StillWorld.scenery(of: .backdrop, in: description, textures: textures)
    backScenery = scenery
    // A power of two, so that zooming asks seldom for finer pictures.
    let scale = exp2(log2(max(viewport.scale, 1e-6)).rounded(.up))
    if let back, back.scale != scale, !back.pictures.isEmpty { self.back = nil }
    let world = back ?? self.world(.backdrop, description, bodies, theme, scenery, scale: scale)
    back = world
    try backTiles.draw(world, in: viewport)
  }

  func drawFront(_ description: WorldDescription, _ theme: Theme, in viewport: Viewport) throws(StageError) {
    let scenery = frontScenery ?? StillWorld.scenery(of: .front, in: description, textures: textures)
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
