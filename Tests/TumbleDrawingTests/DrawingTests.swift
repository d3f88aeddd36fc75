import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct DrawingTests {
  private func drawing() -> Drawing {
    var drawing = Drawing(size: Size(40, 20))
    drawing.title = "A & B"
    drawing.fill(Rect(size: Size(40, 20)), .white)
    drawing.stroke(
      [[Vector(1, 2), Vector(3.14159, 2.0004)], [Vector(9, 9)]], Color(red: 1, green: 0, blue: 0, alpha: 0.5),
      Stroke(width: 1.5, cap: .butt, dash: .init(on: 5, off: 2, thenOn: 1, off: 2)))
    drawing.disc(center: Vector(20, 10), radius: 3, .black)
    drawing.text("a < b", at: Vector(4, 14), font: Font(size: 12), color: .black)
    drawing.text(
      "up", at: Vector(30, 10), font: Font(family: "DejaVu Serif", size: 8, isBold: true), color: .black,
      alignment: .center, isUpright: true)
    drawing.clipped(to: Rect(size: Size(10, 10))) { $0.disc(center: .zero, radius: 20, .black) }
    return drawing
  }

  @Test("An SVG document has its text as text, and the same bytes each time")
  func svg() {
    let text = String(decoding: drawing().svg(), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20px" viewBox="0 0 40 20">
        <title>A &amp; B</title>
        <path fill="#ffffff" d="M0 0L40 0L40 20L0 20Z"/>
        <path fill="none" stroke="#ff0000" stroke-opacity="0.5" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="5 2 1 2" d="M1 2L3.142 2M9 9Z"/>
        <circle cx="20" cy="10" r="3" fill="#000000"/>
        <text x="4" y="14" font-family="'DejaVu Sans', sans-serif" font-size="12" fill="#000000">a &lt; b</text>
        <text transform="translate(30 10) rotate(-90)" font-family="'DejaVu Serif', serif" font-size="8" \
        font-weight="bold" text-anchor="middle" fill="#000000">up</text>
        <clipPath id="clip1"><rect x="0" y="0" width="10" height="10"/></clipPath>
        <g clip-path="url(#clip1)">
        <circle cx="0" cy="0" r="20" fill="#000000"/>
        </g>
        </svg>

        """)
    #expect(String(decoding: drawing().svg(unit: .point), as: UTF8.self).contains("width=\"40pt\""))
  }

  @Test("Whatever text is drawn, the document can be read as XML")
  func escaping() {
    var drawing = Drawing(size: Size(100, 100))
    drawing.title = "<\u{1}\u{FFFE}\"'&>"
    drawing.text(
      "]]>&amp;<b>\u{0}\u{8}\n\u{1F600}'\"", at: .zero, font: Font(family: "a'b\"<&", size: 9), color: .black)
    #expect(XMLParser(data: drawing.svg()).parse())
  }

  @Test("What is not finite is left out, and the rest is drawn")
  func notFinite() throws {
    for bad in [Double.nan, .infinity, -.infinity] {
      var drawing = Drawing(size: Size(30, 30))
      drawing.stroke([[Vector(1, 1), Vector(bad, 2), Vector(5, 5)]], .black)
      drawing.stroke([[Vector(1, 1), Vector(2, 2)]], .black, Stroke(width: bad))
      drawing.disc(center: Vector(bad, 1), radius: 1, .black)
      drawing.disc(center: .zero, radius: bad, .black)
      drawing.text("no", at: Vector(1, bad), font: Font(size: 9), color: .black)
      drawing.text("no", at: .zero, font: Font(size: bad), color: .black)
      drawing.fill([[Vector(bad, bad)]], .black)
      drawing.clipped(to: Rect(origin: Vector(bad, 0), size: Size(4, 4))) {
        $0.disc(center: .zero, radius: 1, .black)
      }
      let text = String(decoding: drawing.svg(), as: UTF8.self)
      #expect(text.contains("M1 1L5 5") && !text.contains("nan") && !text.contains("inf"))
      #expect(
        text.components(separatedBy: "<path").count == 2 && !text.contains("circle")
          && !text.contains("<text"))
      #expect(drawing.bitmap(scale: bad).width == 30)
      _ = try drawing.pdf()
    }
  }

  @Test("A PDF document has one page of the size, with text, and the same bytes each time")
  func pdf() throws {
    let data = try drawing().pdf()
    #expect(try drawing().pdf() == data && data.starts(with: Data("%PDF-".utf8)))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("/MediaBox [ 0 0 40 20 ]") && text.contains("/Font"))
    #expect(!text.contains("/Subtype /Image"))
  }

  @Test("The same drawing on pixels is as large as the scale says")
  func pixels() {
    let bitmap = drawing().bitmap(scale: 2.5)
    #expect(bitmap.width == 100 && bitmap.height == 50)
    // The disc's middle, and the paper beside it.
    #expect(bitmap[50, 25] == 0xFF00_0000 && bitmap[90, 45] == 0xFFFF_FFFF)
  }
}
