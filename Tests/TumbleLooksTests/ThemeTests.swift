import Foundation
import Testing
import TumbleGeometry
@testable import TumbleLooks
import TumbleTestSupport

@Suite("Themes")
struct ThemeTests {
  /// The contrast of the Web Content Accessibility Guidelines 2.1: 1 (none) to 21.
  private func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ component: Double) -> Double {
        component <= 0.03928 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(
    "Letters beside a body that can be read by day can be read at night", arguments: Seeds.list(default: 50))
  func lettersAtNight(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func color() -> Color {
      func part() -> Double { Double(generator.int(in: 0...255)) / 255 }
      return Color(red: part(), green: part(), blue: part())
    }
    let night = Theme(background: .white, .dark)
    let bounds = Rect(center: .zero, size: Size(20, 20))
    for _ in 0..<100 {
      let (ground, letters) = (color(), color())
      guard ground.luminance > 0.4, contrast(ground, letters) >= 4.5 else { continue }
      let beside = Caption("Words", size: 10, color: letters, offset: Vector(0, 40))
      func ink(_ caption: Caption, _ theme: Theme) -> Color {
        let text = CaptionText(caption, over: bounds, from: .zero, family: theme.fontFamily)
        return CaptionInk(caption, text, on: nil, in: theme).color
      }
      #expect(contrast(ground.atNight, ink(beside, night)) >= 4.5, "\(letters.hex) on \(ground.hex)")
      #expect(ink(beside, Theme()) == letters, "by day as it was given")
      // What a body is filled with is no darker at night.
      let over = Caption("Words", size: 10, color: letters)
      #expect(ink(over, night) == letters)
    }
  }

  @Test(
    "Texts over the stage can be read: a contrast of 4.5 at least",
    arguments: InterfaceTheme.Appearance.allCases)
  func texts(appearance: InterfaceTheme.Appearance) {
    #expect(contrast(.black, .white) == 21)
    let stage = Theme(appearance)
    for text in [stage.stripText, stage.stripDim, stage.stripAlert] {
      #expect(contrast(text, stage.strip) >= 4.5, "\(text.hex) on \(stage.strip.hex)")
    }
    // Labels lie on the strip's color, over anything.
    #expect(contrast(LayerColors().name, stage.strip) >= 4.5)
  }

  @Test(
    "What is drawn can be told from the paper: a contrast of 1.4 for bodies and 2 for lines",
    arguments: InterfaceTheme.Appearance.allCases)
  func bodies(appearance: InterfaceTheme.Appearance) {
    let theme = Theme(appearance)
    for paper in [theme.paperTop, theme.paperBottom] {
      for body in theme.dynamicBodies + [theme.staticBody, theme.kinematicBody] {
        #expect(contrast(body, paper) >= 1.4, "\(body.hex) on \(paper.hex)")
      }
      for line in [theme.rope, theme.rod, theme.pivot] {
        #expect(contrast(line, paper) >= 2, "\(line.hex) on \(paper.hex)")
      }
    }
  }

  @Test("A scene's own background stays in both themes if it is dark, or turns to night, and lines suit it")
  func background() {
    let night = Color(hex: "#10131a") ?? .black
    for appearance in InterfaceTheme.Appearance.allCases {
      let theme = Theme(background: night, appearance)
      #expect(theme.paperTop == night && theme.paperBottom == night)
      #expect(theme.pivot == Theme(.dark).pivot)
      #expect(!theme.isNight)
      #expect(Theme(background: .white, appearance).pivot == Theme(appearance).pivot)
    }
    #expect(Theme(background: .white, .dark).paperTop == Color.white.atNight)
    #expect(Theme(background: night, .dark).surround != Theme(background: night).surround)
  }
}

extension Theme {
  fileprivate init(_ appearance: InterfaceTheme.Appearance) { self.init(background: nil, appearance) }
}
