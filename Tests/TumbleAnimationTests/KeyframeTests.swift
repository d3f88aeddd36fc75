import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Keys at times")
struct KeyframeTests {
  private static let target = AnimationTarget("a", .opacity)

  private static func sampler(_ keys: [Keyframe<AnimatableValue>], _ timing: MediaTiming = MediaTiming())
    throws -> AnimationSampler
  {
    let animation = AnimationDefinition(keys: keys, timing: timing)
    return try #require(try animation.tracks(of: target).first).sampler
  }

  @Test("A key's value is there at its time, to the bit", arguments: Seeds.list(default: 50))
  func atKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var time = 0.0
    let keys = (0..<random.int(in: 2...12)).map { index -> Keyframe<AnimatableValue> in
      if index > 0 { time += random.double(in: 0.01...3) }
      return Keyframe(
        at: time, .number(random.double(in: -100...100)), timing: random.pick([.hold, .easeIn, .linear]))
    }
    let timing = MediaTiming(fillMode: .both)
    let sampler = try Self.sampler(keys, timing)
    // The last is the end, which is exact; others lie at a share of the duration, which is rounded.
    #expect(sampler.value(at: time) == keys.last?.value, "seed \(seed)")
    #expect(sampler.value(at: 0) == keys.first?.value, "seed \(seed)")
    for (before, key) in zip(keys, keys.dropFirst()) where key.timing == .hold {
      let middle = (before.time + key.time) / 2
      #expect(sampler.value(at: middle) == before.value, "seed \(seed), at \(middle)")
    }
  }

  @Test("Before a first key after the begin, things stay as they are")
  func lateFirstKey() throws {
    var sampler = try Self.sampler([Keyframe(at: 1, .number(10)), Keyframe(at: 3, .number(30))])
    #expect(sampler.isOpen)
    #expect(sampler.value(at: 0.5) == nil)
    sampler.resolve(value: .number(-5), rate: .number(0), at: 0)
    #expect(sampler.value(at: 0) == .number(-5))
    #expect(sampler.value(at: 0.99) == .number(-5))
    #expect(sampler.value(at: 1) == .number(10))
    #expect(sampler.value(at: 2) == .number(20))
  }

  @Test("A single key at 0 is there at once")
  func single() throws {
    let animation = AnimationDefinition(keys: [Keyframe(at: 0, .number(4))])
    #expect(animation.timing.isInstant)
    let timing = MediaTiming(fillMode: .forwards)
    #expect(try Self.sampler([Keyframe(at: 0, .number(4))], timing).value(at: 1) == .number(4))
  }

  @Test(
    "Keys that are none are refused",
    arguments: [
      ([], "keyframes need at least one key"),
      ([(0.0, 1.0), (0.0, 2.0)], "the times of keys must rise"),
      ([(1.0, 1.0), (0.5, 2.0)], "the times of keys must rise"),
      ([(-0.1, 1.0)], "the times of keys must lie in 0...1e6"),
      ([(0.0, .infinity)], "values must be finite, and at most 1e15"),
    ])
  func refused(keys: [(Double, Double)], problem: String) {
    let animation = AnimationDefinition(keys: keys.map { Keyframe(at: $0, .number($1)) })
    #expect(throws: AnimationError.invalid(problem)) { try animation.check(for: Self.target) }
  }

  @Test("Keys whose pass has another duration than they have are refused")
  func duration() {
    var animation = AnimationDefinition(
      keys: [Keyframe(at: 0, .number(0)), Keyframe(at: 2, .number(1))])
    animation.timing.duration = 3
    #expect(throws: AnimationError.self) { try animation.check(for: Self.target) }
    animation.fitDuration()
    #expect(throws: Never.self) { try animation.check(for: Self.target) }
  }
}
