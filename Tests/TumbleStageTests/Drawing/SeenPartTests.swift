import Testing
import TumbleDrawing
import TumbleGeometry

@testable import TumbleStage

/// What of a sprite's picture is drawn: all that can be seen, and little else.
@Suite struct SeenPartTests {
  private func bitmap(_ width: Int, _ height: Int, seen: [(x: Int, y: Int)]) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for (x, y) in seen { bitmap[x, y] = 0x01_00_00_00 }
    return bitmap
  }

  @Test("it ends where the last pixels with any alpha do")
  func middle() {
    let seen = bitmap(7, 5, seen: [(2, 1), (4, 3)]).seenPixels
    #expect(seen.columns == 2..<5 && seen.rows == 1..<4)
  }

  @Test("what is drawn up to an edge keeps it")
  func edges() {
    let seen = bitmap(3, 2, seen: [(0, 0), (2, 1)]).seenPixels
    #expect(seen.columns == 0..<3 && seen.rows == 0..<2)
  }

  @Test("of a picture that shows nothing, and of one without pixels, nothing is left", arguments: [0, 3])
  func nothing(side: Int) {
    let seen = bitmap(side, side, seen: []).seenPixels
    #expect(seen.columns.isEmpty && seen.rows.isEmpty)
  }

  @Test("the colour of transparent pixels does not count, which smoothing needs there")
  func color() {
    var picture = bitmap(4, 4, seen: [(1, 1)])
    picture[3, 3] = 0x00_FF_80_40
    #expect(picture.seenPixels.columns == 1..<2 && picture.seenPixels.rows == 1..<2)
  }

  @Test("of a square that fills whole pixels, its sprite's transparent rim is not seen")
  func sprite() throws {
    let square = Outline.rect(Rect(center: .zero, size: Size(24, 24)))
    let screen = Rect(size: Size(800, 600))
    let form = SpriteForm.outline(square, .white)
    let plan = try #require(SpritePlan(form, Detail(Viewport(view: screen, in: screen)), isPaged: true))
    let seen = plan.draw(nil).seenPixels
    #expect(plan.width == 28 && seen.columns == 2..<26 && seen.rows == 2..<26)
  }
}
