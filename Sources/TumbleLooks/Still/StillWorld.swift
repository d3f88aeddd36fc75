import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// All that stands still in one layer of a world, as a value from which any thread may draw.
package struct StillWorld: Sendable {
  package enum Layer: Hashable, Sendable {
    /// Paper, scenery and static bodies: behind all that moves, and opaque.
    case backdrop
    /// Scenery alone: before all that moves, and transparent between.
    case front
    /// The backdrop in parts, where a camera moves them by their depths: the paper alone, scenery of one
    /// depth alone, and scenery of no depth with static bodies.
    case paper, far(depth: Double), near
    /// The backdrop where no shadow falls, transparent where static bodies are: over all shadows.
    case sky

    package var isOpaque: Bool { self == .backdrop || self == .paper }
    package var hasPaper: Bool { isOpaque || self == .sky }
    package var hasBodies: Bool { self == .backdrop || self == .near || self == .sky }
    package var depth: Double { if case .far(let depth) = self { depth } else { 0 } }

    /// Returns the layers behind all that moves, the farthest first.
    package static func behind(in description: WorldDescription, hasCamera: Bool) -> [Layer] {
      let depths = Set(description.scenery.lazy.filter { !$0.isInFront }.map(\.layerDepth)).subtracting([0])
      return depths.isEmpty || !hasCamera
        ? [.backdrop] : [.paper] + depths.sorted(by: >).map { .far(depth: $0) } + [.near]
    }

    /// Returns whether shadows fall on static bodies alone: under a sky, where no layer moves by itself.
    package static func hasSky(_ description: WorldDescription, hasCamera: Bool) -> Bool {
      description.hasSky && behind(in: description, hasCamera: hasCamera) == [.backdrop]
    }

    fileprivate func has(_ scenery: SceneryDescription) -> Bool {
      switch self {
      case .backdrop, .sky: !scenery.isInFront
      case .front: scenery.isInFront
      case .paper: false
      case .far(let depth): !scenery.isInFront && scenery.layerDepth == depth
      case .near: !scenery.isInFront && scenery.depth == 0
      }
    }
  }

  package let layer: Layer
  package let theme: Theme
  package let description: WorldDescription
  /// The bodies that the backdrop shows.
  let bodies: [BodySnapshot]
  package let scenery: SceneryIndex
  /// The pictures of bodies' files, as fine as the scale needs; nil for one that is not there.
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
    (self.layer, self.theme, self.description) = (layer, theme, description)
    self.bodies = bodies.inLayers(description)
    (self.scenery, self.scale, self.revision) = (scenery, scale, revision)
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

  package static func scenery(
    of layer: Layer, in description: WorldDescription, _ theme: Theme = Theme(), textures: TextureCache
  ) -> SceneryIndex {
    SceneryIndex(
      description.scenery.filter(layer.has).byDepth, theme, isAwaited: textures.isAwaited,
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

  /// Returns the picture of a piece of it.
  ///
  /// - Parameters:
  ///   - piece: In pixels from the paper's lower left corner, y down.
  ///   - isWanted: Asked now and then; once it says no, what is returned does not matter.
  /// - Returns: nil where nothing is to be seen.
  package func picture(of piece: Rect, _ backdrop: Backdrop, isWanted: () -> Bool = { true }) -> StillPicture?
  {
    guard layer.hasPaper || !bodies.isEmpty || !scenery.numbers(in: backdrop.part(of: piece)).isEmpty else {
      return nil
    }
    return StillPicture(
      backdrop.picture(of: piece, self, isWanted: isWanted),
      behind: layer.isOpaque ? theme.surround.premultipliedPixel : 0, isTransparent: !layer.isOpaque)
  }
}

extension [BodySnapshot] {
  /// Returns the bodies by rising layers, and as they were within a layer.
  fileprivate func inLayers(_ description: WorldDescription) -> [BodySnapshot] {
    guard contains(where: { description[$0.id]?.depth ?? 0 != 0 }) else { return self }
    return sorted { description.isInFront($1.id, of: $0.id) }
  }
}

/// The content of a tile of what stands still.
package struct StillPicture: Sendable {
  /// The bitmap, ready for upload.
  package let bitmap: Bitmap
  /// The part of it that is not of the color behind it, in pixels; without a size where it is nothing else.
  /// The rest need not be drawn where that color is on the target already.
  package let content: Rect

  /// - Parameter bitmap: The bitmap that is drawn into; `behind` is a pixel of what lies behind it.
  init(_ bitmap: consuming Bitmap, behind: UInt32, isTransparent: Bool) {
    content = bitmap.bounds(ofAllBut: behind)
    if isTransparent { bitmap.prepareForUpload() }
    self.bitmap = bitmap
  }
}

extension Bitmap {
  /// The smallest rectangle with all pixels that are not a given one; without a size where there are none.
  func bounds(ofAllBut pixel: UInt32) -> Rect {
    pixels.withUnsafeBufferPointer { pixels in
      func isOther(_ row: Int) -> Bool {
        for place in row * width..<(row + 1) * width where pixels[place] != pixel { return true }
        return false
      }
      guard let top = (0..<height).first(where: isOther), let bottom = (top..<height).last(where: isOther)
      else { return Rect(size: .zero) }
      var (left, right) = (width, 0)
      for row in top...bottom {
        // Only what may widen it is looked at.
        if let first = (0..<left).first(where: { pixels[row * width + $0] != pixel }) { left = first }
        if let last = (right..<width).last(where: { pixels[row * width + $0] != pixel }) { right = last + 1 }
      }
      return Rect(min: Vector(Double(left), Double(top)), max: Vector(Double(right), Double(bottom + 1)))
    }
  }
}

/// A picture at its own size, at half of it, and so on: each level of detail is drawn from the smallest that
/// is large enough.
struct PictureLevels: Sendable {
  /// The largest first; the last is one pixel, the picture's average.
  private let levels: [Bitmap]

  init(_ picture: Bitmap, opacity: Double = 1) {
    var levels = [opacity < 1 ? picture.faded(to: opacity) : picture]
    while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
    self.levels = levels
  }

  /// The smallest that has this many pixels from side to side; the picture itself where none has.
  func picture(width: Double) -> Bitmap { levels.last { Double($0.width) >= width } ?? levels[0] }

  /// The average color of all its pixels.
  var average: Color {
    let pixel = levels[levels.count - 1][0, 0]
    let alpha = Double(pixel >> 24)
    guard alpha > 0 else { return .clear }
    func part(_ shift: UInt32) -> Double { min(Double(pixel >> shift & 255) / alpha, 1) }
    return Color(red: part(16), green: part(8), blue: part(0), alpha: alpha / 255)
  }
}

extension Bitmap {
  /// The picture half as wide and high, rounded up: each pixel is the average of four.
  fileprivate func halved() -> Bitmap {
    var half = Bitmap(width: (width + 1) / 2, height: (height + 1) / 2)
    let (columns, rows, halfWidth) = (width, height, half.width)
    let source = pixels
    half.withMutablePixels { target in
      for index in target.indices {
        let (y, x) = (index / halfWidth * 2, index % halfWidth * 2)
        let (right, below) = (min(x + 1, columns - 1), min(y + 1, rows - 1))
        let four = (
          source[y * columns + x], source[y * columns + right], source[below * columns + x],
          source[below * columns + right]
        )
        var average: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
          let sum =
            (four.0 >> shift & 255) + (four.1 >> shift & 255) + (four.2 >> shift & 255)
            + (four.3 >> shift & 255)
          average |= ((sum + 2) / 4) << shift
        }
        target[index] = average
      }
    }
    return half
  }

  /// The bitmap at an opacity. Its colors are multiplied by their alpha, so all four components are.
  fileprivate func faded(to opacity: Double) -> Bitmap {
    var faded = self
    let factor = UInt32((max(0, min(opacity, 1)) * 255).rounded())
    faded.withMutablePixels { pixels in
      for index in pixels.indices {
        var pixel: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
          pixel |= (((pixels[index] >> shift & 255) * factor + 127) / 255) << shift
        }
        pixels[index] = pixel
      }
    }
    return faded
  }
}

extension [SceneryDescription] {
  /// The entries as they are drawn: the farthest first, and those of one depth as they are written.
  package var byDepth: Self {
    guard contains(where: { $0.depth > 0 }) else { return self }
    return enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map(
      \.element)
  }
}
