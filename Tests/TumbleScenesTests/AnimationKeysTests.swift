import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("Keys of a scene's animations, as an animator edits them")
struct AnimationKeysTests {
  private static let target = AnimationTarget("a", .angle)

  private func animation(
    _ content: AnimationContent, _ timing: MediaTiming, _ curve: TimingFunction = .linear
  )
    -> Scene.Animation
  {
    Scene.Animation(
      id: "x", target: Self.target,
      definition: AnimationDefinition(content, timing: timing, timingFunction: curve))
  }

  private func value(_ animation: Scene.Animation, at time: Double) throws -> Double {
    let sampler = try #require(try animation.definition.tracks(of: animation.target).first).sampler
    return try #require(sampler.value(at: time)?.number, "at \(time)")
  }

  @Test("What has keys moves the same once it is written as keys", arguments: Seeds.list(default: 60))
  func sameMotion(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let timing = MediaTiming(
      beginTime: random.pick([0, 1.5]), duration: random.double(in: 0.5...4), fillMode: .both)
    let curve = random.pick([TimingFunction.linear, .easeIn, .hold, .easing(Easing(.bounce, .out))])
    let count = random.int(in: 2...6)
    let values = (0..<count).map { _ in AnimatableValue.number(random.double(in: -5...5)) }
    let content: AnimationContent = random.pick([
      .basic(BasicAnimation(from: values[0], to: values[1])),
      .keyframe(KeyframeAnimation(values: values, timing: [curve])),
      .keyframe(KeyframeAnimation(values: values, mode: .discrete)),
    ])
    let isBasic = if case .basic = content { true } else { false }
    let before = animation(content, timing, isBasic ? curve : .linear)
    let keys = try #require(before.keys, "seed \(seed)")
    let after = before.with(keys: keys)
    #expect(after.definition.timing.beginTime == timing.beginTime)
    for sample in 0...100 {
      // Beside the keys, where a hold jumps.
      let time = timing.beginTime + timing.duration * (Double(sample) + 0.37) / 101
      let (old, new) = (try value(before, at: time), try value(after, at: time))
      #expect(abs(old - new) < 1e-9, "seed \(seed) at \(time): \(old), \(new)")
    }
  }

  @Test("An animation from one value to another stays one while it has two keys, and goes as its keys say")
  func fromTo() throws {
    let timing = MediaTiming(beginTime: 1, duration: 2, repetition: .forever, autoreverses: true)
    let before = animation(.basic(BasicAnimation(from: .number(0), to: .number(10))), timing, .easeIn)
    let keys = try #require(before.keys)
    let moved = before.with(keys: keys.moving([1]) { $0 + 1 })
    #expect(moved.definition.content == before.definition.content)
    var longer = timing
    longer.duration = 3
    #expect(moved.definition.timing == longer)
    #expect(moved.definition.timingFunction == .easeIn)
    #expect(moved.keys == keys.moving([1]) { $0 + 1 })
    let later = before.with(keys: keys.moving([0]) { $0 + 0.5 })
    #expect(later.definition.timing.beginTime == 1.5)
    #expect(later.definition.timing.duration == 1.5)
    let three = before.with(keys: keys.setting(.number(7), at: 2))
    #expect(three.keys?.map(\.value) == [.number(0), .number(7), .number(10)])
    var held = keys
    held[1].timing = .hold
    #expect(before.with(keys: held).keys == held, "a step is not a curve of its own in the format")
  }

  @Test(
    "Handles of a curve that leaves the range between its keys keep their heights when a key gets another value",
    arguments: Seeds.list(default: 60))
  func heights(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // A bounce: there and back within a hundredth of its height.
    let low = random.double(in: -1...1)
    let curve = try CubicBezier(0.33, random.double(in: 20...90), 0.8, random.double(in: 20...90))
    let keys = [
      Keyframe(at: 0, AnimatableValue.number(0)),
      Keyframe(at: 1, .number(low == 0 ? 1 : low), timing: .cubicBezier(curve)),
      Keyframe(at: 2, .number(40), timing: .easeIn),
    ]
    func heights(_ keys: [Keyframe<AnimatableValue>]) throws -> (Double, Double) {
      let (from, to) = (try #require(keys[0].value.number), try #require(keys[1].value.number))
      let curve = try #require(keys[1].timing.bezier)
      return (curve.y1 * (to - from), (1 - curve.y2) * (to - from))
    }
    var moved = keys
    moved[1].value = .number(random.double(in: 2...100))
    let kept = moved.keepingHandles(of: keys)
    let (before, after) = (try heights(keys), try heights(kept))
    #expect((before.0 - after.0).magnitude < 1e-9 * before.0.magnitude, "seed \(seed)")
    #expect((before.1 - after.1).magnitude < 1e-9 * before.1.magnitude, "seed \(seed)")
    #expect(kept[2] == moved[2], "an ease goes with its keys")
    #expect(keys.keepingHandles(of: keys) == keys)
  }

  @Test("What has no keys of its own has none to edit")
  func noKeys() {
    let timing = MediaTiming(duration: 1)
    let values: [AnimatableValue] = [.number(0), .number(1), .number(0)]
    #expect(animation(.basic(BasicAnimation(to: .number(1))), timing).keys == nil)
    #expect(animation(.keyframe(KeyframeAnimation(values: values, mode: .paced)), timing).keys == nil)
    #expect(animation(.spring(Spring(), to: 1.0), timing).keys == nil)
    let jump = KeyframeAnimation(values: values + [.number(5)], keyTimes: [0, 0.5, 0.5, 1])
    #expect(animation(.keyframe(jump), timing).keys == nil, "two values at one time are a jump")
    let fast = MediaTiming(duration: 1, speed: 2)
    #expect(animation(.keyframe(KeyframeAnimation(values: values)), fast).keys == nil)
  }

  @Test(
    "A key that is added on a straight line or a Bézier curve leaves the motion as it was",
    arguments: Seeds.list(default: 60))
  func dividing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Handles that cross in time have parts that no curve of progress describes.
    let times = [random.double(in: 0...1), random.double(in: 0...1)].sorted()
    let curve: TimingFunction = random.pick([
      .linear, .easeIn, .easeInOut,
      .cubicBezier(
        try CubicBezier(
          times[0], random.double(in: -0.5...1.5), times[1], random.double(in: -0.5...1.5))),
    ])
    let keys = [Keyframe(at: 0, AnimatableValue.number(0)), Keyframe(at: 2, .number(100), timing: curve)]
    let before = animation(.keys(keys), MediaTiming(duration: 2, fillMode: .both))
    let time = random.double(in: 0.1...1.9)
    let there = try value(before, at: time)
    // A part that comes to nothing in height has no curve.
    guard abs(there) > 1, abs(there - 100) > 1 else { return }
    let after = before.with(keys: keys.setting(.number(there), at: time))
    #expect(after.keys?.count == 3)
    for sample in 0...200 {
      let time = Double(sample) / 100
      let (old, new) = (try value(before, at: time), try value(after, at: time))
      #expect(abs(old - new) < 1e-4, "seed \(seed), \(curve) at \(time): \(old), \(new)")
    }
  }

  @Test("Keys are moved in order, and one that lands on another takes its place")
  func moving() {
    let keys = (0..<4).map { Keyframe(at: Double($0), AnimatableValue.number(Double($0))) }
    let swapped = keys.moving([1]) { $0 + 1.5 }
    #expect(swapped.map(\.time) == [0, 2, 2.5, 3])
    #expect(swapped.map(\.value) == [.number(0), .number(2), .number(1), .number(3)])
    let merged = keys.moving([1]) { $0 + 1 }
    #expect(merged.map(\.time) == [0, 2, 3])
    #expect(merged[1].value == .number(1))
    #expect(keys.moving([0, 1]) { $0 - 5 }.map(\.time) == [0, 2, 3])
  }

  @Test("Keys are copied, removed and set where they are near")
  func others() {
    let keys = (0..<3).map { Keyframe(at: Double($0), AnimatableValue.number(Double($0))) }
    #expect(keys.copying([0, 1], by: 3).map(\.time) == [0, 1, 2, 3, 4])
    #expect(keys.removing([1]).map(\.time) == [0, 2])
    #expect(keys.setting(.number(9), at: 1.004, reach: 0.01).map(\.time) == [0, 1, 2])
    #expect(keys.setting(.number(9), at: 1.004, reach: 0.001).count == 4)
    #expect(keys.setting(.number(9), at: 1.6, reach: 2).map(\.value) == [.number(0), .number(1), .number(9)])
  }

  @Test("What is left of a motion by a single key holds it, however late the key is")
  func lateKey() throws {
    let two = animation(
      .keys([Keyframe(at: 1, .number(0)), Keyframe(at: 2, .number(3))]), MediaTiming(duration: 2))
    let keys = try #require(two.keys)
    let one = two.with(keys: keys.removing([1]))
    #expect(one.keys?.map(\.time) == [1])
    #expect(one.definition.timing.fillMode == .forwards)
    #expect(one.with(keys: keys).definition.timing.fillMode == .removed)
  }

  @Test("A key before the first moves the begin, and a late first key goes on being held for")
  func begins() {
    let one = Scene.Animation(id: "x", key: .number(5), at: 2, of: Self.target)
    #expect(one.definition.timing.beginTime == 2)
    let keys = (one.keys ?? []).setting(.number(1), at: 0.5)
    let two = one.with(keys: keys)
    #expect(two.definition.timing.beginTime == 0.5)
    #expect(two.definition.timing.duration == 1.5)
    let late = animation(
      .keys([Keyframe(at: 1, .number(0)), Keyframe(at: 2, .number(3))]), MediaTiming(duration: 2))
    #expect(late.with(keys: late.keys ?? []) == late)
  }

  @Test("Smooth keys pass through their neighbours without a jump in speed")
  func smooth() throws {
    let keys = [(0.0, 0.0), (1, 10), (2, 40), (4, 50)].map {
      Keyframe(at: $0.0, AnimatableValue.number($0.1))
    }
    let smooth = keys.smoothing([1, 2]) { $0.number ?? 0 }
    let animation = animation(.keys(smooth), MediaTiming(duration: 4, fillMode: .both))
    for time in [1.0, 2] {
      let before = (try value(animation, at: time) - value(animation, at: time - 1e-4)) / 1e-4
      let after = (try value(animation, at: time + 1e-4) - value(animation, at: time)) / 1e-4
      #expect(abs(before - after) < 0.05, "at \(time): \(before), \(after)")
    }
  }

  @Test(
    "Flat keys have level curves, and a mirrored handle goes on in the line of the other",
    arguments: Seeds.list(default: 60))
  func slopes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let number = { (value: AnimatableValue) in value.number ?? 0 }
    let keys = try (0..<4).map { place in
      let curve = try CubicBezier(
        random.double(in: 0.1...0.9), random.double(in: -0.5...1.5), random.double(in: 0.1...0.9),
        random.double(in: -0.5...1.5))
      return Keyframe(
        at: Double(place) + random.double(in: 0...0.5), AnimatableValue.number(random.double(in: -5...5)),
        timing: .cubicBezier(curve))
    }
    /// The slope of the curve beside a key, by its handle.
    func slope(_ keys: [Keyframe<AnimatableValue>], segment: Int, atEnd: Bool) throws -> Double {
      let curve = try #require(keys[segment].timing.bezier)
      let rise =
        (number(keys[segment].value) - number(keys[segment - 1].value))
        / (keys[segment].time - keys[segment - 1].time)
      return (atEnd ? (1 - curve.y2) / (1 - curve.x2) : curve.y1 / curve.x1) * rise
    }
    let flat = keys.flattening([1])
    #expect(try slope(flat, segment: 1, atEnd: true) == 0, "seed \(seed)")
    #expect(try slope(flat, segment: 2, atEnd: false) == 0, "seed \(seed)")
    #expect(flat[3] == keys[3], "seed \(seed)")
    var held = keys
    held[1].timing = .hold
    #expect(held.flattening([1])[1].timing == .hold, "seed \(seed)")
    for side in 0...1 {
      let mirrored = keys.mirroringHandle(at: 2, from: side, by: number)
      let before = try slope(mirrored, segment: 2, atEnd: true)
      let after = try slope(mirrored, segment: 3, atEnd: false)
      #expect(abs(before - after) < 1e-9 * max(1, abs(before)), "seed \(seed), side \(side)")
      #expect(mirrored.hasHandlesInLine(at: 2, by: number), "seed \(seed), side \(side)")
      #expect(mirrored[2 + side] == keys[2 + side], "seed \(seed)")
    }
    #expect(keys.mirroringHandle(at: 0, from: 0, by: number) == keys, "no handle lies before the first")
  }
}
