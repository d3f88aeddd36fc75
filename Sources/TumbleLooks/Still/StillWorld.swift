import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// All that stands still in one layer of a world, as a value from which any thread may draw.
package struct StillWorld: Sendable {
  package enum Layer: Sendable {
    /// Paper, scenery and static bodies: behind all that moves, and opaque.
    case backdrop
    /// Scenery alone: before all that moves, and transparent between.
    case front
  }

  package let layer: Layer
  package let theme: Theme
  package let description: WorldDescription
  /// Those that the backdrop shows.
  let bodies: [BodySnapshot]
  package let scenery: SceneryIndex
  /// What the files of bodies show, as fine as the scale needs; nil where one is not there.
  package let pictures: [BodyID: Bitmap]
  /// Pixels per point that `pictures` are fine enough for.
  package let scale: Double
  /// Bodies whose files are still to be decoded.
  let awaited: Set<BodyID>
  /// Another for everything else that it shows.
  package let revision: Int

  /// - Parameter scale: Pixels per point that bodies' files are to be shown in.
  package init(
    _ layer: Layer, _ description: WorldDescription, bodies: [BodySnapshot], theme: Theme,
    scenery: SceneryIndex, textures: TextureCache, scale: Double = 1, revision: Int
  ) {
    self.layer = layer
    self.theme = theme
    self.description = description
    self.bodies = bodies.inLayers(description)
    self.scenery = scenery
    self.scale = scale
    self.revision = revision
    var pictures: [BodyID: Bitmap] = [:]
    var awaited: Set<BodyID> = []
    for body in bodies {
      guard let known = description[body.id], let path = known.texture else { continue }
      pictures[body.id] = textures.picture(path, covering: known.textureSize(scale))
      if textures.isAwaited(path) { awaited.insert(body.id) }
    }
    self.pictures = pictures
    self.awaited = awaited
  }

  /// Asks again for all pictures, so that they are kept and their files watched.
  package func keepPictures(_ textures: TextureCache) {
    for body in bodies {
      guard let known = description[body.id], let path = known.texture else { continue }
      _ = textures.picture(path, covering: known.textureSize(scale))
    }
    for entry in description.scenery {
      if let path = entry.texture { _ = textures.picture(path) }
    }
  }

  /// The scenery of a layer.
  package static func scenery(
    of layer: Layer, in description: WorldDescription, textures: TextureCache
  ) -> SceneryIndex {
    SceneryIndex(
      description.scenery.lazy.filter { $0.isInFront == (layer == .front) }, isAwaited: textures.isAwaited,
      picture: { textures.picture($0) })
  }

  /// All that it draws, in points; nil where that is nothing but paper.
  package var bounds: Rect? {
    var bounds = scenery.bounds
    for body in bodies {
      guard let outlines = description[body.id]?.outlines.bounds, body.isFinite else { continue }
      let scale = body.appearance.scale
      let reach = outlines.reach * max(abs(scale.x), abs(scale.y))
      let box = Rect(center: body.position, size: Size(2 * reach, 2 * reach))
      bounds = bounds?.union(box) ?? box
    }
    return bounds
  }

  /// What a piece of it shows.
  ///
  /// - Parameters:
  ///   - piece: In pixels from the paper's lower left corner, y down.
  ///   - isWanted: Asked now and then; once it says no, what is returned does not matter.
  /// - Returns: nil where nothing is to be seen.
  package func picture(of piece: Rect, _ backdrop: Backdrop, isWanted: () -> Bool = { true }) -> StillPicture?
  {
    switch layer {
    case .backdrop:
      return StillPicture(
        backdrop.picture(of: piece, self, isWanted: isWanted), behind: theme.surround.premultipliedPixel,
        isTransparent: false)
    case .front:
      let numbers = scenery.numbers(in: backdrop.part(of: piece))
      guard !numbers.isEmpty else { return nil }
      var picture = Bitmap(width: Int(piece.width), height: Int(piece.height))
      picture.draw { canvas in
        canvas.transform(backdrop.transform(to: piece))
        backdrop.draw(scenery, numbers, in: backdrop.part(of: piece), on: canvas, isWanted: isWanted)
      }
      return StillPicture(picture, behind: 0, isTransparent: true)
    }
  }
}

extension [BodySnapshot] {
  /// By rising layers, and as they were within a layer.
  fileprivate func inLayers(_ description: WorldDescription) -> [BodySnapshot] {
    guard contains(where: { description[$0.id]?.layer ?? 0 != 0 }) else { return self }
    return sorted { description.isInFront($1.id, of: $0.id) }
  }
}
