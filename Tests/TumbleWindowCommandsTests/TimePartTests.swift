import Testing
import TumbleFrames
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
@testable import TumbleWindowCommands

@Suite("The window's time")
struct TimePartTests {
  private let session: Session
  private let notices: Notices
  private let time: TimePart

  init() throws {
    let text = "tumble: 1\nworld: {rate: 120}\nbodies:\n  - {id: ball, at: [100, 100], circle: 5}\n"
    session = try Session(World(Scene(text: text)), content: text, timeline: TimelineOptions())
    notices = Notices(clock: { .zero })
    time = TimePart(session, notices, keys: .standard, clock: { .zero })
  }

  private func pass(_ length: Duration) throws { _ = try session.advance(by: length) { .zero } }

  @Test(
    "Played backwards from the present it goes back to the beginning, at that speed",
    arguments: [1, 16, 0.25])
  func backwards(speed: Double) throws {
    for isPaused in [false, true] {
      session.isPaused = false
      session.view(step: nil)
      try pass(.seconds(0.05))
      session.isPaused = isPaused
      let present = session.world.steps
      try #require(present >= 6)
      #expect(try time.perform(.timeline(.speed(-speed))))
      // Of what is in the present only: that has not become slower.
      #expect(session.speed == 1)
      // A frame in which no time passes, as while a card is open, ends nothing.
      try pass(.zero)
      #expect(session.viewSpeed == -speed && session.viewStep == present)
      try pass(.seconds(4 / speed / 120))
      #expect(session.viewStep == present - 4)
      try pass(.seconds(10))
      try pass(.seconds(10))
      #expect(session.viewStep == 0 && session.viewSpeed == 0 && session.world.steps == present)
    }
  }

  @Test("Played backwards where nothing came before, it stays in the present and says why")
  func nothingBefore() throws {
    _ = try time.perform(.timeline(.speed(-1)))
    #expect(session.viewStep == nil && session.speed == 1)
    #expect(notices.line == "nothing is kept that was before this moment")
  }
}
