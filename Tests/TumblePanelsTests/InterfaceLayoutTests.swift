import Foundation
import Testing
import TumbleGeometry
@testable import TumbleInput
@testable import TumbleLooks
@testable import TumblePanels

extension PanelsTests {
  /// Returns the contrast ratio of the Web Content Accessibility Guidelines: 1 for equal colors, 21 for black
  /// on white.
  private func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ component: Double) -> Double {
        component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (low, high) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }

  @Test(
    "Every text of the interface can be read: its contrast is at least 4.5",
    arguments: InterfaceTheme.Appearance.allCases)
  func textContrast(appearance: InterfaceTheme.Appearance) {
    let theme = InterfaceTheme(appearance)
    let backs = [
      ("panel", theme.panel), ("popup", theme.popup), ("field", theme.field), ("hovered", theme.hovered),
      ("selection", theme.selection),
    ]
    for (name, back) in backs {
      #expect(contrast(theme.text, back) >= 4.5, "text on \(name)")
      #expect(contrast(theme.dim, back) >= 4.5, "dim on \(name)")
    }
    for (name, color) in [
      ("accent", theme.accent), ("danger", theme.danger), ("warning", theme.warning),
      ("success", theme.success),
    ] {
      #expect(contrast(color, theme.panel) >= 4.5, "\(name) on panel")
      #expect(contrast(color, theme.field) >= 4.5, "\(name) on field")
    }
    #expect(contrast(theme.accent, theme.selection) >= 3, "a chosen row's frame")
    #expect(contrast(theme.onAccent, theme.accent) >= 4.5)
    #expect(contrast(theme.onAccent, theme.accentHovered) >= 4.5)
  }

  @Test("Whatever the window's size and scale, every part lies within it and none over the bars")
  func layoutWithin() {
    for (width, height) in [
      (480, 360), (320, 240), (1000, 700), (3840, 2160), (700, 300), (360, 900), (1, 1),
    ] {
      for scale in [0.5, 1, 1.25, 2, 4] {
        let surface = InterfaceSurface(PixelSize(width, height), scale: scale)
        let layout = InterfaceLayout(surface, InterfaceSamples.panels())
        let whole = layout.area
        for part in [layout.menu, layout.timeline, layout.stage] {
          #expect(part.width >= 0 && part.height >= 0 && whole.contains(part.min) && whole.contains(part.max))
        }
        #expect(layout.menu.max.y <= layout.stage.min.y && layout.stage.max.y <= layout.timeline.min.y)
        guard layout.stage.height >= 60, layout.stage.width >= 300 else { continue }
        #expect(whole.contains(layout.tools.min) && whole.contains(layout.tools.max))
        #expect(layout.tools.max.x <= layout.stage.min.x)
        for part in [layout.side, layout.card] {
          #expect(
            layout.stage.contains(part.min) && layout.stage.contains(part.max),
            "\(width) × \(height) @ \(scale)")
        }
      }
    }
  }

  @Test("In the smallest window that is promised, the stage can still be seen between tools and column")
  func smallestLayout() {
    let layout = InterfaceLayout(InterfaceSurface(PixelSize(480, 360)), InterfaceSamples.panels())
    #expect(layout.side.min.x - layout.tools.max.x >= 116)
    #expect(layout.stage.height >= 260)
  }

  @Test(
    "All tools can be seen without scrolling in every window that is promised",
    arguments: [
      PixelSize(480, 360), PixelSize(480, 315), PixelSize(640, 655), PixelSize(720, 540),
      PixelSize(3840, 2160),
    ])
  func allTools(size: PixelSize) {
    // Beside the rows of animations where there is room for both; a strip and a title may take of the height.
    let state = size.height < 600 ? InterfaceSamples.panels() : InterfaceSamples.animator(.light)
    let layout = InterfaceLayout(InterfaceSurface(size), state)
    let rows = (Tool.allCases.count + layout.toolColumns - 1) / layout.toolColumns
    let padding = 2 * InterfaceLayout.toolPadding
    #expect(Double(rows) * layout.toolSize + padding <= layout.tools.height)
    #expect(Double(layout.toolColumns) * layout.toolSize + padding <= layout.tools.width)
    #expect(layout.toolSize >= 22)
  }

  @Test("Where the tools scroll, the bar beside them covers none")
  func scrollingTools() {
    let layout = InterfaceLayout(InterfaceSurface(PixelSize(480, 360)), InterfaceSamples.animator(.light))
    let tools = Double(layout.toolColumns) * layout.toolSize + 2 * InterfaceLayout.toolPadding
    #expect(layout.tools.width == tools + InterfaceLayout.scrollbarWidth)
  }

  @Test("Texts are broken at spaces, and not after a point within a number")
  func wrapping() throws {
    let hand = try InterfaceHand(InterfaceState())
    let number = hand.interface.textSize("0.55555")
    let narrow = hand.interface.textSize(
      "mass 0.55555", wrappedAt: hand.interface.textSize("mass 0.55").width)
    #expect(narrow.width == number.width && narrow.height == 2 * number.height)
    // What has no spaces is broken where it must be, and lines of the text's own are kept.
    #expect(hand.interface.textSize("0.55555", wrappedAt: number.width / 2).height > number.height)
    #expect(hand.interface.textSize("a\n\nb", wrappedAt: 500).height == 3 * number.height)
    #expect(hand.interface.textSize("a b", wrappedAt: 500) == hand.interface.textSize("a b"))
  }

  @Test("All that is drawn lies within the window, and a part that is open can be scrolled to its end")
  func drawnWithin() throws {
    for (_, size, scale) in InterfaceSamples.sizes {
      for (name, state) in InterfaceSamples.all(.light) {
        let hand = try InterfaceHand(state, size: size, scale: scale)
        // Vertices are floats: a hundredth of a pixel is nothing.
        let whole = Rect(size: Size(Double(size.width), Double(size.height))).insetBy(-0.01)
        for bounds in hand.interface.drawnBounds {
          #expect(whole.contains(bounds.min) && whole.contains(bounds.max), "\(name) \(size): \(bounds)")
        }
      }
    }
  }

  /// A hand at a column that is longer than the window is high, over the column.
  private func handAtColumn() throws -> (hand: InterfaceHand, close: Vector) {
    var hand = try InterfaceHand(InterfaceSamples.panels(), size: PixelSize(1000, 400))
    hand.move(hand.layout.side.center)
    return (hand, Vector(hand.layout.side.max.x - 22, hand.layout.side.min.y + 20))
  }

  @Test("A part of the column that is opened is scrolled to, whatever was in sight")
  func openedPart() throws {
    var (hand, close) = try handAtColumn()
    for _ in 0..<20 { _ = hand.turnWheel(Vector(0, -4)) }
    hand.state.controls = ControlsState([PropertyRow("controls.a", "a", .toggle(true))])
    hand.frames(4)
    _ = hand.taken()
    hand.click(close)
    #expect(hand.taken().contains(.close(.controls)))
  }

  @Test("The wheel scrolls nothing behind a question", arguments: [false, true])
  func wheelBehindQuestion(isAsked: Bool) throws {
    var (hand, close) = try handAtColumn()
    if isAsked { hand.state.naming = NamingState(title: "Save", name: "a", detail: "") }
    hand.frames(4)
    for _ in 0..<20 { _ = hand.turnWheel(Vector(0, -4)) }
    hand.state.naming = nil
    hand.frames(4)
    _ = hand.taken()
    hand.click(close)
    let taken = hand.taken()
    #expect(taken.contains(.close(.inspector)) == isAsked, "\(taken)")
  }

  @Test("A card has room in a low window also where the animator is open")
  func cardOverAnimator() {
    let layout = InterfaceLayout(
      InterfaceSurface(PixelSize(480, 340)), hasMenu: true, hasTimeline: true, hasAnimator: true,
      toolCount: 30,
      hasSide: false)
    #expect(layout.card.height > 220)
    #expect(layout.card.max.y < layout.timeline.min.y)
  }

  @Test("A scene's note does not cover the column where a small window has no room beside it")
  func noteBesideColumn() throws {
    func windows(_ size: PixelSize, hasNote: Bool) throws -> Int {
      var state = InterfaceSamples.panels()
      if hasNote { state.note = NoteState(title: "Crates", text: "Five crates fall and settle.") }
      return try InterfaceHand(state, size: size).interface.drawnBounds.count
    }
    for (size, shown) in [(PixelSize(480, 360), 0), (PixelSize(1000, 700), 1)] {
      #expect(try windows(size, hasNote: true) == windows(size, hasNote: false) + shown, "\(size)")
    }
  }

  @Test("A list that falls down shows all of its words where the window has room for them")
  func listHeight() throws {
    let heights = try [4, 5, 6, 12].map { count in
      var state = InterfaceState()
      let words = (1...count).map { "material \($0)" }
      let row = PropertyRow("body.surface", "material", .choice(0, of: words))
      state.inspector = InspectorState(title: "crate", groups: [PropertyGroup("", [row])])
      var hand = try InterfaceHand(state)
      hand.click(Vector(hand.row(0).max.x - 30, hand.row(0).middle(height: 2).min.y))
      return try #require(hand.interface.drawnBounds.last).height.rounded()
    }
    #expect(heights[2] - heights[1] == heights[1] - heights[0])
    #expect(heights[3] - heights[2] == 6 * (heights[1] - heights[0]))
  }

  @Test("A display's dots per inch are a scale in quarters, and what no display has is 1")
  func scales() {
    for (dots, scale) in [
      (96, 1), (120, 1.25), (144, 1.5), (192, 2), (110, 1.25), (100, 1), (0, 1), (-5, 1), (1e9, 1),
    ] {
      #expect(InterfaceSurface.scale(dotsPerInch: dots) == scale)
    }
    #expect(InterfaceSurface.scale(dotsPerInch: .nan) == 1)
    #expect(InterfaceSurface(PixelSize(1, 1), scale: .infinity).scale == 1)
    let resources = "! Xft.dpi: 5\nXcursor.size:\t24\nXft.dpi:\t192\nXft.hinting: 1"
    #expect(InterfaceSurface.dotsPerInch(inResources: resources) == 192)
    #expect(InterfaceSurface.dotsPerInch(inResources: "Xft.dpi: many") == nil)
    #expect(InterfaceSurface.dotsPerInch(inResources: "") == nil)
  }
}
