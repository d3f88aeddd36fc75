import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Members of groups at the boundaries of time")
struct GroupBoundaryTests {
  private static func member(
    _ timing: MediaTiming, in groups: [MediaTiming], timingFunction: TimingFunction = .linear
  ) throws -> AnimationSampler {
    var definition = AnimationDefinition(
      .basic(.init(from: .number(0), to: .number(100))), timing: timing)
    for group in groups {
      definition = AnimationDefinition(
        .group([AnimationMember(AnimationTarget("a", .opacity), definition)]), timing: group,
        timingFunction: timingFunction)
    }
    return try #require(try definition.tracks(of: nil).map(\.sampler).first)
  }

  private static func values(_ sampler: AnimationSampler, _ steps: ClosedRange<Int>) -> [Double?] {
    steps.map { step in
      let value = sampler.value(at: MediaTime(step: step, rate: 120))?.number
      return value.map { ($0 * 1e6).rounded() / 1e6 }
    }
  }

  @Test("Where the group turns back a member stands at the end of its cycle, and does not flash")
  func turns() throws {
    let sampler = try Self.member(
      MediaTiming(duration: 1, repetition: .forever),
      in: [MediaTiming(duration: 2, repetition: .forever, autoreverses: true)])
    let turn = [99.166667, 100, 99.166667]
    for cycle in [0, 1, 1000] {
      #expect(Self.values(sampler, (239 + 480 * cycle)...(241 + 480 * cycle)) == turn)
    }
  }

  @Test(
    "Where the group ends on a boundary of a member's cycles, it shows the end of the last, however often it repeats",
    arguments: [MediaTiming.Repetition.count(2), .forever, .count(3), .duration(2), .duration(7)])
  func ends(repetition: MediaTiming.Repetition) throws {
    for speed in [1.0, 0.5, 2] {
      let group = MediaTiming(duration: 2, speed: speed, fillMode: .forwards)
      let sampler = try Self.member(MediaTiming(duration: 1, repetition: repetition), in: [group])
      #expect(sampler.value(at: 2 / speed) == .number(100) && sampler.value(at: 99) == .number(100))
      #expect(sampler.endSample?.value == .number(100))
      // Likewise a group that a group cuts off in the middle.
      let inner = MediaTiming(duration: 5, repetition: .forever)
      let cut = try Self.member(MediaTiming(duration: 1, repetition: .forever), in: [inner, group])
      #expect(cut.value(at: 99) == .number(100))
      // One that only begins there has not begun, and one that has turned back stands at its begin.
      let late = try Self.member(MediaTiming(beginTime: 2, duration: 1), in: [group])
      #expect(late.value(at: 99) == nil)
      var back = group
      back.autoreverses = true
      let there = try Self.member(MediaTiming(duration: 1, repetition: repetition), in: [back])
      #expect(there.value(at: 99) == .number(0))
    }
    // A curve that comes back to the end from beyond it has its limit on the other side.
    let beyond = try Self.member(
      MediaTiming(duration: 1, repetition: .forever), in: [MediaTiming(duration: 2, fillMode: .forwards)],
      timingFunction: .cubicBezier(try #require(CubicBezier(0.2, 1.5, 0.5, 1.5))))
    #expect(beyond.value(at: 2) == .number(0) && (beyond.value(at: 1.99)?.number ?? 100) < 20)
  }

  @Test(
    "A member is at most a step's way from where it was, or at a boundary of its cycles",
    arguments: Seeds.list(default: 200))
  func flashes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func decimal() -> Double { Double(random.int(in: 1...8)) / 10 }
    let timing = MediaTiming(duration: decimal(), repetition: .forever, autoreverses: true)
    let groups = (0...random.int(in: 0...2)).map { _ in
      MediaTiming(
        duration: decimal() * 5, speed: random.pick([1, 0.5, 2]), repetition: .forever, autoreverses: true)
    }
    let sampler = try Self.member(timing, in: groups)
    let reach = groups.reduce(1 / timing.duration) { $0 * $1.speed } * 100 / 120 + 1e-6
    var last: Double?
    for step in 0...2400 {
      let value = try #require(sampler.value(at: MediaTime(step: step, rate: 120))?.number)
      if let last { #expect((value - last).magnitude <= reach, "step \(step)") }
      last = value
    }
  }

  @Test("A curve of the whole that overshoots takes every kind of animation beyond its ends")
  func overshoot() throws {
    let back = TimingFunction.easing(Easing(.back, .out))
    let numbers = [0.0, 100].map { AnimatableValue.number($0) }
    func peak(_ content: AnimationContent, _ property: AnimatableProperty = .opacity) throws -> Double {
      let definition = AnimationDefinition(content, timing: MediaTiming(duration: 1), timingFunction: back)
      let sampler = try #require(
        try definition.tracks(of: AnimationTarget("a", property)).map(\.sampler).first)
      return (0..<120).map {
        let value = sampler.value(at: MediaTime(step: $0, rate: 120))
        return value?.number ?? value?.vector?.x ?? 0
      }.max() ?? 0
    }
    let basic = try peak(.basic(.init(from: .number(0), to: .number(100))))
    #expect(basic > 105)
    for mode in [KeyframeAnimation<AnimatableValue>.Mode.linear, .paced, .cubic] {
      #expect((try peak(.keyframe(.init(values: numbers, mode: mode))) - basic).magnitude < 1e-9, "\(mode)")
    }
    #expect(try peak(.keyframe(.init(values: numbers, mode: .discrete))) == 100)
    let line = Path(start: .zero, segments: [.line(to: Vector(100, 0))])
    for pacing in PathAnimation.Pacing.allCases {
      #expect(
        (try peak(.path(PathAnimation(line, pacing: pacing)), .position) - basic).magnitude < 1e-9,
        "\(pacing)")
    }
    // The rate is the value's derivative there too.
    for mode in [KeyframeAnimation<Double>.Mode.linear, .cubic] {
      let track = try KeyframeTrack(
        KeyframeAnimation(values: [0, 30, 100], keyTimes: [0, 0.6, 1], mode: mode))
      for place in [-0.3, -0.01, 1.01, 1.4] {
        let slope = (track.value(at: place + 1e-6) - track.value(at: place - 1e-6)) / 2e-6
        #expect((slope - track.slope(at: place)).magnitude < 1e-3, "\(mode) at \(place)")
      }
    }
  }
}
