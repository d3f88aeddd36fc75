import Testing
import TumbleDrawing
@testable import TumblePictureCommands

@Suite("The difference of two pictures")
struct PictureDifferenceTests {
  private func bitmap(_ pixels: [UInt32]) -> Bitmap {
    var bitmap = Bitmap(width: pixels.count, height: 1)
    for (x, pixel) in pixels.enumerated() { bitmap[x, 0] = pixel }
    return bitmap
  }

  @Test(
    "The difference of two pictures is nothing between equal ones, and counts a pixel from one more than the threshold"
  )
  func threshold() {
    let white = bitmap([0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_8080])
    #expect(PictureDifference(white, white, threshold: 0).part == 0)
    for shift: UInt32 in [0, 8, 16] {
      for by: UInt32 in [7, 8, 9] {
        var other = white
        other[3, 0] = 0xFF80_8080 + by << shift
        let difference = PictureDifference(other, white, threshold: 8)
        #expect(difference.part == (by > 8 ? 0.25 : 0), "\(by) at \(shift)")
        #expect(difference.greatest == Int(by))
      }
    }
  }

  @Test("The difference of two pictures is drawn in red over what was seen, pale")
  func picture() {
    let difference = PictureDifference(
      bitmap([0xFFFF_FFFF, 0xFF00_0000]), bitmap([0xFFFF_FFFF, 0xFFFF_0000]), threshold: 8)
    #expect(difference.picture.pixels == [0xFFFE_FEFE, 0xFF80_0000])
    #expect(difference.percentage == "50.00 %" && difference.greatest == 255)
  }
}
