import CTumbleImGui
import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry

/// What the panels look like, kept in a texture as large as the window. Only the part in which vertices changed is drawn
/// again, and only the parts where something is are copied onto the target.
final class InterfaceCanvas {
  private let context: OpaquePointer
  private var texture: InterfaceTexture?
  private var fonts: Texture?
  private var pictures: [PictureID: (bitmap: Bitmap, texture: Texture?)] = [:]
  /// What was drawn last, by draw list.
  private var drawn: [Drawn] = []
  /// Where something is, no part in another.
  private var parts: [Rect] = []
  /// Whether there are vertices that were not looked at yet.
  var hasNewFrame = true
  private(set) var uploads = 0

  private struct Drawn {
    var digest: UInt64
    var bounds: Rect
  }

  init(_ context: OpaquePointer) {
    self.context = context
    drawn.reserveCapacity(64)
    parts.reserveCapacity(64)
  }

  func setPicture(_ picture: Bitmap?, for id: PictureID) {
    pictures[id] = picture.map { ($0, nil) }
    forgetDrawing()
  }

  func discardTextures() {
    (texture, fonts) = (nil, nil)
    for id in pictures.keys { pictures[id]?.texture = nil }
    forgetDrawing()
  }

  func discardFonts() {
    fonts = nil
    forgetDrawing()
  }

  /// Draws everything anew next time.
  func forgetDrawing() {
    drawn.removeAll(keepingCapacity: true)
    texture?.isEmpty = true
  }

  func draw(on target: RenderTarget, size: PixelSize, theme: InterfaceTheme) throws(StageError) {
    let texture = try texture(on: target, size: size)
    try loadFonts(target)
    try loadPictures(target)
    if hasNewFrame || texture.isEmpty {
      hasNewFrame = false
      if let changed = changes(within: size, isEmpty: texture.isEmpty) {
        redraw(changed, texture, on: target, theme)
        texture.isEmpty = false
        uploads += 1
      }
    }
    for part in parts {
      var place = part.pixels
      SDL_RenderCopy(target.pointer, texture.pointer, &place, &place)
    }
  }

  private func texture(on target: RenderTarget, size: PixelSize) throws(StageError) -> InterfaceTexture {
    if let texture, texture.size == size, texture.belongs(to: target) { return texture }
    if let texture, !texture.belongs(to: target) { discardTextures() }
    let made = try InterfaceTexture(target, size: size)
    texture = made
    forgetDrawing()
    return made
  }

  private func loadFonts(_ target: RenderTarget) throws(StageError) {
    guard fonts == nil else { return }
    var (width, height) = (Int32(0), Int32(0))
    guard let opacities = tumble_ui_build_fonts(context, &width, &height), width > 0, height > 0 else {
      throw .refused(doing: "draw the letters of the panels", reason: "their texture is empty")
    }
    var bitmap = Bitmap(width: Int(width), height: Int(height))
    bitmap.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = UInt32(opacities[index]) << 24 | 0xff_ffff }
    }
    let texture = try Texture(target, size: PixelSize(bitmap.width, bitmap.height))
    texture.upload(bitmap)
    fonts = texture
    uploads += 1
  }

  private func loadPictures(_ target: RenderTarget) throws(StageError) {
    for (id, entry) in pictures where entry.texture == nil {
      var bitmap = entry.bitmap
      bitmap.convertToStraightAlpha()
      let texture = try Texture(target, size: PixelSize(bitmap.width, bitmap.height))
      texture.upload(bitmap)
      pictures[id]?.texture = texture
      uploads += 1
    }
  }

  /// What must be drawn again; also notes where something is.
  private func changes(within size: PixelSize, isEmpty: Bool) -> Rect? {
    let whole = Rect(size: Size(Double(size.width), Double(size.height)))
    let count = Int(tumble_ui_list_count(context))
    var changed: Rect? = isEmpty ? whole : nil
    func add(_ bounds: Rect) {
      guard bounds.width > 0 else { return }
      changed = changed.map { $0.union(bounds) } ?? bounds
    }
    for index in 0..<count {
      let list = tumble_ui_list(context, Int32(index))
      let bounds = Rect(list.bounds).rounded(within: whole)
      if index == drawn.count {
        add(bounds)
        drawn.append(Drawn(digest: list.digest, bounds: bounds))
      } else if drawn[index].digest != list.digest || drawn[index].bounds != bounds {
        add(drawn[index].bounds)
        add(bounds)
        drawn[index] = Drawn(digest: list.digest, bounds: bounds)
      }
    }
    while drawn.count > count { add(drawn.removeLast().bounds) }
    if changed != nil { gatherParts() }
    return changed
  }

  /// Joins the lists' bounds until none touches another, so that nothing is blended twice.
  private func gatherParts() {
    parts.removeAll(keepingCapacity: true)
    for entry in drawn where entry.bounds.width > 0 {
      var part = entry.bounds
      var index = 0
      while index < parts.count {
        if parts[index].intersects(part) {
          part = part.union(parts[index])
          parts.swapAt(index, parts.count - 1)
          parts.removeLast()
          index = 0
        } else {
          index += 1
        }
      }
      parts.append(part)
    }
  }

  private func redraw(
    _ changed: Rect, _ texture: InterfaceTexture, on target: RenderTarget, _ theme: InterfaceTheme
  ) {
    let renderer = target.pointer
    SDL_SetRenderTarget(renderer, texture.pointer)
    var clip = changed.pixels
    SDL_RenderSetClipRect(renderer, &clip)
    texture.clear(clip, behind: theme.panel)
    for list in 0..<tumble_ui_list_count(context) {
      guard drawn[Int(list)].bounds.intersects(changed) else { continue }
      draw(list, within: clip, on: renderer)
    }
    SDL_RenderSetClipRect(renderer, nil)
    SDL_SetRenderTarget(renderer, nil)
  }

  private func draw(_ index: Int32, within changed: SDL_Rect, on renderer: OpaquePointer) {
    let list = tumble_ui_list(context, index)
    guard let vertices = list.vertices, let indices = list.indices else { return }
    let stride = 20
    for number in 0..<list.command_count {
      let command = tumble_ui_command(context, index, number)
      guard command.index_count > 0 else { continue }
      var bounds = Rect(command.clip).pixels
      var changed = changed
      var clip = SDL_Rect()
      guard SDL_IntersectRect(&bounds, &changed, &clip) == SDL_TRUE else { continue }
      guard
        let texture = command.texture == 0
          ? fonts : pictures[PictureID(Int(bitPattern: command.texture) - 1)]?.texture
      else { continue }
      SDL_RenderSetClipRect(renderer, &clip)
      let first = vertices + Int(command.first_vertex) * stride
      let floats = first.assumingMemoryBound(to: Float.self)
      let colors = (first + 16).assumingMemoryBound(to: SDL_Color.self)
      SDL_RenderGeometryRaw(
        renderer, texture.pointer, floats, Int32(stride), colors, Int32(stride), floats + 2, Int32(stride),
        list.vertex_count - Int32(command.first_vertex), indices + Int(command.first_index),
        Int32(command.index_count), 2)
    }
  }
}

extension Rect {
  init(_ rect: TumbleUIRect) {
    self.init(
      origin: Vector(Double(rect.x), Double(rect.y)), size: Size(Double(rect.width), Double(rect.height)))
  }

  /// The whole pixels that it touches, with one more for smooth edges.
  func rounded(within whole: Rect) -> Rect {
    guard width > 0, height > 0 else { return Rect(size: .zero) }
    let low = Vector(
      Swift.max((min.x - 1).rounded(.down), whole.min.x), Swift.max((min.y - 1).rounded(.down), whole.min.y))
    let high = Vector(
      Swift.min((max.x + 1).rounded(.up), whole.max.x), Swift.min((max.y + 1).rounded(.up), whole.max.y))
    guard high.x > low.x, high.y > low.y else { return Rect(size: .zero) }
    return Rect(min: low, max: high)
  }
}
