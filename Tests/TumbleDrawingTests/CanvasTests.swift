import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry

@Suite struct CanvasTests {
  @Test("A fill covers whole pixels with the color, premultiplied, and leaves the rest")
  func fillPixels() {
    var bitmap = Bitmap(width: 4, height: 3)
    bitmap.draw { canvas in
      canvas.fill(Rect(min: Vector(1, 0), max: Vector(3, 1)), Color(red: 1, green: 0, blue: 0))
      canvas.fill(Rect(min: Vector(0, 2), max: Vector(1, 3)), Color(red: 0, green: 1, blue: 0, alpha: 0.5))
    }
    #expect(bitmap[0, 0] == 0)
    #expect(bitmap[1, 0] == 0xFFFF_0000)
    #expect(bitmap[2, 0] == 0xFFFF_0000)
    #expect(bitmap[3, 0] == 0)
    #expect(bitmap[0, 2] == 0x8000_8000)
  }

  @Test("A bitmap is a value: drawing on a copy leaves the first alone")
  func valueSemantics() {
    let first = Bitmap(width: 2, height: 2)
    var second = first
    second.draw { $0.fill(Rect(size: Size(2, 2)), .white) }
    #expect(first[0, 0] == 0)
    #expect(second[0, 0] == 0xFFFF_FFFF)
  }

  @Test(
    "A bitmap of any allowed size is drawn on without trouble",
    arguments: [(0, 0), (0, 5), (5, 0), (1, 1), (32767, 1), (1, 32767)])
  func sizes(width: Int, height: Int) {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.draw { $0.fill(Rect(size: Size(40000, 40000)), .white) }
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    bitmap.clear()
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test(
    "Numbers that are not finite, huge or senseless draw nothing or something, but never break the canvas")
  func badNumbers() {
    let bad = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 1e-300]
    var bitmap = Bitmap(width: 16, height: 16)
    bitmap.draw { canvas in
      for a in bad {
        for b in bad {
          canvas.move(to: Vector(a, b))
          canvas.line(to: Vector(b, a))
          canvas.curve(to: Vector(a, a), control1: Vector(b, b), control2: Vector(a, b))
          canvas.stroke(
            Color(red: a, green: b, blue: 0), Stroke(width: a, dash: .init(on: a, off: b, offset: b)))
          canvas.roundedRectangle(Rect(min: Vector(a, b), max: Vector(b, 3)), radius: b)
          canvas.circle(center: Vector(a, 1), radius: b)
          canvas.fill(.white)
          canvas.withState { canvas in
            canvas.transform(Transform(a: a, b: b, c: b, d: a, tx: a, ty: b))
            canvas.translate(by: Vector(a, b))
            canvas.clip(to: Rect(min: Vector(a, b), max: Vector(1, 1)))
            canvas.fill(Rect(size: Size(a, b)), .white)
            canvas.draw(Bitmap(width: 2, height: 2), in: Rect(size: Size(a, b)), opacity: a)
          }
          canvas.rectangle(Rect(size: Size(4, 4)))
          canvas.fill(from: Vector(a, b), Color(red: a, green: 0, blue: b), to: Vector(b, a), .white)
          canvas.text("abc", at: Vector(a, b), font: Font(size: a), color: .white)
          #expect(canvas.measure("abc", font: Font(size: b)).width.isFinite)
        }
      }
      canvas.clear()
      canvas.fill(Rect(size: Size(16, 16)), Color(red: 0, green: 0, blue: 1))
      #expect(canvas.problem == nil)
    }
    #expect(bitmap[8, 8] == 0xFF00_00FF)
  }

  @Test("What a state's body clips and moves is undone after it, even when it throws")
  func stateIsRestored() {
    struct Stop: Error {}
    var bitmap = Bitmap(width: 8, height: 8)
    bitmap.draw { canvas in
      #expect(throws: Stop.self) {
        try canvas.withState { canvas in
          canvas.clip(to: Rect(size: Size(1, 1)))
          canvas.translate(by: Vector(100, 100))
          throw Stop()
        }
      }
      canvas.fill(Rect(size: Size(8, 8)), .white)
    }
    #expect(bitmap[7, 7] == 0xFFFF_FFFF)
  }

  @Test("A wide line's corner is round by default and sharp where mitered")
  func joins() {
    func corner(_ join: Stroke.Join) -> UInt32 {
      var bitmap = Bitmap(width: 40, height: 40)
      bitmap.draw { canvas in
        canvas.polyline([Vector(5, 35), Vector(5, 5), Vector(35, 5)])
        canvas.stroke(.white, Stroke(width: 10, join: join))
      }
      return bitmap[0, 0] >> 24
    }
    #expect(corner(Stroke().join) == 0)
    #expect(corner(.miter) == 255)
  }

  @Test("A picture drawn over a rectangle keeps its rows the right way up")
  func image() {
    var image = Bitmap(width: 2, height: 2)
    image[0, 0] = 0xFFFF_0000
    image[1, 1] = 0xFF00_FF00
    var bitmap = Bitmap(width: 8, height: 8)
    bitmap.draw { $0.draw(image, in: Rect(min: Vector(2, 2), max: Vector(6, 6)), smooth: false) }
    #expect(bitmap[2, 2] == 0xFFFF_0000)
    #expect(bitmap[5, 5] == 0xFF00_FF00)
    #expect(bitmap[5, 2] == 0)
    #expect(bitmap[1, 1] == 0)
  }

  @Test("Text is placed by its baseline and alignment, and measured as it is drawn")
  func text() {
    let font = Font(family: Font.builtInFamily, size: 16)
    let size = font.measure("Tumble")
    #expect(size.width > 30 && size.width < 80)
    #expect(size.ascent > 8 && size.descent > 1)
    func inkedColumns(_ alignment: Canvas.Alignment) -> ClosedRange<Int>? {
      var bitmap = Bitmap(width: 200, height: 40)
      bitmap.draw { $0.text("Tumble", at: Vector(100, 25), font: font, color: .white, alignment: alignment) }
      let columns = (0..<200).filter { x in (0..<40).contains { bitmap[x, $0] != 0 } }
      guard let first = columns.first, let last = columns.last else { return nil }
      return first...last
    }
    #expect(
      inkedColumns(.left).map { $0.lowerBound >= 99 && $0.upperBound < 100 + Int(size.width) + 2 } == true)
    #expect(inkedColumns(.right).map { $0.upperBound <= 101 } == true)
    #expect(inkedColumns(.center).map { $0.contains(100) } == true)
    #expect(font.measure("").width == 0)
    #expect(Font(size: 12).measure("\0 🙂 \u{301}").width.isFinite)
  }

  @Test("Converting to straight alpha gives back the color that was drawn")
  func straightAlpha() {
    var bitmap = Bitmap(width: 3, height: 1)
    bitmap.clear(to: Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    bitmap[1, 0] = 0
    bitmap[2, 0] = 0xFF12_3456
    bitmap.convertToStraightAlpha()
    #expect(bitmap[0, 0] == 0x80FF_8000)
    #expect(bitmap[1, 0] == 0)
    #expect(bitmap[2, 0] == 0xFF12_3456)
  }

  @Test("Drawing nowhere draws nothing and says why")
  func nowhere() {
    let canvas = Canvas(owning: nil)
    canvas.fill(Rect(size: Size(4, 4)), .white)
    #expect(canvas.problem != nil)
  }

  @Test(
    "A shadow has the silhouette's weight, spread evenly over the deviation that its radius says",
    arguments: [0, 1, 2, 5, 9])
  func shadow(radius: Int) {
    var bitmap = Bitmap(width: 121, height: 121)
    bitmap.draw { $0.fill(Rect(min: Vector(50, 50), max: Vector(71, 71)), Color(red: 1, green: 0, blue: 0)) }
    bitmap.makeShadow(radius: radius, color: Color(red: 0, green: 0, blue: 1))
    var (weight, moment) = (0.0, 0.0)
    for y in 0..<121 {
      for x in 0..<121 {
        let pixel = bitmap[x, y]
        // In its own color alone, multiplied by alpha, and the same from all four sides, but for rounding.
        #expect(pixel & 0xFFFF00 == 0 && pixel & 255 == pixel >> 24)
        #expect(pixel == bitmap[120 - x, y] && abs(Int(pixel >> 24) - Int(bitmap[y, x] >> 24)) <= 2)
        weight += Double(pixel >> 24)
        moment += Double(pixel >> 24) * Double((x - 60) * (x - 60))
      }
    }
    #expect(abs(weight / (21 * 21 * 255) - 1) < 0.02)
    // Variances add up: that of a bar of 21 pixels, and the blur's.
    let variance = (21.0 * 21 - 1) / 12 + Double(radius * (radius + 1))
    #expect(abs(moment / weight / variance - 1) < 0.05, "\(moment / weight) \(variance)")
  }

  @Test("A shadow of a picture of any size can be made, however far it is blurred")
  func oddShadows() {
    for (width, height) in [(0, 0), (1, 1), (1, 7), (3, 2)] {
      for radius in [0, 1, 4, 50] {
        var bitmap = Bitmap(width: width, height: height)
        bitmap.clear(to: .white)
        bitmap.makeShadow(radius: radius, color: .black.withAlpha(0.5))
        #expect(bitmap.pixels.allSatisfy { $0 & 0xFFFFFF == 0 && $0 >> 24 <= 128 })
      }
    }
  }
}
