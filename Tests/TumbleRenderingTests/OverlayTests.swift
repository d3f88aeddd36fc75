import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  private func strip(_ status: Status, width: Int) -> Bitmap {
    var picture = Bitmap(width: width, height: Layout.stripHeight)
    picture.draw { canvas in
      _ = StatusStrip(theme: Theme(), density: 1)
        .draw(status, in: Rect(size: Size(Double(width), Double(Layout.stripHeight))), on: canvas)
    }
    return picture
  }

  /// Columns in which something is written.
  private func written(_ picture: Bitmap) -> [Int] {
    let plain = picture[0, 0]
    return (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0] != plain } }
  }

  @Test(
    "The line of status says whether a notice had room, and what it had too little room for can be told elsewhere"
  )
  func cutNotice() throws {
    let notice = "the start is unchanged; 2 later edits are not in the file: Ctrl+Shift+S saves this moment"
    let status = Status(title: "Crates", step: 297, rate: 120, notice: notice)
    for (width, cut) in [(480, notice), (1280, nil)] {
      let overlay = Overlay(try RenderTarget(PixelSize(width, 360)))
      try overlay.draw(status, in: Layout(PixelSize(width, 360)))
      #expect(overlay.cutNotice == cut, "\(width)")
    }
  }

  @Test("The line of status tells time to hundredths, the step, and in a window frames and dropped time")
  func statusTexts() {
    let picture = Status(title: "Crates", step: 297, rate: 120)
    #expect(picture.fields.map(\.text) == ["2.47 s", "step 297"])
    let window = Status(
      title: "Crates", step: 7, rate: 120, framesPerSecond: 59, dropped: 12_345, isPaused: true)
    #expect(window.fields.map(\.text) == ["0.05 s", "step 7", "59 fps", "dropped 12.35 s"])
    #expect(Status(title: "", step: 0, rate: 120, dropped: 1).fields.last?.text == "dropped 0.01 s")
    var slow = picture
    for (speed, text) in [
      (0.25, "1/4 speed"), (0.4, "1/2.50 speed"), (2, "2 × speed"), (1.5, "1.50 × speed"),
    ] {
      slow.speed = speed
      #expect(slow.fields.map(\.text) == ["2.47 s", text, "step 297"])
    }
    #expect(Status(title: "", step: 1_000_000_000, rate: 120).time == "8333333.33 s")
  }

  @Test("A narrow line leaves out what counts least, and never writes over its edges")
  func narrowStrip() {
    let status = Status(
      title: "A scene with quite a long title that goes on", step: 123_456, rate: 120, framesPerSecond: 60,
      dropped: 1500, isPaused: true, notice: nil)
    for width in [1, 20, 60, 100, 160, 240, 320, 480, 640, 1200] {
      let columns = written(strip(status, width: width))
      #expect((columns.first ?? width) >= min(10, width), "\(width)")
      #expect((columns.last ?? 0) <= max(width - 10, 0), "\(width)")
    }
    // Time needs about 100 pixels and is what stays longest.
    let short = Status(title: "", step: 123_456, rate: 120, framesPerSecond: 60)
    #expect(written(strip(short, width: 60)).isEmpty)
    #expect(!written(strip(short, width: 120)).isEmpty)
  }

  @Test("A notice takes the room that it needs from the rarer numbers")
  func noticeRoom() {
    let status = Status(
      title: "A scene", step: 3849, rate: 120, framesPerSecond: 60, dropped: 1070,
      notice: "wrote crates-world-1.csv, .svg and .png")
    let (narrow, wide) = (strip(status, width: 474), strip(status, width: 1200))
    #expect((0..<290).allSatisfy { x in (0..<narrow.height).allSatisfy { narrow[x, $0] == wide[x, $0] } })
    #expect(written(narrow).last.map { $0 > 440 } == true)
  }

  @Test("Texts of a growing number stay where they are")
  func steadyColumns() {
    func right(_ step: Int) -> Int? {
      written(strip(Status(title: "", step: step, rate: 120, framesPerSecond: 60), width: 600)).last
    }
    #expect(right(5) == right(99_999))
    #expect(right(5) != nil)
  }

  @Test("A window's room is shared out: the stage, and a strip where there is room for one")
  func layout() {
    let height = 600 + Layout.stripHeight
    let layout = Layout(PixelSize(600, height))
    #expect(layout.stage == Rect(size: Size(600, 600)))
    #expect(layout.strip == Rect(min: Vector(0, 600), max: Vector(600, Double(height))))
    let dense = Layout(PixelSize(1200, 2 * height), density: 2)
    #expect(dense.strip.height == 2 * layout.strip.height)
    let low = Layout(PixelSize(600, 90))
    #expect(low.strip.height == 0 && low.stage.height == 90)
  }

  @Test("A comfortable window shows up to twice the view's points and leaves some of the screen")
  func comfortableSize() {
    let screen = PixelSize(1280, 1024)
    #expect(
      Window.comfortableSize(for: Size(300, 300), screen: screen) == PixelSize(600, 600 + Layout.stripHeight))
    let wide = Window.comfortableSize(for: Size(3000, 300), screen: screen)
    #expect(wide == PixelSize(1024, 102 + Layout.stripHeight))
    let tiny = Window.comfortableSize(for: Size(10, 10), screen: screen)
    #expect(tiny == PixelSize(160, 120))
    // Points of two pixels make a window of twice the pixels.
    #expect(
      Window.comfortableSize(for: Size(300, 300), scale: 2, screen: PixelSize(3840, 2160))
        == PixelSize(1200, 1200 + 2 * Layout.stripHeight))
    let huge = Window.comfortableSize(for: Size(1e6, 1e6), screen: screen)
    #expect(huge.width <= 1024 && huge.height <= 820)
  }

  @Test(
    "A size that was kept is taken as it is where all of the window is seen, and else as far as the screen goes"
  )
  func fittingSize() {
    let kept = PixelSize(1280, 881)
    for (width, height) in [(320, 240), (640, 480), (1279, 945), (1296, 944), (1296, 945), (3840, 2160)] {
      let size = Window.fitting(kept, screen: PixelSize(width, height))
      // With a frame of eight points at the sides and a title of 32 above, as in the middle of the screen.
      #expect(size.width + 16 <= width && size.height + 64 <= height, "\(width) × \(height): \(size)")
      let fits = kept.width + 16 <= width && kept.height + 64 <= height
      #expect((size == kept) == fits, "\(width) × \(height): \(size)")
    }
  }
}
