import Testing

@testable import TumbleStage

@Suite("The desktop's scale")
struct XResourcesTests {
  @Test("comes from the dots of an inch that X keeps, 96 being one; nonsense is none")
  func scale() {
    func scale(_ text: String) -> Double? { XResources.scale(of: text) }
    #expect(scale("Xft.hinting:\t1\nXft.dpi:\t192\nXft.rgba: none\n") == 2)
    #expect(scale("Xft.dpi: 96") == 1 && scale("Xft.dpi: 120") == 1.25 && scale("Xft.dpi:72") == 1)
    for text in [
      "", "Xft.dpi", "Xft.dpi: many", "Xft.dpi: 0", "Xft.dpi: 1e9", "Xft.dpi: -96", "x.Xft.dpi: 192",
    ] {
      #expect(scale(text) == nil, "\(text)")
    }
  }
}
