import Testing
import TumbleSimulation
import TumbleTestSupport

/// A clock that stands still unless it is told not to.
private final class FakeClock {
  var now = Duration.zero
  func read() -> Duration { now }
}

@Suite("The fixed-step loop")
struct FixedStepLoopTests {
  /// Frames of a loop whose steps cost nothing.
  private func run(_ loop: inout FixedStepLoop, _ nanoseconds: [Int]) -> Int {
    nanoseconds.reduce(0) { $0 + loop.advance(by: .nanoseconds($1), elapsed: { .zero }, step: {}).steps }
  }

  @Test(
    "Steps, remainder and dropped time add up to the time given, exactly", arguments: Seeds.list(default: 200)
  )
  func conservation(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rate = generator.pick([
      1, 2, 7, 59, 60, 120, 121, 997, 9_999, 10_000, generator.int(in: 1...10_000),
    ])
    let maximum = generator.int(in: 1...20)
    var loop = FixedStepLoop(rate: rate, maximumSteps: maximum, frameShare: generator.double(in: 0...1))
    let clock = FakeClock()
    var given = 0
    var steps = 0
    var dropped = 0
    for _ in 0..<300 {
      let frame = generator.pick([
        0, 1, -5_000_000, 1_000_000, 16_666_667, 3_600_000_000_000, generator.int(in: 0...50_000_000),
      ])
      given += max(frame, 0)
      let cost = generator.int(in: 0...20_000)
      var calls = 0
      let report = loop.advance(
        by: .nanoseconds(frame), elapsed: clock.read,
        step: {
          calls += 1
          clock.now += .microseconds(cost)
        })
      #expect(report.steps == calls && calls <= maximum)
      #expect((0..<1).contains(report.alpha))
      steps += report.steps
      dropped += report.droppedSteps
    }
    #expect(
      (steps + dropped) * 1_000_000_000 + loop.remainderUnits == given * rate, "rate \(rate)")
    #expect(loop.steps == steps && loop.droppedSteps == dropped)
  }

  @Test(
    "An hour of frames at any refresh rate takes the exact number of steps", arguments: [120, 60, 50, 119])
  func anHour(rate: Int) {
    let hour = 3_600_000_000_000
    for (frames, per) in [(30, 1), (5_994, 100), (60, 1), (75, 1), (144, 1), (240, 1)] {
      let count = 3_600 * frames / per
      var loop = FixedStepLoop(rate: rate)
      var steps = 0
      for frame in 0..<count {
        // Each refresh on the nanosecond grid, as a clock shows it.
        let length = (frame + 1) * hour / count - frame * hour / count
        steps += loop.advance(by: .nanoseconds(length), elapsed: { .zero }, step: {}).steps
      }
      #expect(steps == 3_600 * rate, "\(frames)/\(per) Hz")
      #expect(loop.remainderUnits == 0 && loop.droppedSteps == 0)
    }
  }

  @Test(
    "An hour of jittered 60 Hz frames takes the exact number of steps",
    arguments: Seeds.list(default: 3).prefix(30))
  func jitter(seed: UInt64) {
    // An hour takes a second: of many seeds a few dozen are enough.
    var generator = SeededGenerator(seed: seed)
    var loop = FixedStepLoop(rate: 120)
    let hour = 3_600_000_000_000
    var now = 0
    var steps = 0
    var frame = 0
    while now < hour {
      frame += 1
      let next = min(hour, max(now, frame * 16_666_667 + generator.int(in: -8_000_000...8_000_000)))
      steps += loop.advance(by: .nanoseconds(next - now), elapsed: { .zero }, step: {}).steps
      now = next
    }
    #expect(steps == 432_000 && loop.droppedSteps == 0)
  }

  @Test(
    "A step that costs more than it simulates leaves frames within their share plus one step, for ever",
    arguments: Seeds.list(default: 50))
  func noSpiral(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rate = generator.int(in: 30...1_000)
    let cost = Duration.seconds(1) / rate * generator.double(in: 1...5)
    var loop = FixedStepLoop(rate: rate)
    let clock = FakeClock()
    var frame = Duration.seconds(generator.int(in: 0...2))
    var worst = Duration.zero
    for i in 0..<2_000 {
      let start = clock.now
      _ = loop.advance(by: frame, elapsed: clock.read, step: { clock.now += cost })
      let spent = clock.now - start
      #expect(spent <= frame * 0.5 + cost, "frame \(i)")
      // Drawing takes its share, and the next frame is as long as this one was.
      frame = spent + .milliseconds(4)
      if i > 100 { worst = max(worst, frame) }
    }
    #expect(worst <= cost * 2 + .milliseconds(10))
  }

  @Test("One step is taken even where its share is used up, and none where none is due")
  func always() {
    var loop = FixedStepLoop(rate: 100, frameShare: 0)
    let report = loop.advance(by: .milliseconds(45), elapsed: { .zero }, step: {})
    #expect(report.steps == 1 && report.droppedSteps == 3 && report.alpha == 0.5)
    #expect(report.dropped == .milliseconds(30))
    #expect(loop.advance(by: .zero, elapsed: { .zero }, step: {}).steps == 0)
  }

  @Test("A stall is neither a burst nor a hang, whatever its length")
  func stalls() {
    var loop = FixedStepLoop(rate: 10_000, maximumSteps: 8)
    for frame in [
      Duration.zero, .nanoseconds(-1), .seconds(-1_000_000), .seconds(3_600), .seconds(1_000_000_000),
      Duration(secondsComponent: .max, attosecondsComponent: 0),
      Duration(secondsComponent: .min, attosecondsComponent: 0),
    ] {
      let report = loop.advance(by: frame, elapsed: { .zero }, step: {})
      #expect(report.steps == (frame > .zero ? 8 : 0))
      #expect(report.dropped >= .zero)
    }
    for _ in 0..<200_000 {
      _ = loop.advance(
        by: Duration(secondsComponent: .max, attosecondsComponent: 0), elapsed: { .zero }, step: {})
    }
    #expect(loop.droppedSteps == .max)
  }

  @Test("A clock that jumps back while it measures harms nothing")
  func clockJumpsBack() {
    var loop = FixedStepLoop(rate: 120)
    let clock = FakeClock()
    for _ in 0..<500 {
      let report = loop.advance(
        by: .milliseconds(50), elapsed: clock.read, step: { clock.now -= .seconds(1) })
      #expect(report.steps == 6 && report.keepsUp)
    }
    #expect(loop.cost.average == .zero && loop.cost.advice == nil)
  }

  @Test("One frame that drops is a stall; two running, and the machine does not keep up")
  func keepsUp() {
    var loop = FixedStepLoop(rate: 120)
    func frame(_ milliseconds: Int) -> Bool {
      loop.advance(by: .milliseconds(milliseconds), elapsed: { .zero }, step: {}).keepsUp
    }
    #expect(frame(16))
    #expect(frame(500))
    #expect(frame(16))
    #expect(frame(500))
    #expect(!frame(500))
    #expect(frame(16))
  }

  @Test("When physics takes more than half of a step's time the loop says so, and what to do")
  func advice() throws {
    var loop = FixedStepLoop(rate: 120)
    let clock = FakeClock()
    func second(costing cost: Duration) {
      for _ in 0..<120 {
        _ = loop.advance(by: .nanoseconds(8_333_334), elapsed: clock.read, step: { clock.now += cost })
      }
    }
    second(costing: .milliseconds(4))
    #expect(loop.cost.advice == nil)
    second(costing: .milliseconds(6))
    #expect(
      try #require(loop.cost.advice)
        == "a step takes 6.00 ms of the 8.33 ms it simulates, which leaves too little for the rest: "
        + "try a longer step (a lower rate) or fewer bodies")
    second(costing: .milliseconds(4))
    #expect(loop.cost.advice != nil, "it does not flicker around the half")
    second(costing: .milliseconds(3))
    #expect(loop.cost.advice == nil)
  }

  @Test("A step that throws counts as taken, and those behind it stay due")
  func throwing() {
    struct Wrong: Error {}
    var loop = FixedStepLoop(rate: 100)
    var calls = 0
    #expect(throws: Wrong.self) {
      try loop.advance(
        by: .milliseconds(55), elapsed: { .zero },
        step: {
          calls += 1
          if calls == 2 { throw Wrong() }
        })
    }
    #expect(calls == 2 && loop.steps == 2 && loop.alpha == 0.5)
    #expect(loop.advance(by: .milliseconds(45), elapsed: { .zero }, step: {}).steps == 3 + 5)
    #expect(loop.droppedSteps == 0)
  }

  @Test(
    "By default a frame takes eight steps at 120 per second, and enough for 15 frames per second at higher rates"
  )
  func maximum() {
    #expect(FixedStepLoop(rate: 1).maximumSteps == 8)
    #expect(FixedStepLoop(rate: 120).maximumSteps == 8)
    #expect(FixedStepLoop(rate: 1_000).maximumSteps == 66)
  }
}
