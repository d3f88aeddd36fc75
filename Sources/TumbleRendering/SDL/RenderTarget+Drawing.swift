import CTumbleSDL2
import TumbleGeometry
import TumbleLooks

// All that is drawn goes through here, so that it is counted.

extension RenderTarget {
  /// What was drawn since the last call.
  package func takeCounts() -> DrawCounts {
    defer { counts = DrawCounts() }
    lastTexture = nil
    return counts
  }

  /// Nothing outside of an area is drawn from now on; nil ends that.
  package func setClip(_ area: SDL_Rect?) {
    clip = area
    if var area { SDL_RenderSetClipRect(pointer, &area) } else { SDL_RenderSetClipRect(pointer, nil) }
  }

  /// Draws a texture, or a part of it.
  package func copy(
    _ texture: Texture, from source: SDL_Rect? = nil, to place: SDL_Rect, isBlended: Bool? = nil
  ) {
    var place = place
    note(texture, isBlended: isBlended ?? !texture.isOpaque, place)
    if var source {
      SDL_RenderCopy(pointer, texture.pointer, &source, &place)
    } else {
      SDL_RenderCopy(pointer, texture.pointer, nil, &place)
    }
  }

  /// Draws a part of a texture between whole pixels too.
  func copy(_ texture: Texture, from source: SDL_Rect, to place: SDL_FRect) {
    var (source, place) = (source, place)
    note(texture, isBlended: !texture.isOpaque, SDL_Rect(place))
    SDL_RenderCopyF(pointer, texture.pointer, &source, &place)
  }

  /// Draws a part of a texture turned about a pivot, in degrees clockwise.
  func copy(
    _ texture: Texture, from source: SDL_Rect, to place: SDL_FRect, turned degrees: Double,
    about pivot: SDL_FPoint, _ flip: SDL_RendererFlip
  ) {
    var (source, place, pivot) = (source, place, pivot)
    note(texture, isBlended: !texture.isOpaque, SDL_Rect(place))
    SDL_RenderCopyExF(pointer, texture.pointer, &source, &place, degrees, &pivot, flip)
  }

  /// Copies opaque parts of a texture pixel by pixel, whatever its blending.
  ///
  /// - Parameters:
  ///   - parts: An array, because another module's own kind of sequence would be iterated by allocating.
  ///   - x: How far to the right of its place in the texture each part comes, in pixels.
  ///   - y: How far below.
  package func copyOpaque(_ parts: [SDL_Rect], of texture: Texture, x: Int32 = 0, y: Int32 = 0) {
    if !texture.isOpaque { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_NONE) }
    for part in parts { copy(texture, from: part, to: part.moved(x, y), isBlended: false) }
    if !texture.isOpaque { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_BLEND) }
  }

  /// Draws triangles.
  ///
  /// - Parameters:
  ///   - texture: nil: they are plain.
  ///   - indices: Of three corners each; nil: as they stand.
  func drawTriangles(
    _ texture: Texture?, _ vertices: UnsafePointer<SDL_Vertex>, count: Int,
    indices: UnsafePointer<Int32>? = nil, indexCount: Int = 0
  ) {
    counts.draws += 1
    if texture?.pointer != lastTexture {
      lastTexture = texture?.pointer
      counts.textureSwitches += 1
    }
    let corners = indices == nil ? count : indexCount
    var area = 0.0
    var corner = 0
    while corner + 2 < corners {
      let (a, b, c) =
        if let indices {
          (
            vertices[Int(indices[corner])].position, vertices[Int(indices[corner + 1])].position,
            vertices[Int(indices[corner + 2])].position
          )
        } else {
          (vertices[corner].position, vertices[corner + 1].position, vertices[corner + 2].position)
        }
      area += Double(abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y))) / 2
      if logsDraws { log(a, b, c, isBlended: true) }
      corner += 3
    }
    counts.pixels += area
    counts.blendedPixels += area
    SDL_RenderGeometry(pointer, texture?.pointer, vertices, Int32(count), indices, Int32(indexCount))
  }

  /// Fills a rectangle with the color that was set.
  func fillRect(_ place: SDL_Rect, isBlended: Bool) {
    var place = place
    note(nil, isBlended: isBlended, place)
    SDL_RenderFillRect(pointer, &place)
  }

  /// Draws the edge of a rectangle in the color that was set.
  func drawRect(_ place: SDL_Rect) {
    var place = place
    counts.draws += 1
    SDL_RenderDrawRect(pointer, &place)
  }

  func clear() {
    counts.draws += 1
    let size = size
    counts.pixels += Double(size.width * size.height)
    SDL_RenderClear(pointer)
  }

  private func note(_ texture: Texture?, isBlended: Bool, _ place: SDL_Rect) {
    counts.draws += 1
    if texture?.pointer != lastTexture {
      lastTexture = texture?.pointer
      counts.textureSwitches += 1
    }
    var (seen, whole) = (place, place)
    if var clip, SDL_IntersectRect(&clip, &whole, &seen) == SDL_FALSE { return }
    let area = Double(seen.w) * Double(seen.h)
    counts.pixels += area
    if isBlended { counts.blendedPixels += area }
    guard logsDraws else { return }
    let (low, high) = (
      SDL_FPoint(x: Float(seen.x), y: Float(seen.y)),
      SDL_FPoint(x: Float(seen.x + seen.w), y: Float(seen.y + seen.h))
    )
    let (right, below) = (SDL_FPoint(x: high.x, y: low.y), SDL_FPoint(x: low.x, y: high.y))
    log(low, right, high, isBlended: isBlended)
    log(low, high, below, isBlended: isBlended)
  }
}

// MARK: Overdraw

extension RenderTarget {
  /// The colors of what was drawn opaque and of what was blended: where much lies over each other they add up.
  static let (opaqueColor, blendedColor) = (
    SDL_Color(r: 20, g: 190, b: 60, a: 40), SDL_Color(r: 235, g: 30, b: 30, a: 46)
  )

  private func log(_ a: SDL_FPoint, _ b: SDL_FPoint, _ c: SDL_FPoint, isBlended: Bool) {
    let color = isBlended ? Self.blendedColor : Self.opaqueColor
    for corner in [a, b, c] {
      drawLog.append(SDL_Vertex(position: corner, color: color, tex_coord: SDL_FPoint(x: 0, y: 0)))
    }
  }

  /// Lays over the picture what was drawn since `logsDraws` was set: green where it was opaque, red where it was blended.
  package func showDrawLog() {
    logsDraws = false
    SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_BLEND)
    drawLog.withUnsafeBufferPointer { log in
      guard let first = log.baseAddress else { return }
      var start = 0
      while start < log.count {
        let count = min(log.count - start, 30_000)
        SDL_RenderGeometry(pointer, nil, first + start, Int32(count), nil, 0)
        start += count
      }
    }
    SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_NONE)
    drawLog.removeAll(keepingCapacity: true)
  }
}

extension SDL_Rect {
  func moved(_ x: Int32, _ y: Int32) -> SDL_Rect {
    SDL_Rect(x: self.x + x, y: self.y + y, w: w, h: h)
  }

  fileprivate init(_ rect: SDL_FRect) {
    self.init(
      x: Int32(rect.x.rounded()), y: Int32(rect.y.rounded()), w: Int32(rect.w.rounded()),
      h: Int32(rect.h.rounded()))
  }
}
