import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Samplers")
struct AnimationSamplerTests {
  private static func sampler(
    _ definition: AnimationDefinition, _ property: AnimatableProperty = .opacity
  ) throws -> AnimationSampler {
    try #require(try definition.tracks(of: AnimationTarget("a", property)).map(\.sampler).first)
  }

  private static let target = AnimationTarget("a", .opacity)
  private static let way = AnimationContent.basic(.init(from: .number(0), to: .number(100)))

  @Test(
    "The rate is the value's derivative, through groups, curves and speeds",
    arguments: Seeds.list(default: 150))
  func rates(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Where a curve jumps or bends there is nothing to compare: the next one may do.
    for _ in 0..<100 {
      let timingFunction = random.pick([TimingFunction.linear, .easeInOut, .easing(Easing(.sine, .inOut))])
      var definition = AnimationDefinition(
        random.pick([
          Self.way, .keyframe(.init(values: [.number(1), .number(5), .number(-3)], mode: .cubic)),
        ]),
        timing: MediaTimingTests.timing(&random), timingFunction: timingFunction)
      if random.bool() {
        let member = AnimationMember(AnimationTarget("a", .opacity), definition)
        definition = AnimationDefinition(
          .group([member]), timing: MediaTimingTests.timing(&random), timingFunction: timingFunction)
      }
      let sampler = try Self.sampler(definition)
      // Where it plays, as far as that is known.
      let begin = max(sampler.beginTime, -1)
      let t = random.double(in: begin...max(min(sampler.endTime, begin + 4), begin))
      let h = 1e-6
      guard let a = sampler.sample(at: t - h), let b = sampler.sample(at: t + h),
        let here = sampler.sample(at: t),
        let x = a.value.number, let y = b.value.number, let rate = here.rate.number,
        (x - y).magnitude < 0.1, let left = a.rate.number, let right = b.rate.number,
        (left - right).magnitude < 0.01 * (1 + rate.magnitude)
      else { continue }
      #expect(
        ((y - x) / (2 * h) - rate).magnitude < 1e-2 * (1 + rate.magnitude),
        "at \(t): \(definition)")
      return
    }
    Issue.record("no animation of a hundred could be compared")
  }

  @Test("A group cuts its members off, scales their time, and at its own end shows theirs")
  func groups() throws {
    let long = AnimationMember(
      AnimationTarget("a", .opacity), AnimationDefinition(Self.way, timing: MediaTiming(duration: 8)))
    let late = AnimationMember(
      AnimationTarget("b", .opacity),
      AnimationDefinition(Self.way, timing: MediaTiming(beginTime: 1, duration: 1)))
    let group = AnimationDefinition(
      .group([long, late]), timing: MediaTiming(beginTime: 10, duration: 2, speed: 0.5, fillMode: .forwards))
    let samplers = try group.tracks(of: nil).map(\.sampler)
    #expect(try group.tracks(of: nil).map(\.target.object) == ["a", "b"])
    #expect(samplers[0].endTime == 14)
    #expect(samplers[0].sample(at: 9.9) == nil)
    #expect(
      samplers[0].sample(at: 12)?.value == .number(12.5) && samplers[0].sample(at: 12)?.rate == .number(6.25))
    #expect(samplers[0].sample(at: 99)?.value == .number(25), "cut off at the group's end, and filled")
    #expect(samplers[1].sample(at: 11.9) == nil && samplers[1].sample(at: 13)?.value == .number(50))
    #expect(
      samplers[1].sample(at: 14)?.value == .number(100), "a member that ends with its group shows its end")
    #expect(samplers[1].endSample?.value == .number(100))
  }

  @Test("Cycles add up where they are cumulative, without adding anything up")
  func cumulative() throws {
    let tick = AnimationDefinition(
      .keyframe(.init(values: [.number(0), .number(-6), .number(-6)], timing: [.easeIn])),
      timing: MediaTiming(duration: 1, repetition: .forever), isCumulative: true)
    let sampler = try Self.sampler(tick, .angle)
    for k in [0, 1, 59, 3600, 1_000_000] {
      #expect(sampler.sample(at: Double(k))?.value == .number(Double(k) * -6))
      #expect(sampler.sample(at: Double(k) + 0.75)?.value == .number(Double(k + 1) * -6))
    }
    let round = AnimationDefinition(
      .path(
        PathAnimation(
          Path(start: Vector(1, 0), segments: [.arc(center: .zero, sweep: 2 * .pi)]), rotation: .along)),
      timing: MediaTiming(duration: 1, repetition: .forever), isCumulative: true)
    // Backwards the same values come the other way round.
    var (there, back) = (tick, tick)
    (there.timing.repetition, back.timing.repetition) = (.count(3), .count(3))
    back.timing.speed = -1
    let (forth, down) = (try Self.sampler(there, .angle), try Self.sampler(back, .angle))
    for time in [0.125, 0.75, 1.125, 2.25, 2.5] {
      #expect(down.sample(at: time)?.value == forth.sample(at: 3 - time)?.value, "\(time)")
    }
    let circle = try Self.sampler(round, .position)
    #expect(((circle.sample(at: 7.25)?.angle ?? 0) - (.pi / 2 + 7.25 * 2 * .pi)).magnitude < 1e-9)
  }

  @Test(
    "A cycle of a cumulative animation begins where the one before it ended, also where that came back",
    arguments: Seeds.list(default: 100))
  func cumulativeCycles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func point() -> Vector { Vector(random.double(in: -50...50), random.double(in: -50...50)) }
    let points = (0..<4).map { _ in point() }
    let values = points.map { AnimatableValue.vector($0) }
    let contents: [AnimationContent] = [
      .basic(.init(from: values[0], to: values[1])),
      .keyframe(.init(values: values, mode: random.pick([.linear, .cubic, .paced]))),
      .path(
        PathAnimation(
          Path(start: points[0], segments: [.quadratic(control: points[1], to: points[2])]),
          pacing: random.pick([.uniform, .paced]), rotation: .along)),
      .spring(
        .init(from: values[0], to: values[1], spring: Spring(), velocity: .vector(.zero))),
    ]
    let content = random.pick(contents)
    var timing = MediaTiming(
      duration: 0.7, speed: random.pick([1, -1, 0.5]), repetition: .count(Double(random.int(in: 2...5))),
      autoreverses: random.bool())
    // So that it has settled where its pass ends.
    if case .spring = content { timing.duration = 0 }
    let curve = random.pick([
      TimingFunction.linear, .easeInOut, .easing(Easing(.back, .out)),
      try TimingFunction(parsing: "linear(0, 1.5 50%, 0.6)"), try TimingFunction(parsing: "linear(0.25, 1)"),
    ])
    let sampler = try Self.sampler(
      AnimationDefinition(content, timing: timing, timingFunction: curve, isCumulative: true), .position)
    #expect(sampler.isSeamless)
    let cycles = Int(sampler.endSample.map { $0.state.iteration } ?? 0) + 1
    let cycle = sampler.endTime / Double(cycles)
    for boundary in 1..<cycles {
      let time = cycle * Double(boundary)
      let before = try #require(sampler.sample(at: time - 1e-6))
      let after = try #require(sampler.sample(at: time + 1e-6))
      #expect(before.state.iteration == boundary - 1)
      #expect(after.state.iteration == boundary)
      #expect(before.value.distance(to: after.value) < 0.1, "cycle \(boundary)")
      #expect(((before.angle ?? 0) - (after.angle ?? 0)).magnitude < 0.01, "cycle \(boundary)")
    }
    let first = try #require(sampler.sample(at: 0))
    let end = try #require(sampler.endSample)
    if timing.autoreverses { #expect(first.value.distance(to: end.value) < 0.1) }
  }

  @Test("What is left open waits for the target's value, and starts when it gets it")
  func open() throws {
    var spring = try Self.sampler(
      AnimationDefinition(
        .spring(
          SpringAnimation(to: .number(10), spring: try Spring(response: 0.5, dampingRatio: 0.6))),
        timing: MediaTiming(beginTime: 2)), .angle)
    #expect(
      spring.isOpen && spring.sample(at: 2.5) == nil && spring.applies(at: 2.1) && !spring.applies(at: 1))
    #expect(spring.endTime == .infinity)
    spring.resolve(value: .number(4), rate: .number(-30), at: 2.004)
    let start = try #require(spring.sample(at: 2.004))
    #expect(start.value == .number(4) && start.rate == .number(-30) && !spring.isOpen)
    let end = spring.endTime
    #expect(spring.endSample?.value == .number(10) && end > 2.3 && end < 5)
    #expect(((spring.sample(at: end - 1e-6)?.value.number ?? 0) - 10).magnitude < 0.002)
    spring.resolve(value: .number(9), rate: .number(0), at: 3)
    #expect(spring.sample(at: 2.004)?.value == .number(4), "resolved once")

    var basic = try Self.sampler(
      AnimationDefinition(.basic(.init(to: .number(1))), timing: MediaTiming(duration: 1)))
    basic.resolve(value: .number(0.5), rate: .number(0), at: 0)
    #expect(basic.sample(at: 0.5)?.value == .number(0.75))
    #expect(try Self.sampler(AnimationDefinition(Self.way)).isOpen == false)
    let endless = try Spring(damping: 0)
    #expect(throws: AnimationError.self) {
      try Self.sampler(AnimationDefinition(.spring(.init(to: .number(1), spring: endless))), .angle)
    }
  }

  @Test(
    "Baked keyframes meet the animation at every frame and end exactly at its end",
    arguments: Seeds.list(default: 60))
  func baked(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var timing = MediaTimingTests.timing(&random)
    if timing.speed == 0 { timing.speed = 1 }
    if timing.repetition == .forever { timing.repetition = .count(2.3) }
    let definition = AnimationDefinition(
      Self.way, timing: timing, timingFunction: .easing(Easing(.bounce, .out)))
    let sampler = try Self.sampler(definition)
    let rate = random.pick([10.0, 60, 59.94])
    let baked = try sampler.baked(rate: rate, of: Self.target)
    let track = try Self.sampler(baked)
    guard case .keyframe(let keyframes) = baked.content else { return }
    #expect(keyframes.values.last == sampler.endSample?.value)
    #expect((track.endTime - sampler.endTime).magnitude < 1e-9)
    for i in 0..<(keyframes.values.count - 1) {
      let time = sampler.beginTime + Double(i) / rate
      #expect(keyframes.values[i] == sampler.sample(at: time)?.value, "frame \(i)")
    }
  }

  @Test("A bounce of the book is baked to its 61 frames, and what never ends or has no rate to none")
  func bakedBook() throws {
    let book = try Self.sampler(
      AnimationDefinition(
        Self.way, timing: MediaTiming(duration: 1), timingFunction: .easing(Easing(.bookBounce, .out)))
    ).baked(rate: 60, of: Self.target)
    guard case .keyframe(let keyframes) = book.content else { return }
    #expect(keyframes.values.count == 61 && keyframes.values.last == .number(100))
    #expect(throws: AnimationError.self) {
      try Self.sampler(AnimationDefinition(Self.way, timing: MediaTiming(repetition: .forever))).baked(
        rate: 60, of: Self.target)
    }
    #expect(throws: AnimationError.self) {
      try Self.sampler(AnimationDefinition(Self.way)).baked(rate: 0, of: Self.target)
    }
  }

  @Test(
    "What turns with its path is baked with its turning: two tracks that meet it at every frame and at the end",
    arguments: Seeds.list(default: 40))
  func bakedTurning(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var timing = MediaTimingTests.timing(&random)
    if timing.speed == 0 { timing.speed = 1 }
    if timing.repetition == .forever { timing.repetition = .count(1.4) }
    let path = PathAnimation(
      PathTests.loop, pacing: random.pick([.uniform, .paced]), rotation: random.pick([.along, .against]))
    let sampler = try Self.sampler(
      AnimationDefinition(.path(path), timing: timing, isCumulative: random.bool()), .position)
    let rate = random.pick([10.0, 60, 59.94])
    let targets = [AnimationTarget("a", .position), AnimationTarget("a", .angle)]
    let baked = try sampler.baked(rate: rate, of: targets[0], turning: targets[1]).tracks(of: nil)
    #expect(baked.map(\.target) == targets)
    let tracks = baked.map(\.sampler)
    let end = try #require(sampler.endSample)
    #expect(
      tracks.map { $0.endSample?.value } == [end.value, end.angle.map { .number($0) }])
    for track in tracks { #expect((track.endTime - sampler.endTime).magnitude < 1e-9) }
    let count = Int(((sampler.endTime - sampler.beginTime) * rate - 1e-9).rounded(.up))
    for i in 0..<count {
      let time = sampler.beginTime + Double(i) / rate
      let there = try #require(sampler.sample(at: time))
      let (place, angle) = (tracks[0].sample(at: time), tracks[1].sample(at: time))
      let miss = try #require(place?.value.distance(to: there.value))
      let turn = try #require(angle?.value.number) - (there.angle ?? .nan)
      #expect(miss < 1e-6 && turn.magnitude < 1e-6, "frame \(i)")
    }
  }

  @Test("A path without turning is baked to one track")
  func bakedStill() throws {
    let still = try Self.sampler(
      AnimationDefinition(.path(PathAnimation(PathTests.loop)), timing: MediaTiming(duration: 1)), .position)
    guard case .keyframe = try still.baked(rate: 30, of: Self.target).content else {
      Issue.record("a path without rotation is one track")
      return
    }
  }

  @Test("A value that is not finite is never shown, and a rate that is not is none")
  func finite() throws {
    for bad in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      var fade = try Self.sampler(
        AnimationDefinition(
          .basic(.init(by: .number(1))), timing: MediaTiming(duration: 1), isCumulative: true))
      fade.resolve(value: .number(bad), rate: .number(0), at: 0)
      if bad.isFinite {
        #expect(fade.sample(at: 0.5)?.value == .number(bad))
      } else {
        #expect(fade.sample(at: 0.5) == nil && fade.endSample == nil)
      }
      var pull = try Self.sampler(
        AnimationDefinition(.spring(.init(to: .vector(.zero), spring: Spring()))), .position)
      pull.resolve(value: .vector(Vector(3, 4)), rate: .vector(Vector(bad, 0)), at: 0)
      #expect(pull.sample(at: 0.1)?.value.isFinite ?? true)
    }
    // Its curve is vertical where it stands still: infinity times nothing.
    let still = AnimationDefinition(
      .group([AnimationMember(AnimationTarget("a", .opacity), AnimationDefinition(Self.way))]),
      timing: MediaTiming(speed: 0), timingFunction: .cubicBezier(try CubicBezier(0, 1, 1, 1)))
    let member = try #require(try still.tracks(of: nil).map(\.sampler).first)
    #expect(member.sample(at: 0.1)?.rate == .number(0))
    let fade = try Self.sampler(AnimationDefinition(Self.way, timing: MediaTiming(fillMode: .both)))
    #expect(fade.sample(at: .nan) == nil && fade.sample(at: -9)?.value == .number(0))
    let track = try PathTrack(PathAnimation(PathTests.loop, pacing: .uniform, rotation: .along))
    #expect(
      track.sample(at: .nan) == track.sample(at: 0) && track.sample(at: .infinity) == track.sample(at: 1))
  }

  @Test("What is over between two moments is within them, also in a group's time; what shows at one is not")
  func within() throws {
    func fade(_ begin: Double, _ duration: Double) -> AnimationDefinition {
      AnimationDefinition(
        .basic(.init(to: .number(1))), timing: MediaTiming(beginTime: begin, duration: duration))
    }
    let alone = try Self.sampler(fade(0.3, 0.1))
    for (earlier, later, isWithin) in [
      (0.2, 0.5, true), (0.2, 0.4, true), (0.2, 0.39, false), (0.3, 0.5, false), (0.4, 0.5, false),
      (0, 0.2, false),
    ] {
      #expect(alone.isWithin(earlier, later) == isWithin, "\(earlier) to \(later)")
    }
    #expect(alone.isOpen && abs(alone.endTime - 0.4) < 1e-12, "when a basic animation ends is known")
    let group = AnimationDefinition(
      .group([AnimationMember(AnimationTarget("a", .opacity), fade(0.3, 0.1))]),
      timing: MediaTiming(beginTime: 1, duration: 1, speed: 0.5))
    let member = try #require(try group.tracks(of: nil).map(\.sampler).first)
    for (earlier, later, isWithin) in [
      (0, 9, true), (0, 0.9, false), (1.5, 1.9, true), (1.5, 1.7, false), (1.7, 1.9, false), (3, 4, false),
    ] {
      #expect(member.isWithin(earlier, later) == isWithin, "in a group, \(earlier) to \(later)")
    }
  }

  private static func brief(_ random: inout SeededGenerator) -> AnimationDefinition {
    AnimationDefinition(
      way, timing: MediaTiming(beginTime: random.pick([0, 0.1, 0.5]), duration: random.pick([0.02, 0.2])))
  }

  private static func group(
    of inner: AnimationDefinition, _ random: inout SeededGenerator
  ) -> AnimationDefinition {
    let timing = MediaTiming(
      beginTime: random.pick([0, 0.3]), duration: 1, speed: random.pick([1, 2, -1]),
      timeOffset: random.pick([0, 0.25]), repetition: .count(random.pick([1, 2.5, 4])),
      autoreverses: random.bool())
    return AnimationDefinition(
      .group([AnimationMember(AnimationTarget("a", .opacity), inner)]), timing: timing)
  }

  @Test(
    "Within a step is what a close look finds active in it and at neither of its ends, in groups of groups",
    arguments: Seeds.list(default: 40))
  func withinAny(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var found = 0
    // Until at least one was active within a step, for most spans miss it.
    for _ in 0..<200 where found == 0 {
      let brief = Self.brief(&random)
      let layers = random.int(in: 0...1) + 1
      let definition = (0..<layers).reduce(brief) { inner, _ in Self.group(of: inner, &random) }
      let sampler = try #require(try definition.tracks(of: nil).map(\.sampler).first)
      for _ in 0..<12 {
        let start = random.double(in: -0.2...3)
        let end = start + random.pick([0.05, 0.3, 0.8])
        guard !sampler.applies(at: start), !sampler.applies(at: end) else { continue }
        let isSeen = (1..<200).contains { sampler.applies(at: start + (end - start) * Double($0) / 200) }
        found += isSeen ? 1 : 0
        #expect(sampler.isWithin(start, end) == isSeen, "\(start) to \(end): \(definition)")
        #expect(sampler.isWithin(end, start) == isSeen, "\(end) to \(start): \(definition)")
      }
    }
    #expect(found > 0)
  }

  @Test("An hour in, the value is the one at the start")
  func hourIn() throws {
    let definition = AnimationDefinition(
      Self.way, timing: MediaTiming(duration: 4, repetition: .forever, autoreverses: true),
      timingFunction: .easeInOut)
    let sampler = try Self.sampler(definition)
    for step in 0..<960 {
      let (early, late) = (Double(step) / 120, Double(step + 3600 * 120) / 120)
      let (a, b) = (sampler.sample(at: early)?.value.number ?? 0, sampler.sample(at: late)?.value.number ?? 1)
      #expect((a - b).magnitude < 1e-9, "step \(step)")
    }
  }
}
