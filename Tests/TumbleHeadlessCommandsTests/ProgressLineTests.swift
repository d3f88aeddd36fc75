import Testing

@testable import TumbleHeadlessCommands

@Suite("How far work has come")
struct ProgressLineTests {
  @Test(
    "Progress is a count and a bar, and after a second what is left of the time",
    arguments: [
      (0, 300, 0, 5.0, "frame 0 of 300 [--------------------]"),
      (3, 300, 0, 0.5, "frame 3 of 300 [--------------------]"),
      (100, 300, 0, 10, "frame 100 of 300 [######--------------] 20 s left"),
      (1, 300, 0, 2, "frame 1 of 300 [--------------------] 10 min left"),
      (1, 3000, 0, 9, "frame 1 of 3000 [--------------------] 7 h left"),
      (1, 300_000, 0, 2, "frame 1 of 300000 [--------------------] 7 days left"),
      (300, 300, 0, 30, "frame 300 of 300 [####################]"),
      (0, 0, 0, 3, "frame 0 of 0 [####################]"),
      // What was done before took no time now.
      (200, 300, 200, 10, "frame 200 of 300 [#############-------]"),
      (250, 300, 200, 10, "frame 250 of 300 [################----] 10 s left"),
    ] as [(Int, Int, Int, Double, String)])
  func text(done: Int, count: Int, start: Int, seconds: Double, text: String) {
    #expect(ProgressLine.text("frame", done, of: count, from: start, after: .seconds(seconds)) == text)
  }
}
