import Testing

@testable import TumbleHeadlessCommands

@Suite("How far work has come")
struct ProgressLineTests {
  @Test(
    "is a count, and after a second what is left of the time",
    arguments: [
      (0, 300, 5.0, "frame 0 of 300"), (3, 300, 0.5, "frame 3 of 300"),
      (100, 300, 10, "frame 100 of 300, 20 s left"), (1, 300, 2, "frame 1 of 300, 10 min left"),
      (300, 300, 30, "frame 300 of 300"),
    ] as [(Int, Int, Double, String)])
  func text(done: Int, count: Int, seconds: Double, text: String) {
    #expect(ProgressLine.text("frame", done, of: count, after: .seconds(seconds)) == text)
  }
}
