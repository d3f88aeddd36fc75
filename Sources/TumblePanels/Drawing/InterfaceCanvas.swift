import CTumbleImGui
import CTumbleSDL2
import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The pixels of the panels, and a texture as large as the window. Only the parts in which vertices changed
/// are drawn and uploaded again, and only what is not transparent is copied onto the target.
final class InterfaceCanvas {
  private let context: OpaquePointer
  private var pixels = Bitmap(width: 1, height: 1)
  private var texture: (target: RenderTarget, texture: Texture)?
  private var pictures: [PictureID: Bitmap] = [:]
  /// The vertices that were drawn last, by draw list.
  private var drawn: [Drawn] = []
  private var changed: [Rect] = []
  private var tiles = CoverageTiles()
  private var isEmpty = true
  /// Rows on their way into the texture.
  private var strip: [UInt32] = []
  private static let stripRows = 32

  /// Is true if there are vertices that were not looked at yet.
  var hasNewFrame = true
  /// The number of times that pixels went into the texture.
  private(set) var uploads = 0

  private struct Drawn {
    var digest: UInt64
    var bounds: Rect
  }

  init(_ context: OpaquePointer) {
    self.context = context
    drawn.reserveCapacity(64)
    changed.reserveCapacity(64)
  }

  /// Sets a picture in colors multiplied by their opacity, as it is drawn with Cairo.
  func setPicture(_ picture: Bitmap?, for id: PictureID) {
    pictures[id] = picture
    forgetDrawing()
  }

  func discardTextures() {
    texture = nil
    forgetDrawing()
  }

  /// Draws everything again next time.
  func forgetDrawing() {
    drawn.removeAll(keepingCapacity: true)
    isEmpty = true
  }

  func draw(on target: RenderTarget, size: PixelSize) throws(StageError) {
    let texture = try texture(on: target, size: size)
    if hasNewFrame || isEmpty {
      hasNewFrame = false
      findChanges(within: size)
      for part in changed {
        redraw(part)
        upload(part, to: texture)
        target.counts.offscreenPasses += 1
        target.counts.uploads += 1
        target.counts.uploadedBytes += 4 * Int(part.width * part.height)
        tiles.update(part, of: pixels)
      }
      if !changed.isEmpty { tiles.findRectangles() }
      isEmpty = false
    }
    for part in tiles.blended { target.copy(texture, from: part, to: part) }
    target.copyOpaque(tiles.opaque, of: texture)
  }

  private func texture(on target: RenderTarget, size: PixelSize) throws(StageError) -> Texture {
    if let (owner, texture) = texture, owner === target, texture.size == size { return texture }
    let made = try Texture(target, size: size, isSmooth: false)
    texture = (target, made)
    if pixels.width != size.width || pixels.height != size.height {
      pixels = Bitmap(width: size.width, height: size.height)
      strip = [UInt32](repeating: 0, count: size.width * Self.stripRows)
    }
    forgetDrawing()
    return made
  }

  /// Notes what must be drawn again.
  private func findChanges(within size: PixelSize) {
    let whole = Rect(size: Size(Double(size.width), Double(size.height)))
    changed.removeAll(keepingCapacity: true)
    if isEmpty { changed.append(whole) }
    let count = Int(tumble_ui_list_count(context))
    for index in 0..<count {
      let list = tumble_ui_list(context, Int32(index))
      let bounds = Rect(list.bounds).rounded(within: whole)
      if index == drawn.count {
        changed.join(bounds)
        drawn.append(Drawn(digest: list.digest, bounds: bounds))
      } else if drawn[index].digest != list.digest || drawn[index].bounds != bounds {
        changed.join(drawn[index].bounds)
        changed.join(bounds)
        drawn[index] = Drawn(digest: list.digest, bounds: bounds)
      }
    }
    while drawn.count > count { changed.join(drawn.removeLast().bounds) }
  }

  private func redraw(_ part: Rect) {
    let (columns, rows) = (Int(part.min.x)..<Int(part.max.x), Int(part.min.y)..<Int(part.max.y))
    let clip = TumbleUIRect(
      x: Float(part.min.x), y: Float(part.min.y), width: Float(part.width), height: Float(part.height))
    let (width, height, stride) = (pixels.width, pixels.height, pixels.stride / 4)
    pixels.withMutablePixels { pixels in
      for row in rows {
        pixels[row * stride + columns.lowerBound..<row * stride + columns.upperBound].update(repeating: 0)
      }
      let target = TumbleUIPixels(
        pixels: pixels.baseAddress, width: Int32(width), height: Int32(height), stride: Int32(stride))
      for list in 0..<drawn.count where drawn[list].bounds.intersects(part) {
        for command in 0..<tumble_ui_list(context, Int32(list)).command_count {
          draw(Int32(list), command, onto: target, clip)
        }
      }
    }
  }

  private func draw(_ list: Int32, _ command: Int32, onto target: TumbleUIPixels, _ clip: TumbleUIRect) {
    let texture = tumble_ui_texture(context, list, command)
    guard texture != 0 else {
      return tumble_ui_raster(
        context, list, command, target, clip, TumbleUIPicture(pixels: nil, width: 0, height: 0))
    }
    guard let picture = pictures[PictureID(Int(bitPattern: texture) - 1)] else { return }
    picture.withBytes { bytes in
      let source = TumbleUIPicture(
        pixels: bytes.baseAddress?.assumingMemoryBound(to: UInt32.self), width: Int32(picture.width),
        height: Int32(picture.height))
      tumble_ui_raster(context, list, command, target, clip, source)
    }
  }

  /// Uploads a part in strips, so that the colors not multiplied by their opacity need no second picture.
  private func upload(_ part: Rect, to texture: Texture) {
    uploads += 1
    let (left, width) = (Int(part.min.x), Int(part.width))
    let stride = pixels.stride / 4
    var top = Int(part.min.y)
    let bottom = Int(part.max.y)
    pixels.withBytes { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      strip.withUnsafeMutableBufferPointer { strip in
        guard let from = pixels.baseAddress, let to = strip.baseAddress else { return }
        while top < bottom {
          let rows = min(Self.stripRows, bottom - top)
          for row in 0..<rows {
            tumble_ui_make_straight(from + (top + row) * stride + left, to + row * width, width)
          }
          var place = SDL_Rect(x: Int32(left), y: Int32(top), w: Int32(width), h: Int32(rows))
          SDL_UpdateTexture(texture.pointer, &place, to, Int32(width * 4))
          top += rows
        }
      }
    }
  }
}

extension [Rect] {
  /// Adds a rectangle, in one with those that it touches: so no part is in two of them.
  fileprivate mutating func join(_ rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    var joined = rect
    var index = 0
    while index < count {
      if self[index].intersects(joined) {
        joined = joined.union(self[index])
        swapAt(index, count - 1)
        removeLast()
        index = 0
      } else {
        index += 1
      }
    }
    append(joined)
  }
}

extension Rect {
  init(_ rect: TumbleUIRect) {
    self.init(
      origin: Vector(Double(rect.x), Double(rect.y)), size: Size(Double(rect.width), Double(rect.height)))
  }

  /// The whole pixels that it touches.
  fileprivate func rounded(within whole: Rect) -> Rect {
    guard width > 0, height > 0 else { return Rect(size: .zero) }
    let low = Vector(
      Swift.max(min.x.rounded(.down), whole.min.x), Swift.max(min.y.rounded(.down), whole.min.y))
    let high = Vector(Swift.min(max.x.rounded(.up), whole.max.x), Swift.min(max.y.rounded(.up), whole.max.y))
    guard high.x > low.x, high.y > low.y else { return Rect(size: .zero) }
    return Rect(min: low, max: high)
  }
}

extension InterfaceTheme {
  /// Returns the style of what Dear ImGui draws itself, with the pixels of a point.
  func style(scale: Double) -> TumbleUIStyle {
    TumbleUIStyle(
      text: text.bytes, dim: dim.bytes, panel: panel.bytes, popup: popup.bytes, field: field.bytes,
      hovered: hovered.bytes, border: border.bytes, accent: accent.bytes, selection: selection.bytes,
      scrollbar: scrollbar.bytes, scale: Float(scale))
  }
}

extension Color {
  /// The bytes r, g, b, a in memory.
  var bytes: UInt32 {
    func byte(_ component: Double) -> UInt32 {
      component > 0 ? UInt32((min(component, 1) * 255).rounded()) : 0
    }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24
  }
}

/// The files of the fonts on this machine.
struct FontFiles: Hashable, Sendable {
  var regular: String?
  var bold: String?
  var monospaced: String?

  /// DejaVu Sans where the distributions put it, else in the folders of fonts that the environment names.
  static let installed = FontFiles(
    folders: [
      "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu",
      "/usr/share/fonts/TTF", "/usr/local/share/fonts", "/usr/share/fonts",
    ] + personalFolders)

  private static var personalFolders: [String] {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? ""
    let data = environment["XDG_DATA_HOME"] ?? (home.isEmpty ? "" : home + "/.local/share")
    let folders = [data] + (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init)
    return folders.filter { $0.hasPrefix("/") }.flatMap { [$0 + "/fonts", $0 + "/fonts/truetype/dejavu"] }
  }

  init(folders: [String]) {
    func first(_ name: String) -> String? {
      folders.map { $0 + "/" + name }.first { FileManager.default.isReadableFile(atPath: $0) }
    }
    regular = first("DejaVuSans.ttf")
    bold = first("DejaVuSans-Bold.ttf") ?? regular
    monospaced = first("DejaVuSansMono.ttf") ?? regular
  }
}

/// A font of the interface, by its place in the texture of all.
enum TextStyle: Int32, CaseIterable {
  case body, strong, title, small, monospaced

  /// The size in points.
  var size: Double {
    switch self {
    case .body, .strong: 13
    case .title: 16
    case .small: 11.5
    case .monospaced: 12.5
    }
  }

  func file(in files: FontFiles) -> String? {
    switch self {
    case .body, .small: files.regular
    case .strong, .title: files.bold
    case .monospaced: files.monospaced
    }
  }
}
