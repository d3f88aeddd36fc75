import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Moments of a clock that counts steps")
struct MediaTimeTests {
  private static let rates = [60, 100, 120, 144, 240, 1000]

  private static func sampler(_ timing: MediaTiming) throws -> AnimationSampler {
    let way = AnimationDefinition(.basic(.init(from: .number(0), to: .number(100))), timing: timing)
    return try #require(
      try way.tracks(of: AnimationTarget("a", .opacity)).map(\.sampler).first)
  }

  @Test(
    "Every start in the first 30 seconds ends where and when every other does, at all rates", arguments: rates
  )
  func starts(rate: Int) throws {
    for duration in [0.4, 0.45, 0.8, 0.9, 1.0 / 3, 1.0 / 120] {
      for repetition in [MediaTiming.Repetition.once, .count(3), .count(2.5), .forever] {
        let timing = MediaTiming(duration: duration, repetition: repetition)
        let sampler = try Self.sampler(timing)
        let pass = duration * Double(rate)
        // What is shorter than a step has passes that no step shows.
        guard pass > 2 else { continue }
        // The steps around the ends of the first passes, and what they show.
        let passes = repetition == .count(2.5) ? [1, 2, 2.5] : [1.0, 2, 3]
        for boundary in passes where repetition != .once || boundary == 1 {
          let place = boundary * pass
          let isWhole = (place - place.rounded()).magnitude < 1e-9
          let step = isWhole ? Int(place.rounded()) : Int(place.rounded(.up))
          let isEnd = timing.activeDuration <= boundary * duration * 1.000001
          let share = Double(step) / pass - (boundary - boundary.rounded(.down)) - boundary.rounded(.down)
          let expected: Double? = isEnd ? nil : isWhole ? 0 : share * 100
          // Every start at 120 Hz; at others, of each eleven one.
          for start in stride(from: 0, to: 30 * rate, by: rate == 120 ? 1 : 11) {
            let local = MediaTime(step: start + step, rate: rate) - MediaTime(step: start, rate: rate)
            let value = sampler.value(at: local)?.number
            let misses =
              value == nil || expected == nil
              ? value != expected : ((value ?? 0) - (expected ?? 0)).magnitude > 1e-9
            if misses || sampler.isOver(at: local) != isEnd {
              Issue.record("\(timing) from step \(start), \(step) steps on: \(String(describing: value))")
              return
            }
            guard step > 0 else { continue }
            let before = MediaTime(step: start + step - 1, rate: rate) - MediaTime(step: start, rate: rate)
            guard !sampler.isOver(at: before), sampler.value(at: before) != nil else {
              Issue.record("\(timing) from step \(start) is over before step \(step)")
              return
            }
          }
        }
      }
    }
  }

  @Test(
    "Layers of layers, paused and resumed, lose nothing: what comes to a boundary shows it",
    arguments: Seeds.list(default: 300))
  func layers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rate = random.pick(Self.rates)
    func step(_ number: Int) -> MediaTime { MediaTime(step: number, rate: rate) }
    func decimal(_ range: ClosedRange<Int>) -> Double { Double(random.int(in: range)) / 10 }
    var layers = TimeHierarchy()
    var node = TimeHierarchy.root
    var speed = 1.0
    for _ in 0..<random.int(in: 0...3) {
      let own = random.pick([1, 0.5, 2, 0.1, 0.25])
      speed *= own
      node = layers.add(
        LayerTiming(beginTime: decimal(-2000...2000), speed: own, timeOffset: decimal(-2000...2000)),
        under: node)
    }
    // Pauses that begin and end at steps shift time by whole steps.
    let start = random.int(in: 0...(1000 * rate))
    var now = start
    var paused = 0
    let duration = decimal(1...20)
    let sampler = try Self.sampler(
      MediaTiming(duration: duration, repetition: .count(Double(random.int(in: 1...50)))))
    let origin = layers.localTime(of: node, at: step(start))
    if node != TimeHierarchy.root {
      for _ in 0..<random.int(in: 0...20) {
        now += random.int(in: 0...3)
        layers.setSpeed(0, of: node, at: step(now))
        let length = random.int(in: 1...100)
        now += length
        paused += length
        layers.setSpeed(layers.timing(speed, of: node), of: node, at: step(now))
      }
    }
    let passes = random.int(in: 1...40)
    let exact = Double(passes) * duration / speed * Double(rate)
    let steps = Int(exact.rounded())
    guard (exact - Double(steps)).magnitude < 1e-6, start + paused + steps > now else { return }
    let local = layers.localTime(of: node, at: step(start + paused + steps)) - origin
    let isOver = sampler.endTime < (Double(passes) + 0.5) * duration
    #expect(sampler.isOver(at: local) == isOver)
    #expect(sampler.value(at: local) == (isOver ? nil : .number(0)))
    let before = layers.localTime(of: node, at: step(start + paused + steps - 1)) - origin
    if start + paused + steps - 1 > now, sampler.endTime > (Double(passes) - 0.5) * duration {
      #expect((sampler.value(at: before)?.number ?? 0) > 0)
    }
  }

  @Test(
    "What is calculated with doubles and is still active never shows the pass after the last",
    arguments: Seeds.list(default: 100))
  func doubles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let rate = Double(random.pick(Self.rates))
      let duration = random.pick([Double(random.int(in: 1...300)) / 100, random.double(in: 0.01...3)])
      let count = random.pick([1, 2, 3, 10, 1000])
      let start = Double(random.int(in: 0...100_000)) / rate
      let timing = MediaTiming(duration: duration, repetition: .count(Double(count)))
      var time = (start + duration * Double(count)) - start
      for _ in 0..<random.int(in: 0...20) { time = time.nextDown }
      let state = timing.state(at: time)
      #expect(
        state.phase == .after ? state.progress == 1 : state.progress > 0.99 && state.iteration == count - 1,
        "\(timing) at \(time): \(state)")
    }
  }

  @Test("Infinite times are before and after everything, and what is no number shows nothing")
  func infinite() {
    let once = MediaTiming(beginTime: 1, duration: 1, fillMode: .both)
    #expect(once.state(at: -.infinity).phase == .before && once.state(at: .infinity).phase == .after)
    #expect(once.state(at: .infinity).progress == 1 && once.state(at: -.infinity).progress == 0)
    let forever = MediaTiming(duration: 1, repetition: .forever)
    #expect(forever.state(at: .infinity).phase == .active && forever.state(at: -.infinity).phase == .before)
    #expect((0...1).contains(forever.state(at: .infinity).progress))
    for bad in [Double.nan, .infinity, -.infinity] {
      let timings = [
        MediaTiming(beginTime: bad, fillMode: .both), MediaTiming(duration: bad, fillMode: .both),
        MediaTiming(speed: bad, fillMode: .both), MediaTiming(timeOffset: bad, fillMode: .both),
        MediaTiming(repetition: .count(bad), autoreverses: true, fillMode: .both),
        MediaTiming(repetition: .duration(bad), autoreverses: true, fillMode: .both),
      ]
      for timing in timings {
        for time in [0, 1e300, -1e300, .nan, .infinity, -.infinity] {
          let state = timing.state(at: time)
          #expect((0...1).contains(state.progress))
          if problem(timing.check) != nil || time.isNaN { #expect(state.phase == .before && !state.applies) }
        }
      }
    }
  }

  @Test("A repeat count however large does not take the begin time away")
  func largeCounts() {
    for (duration, count) in [
      (1, Double.greatestFiniteMagnitude), (0.5, .greatestFiniteMagnitude), (1e6, 1e9), (1, 1e300),
      (0.1, 1e17),
    ] {
      for speed in [1.0, -1] {
        let timing = MediaTiming(beginTime: 2, duration: duration, speed: speed, repetition: .count(count))
        #expect(timing.state(at: 1.99).phase == .before && timing.state(at: 0).phase == .before)
        let state = timing.state(at: 2 + duration / 4)
        #expect(state.phase == .active && state.iteration == 0)
        #expect((state.progress - (speed > 0 ? 0.25 : 0.75)).magnitude < 1e-9, "\(count) at speed \(speed)")
      }
    }
  }
}

extension TimeHierarchy {
  /// The speed of a node alone where those of it and its parents multiply to this.
  fileprivate func timing(_ product: Double, of node: Node) -> Double {
    var copy = self
    copy[node].speed = 1
    return product / copy.speed(of: node)
  }
}
