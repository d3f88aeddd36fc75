import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport
@testable import TumbleLooks
@testable import TumblePanels

@Suite("Curves in panels")
struct CurveFieldTests {
  private static func state(_ curve: TimingFunction, plays: MediaTiming? = nil) -> InterfaceState {
    var state = InterfaceState()
    state.animation = AnimationCardState(
      title: "Animate box",
      groups: [
        PropertyGroup("", [PropertyRow("card.timing", "timing", .curve(curve, "curve", plays: plays))])
      ])
    return state
  }

  /// The places of the popup's parts, by its padding and the field that it opens at.
  private static func opened(_ curve: TimingFunction) throws -> InterfaceHand {
    var hand = try InterfaceHand(state(curve))
    let row = hand.row(0)
    hand.click(Vector(row.max.x - 40, row.center.y))
    hand.frames(4)
    return hand
  }

  @Test("A curve is chosen from the gallery, which is one edit")
  func gallery() throws {
    var hand = try Self.opened(.linear)
    #expect(hand.taken().isEmpty)
    // Whatever cell is hit, it is another curve than the one it had.
    let row = hand.row(0)
    var found: [PanelAction] = []
    for y in stride(from: row.min.y + 60, to: row.min.y + 400, by: 14) where found.isEmpty {
      hand.click(Vector(row.max.x - 60, y))
      found = hand.taken()
      if found.contains(where: { if case .animator = $0 { true } else { false } }) { found = [] }
    }
    #expect(found.count == 3, "\(found)")
    guard case .edit("card.timing", .text(let text))? = found.dropFirst().first else {
      return #expect(Bool(false), "\(found)")
    }
    #expect(throws: Never.self) { try TimingFunction(parsing: text) }
    #expect(found.first == .beginEdit(path: "card.timing") && found.last == .endEdit(path: "card.timing"))
  }

  @Test("An animation plays in its card for as long as that is open, and needs no frames afterwards")
  func plays() throws {
    var hand = try InterfaceHand(Self.state(.easeOut, plays: MediaTiming(duration: 1, autoreverses: true)))
    hand.frames(30)
    let before = hand.interface.builtFrames
    hand.frames(10)
    #expect(hand.interface.builtFrames == before + 10)
    hand.state.animation = nil
    hand.frames(20)
    #expect(!hand.interface.needsFrame)
  }

  @Test("What is shown of an animation is its own progress, from 0 to 1 and back, and begins again")
  func progress() {
    for seed in Seeds.list(default: 40) {
      var random = SeededGenerator(seed: seed)
      let duration = Double.random(in: 0.1...5, using: &random)
      let timing = MediaTiming(
        beginTime: 100, duration: duration, repetition: .count(2), autoreverses: Bool.random(using: &random))
      let length = timing.activeDuration
      for share in [0.01, 0.1, 0.3, 0.6, 0.9] {
        let shown = PanelBuilder.progress(of: timing, at: share * length)
        let own = timing.state(at: 100 + share * length)
        #expect((shown - own.progress).magnitude < 1e-9, "seed \(seed), \(share)")
        let again = PanelBuilder.progress(of: timing, at: share * length + 7 * (length + 0.5))
        #expect((shown - again).magnitude < 1e-6, "seed \(seed), \(share)")
      }
    }
    for repetition in [MediaTiming.Repetition.forever, .duration(.infinity), .count(1e300), .once] {
      for isInstant in [true, false] {
        var timing = MediaTiming(duration: isInstant ? 0 : 1e6, repetition: repetition)
        timing.isInstant = isInstant
        for time in [0.0, 0.2, 1e3, 1e7] {
          #expect(PanelBuilder.progress(of: timing, at: time).isFinite)
        }
      }
    }
  }
}
