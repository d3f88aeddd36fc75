import Foundation
import TumbleDrawing
import TumbleFiles

/// A page of sprites as files: a PNG, with a palette where few colors are enough; one with many pictures of
/// files has its colors as JPEG, and the PNG has its alpha.
struct PagePicture {
  let png: Data
  private(set) var jpeg: Data?

  /// Bytes from which a page counts as large; and the quality of its colors, of 100.
  private static let (large, quality) = (150_000, 80)
  /// The 255ths by which a component of a pixel may be off by a palette: of plain forms, and of a color that
  /// few pixels have, as at edges.
  private static let (plain, rare) = (3, 8)

  /// - Parameters:
  ///   - isPlain: Whether it has forms of few colors, whose edges may have others than they had.
  ///   - isPhoto: Whether it has pictures of files, whose colors a JPEG may have.
  init(_ bitmap: Bitmap, isPlain: Bool = false, isPhoto: Bool = false) throws {
    let palette = Palette(bitmap, tolerance: isPlain ? Self.plain : 0, ofRare: isPhoto ? 0 : Self.rare)
    let whole = try palette.map(\.png) ?? PNG.encode(bitmap)
    guard isPhoto, whole.count > Self.large else {
      png = whole
      return
    }
    var (colors, alpha, last) = (bitmap, bitmap, UInt32(0xFF80_8080))
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        let part = pixel >> 24
        alpha[x, y] = part * 0x0101_0101
        // Beside a picture its colors go on, so that its edge stays as it is.
        if part > 0 {
          func plain(_ bits: UInt32) -> UInt32 { min((pixel >> bits & 255) * 255 / part, 255) << bits }
          last = 0xFF00_0000 | plain(16) | plain(8) | plain(0)
        }
        colors[x, y] = last
      }
      // So they do to the left of it, half way to what stands there.
      var (next, gap) = (last, 3)
      for x in (0..<bitmap.width).reversed() {
        let isClear = bitmap[x, y] >> 24 == 0
        (next, gap) = isClear ? (next, gap + 1) : (colors[x, y], 0)
        if isClear, gap < 3 { colors[x, y] = next }
      }
    }
    let mask = try Palette(alpha).map(\.png) ?? PNG.encode(alpha)
    let picture = try JPEG.encode(colors, quality: Self.quality)
    let isSmaller = mask.count + picture.count < whole.count / 3 * 2
    (png, jpeg) = isSmaller ? (mask, picture) : (whole, nil)
  }
}

/// A picture of up to 256 colors.
private struct Palette {
  /// The colors, multiplied by their alpha: the least first.
  private var colors: [UInt32] = []
  private let width: Int
  /// The place of each pixel's color.
  private let places: [UInt8]

  /// More different pixels than these are not looked at: few colors would not be enough.
  private static let most = 1 << 14

  /// A color is rare that only one of so many pixels has.
  private static let rarity = 4096

  /// - Parameters:
  ///   - tolerance: How far a component may be off, in 255ths.
  ///   - rare: The same of a color that few pixels have.
  /// - Returns: nil if there are more colors.
  init?(_ bitmap: Bitmap, tolerance: Int = 0, ofRare rare: Int = 0) {
    width = bitmap.width
    var counts: [UInt32: Int] = [:]
    var (last, count) = (UInt32(0), 0)
    for pixel in bitmap.pixels {
      if pixel != last {
        counts[last, default: 0] += count
        guard counts.count <= Self.most else { return nil }
        (last, count) = (pixel, 0)
      }
      count += 1
    }
    counts[last, default: 0] += count
    // What is there most often is told as it is.
    let known = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
    var nearest: [UInt32: UInt32] = [:]
    for far in 0...max(tolerance, rare) where nearest.isEmpty {
      colors = []
      for (pixel, count) in known {
        let far = min(far, count * Self.rarity > bitmap.pixels.count ? tolerance : rare)
        guard !colors.contains(where: { Self.distance($0, pixel) <= far }) else { continue }
        colors.append(pixel)
        if colors.count > 256 { break }
      }
      guard colors.count <= 256 else { continue }
      for (pixel, _) in known {
        nearest[pixel] = colors.min { Self.distance($0, pixel) < Self.distance($1, pixel) }
      }
    }
    guard !nearest.isEmpty else { return nil }
    colors.sort()
    let order = Dictionary(uniqueKeysWithValues: zip(colors, UInt8.min...UInt8.max))
    let placed = nearest.mapValues { order[$0] ?? 0 }
    (last, count) = (known[0].key, 0)
    var place = placed[last] ?? 0
    places = bitmap.pixels.map { pixel in
      if pixel != last { (last, place) = (pixel, placed[pixel] ?? 0) }
      return place
    }
  }

  /// The largest difference of a component, in 255ths.
  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    func off(_ bits: UInt32) -> Int { abs(Int(a >> bits & 255) - Int(b >> bits & 255)) }
    return max(off(24), off(16), off(8), off(0))
  }

  /// The file (PNG specification, 11.2 and 11.3.2.1).
  var png: Data {
    let height = places.count / max(width, 1)
    func plain(_ color: UInt32, _ bits: UInt32) -> UInt8 {
      let alpha = max(color >> 24, 1)
      return UInt8(min(((color >> bits & 255) * 255 + alpha / 2) / alpha, 255))
    }
    // Each row by itself, or as what it differs from the one above: what is shorter.
    let packed = [0, 2].map { filter -> [UInt8] in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(places.count + height)
      for start in stride(from: 0, to: places.count, by: width) {
        let row = places[start..<start + width]
        bytes.append(UInt8(filter))
        bytes +=
          filter == 2 && start > 0 ? zip(row, places[start - width..<start]).map { $0 &- $1 } : Array(row)
      }
      return bytes.deflated()
    }
    let pixels = packed[0].count <= packed[1].count ? packed[0] : packed[1]
    let parts: [(String, [UInt8])] = [
      ("IHDR", PNGStructure.bytes(UInt32(width)) + PNGStructure.bytes(UInt32(height)) + [8, 3, 0, 0, 0]),
      ("PLTE", colors.flatMap { color in [16, 8, 0].map { plain(color, $0) } }),
      ("tRNS", colors.map { UInt8($0 >> 24) }), ("IDAT", pixels), ("IEND", []),
    ]
    return parts.reduce(into: Data(PNGStructure.signature)) { file, part in
      file.append(contentsOf: PNGStructure.chunk(part.0, part.1))
    }
  }
}

extension Bitmap {
  /// Takes the fine steps from a white shadow, which nobody sees where it is drawn.
  mutating func simplifyShadow() {
    withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] = min((pixels[index] >> 24 + 3) / 6 * 6, 255) * 0x0101_0101
      }
    }
  }
}
