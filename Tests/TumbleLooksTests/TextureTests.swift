import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks

@Suite("Textures")
struct TextureTests {
  /// The bitmap of red, green, blue and white: four columns of four pixels, 16 × 8.
  private static let stripes: Bitmap = {
    var picture = Bitmap(width: 16, height: 8)
    for (column, color) in ["#ff0000", "#00ff00", "#0000ff", "#ffffff"].enumerated() {
      picture.fill(columns: column * 4..<column * 4 + 4, rows: 0..<8, Color(hex: color) ?? .black)
    }
    return picture
  }()

  private func drawn(
    _ picture: Bitmap, _ width: Int, _ height: Int, _ fit: TextureFit, _ wear: Wear = Wear()
  ) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    let bounds = Rect(size: Size(Double(width), Double(height)))
    bitmap.draw { canvas in
      // Up in the body is up in the picture.
      canvas.transform(Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(height)))
      canvas.draw(picture, within: [.rect(bounds)], fit, wear)
    }
    return bitmap
  }

  @Test("A long box keeps the ends of its picture, and repeats the middle")
  func slice() {
    for fit in [TextureFit.slice, .auto] {
      let long = drawn(Self.stripes, 96, 8, fit)
      #expect(long[1, 4] == 0xFFFF_0000 && long[94, 4] == 0xFFFF_FFFF)
      // Eleven times the eight pixels of green and blue.
      for x in stride(from: 6, to: 90, by: 8) {
        #expect(long[x, 4] >> 8 & 255 > 180 && long[x + 4, 4] & 255 > 180, "\(x)")
      }
      #expect(long.pixels.allSatisfy { $0 >> 24 == 255 })
    }
  }

  @Test("An upright box repeats its picture's middle upwards")
  func uprightSlice() {
    var rows = Bitmap(width: 8, height: 16)
    for (row, color) in ["#ff0000", "#00ff00", "#0000ff", "#ffffff"].enumerated() {
      rows.fill(columns: 0..<8, rows: row * 4..<row * 4 + 4, Color(hex: color) ?? .black)
    }
    let tall = drawn(rows, 8, 96, .auto)
    #expect(tall[4, 1] == 0xFFFF_0000 && tall[4, 94] == 0xFFFF_FFFF)
    #expect(tall[4, 6] >> 8 & 255 > 180 && tall[4, 10] & 255 > 180)
  }

  @Test("A box with the picture's proportions has all of it, as with stretch")
  func proportion() {
    #expect(drawn(Self.stripes, 32, 16, .auto) == drawn(Self.stripes, 32, 16, .stretch))
    #expect(drawn(Self.stripes, 40, 16, .auto) == drawn(Self.stripes, 40, 16, .stretch))
    #expect(drawn(Self.stripes, 96, 8, .auto) != drawn(Self.stripes, 96, 8, .stretch))
  }

  @Test("A tile is as large in every body: two pixels a point")
  func tile() {
    let (small, large) = (drawn(Self.stripes, 24, 8, .tile), drawn(Self.stripes, 96, 40, .tile))
    for x in 0..<24 where x % 8 != 0 { #expect(small[x, 6] == large[x, 38], "\(x)") }
    for x in 3..<80 where x % 8 > 0 && x % 8 < 7 { #expect(large[x, 20] == large[x + 8, 20], "\(x)") }
    #expect(large.pixels.allSatisfy { $0 >> 24 == 255 })
  }

  @Test("Crates are worn each in its own way, the same each time; a ball is not turned")
  func wear() {
    var square = Bitmap(width: 8, height: 8)
    square.clear(to: .white)
    let box = [Outline.rect(Rect(center: .zero, size: Size(10, 10)))]
    let all = (0..<100).map { Wear(of: $0, outlines: box, picture: square) }
    #expect(Set(all).count == 12)
    #expect(all == (0..<100).map { Wear(of: $0, outlines: box, picture: square) })
    for body in 0..<50 {
      #expect(Wear(of: body, outlines: [.circle(center: .zero, radius: 5)], picture: square).quarters == 0)
      #expect(Wear(of: body, outlines: box, picture: Self.stripes).quarters == 0)
    }
  }

  @Test("A quarter of a turn turns the picture counter-clockwise")
  func quarter() {
    var quarters = Bitmap(width: 8, height: 8)
    quarters.clear(to: .white)
    quarters.fill(columns: 0..<4, rows: 0..<4, Color(hex: "#ff0000") ?? .black)
    var wear = Wear()
    wear.quarters = 1
    let turned = drawn(quarters, 16, 16, .stretch, wear)
    #expect(turned[3, 12] == 0xFFFF_0000 && turned[3, 3] == 0xFFFF_FFFF && turned[12, 12] == 0xFFFF_FFFF)
  }

  @Test("Dimming multiplies colors and leaves alpha")
  func dim() {
    var bitmap = Bitmap(width: 2, height: 1)
    bitmap[0, 0] = 0xFF80_40FF
    bitmap[1, 0] = 0x8040_2080
    bitmap.dim(to: 0.5)
    #expect(bitmap[0, 0] == 0xFF40_207F && bitmap[1, 0] == 0x8020_1040)
    bitmap.dim(to: 1)
    #expect(bitmap[0, 0] == 0xFF40_207F)
  }
}
