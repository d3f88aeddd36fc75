import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Schedules")
struct AnimationScheduleTests {
  private let target = AnimationTarget("lamp", .opacity)

  private func fade(_ to: Double, _ timing: MediaTiming = MediaTiming(duration: 1)) -> AnimationDefinition {
    AnimationDefinition(.basic(.init(from: .number(0), to: .number(to))), timing: timing)
  }

  @Test("Each animation reports once, when it is over")
  func finished() throws {
    var schedule = AnimationSchedule<AnimationTarget>()
    try schedule.add(fade(1), of: target, key: "a", at: 0)
    try schedule.add(fade(1, MediaTiming(beginTime: 0.25, duration: 0.5)), of: target, key: "b", at: 0.5)
    try schedule.add(fade(1, MediaTiming(repetition: .forever)), of: target, key: "c", at: 0)
    var reports: [(Int, AnimationEvent)] = []
    for step in 0...300 {
      var events: [AnimationEvent] = []
      schedule.finish(at: Double(step) / 120, into: &events)
      reports += events.map { (step, $0) }
    }
    #expect(reports.map(\.0) == [120, 150])
    #expect(reports.map(\.1) == [.init(key: "a", outcome: .finished), .init(key: "b", outcome: .finished)])
    #expect(schedule.entries.map(\.key) == ["c"])
  }

  @Test("What is replaced or removed reports that it was interrupted, unless it had finished")
  func interrupted() throws {
    var schedule = AnimationSchedule<AnimationTarget>()
    #expect(try schedule.add(fade(1), of: target, key: "a", at: 0) == nil)
    #expect(
      try schedule.add(fade(2), of: target, key: "a", at: 0.5) == .init(key: "a", outcome: .interrupted))
    #expect(schedule.presentation(of: target, at: 1)?.value == .number(1))
    #expect(schedule.remove(key: "a") == .init(key: "a", outcome: .interrupted))
    #expect(schedule.remove(key: "a") == nil && schedule.presentation(of: target, at: 1) == nil)
    try schedule.add(fade(1, MediaTiming(duration: 1, fillMode: .forwards)), of: target, key: "kept", at: 0)
    try schedule.add(fade(1), of: target, key: "x", at: 0.5)
    var events: [AnimationEvent] = []
    schedule.finish(at: 1, into: &events)
    #expect(events == [.init(key: "kept", outcome: .finished)])
    #expect(schedule.entries.map(\.key) == ["kept", "x"])
    #expect(schedule.removeAll() == [.init(key: "x", outcome: .interrupted)] && schedule.entries.isEmpty)
  }

  @Test("A wrong definition changes nothing")
  func refused() throws {
    var schedule = AnimationSchedule<AnimationTarget>()
    try schedule.add(fade(1), of: target, key: "a", at: 0)
    #expect(throws: AnimationError.self) {
      try schedule.add(fade(1, MediaTiming(duration: -1)), of: target, key: "a", at: 0)
    }
    #expect(schedule.presentation(of: target, at: 0.5)?.value == .number(0.5))
  }

  @Test("The animation added last shows; where it does not apply, the one below")
  func order() throws {
    var schedule = AnimationSchedule<AnimationTarget>()
    try schedule.add(fade(1, MediaTiming(duration: 4)), of: target, key: "below", at: 0)
    try schedule.add(fade(100, MediaTiming(beginTime: 1, duration: 1)), of: target, key: "above", at: 0)
    #expect(schedule.presentation(of: target, at: 0.5)?.value == .number(0.125))
    #expect(schedule.presentation(of: target, at: 1.5)?.value == .number(50))
    #expect(schedule.presentation(of: target, at: 2)?.value == .number(0.5))
    #expect(schedule.presentation(of: AnimationTarget("lamp", .angle), at: 1) == nil)
  }

  @Test(
    "Over seeds: what is found by key and by target is what looking through all would find",
    arguments: Seeds.list(default: 100))
  func found(seed: UInt64) throws {
    let targets = (0..<4).map { AnimationTarget("lamp\($0)", .opacity) }
    var random = SeededGenerator(seed: seed)
    var schedule = AnimationSchedule<AnimationTarget>()
    for step in 0..<200 {
      let time = Double(step) / 60
      let key = "k\(random.int(in: 0...9))"
      let timing = MediaTiming(
        beginTime: random.double(in: 0...1), duration: random.double(in: 0...1),
        fillMode: random.pick(MediaTiming.FillMode.allCases))
      switch random.int(in: 0...5) {
      case 0, 1: try schedule.add(fade(Double(step), timing), of: random.pick(targets), key: key, at: time)
      case 2:
        let members = (0...3).map { _ in AnimationMember(random.pick(targets), fade(Double(step), timing)) }
        try schedule.add(
          AnimationDefinition(.group(members), timing: MediaTiming(duration: 1)), of: nil, key: key,
          at: time)
      case 3: schedule.remove(key: key)
      case 4:
        var events: [AnimationEvent] = []
        schedule.finish(at: time, into: &events)
      default: if random.int(in: 0...40) == 0 { _ = schedule.removeAll() }
      }
      #expect(
        schedule[key]?.origin == schedule.entries.first { $0.key == key }?.origin,
        "step \(step)")
      let target = random.pick(targets)
      var shown: AnimationSample?
      for entry in schedule.entries {
        for track in entry.tracks where track.target == target {
          shown = track.sampler.sample(at: schedule.localTime(of: entry, at: MediaTime(time))) ?? shown
        }
      }
      #expect(schedule.presentation(of: target, at: time) == shown, "step \(step)")
    }
  }

  @Test(
    "Over seeds: every animation reports exactly once, whatever is added, replaced and removed",
    arguments: Seeds.list(default: 100))
  func once(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var schedule = AnimationSchedule<AnimationTarget>()
    var (added, reported) = (0, 0)
    for step in 0..<400 {
      let time = Double(step) / 60
      if random.int(in: 0...9) == 0 {
        let timing = MediaTiming(
          beginTime: random.double(in: 0...1), duration: random.double(in: 0...1),
          fillMode: random.pick(MediaTiming.FillMode.allCases))
        if try schedule.add(fade(1, timing), of: target, key: "k\(random.int(in: 0...3))", at: time) != nil {
          reported += 1
        }
        added += 1
      }
      if random.int(in: 0...30) == 0, schedule.remove(key: "k\(random.int(in: 0...3))") != nil {
        reported += 1
      }
      var events: [AnimationEvent] = []
      schedule.finish(at: time, into: &events)
      reported += events.count
    }
    reported += schedule.removeAll().count
    #expect(reported == added)
  }
}
