import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// All that stands still in one layer of a world, as a value from which any thread may draw.
struct StillWorld: Sendable {
  enum Layer: Sendable {
    /// Paper, scenery and static bodies: behind all that moves, and opaque.
    case backdrop
    /// Scenery alone: before all that moves, and transparent between.
    case front
  }

  let layer: Layer
  let theme: Theme
  let description: WorldDescription
  /// Those that the backdrop shows.
  let bodies: [BodySnapshot]
  let scenery: SceneryIndex
  /// Of static bodies, by their paths.
  let pictures: [String: Bitmap]
  /// Another for everything else that it shows.
  let revision: Int

  init(
    _ layer: Layer, _ description: WorldDescription, bodies: [BodySnapshot], theme: Theme,
    scenery: SceneryIndex, textures: TextureCache, revision: Int
  ) {
    self.layer = layer
    self.theme = theme
    self.description = description
    self.bodies = bodies
    self.scenery = scenery
    self.revision = revision
    var pictures: [String: Bitmap] = [:]
    for body in bodies {
      guard let path = description[body.id]?.texture, pictures[path] == nil else { continue }
      pictures[path] = textures.picture(path)
    }
    self.pictures = pictures
  }

  /// The scenery of a layer.
  static func scenery(
    of layer: Layer, in description: WorldDescription, textures: TextureCache
  ) -> SceneryIndex {
    SceneryIndex(
      description.scenery.lazy.filter { $0.isInFront == (layer == .front) }, picture: textures.picture)
  }

  /// All that it draws, in points; nil where that is nothing but paper.
  var bounds: Rect? {
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
  /// - Returns: Ready for upload; nil where nothing is to be seen.
  func picture(of piece: Rect, _ backdrop: Backdrop, isWanted: () -> Bool = { true }) -> Bitmap? {
    switch layer {
    case .backdrop: return backdrop.picture(of: piece, self, isWanted: isWanted)
    case .front:
      let numbers = scenery.numbers(in: backdrop.part(of: piece))
      guard !numbers.isEmpty else { return nil }
      var picture = Bitmap(width: Int(piece.width), height: Int(piece.height))
      picture.draw { canvas in
        canvas.transform(backdrop.transform(to: piece))
        backdrop.draw(scenery, numbers, in: backdrop.part(of: piece), on: canvas, isWanted: isWanted)
      }
      picture.prepareForUpload()
      return picture
    }
  }
}
