import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Media timing")
struct MediaTimingTests {
  @Test("Phase, iteration and progress agree with cycles walked through in fractions")
  func table() throws {
    for row in try Table("timing").rows {
      let timing = MediaTiming(
        beginTime: row.number("begin"), duration: row.number("duration"), speed: row.number("speed"),
        timeOffset: row.number("offset"), repetition: .count(row.number("count")),
        autoreverses: row["reverses"] == "1")
      let state = timing.state(at: row.number("time"))
      #expect(
        state.phase.rawValue == row["phase"] && String(state.iteration) == row["iteration"]
          && state.progress == row.number("progress"), "\(row) gave \(state)")
      #expect(state.applies == (state.phase == .active))
    }
  }

  @Test(
    "Three times 0.1 is 0.3: a boundary is met whatever rounding does to it",
    arguments: Seeds.list(default: 300))
  func boundaries(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rate = random.pick([30, 50, 60, 90, 120, 144, 240])
    let steps = random.int(in: 1...400)
    let begin = random.int(in: 0...5000)
    let timing = MediaTiming(
      beginTime: Double(begin) / Double(rate), duration: Double(steps) / Double(rate), repetition: .forever)
    let k = random.int(in: 0...10000)
    let state = timing.state(at: Double(begin + k * steps) / Double(rate))
    #expect(state.iteration == k && state.progress == 0, "\(state)")
    let before = timing.state(at: Double(begin + (k + 1) * steps - 1) / Double(rate))
    #expect(before.iteration == k, "\(before)")
    let once = MediaTiming(beginTime: timing.beginTime, duration: timing.duration)
    #expect(once.state(at: Double(begin + steps) / Double(rate)).phase == .after)
    #expect(once.state(at: Double(begin + steps - 1) / Double(rate)).phase == .active)
    #expect(once.state(at: Double(begin) / Double(rate)).phase == .active)
  }

  @Test(
    "Progress is continuous wherever it should be, at its stated rate", arguments: Seeds.list(default: 300))
  func continuous(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let timing = Self.timing(&random)
    let t = random.double(in: -1...5)
    let h = 1e-7
    let (a, b) = (timing.state(at: t - h), timing.state(at: t + h))
    guard a.phase == .active, b.phase == .active, a.iteration == b.iteration else { return }
    #expect((a.progress - b.progress).magnitude <= 1e-5, "at \(t): \(timing)")
    guard a.isReversing == b.isReversing else { return }
    #expect(
      ((b.progress - a.progress) / (2 * h) - a.progressRate).magnitude < 1e-5,
      "at \(t): \(timing)")
  }

  @Test("A negative speed plays the same time backwards", arguments: Seeds.list(default: 300))
  func backwards(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var timing = Self.timing(&random)
    timing.beginTime = 0
    guard timing.activeDuration.isFinite, timing.speed > 0 else { return }
    var reversed = timing
    reversed.speed = -timing.speed
    let length = timing.endTime
    let t = random.double(in: 0.01...0.99) * length
    let (a, b) = (timing.state(at: t), reversed.state(at: length - t))
    #expect((a.progress - b.progress).magnitude < 1e-9, "at \(t): \(timing)")
    #expect(reversed.endTime == length && b.phase == .active)
  }

  @Test("A negative speed that goes on for ever begins at the end")
  func backwardsForEver() {
    let forever = MediaTiming(duration: 2, speed: -1, repetition: .forever)
    #expect(forever.state(at: 0).progress == 1 && forever.state(at: 0.5).progress == 0.75)
    #expect(forever.state(at: 2).progress == 1 && forever.state(at: 2).iteration == 1)
  }

  @Test("Fractional counts with autoreverse end where the last pass stands")
  func fractions() {
    for (count, end) in [
      (0.25, 0.5), (0.5, 1.0), (0.75, 0.5), (1.0, 0.0), (1.25, 0.5), (1.5, 1.0), (2.0, 0.0),
    ] {
      let timing = MediaTiming(
        duration: 3, repetition: .count(count), autoreverses: true, fillMode: .forwards)
      #expect(timing.endTime == 6 * count)
      #expect(timing.state(at: 6 * count).progress == end, "count \(count)")
      #expect(timing.state(at: 1e9).progress == end && timing.state(at: 1e9).applies)
    }
    let half = MediaTiming(duration: 2, repetition: .count(3.5), fillMode: .forwards)
    #expect(half.endTime == 7 && half.state(at: 8).progress == 0.5 && half.state(at: 8).iteration == 3)
    let lasting = MediaTiming(duration: 2, repetition: .duration(5), fillMode: .both)
    #expect(
      lasting.endTime == 5 && lasting.state(at: 5).progress == 0.5 && lasting.state(at: -1).progress == 0)
  }

  @Test(
    "The offset turns the cycle and does not shorten it; the book's ship at twice the speed starts half-way")
  func offset() {
    let timing = MediaTiming(duration: 1, speed: 2, timeOffset: 0.5, fillMode: .both)
    #expect(timing.endTime == 0.5)
    #expect(timing.state(at: 0).progress == 0.5 && timing.state(at: 0.125).progress == 0.75)
    #expect(timing.state(at: 0.25).progress == 0 && timing.state(at: 0.375).progress == 0.25)
    #expect(timing.state(at: 0.5).progress == 0.5 && timing.state(at: -9).progress == 0.5)
    let negative = MediaTiming(duration: 1, timeOffset: -0.25)
    #expect(negative.state(at: 0).progress == 0.75 && negative.state(at: 0.25).progress == 0)
    // By whole cycles, a negative offset is a positive one.
    for autoreverses in [false, true] {
      func state(_ offset: Double, _ time: Double) -> TimingState {
        MediaTiming(duration: 1, timeOffset: offset, repetition: .count(3), autoreverses: autoreverses)
          .state(at: time)
      }
      for time in [0, 0.125, 0.5, 1.25, 2, 2.875] {
        #expect(state(-0.25, time) == state(autoreverses ? 1.75 : 0.75, time), "\(time)")
        #expect(state(-6.25, time) == state(5.75, time), "\(time)")
      }
    }
  }

  @Test("Speed 0 stands at its offset, from the begin to the end of all cycles, for ever")
  func scrubbed() {
    for (offset, progress, iteration) in [
      (-1.0, 0.0, 0), (0, 0, 0), (0.5, 0.25, 0), (2, 0, 1), (3.9, 0.95, 1), (4, 1, 1), (9, 1, 1),
    ] {
      let timing = MediaTiming(duration: 2, speed: 0, timeOffset: offset, repetition: .count(2))
      for time in [0.0, 1, 1e6] {
        let state = timing.state(at: time)
        #expect(
          state.phase == .active && state.progress == progress && state.iteration == iteration, "\(offset)")
      }
      #expect(timing.state(at: -0.1).phase == .before && timing.endTime == .infinity)
    }
  }

  @Test("Duration 0 is a quarter of a second, count 0 is once")
  func defaults() {
    #expect(MediaTiming().endTime == 0.25)
    #expect(MediaTiming(duration: 0, repetition: .count(0)).endTime == 0.25)
    #expect(MediaTiming(duration: 0, repetition: .duration(0), autoreverses: true).endTime == 0.5)
  }

  @Test("Each fill mode shows on its own sides", arguments: MediaTiming.FillMode.allCases)
  func fill(mode: MediaTiming.FillMode) {
    let timing = MediaTiming(beginTime: 1, duration: 1, fillMode: mode)
    #expect(timing.state(at: 0.9).applies == (mode == .backwards || mode == .both))
    #expect(timing.state(at: 1).applies && timing.state(at: 1.99).applies)
    #expect(timing.state(at: 2).applies == (mode == .forwards || mode == .both))
    #expect(timing.state(at: 0.9).progress == 0 && timing.state(at: 2).progress == 1)
  }

  @Test("Numbers that mean nothing are named")
  func problems() {
    #expect(problem(MediaTiming(duration: -1).check) == "the duration must be finite and not negative")
    #expect(
      problem(MediaTiming(duration: .nan).check) != nil && problem(MediaTiming(speed: .infinity).check) != nil
    )
    #expect(
      problem(MediaTiming(beginTime: .nan).check) != nil
        && problem(MediaTiming(timeOffset: .infinity).check) != nil)
    #expect(problem(MediaTiming(repetition: .count(-1)).check) == "the repeat count must not be negative")
    #expect(problem(MediaTiming(repetition: .duration(.nan)).check) != nil)
    #expect(problem(MediaTiming(repetition: .forever).check) == nil)
  }

  @Test("Absurd times and rates neither trap nor leave 0...1")
  func absurd() {
    for time in [1e300, -1e300, 1e18, 1e-300] {
      for duration in [1e-300, 1e300, 1.0] {
        for speed in [1e-300, -1e300, 1] {
          let timing = MediaTiming(duration: duration, speed: speed, timeOffset: 1e200, repetition: .forever)
          #expect((0...1).contains(timing.state(at: time).progress), "\(time) \(duration) \(speed)")
        }
      }
    }
  }

  static func timing(_ random: inout SeededGenerator) -> MediaTiming {
    MediaTiming(
      beginTime: random.double(in: -1...1), duration: random.double(in: 0.1...3),
      speed: random.pick([1, 2, 0.3, -1, -0.7, 0]), timeOffset: random.pick([0, random.double(in: -3...3)]),
      repetition: random.pick([
        .once, .forever, .count(random.double(in: 0.1...5)), .duration(random.double(in: 0.1...5)),
      ]), autoreverses: random.bool(), fillMode: random.pick(MediaTiming.FillMode.allCases))
  }
}
