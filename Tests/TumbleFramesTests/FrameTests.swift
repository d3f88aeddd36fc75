import Testing
import TumbleFrames
import TumbleGeometry

@Suite("What crosses from a world")
struct FrameTests {
  private let body = BodySnapshot(id: 3, position: Vector(1, 2), angle: 0.5)

  @Test("A snapshot's time is its step over the rate, never a sum", arguments: [1, 7, 120, 997, 10_000])
  func time(rate: Int) {
    for step in [0, 1, rate - 1, rate, 3 * rate, 1_000_000_007] {
      #expect(FrameSnapshot(step: step, rate: rate).time == Double(step) / Double(rate))
    }
    #expect(FrameSnapshot(step: 3_600 * rate, rate: rate).time == 3_600)
  }

  @Test("A frame that stands still has one pose twice, at its beginning")
  func still() {
    let snapshot = FrameSnapshot(step: 5, rate: 120, bodies: [body])
    let frame = Frame(snapshot)
    #expect(frame.previous == snapshot && frame.current == snapshot && frame.alpha == 0)
  }

  @Test("A body starts awake, at rest, opaque, in its own size and without a color")
  func defaults() {
    #expect(body.velocity == .zero && body.angularVelocity == 0 && !body.isSleeping)
    #expect(body.appearance == Appearance(opacity: 1, scale: Vector(1, 1), color: nil))
  }

  @Test("Commands are the same only if step, kind and numbers are")
  func commands() {
    let all: [StampedCommand] = [3, 4].flatMap { step in
      [
        .grab(Vector(1, 2)), .grab(Vector(1, 3)), .move(Vector(1, 2)), .release, .tilt(Vector(1, 2)),
      ].map { StampedCommand(step: step, command: $0) }
    }
    #expect(Set(all).count == 10)
    #expect(all[0] == StampedCommand(step: 3, command: .grab(Vector(1, 2))))
  }

  @Test("Kept values do not change with those they were copied from")
  func values() {
    var snapshot = FrameSnapshot(step: 0, rate: 60, bodies: [body])
    let kept = Frame(snapshot)
    snapshot.bodies[0].position.x = 100
    snapshot.step = 1
    #expect(kept.current.bodies[0].position.x == 1 && kept.current.step == 0)
  }
}
