import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Values without a target")
struct ValueAnimationTests {
  /// A type of a user's, which only knows what lies between two of it.
  private struct Temperature: Interpolatable {
    var degrees: Double

    func interpolated(to other: Self, by fraction: Double) -> Self {
      Temperature(degrees: degrees + (other.degrees - degrees) * fraction)
    }
  }

  @Test("Timing, fill and repetition drive any type that is interpolatable")
  func anyType() throws {
    let warm = ValueAnimation(
      from: Temperature(degrees: 10), to: Temperature(degrees: 30),
      timing: MediaTiming(
        beginTime: 1, duration: 2, repetition: .count(1.5), autoreverses: true, fillMode: .both))
    let degrees = [0, 1, 2, 3, 4, 5, 6, 7, 9].map { warm.value(at: $0)?.degrees }
    #expect(degrees == [10, 10, 20, 30, 20, 10, 20, 30, 30])
    let words = try ValueAnimation(
      KeyframeAnimation(values: ["red", "amber", "green"], mode: .discrete), timing: MediaTiming(duration: 3))
    #expect([-1, 0, 1, 2.5, 3].map { words.value(at: $0) } == [nil, "red", "amber", "green", nil])
    #expect(ValueAnimation(from: 0.0, to: 1, timing: MediaTiming(duration: -1)).value(at: 0) == nil)
  }

  @Test(
    "Shows what a track of the same numbers shows, to the bit, with its velocity",
    arguments: Seeds.list(default: 100))
  func sameAsTracks(seed: UInt64) throws {
    let spring = try Spring(response: 0.4, dampingRatio: 0.6)
    let values = [0.0, 30, 100]
    var random = SeededGenerator(seed: seed)
    let timing = MediaTimingTests.timing(&random)
    let curve = random.pick([TimingFunction.linear, .easeInOut, .easing(Easing(.back, .out))])
    let mode = random.pick([KeyframeAnimation<Double>.Mode.linear, .cubic, .paced])
    let alone = [
      ValueAnimation(from: 3.0, to: 70, timing: timing, timingFunction: curve),
      try ValueAnimation(
        KeyframeAnimation(values: values, mode: mode), timing: timing, timingFunction: curve),
      ValueAnimation(
        SpringMotion(spring, from: 0.0, to: 50, velocity: -9), timing: timing, timingFunction: curve),
    ]
    let contents: [AnimationContent] = [
      .basic(.init(from: .number(3), to: .number(70))),
      .keyframe(
        .init(values: values.map { .number($0) }, mode: try #require(.init(rawValue: mode.rawValue)))),
      .spring(.init(from: .number(0), to: .number(50), spring: spring, velocity: .number(-9))),
    ]
    for (animation, content) in zip(alone, contents) {
      let definition = AnimationDefinition(content, timing: timing, timingFunction: curve)
      let sampler = try definition.tracks(of: AnimationTarget("a", .opacity))[0].sampler
      for step in -60...300 {
        let time = Double(step) / 60
        #expect(animation.value(at: time) == sampler.value(at: time)?.number, "at \(time)")
      }
      let time = random.double(in: 0...2)
      if let rate = sampler.sample(at: time)?.rate.number, let velocity = animation.velocity(at: time) {
        #expect((velocity - rate).magnitude <= 1e-9 * (1 + rate.magnitude), "at \(time)")
      }
    }
  }

  @Test("A spring moves a number by itself")
  func springs() throws {
    let spring = try Spring(response: 0.5, dampingRatio: 0.7)
    for time in [-1, 0, 0.1, 0.25, 1, 9] {
      #expect(spring.value(from: 0.0, to: 1, at: time) == spring.value(at: time))
      let there = spring.value(from: 20.0, to: -10, velocity: 7, at: time)
      let motion = SpringMotion(spring, from: 20.0, to: -10, velocity: 7)
      #expect(there == motion.value(at: time))
      #expect(spring.velocity(from: 20.0, to: -10, velocity: 7, at: time) == motion.velocity(at: time))
    }
    for (spring, ratio) in [(Spring.smooth, 1.0), (.snappy, 0.85), (.bouncy, 0.5)] {
      #expect(try spring == Spring(response: 0.5, dampingRatio: ratio))
    }
  }

  @Test("A string is a key, and whoever has keys of a type of their own schedules by them")
  func keys() throws {
    var schedule = AnimationSchedule<String>()
    let slide = KeyedAnimation<String>(
      .basic(.init(from: .number(0), to: .number(10))), timing: MediaTiming(duration: 1))
    try schedule.add(slide, of: "slider", key: "a", at: 0)
    #expect(schedule.presentation(of: "slider", at: 0.5)?.value == .number(5))
    #expect(schedule.presentation(of: "other", at: 0.5) == nil)
    try slide.check(for: nil)
    try slide.check(for: "slider")
    #expect(throws: AnimationError.self) { try slide.tracks(of: nil) }
    let wrong = AnimationDefinition(.basic(.init(to: .number(1))))
    #expect(throws: AnimationError.invalid("position takes a vector, not a number")) {
      try wrong.check(for: AnimationTarget("a", .position))
    }
  }
}
