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
    let target = groups.isEmpty ? AnimationTarget("a", .opacity) : nil
    return try #require(try definition.tracks(of: target).map(\.sampler).first)
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
      timingFunction: .cubicBezier(try CubicBezier(0.2, 1.5, 0.5, 1.5)))
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

  @Test(
    "In the step in which a member is over it stands where a walk through all boundaries ends, as fast",
    arguments: Seeds.list(default: 40))
  func endings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let walk = MemberWalk(&random)
      let sampler = try Self.member(walk.member, in: [walk.group])
      for step in 0...walk.lastStep {
        let (start, end) = (
          MediaTime(step: step, rate: walk.rate), MediaTime(step: step + 1, rate: walk.rate)
        )
        guard !sampler.applies(at: end) else { continue }
        let arrival = sampler.arrival(from: start, to: end)
        let expected = walk.ending(step)
        #expect((arrival == nil) == (expected == nil), "step \(step): \(walk)")
        guard let arrival, let expected, let value = arrival.sample.value.number else { continue }
        #expect((value - expected.value).magnitude < 1e-9, "step \(step): \(value) in \(walk)")
        let rate = try #require(arrival.sample.rate.number)
        #expect((rate - expected.rate).magnitude < 1e-6, "step \(step): \(rate) in \(walk)")
        #expect(((arrival.lead ?? 0) - expected.lead).magnitude < 1e-12, "step \(step): \(walk)")
      }
    }
  }

  @Test(
    "Groups of groups with curves and fills, either way through time, end where they were just before",
    arguments: Seeds.list(default: 100))
  func nestedEndings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<400 where found < 5 {
      func timing(_ durations: [Double]) -> MediaTiming {
        MediaTiming(
          beginTime: random.pick([0, 0.1, 0.3]), duration: random.pick(durations),
          speed: random.pick([1, 2, 0.5, -1]), repetition: .count(random.pick([1, 2, 2.5, 4])),
          autoreverses: random.bool(), fillMode: random.pick([.removed, .removed, .backwards, .both]))
      }
      let curve = random.pick([
        // One that stands still at its end has no time just before it that can be told from it.
        TimingFunction.linear, .cubicBezier(try CubicBezier(0.4, 0.2, 0.7, 0.9)),
        try TimingFunction(parsing: "linear(0, 0.8 40%, 1)"),
      ])
      let groups = (0...random.int(in: 0...1)).map { _ in timing([0.3, 0.7, 1]) }
      let sampler = try Self.member(timing([0.05, 0.2, 0.5]), in: groups, timingFunction: curve)
      for _ in 0..<20 {
        let start = random.double(in: -0.2...2)
        let way = random.pick([0.05, 0.1, -0.05, -0.1])
        let end = start + way
        guard sampler.applies(at: start), !sampler.applies(at: end) else { continue }
        found += 1
        let speed = way < 0 ? -1.0 : 1
        let arrival = try #require(sampler.arrival(from: start, to: end, speed: speed))
        let lead = try #require(arrival.lead)
        let over = end - speed * lead
        #expect(lead >= 0 && lead < way.magnitude)
        let before = try #require(sampler.sample(at: over - speed * 1e-7, speed: speed), "\(over)")
        #expect(
          before.value.distance(to: arrival.sample.value) < 1e-4 + 2e-7 * arrival.sample.rate.length,
          "\(over)")
        let change = (before.rate.number ?? 0) - (arrival.sample.rate.number ?? 0)
        #expect(change.magnitude < 1 + 1e-3 * arrival.sample.rate.length, "\(over)")
        for i in 1...20 {
          let applies = sampler.applies(at: over + (end - over) * Double(i) / 20 + speed * 1e-9)
          #expect(!applies, "\(over)")
        }
      }
    }
    #expect(found > 0)
  }

  @Test(
    "What takes no time is played in the step that begins at or before it, to its end, whichever way time runs"
  )
  func instants() throws {
    func instant(_ begin: Double, _ fill: MediaTiming.FillMode = .removed) -> MediaTiming {
      MediaTiming(beginTime: begin, fillMode: fill, isInstant: true)
    }
    let alone = try Self.member(instant(0.5), in: [])
    let steps: [(Double, Double, Double?)] = [
      (0.4, 0.5, nil), (0.4, 0.6, 100), (0.5, 0.6, 100), (0.51, 0.6, nil), (0.6, 0.5, nil), (0.6, 0.4, 0),
      (0.5, 0.4, 0),
    ]
    for (start, end, value) in steps {
      let arrival = alone.arrival(from: start, to: end, speed: end < start ? -1 : 1)
      #expect(arrival?.sample.value.number == value, "\(start) to \(end)")
      #expect(arrival?.sample.rate.number ?? 0 == 0)
      #expect(alone.isWithin(MediaTime(start), MediaTime(end)) == (value != nil))
      if let arrival { #expect(((arrival.lead ?? 0) - (end - 0.5).magnitude).magnitude < 1e-15) }
    }
    #expect(alone.value(at: 0.5) == nil)
    #expect(alone.endTime == 0.5)
    let filled = try Self.member(instant(0.5, .both), in: [])
    #expect(filled.value(at: 0.49) == .number(0))
    #expect(filled.value(at: 0.5) == .number(100))
    var back = instant(0.5, .both)
    back.autoreverses = true
    #expect(try Self.member(back, in: []).value(at: 0.5) == .number(0))
    (back.autoreverses, back.speed) = (false, -1)
    #expect(try Self.member(back, in: []).value(at: 0.49) == .number(100))
    #expect(try Self.member(back, in: []).value(at: 0.5) == .number(0))
    // In every cycle of a group, and on its way back to the begin.
    let group = MediaTiming(duration: 1, repetition: .count(2), autoreverses: true)
    let member = try Self.member(instant(0.5), in: [group])
    let played = (0..<480).map { step in
      member.arrival(from: MediaTime(step: step, rate: 120), to: MediaTime(step: step + 1, rate: 120))
    }
    let values = played.enumerated().compactMap { step, arrival in
      arrival.map { "\(step) \($0.sample.value.number ?? -1)" }
    }
    #expect(values == ["60 100.0", "180 0.0", "300 100.0", "420 0.0"])
    #expect(problem(instant(0).check) == nil)
    #expect(
      problem(MediaTiming(repetition: .count(2), isInstant: true).check)
        == "what takes no time cannot be repeated")
    #expect(problem(MediaTiming(duration: 1, isInstant: true).check) == "what takes no time has no duration")
    // The library's own rule is Core Animation's.
    #expect(MediaTiming(duration: 0).endTime == 0.25)
  }

  @Test("What ends at a key or a corner of its curve had the slope before it, whichever way it came")
  func corners() throws {
    let hat = AnimationContent.keyframe(.init(values: [0, 100, 0].map { .number($0) }))
    let corner = try TimingFunction(parsing: "linear(0, 1 50%, 0)")
    let ramp = AnimationContent.basic(.init(from: .number(0), to: .number(100)))
    for (content, curve) in [(hat, TimingFunction.linear), (ramp, corner)] {
      for (count, rate) in [(0.5, 200.0), (1.5, 200), (1, -200), (0.75, -200)] {
        let definition = AnimationDefinition(
          content, timing: MediaTiming(duration: 1, repetition: .count(count)), timingFunction: curve)
        let sampler = try #require(
          try definition.tracks(of: AnimationTarget("a", .opacity)).map(\.sampler).first)
        #expect(sampler.endSample?.rate == .number(rate), "\(count)")
        let arrival = sampler.arrival(from: count - 0.01, to: count + 0.01)
        #expect(arrival?.sample.rate == .number(rate), "\(count)")
      }
      // Played back, it comes to the corner from beyond it.
      let back = AnimationDefinition(
        content, timing: MediaTiming(duration: 1, timeOffset: 0.5, repetition: .count(0.5)),
        timingFunction: curve)
      let sampler = try #require(try back.tracks(of: AnimationTarget("a", .opacity)).map(\.sampler).first)
      #expect(sampler.arrival(from: 0.01, to: -0.01, speed: -1)?.sample.rate == .number(200))
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

/// A member of a group in whole numbers, walked through from boundary to boundary: what `AnimationSampler` is
/// compared with.
private struct MemberWalk {
  let group: MediaTiming
  let member: MediaTiming
  let rate: Int
  // In units of the group's time of which a millisecond has four times the rate: all of these are whole
  // numbers.
  private let step: Int
  private let pass: Int
  private let total: Int
  private let begin: Int
  private let duration: Int
  private let passes: Int

  init(_ random: inout SeededGenerator) {
    rate = random.pick([50, 60, 100, 120, 144])
    let speed = random.pick([1, 2, 4])
    let pass = random.pick([100, 300, 400, 500, 700, 1000, 1500])
    let halves = random.pick([2, 3, 4, 6])
    let begin = random.pick([0, 100, 250, 500].filter { $0 < pass })
    let duration = random.pick([100, 200, 300, 500, 750])
    let passes = random.pick([1, 2, 3, Int.max])
    let reverses = random.bool()
    group = MediaTiming(
      duration: Double(pass) / 1000, speed: Double(speed) / 2, repetition: .count(Double(halves) / 2),
      autoreverses: reverses)
    let turns = random.bool()
    member = MediaTiming(
      beginTime: Double(begin) / 1000, duration: Double(duration) / 1000,
      repetition: passes == .max ? .forever : .count(Double(passes) / (turns ? 2 : 1)), autoreverses: turns)
    let millisecond = 4 * rate
    step = 2000 * speed
    self.pass = pass * millisecond
    total = halves * pass * millisecond / 2 * (reverses ? 2 : 1)
    self.begin = begin * millisecond
    self.duration = duration * millisecond
    self.passes = passes
  }

  var lastStep: Int { total / step + 2 }

  /// The rate that it had as it ended within a step, and the time from then to the step's end.
  func ending(_ number: Int) -> (value: Double, rate: Double, lead: Double)? {
    let (start, end) = (number * step, (number + 1) * step)
    var boundaries: Set = [start, end, total]
    for k in start / pass...end / pass + 1 {
      for place in [0, begin] + (1...pass / duration + 1).map({ begin + $0 * duration }) where place <= pass {
        boundaries.insert(k * pass + (isFalling(k) ? pass - place : place))
      }
    }
    let inside = boundaries.filter { $0 >= start && $0 <= end }.sorted()
    for (a, b) in zip(inside, inside.dropFirst()).reversed() {
      guard let (value, slope) = middle(a, b) else { continue }
      let seconds = { (units: Int) in Double(units) / Double(step * rate) }
      let velocity = slope / seconds(duration)
      return (value + velocity * seconds(b - a) / 2, velocity, seconds(end - b))
    }
    return nil
  }

  private func isFalling(_ pass: Int) -> Bool { group.autoreverses && pass % 2 == 1 }

  /// The moment half-way between two boundaries, and the way of a pass there; nil where it is not at work.
  private func middle(_ a: Int, _ b: Int) -> (value: Double, slope: Double)? {
    // In half units.
    let time = a + b
    guard time < 2 * total else { return nil }
    let falls = isFalling(time / (2 * pass))
    let local = falls ? 2 * pass - time % (2 * pass) : time % (2 * pass)
    let played = local - 2 * begin
    guard played >= 0, played / (2 * duration) < passes else { return nil }
    let share = Double(played % (2 * duration)) / Double(2 * duration)
    let turned = member.autoreverses && played / (2 * duration) % 2 == 1
    return (100 * (turned ? 1 - share : share), turned == falls ? 100 : -100)
  }
}
