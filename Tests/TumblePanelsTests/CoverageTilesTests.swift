import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumblePanels
import TumbleTestSupport

@Suite("What of a picture is opaque")
struct CoverageTilesTests {
  /// Panels with rounded corners, translucent cards and holes, at random.
  private func picture(_ random: inout SplitMix64) -> Bitmap {
    let (width, height) = (Int.random(in: 1...130, using: &random), Int.random(in: 1...90, using: &random))
    var picture = Bitmap(width: width, height: height)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let (left, top) = (
        Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
      )
      let (right, bottom) = (
        Int.random(in: left..<width, using: &random), Int.random(in: top..<height, using: &random)
      )
      let pixel: UInt32 = [0xFF20_3040, 0x8010_1010, 0, 0x0100_0000].randomElement(using: &random)!
      for y in top...bottom { for x in left...right { picture[x, y] = pixel } }
    }
    return picture
  }

  @Test(
    "Each pixel that is not transparent is in one rectangle, and those called opaque are, over random pictures",
    arguments: Seeds.list(default: 50))
  func rectangles(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tiles = CoverageTiles()
    for _ in 0..<4 {
      let picture = picture(&random)
      tiles.update(
        Rect(size: Size(Double(picture.width), Double(picture.height))), of: picture)
      tiles.findRectangles()
      var covered = Array(repeating: 0, count: picture.width * picture.height)
      for (parts, isOpaque) in [(tiles.opaque, true), (tiles.blended, false)] {
        for part in parts {
          for y in Int(part.y)..<Int(part.y + part.h) {
            for x in Int(part.x)..<Int(part.x + part.w) {
              covered[y * picture.width + x] += 1
              #expect(!isOpaque || picture[x, y] >> 24 == 255, "(\(x), \(y))")
            }
          }
        }
      }
      for (index, pixel) in picture.pixels.enumerated() {
        #expect(covered[index] <= 1 && (pixel >> 24 == 0 || covered[index] == 1), "pixel \(index)")
      }
    }
  }

  @Test("A changed part is all that is looked at again, and what was cleared is in no rectangle")
  func changedPart() {
    var tiles = CoverageTiles()
    var picture = Bitmap(width: 64, height: 64)
    picture.clear(to: .black)
    let whole = Rect(size: Size(64, 64))
    tiles.update(whole, of: picture)
    tiles.findRectangles()
    #expect(tiles.opaque.count == 1 && tiles.blended.isEmpty)
    for y in 0..<24 { for x in 0..<64 { picture[x, y] = 0 } }
    tiles.update(Rect(min: Vector(0, 0), max: Vector(64, 24)), of: picture)
    tiles.findRectangles()
    #expect(tiles.opaque.map { [$0.x, $0.y, $0.w, $0.h] } == [[0, 24, 64, 40]] && tiles.blended.isEmpty)
    // Pixels that nobody said had changed.
    for y in 40..<64 { for x in 0..<64 { picture[x, y] = 0 } }
    tiles.update(Rect(min: Vector(0, 0), max: Vector(1, 1)), of: picture)
    tiles.findRectangles()
    #expect(tiles.opaque.map { [$0.x, $0.y, $0.w, $0.h] } == [[0, 24, 64, 40]])
  }

  @Test("What is transparent at an edge of tiles is not blended, and the rest is opaque where all of it is")
  func trimmed() {
    var tiles = CoverageTiles()
    var picture = Bitmap(width: 64, height: 40)
    // A bar whose lower edge is within a row of tiles, and a translucent one below it.
    for x in 3..<61 { for y in 0..<10 { picture[x, y] = 0xFF00_0000 } }
    for x in 3..<61 { for y in 27..<31 { picture[x, y] = 0x8000_0000 } }
    tiles.update(Rect(size: Size(64, 40)), of: picture)
    tiles.findRectangles()
    #expect(tiles.blended.map { [$0.x, $0.y, $0.w, $0.h] } == [[3, 27, 58, 4]])
    let opaque = tiles.opaque.reduce(0) { $0 + $1.w * $1.h }
    #expect(opaque == 58 * 10)
    // One of its pixels is missing: then that part is blended.
    picture[30, 9] = 0
    tiles.update(Rect(min: Vector(30, 9), max: Vector(31, 10)), of: picture)
    tiles.findRectangles()
    #expect(tiles.blended.map { [$0.x, $0.y, $0.w, $0.h] }.sorted { $0[1] < $1[1] }.last == [3, 27, 58, 4])
    #expect(tiles.blended.contains { $0.x == 3 && $0.y == 8 && $0.w == 58 && $0.h == 2 })
  }
}
