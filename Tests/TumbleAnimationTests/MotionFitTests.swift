import Testing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleAnimation

@Suite("Keys from motion")
struct MotionFitTests {
  /// Flights, rests, swings, rubbing, noise and teleports one after the other, as a seed has it.
  private static func motion(_ random: inout SeededGenerator) -> (samples: [Double], breaks: [Int]) {
    var (value, velocity) = (random.double(in: -1000...1000), 0.0)
    var (samples, breaks): ([Double], [Int]) = ([value], [])
    for _ in 0..<Int(random.double(in: 1...8)) {
      let count = Int(random.double(in: 1...200))
      let kind = Int(random.double(in: 0...5.999))
      let (middle, size, speed) = (value, random.double(in: 0.01...200), random.double(in: 0.01...1))
      velocity = random.double(in: -10...10)
      for step in 0..<count {
        switch kind {
        case 0: velocity -= 0.05
        case 1: velocity = 0
        case 2: value = middle + size * sine(speed * Double(step + 1)) - velocity
        case 3: velocity *= 0.97
        case 4: velocity = random.double(in: -1...1)
        default: value += step == 0 ? random.double(in: -5000...5000) : 0
        }
        value += velocity
        samples.append(value)
      }
      breaks.append(samples.count - 1)
    }
    return (samples, breaks)
  }

  @Test(
    "No sample is further off than the tolerance, neither of the keys nor of the animation that plays them",
    arguments: Seeds.list(default: 300))
  func tolerance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (samples, breaks) = Self.motion(&random)
    let tolerance = random.pick([0.001, 0.1, 5])
    let keys = try MotionFit(tolerance: tolerance).keys(for: samples, breaks: breaks)
    #expect(keys.largestError(of: samples) <= tolerance)
    #expect(keys.steps.first == 0)
    #expect(keys.end == samples.count - 1)
    #expect(zip(keys.steps, keys.steps.dropFirst()).allSatisfy { $0 < $1 })
    // Beyond this a player's numbers, of 32 bits, have too few digits left.
    for case .cubicBezier(let curve) in keys.timing {
      #expect(max(curve.y1.magnitude, curve.y2.magnitude) <= 50, "seed \(seed): \(curve)")
    }
    let track = try KeyframeTrack(keys.animation)
    for (step, sample) in samples.enumerated() {
      let played = track.value(at: samples.count > 1 ? Double(step) / Double(samples.count - 1) : 0)
      // A share of the time is rounded, which is seen where the value is put elsewhere at once.
      guard !keys.steps.contains(step) else { continue }
      #expect((played - sample).magnitude <= tolerance + 1e-6, "seed \(seed), sample \(step)")
    }
  }

  @Test(
    "A flight is one segment, and two where it returns to its height", arguments: Seeds.list(default: 100))
  func flights(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (speed, gravity) = (random.double(in: 100...900), random.double(in: 200...1000))
    let start = random.double(in: -500...500)
    func height(_ time: Double) -> Double { start + speed * time - gravity / 2 * time * time }
    let back = 2 * speed / gravity
    func keys(until end: Double) throws -> MotionKeys {
      let count = max(Int(end * 120), 2)
      return try MotionFit().keys(for: (0...count).map { height(end * Double($0) / Double(count)) })
    }
    #expect(try keys(until: back * 0.8).timing.count == 1)
    #expect(try keys(until: back * 1.3).timing.count == 1)
    let whole = try keys(until: back)
    #expect(whole.timing.count == 2)
    #expect((whole.values[1] - height(back / 2)).magnitude < 1, "it is split at the extreme")
  }

  @Test("A flight after a bounce is one segment, with the contact as a hint or without")
  func bounces() throws {
    func height(_ step: Int, from start: Double, speed: Double) -> Double {
      let time = Double(step) / 120
      return start + speed * time - 490 * time * time
    }
    let fall: [Double] = (0...60).map { height($0, from: 300, speed: 0) }
    let rise: [Double] = (1...40).map { height($0, from: fall[60], speed: 350) }
    let fit = try MotionFit()
    #expect(try fit.keys(for: fall + rise).timing.count == 2)
    #expect(try fit.keys(for: fall + rise, breaks: [60]).steps == [0, 60, 100])
  }

  @Test("A segment that goes on a little behind a contact ends there where it is told of it")
  func hints() throws {
    let slow = (0..<200).map { Double($0) }
    let samples = slow + (0...200).map { 200 + 1.02 * Double($0) }
    let fit = try MotionFit()
    let alone = try fit.keys(for: samples)
    #expect(alone.steps[1] > 200 && alone.steps[1] < 220)
    #expect(try fit.keys(for: samples, breaks: [200]).steps[1] == 200)
  }

  @Test("What rests needs two keys, and what moves evenly too, with a straight line between")
  func even() throws {
    let fit = try MotionFit()
    let rest = try fit.keys(for: Array(repeating: 7.25, count: 10_000))
    #expect(rest.steps == [0, 9999])
    #expect(rest.isConstant)
    let even = try fit.keys(for: (0..<500).map { Double($0) * 0.7 })
    #expect(even.timing == [.linear])
  }

  @Test("A single sample is a single key, and two are a line")
  func degenerate() throws {
    let fit = try MotionFit()
    let one = try fit.keys(for: [4])
    #expect(one.values == [4])
    #expect(one.value(at: 3) == 4)
    #expect(try KeyframeTrack(one.animation).value(at: 0.5) == 4)
    let two = try fit.keys(for: [4, 9000])
    #expect(two.timing == [.linear])
    #expect(two.value(at: 0.5) == 4502)
  }

  @Test("A teleport holds the old value until the new one is there")
  func teleport() throws {
    let fall = (0..<50).map { -0.03 * Double($0 * $0) }
    let keys = try MotionFit().keys(for: fall + fall.map { $0 + 400 })
    #expect(keys.steps == [0, 49, 50, 99])
    #expect(keys.timing[1] == .steps(.one(.end)))
    #expect(keys.value(at: 49.9) == fall[49])
    #expect(keys.value(at: 50) == 400)
  }

  @Test("The written animation plays the keys from its begin on, and then stays at the last one")
  func written() throws {
    let samples = (0...60).map { 100 * sine(Double($0) / 30) }
    let keys = try MotionFit().keys(for: samples)
    let animation: KeyedAnimation<String> = keys.animation(rate: 60, begin: 2)
    try animation.check(for: "x")
    #expect(animation.timing.duration == 1)
    #expect(animation.timing.beginTime == 2)
    guard case .keyframe(let frames) = animation.content else {
      Issue.record("it is no keyframe animation")
      return
    }
    #expect(frames.values.count == keys.steps.count)
    let still: KeyedAnimation<String> = try MotionFit().keys(for: [3]).animation(rate: 60)
    try still.check(for: "x")
  }

  @Test(
    "Numbers that no key can have are refused with their place",
    arguments: [Double.nan, .infinity, -.infinity, 1e16])
  func refused(number: Double) throws {
    let fit = try MotionFit()
    let error = #expect(throws: AnimationError.self) { try fit.keys(for: [1, number, 3]) }
    #expect("\(try #require(error))".contains("sample 1 is"))
  }

  @Test(
    "No samples, and a tolerance that is not above 0, are refused",
    arguments: [0, -1, Double.nan, .infinity])
  func nothing(tolerance: Double) throws {
    #expect(throws: AnimationError.self) { try MotionFit().keys(for: []) }
    #expect(throws: AnimationError.self) { try MotionFit(tolerance: tolerance) }
  }

  @Test("Breaks in any order and anywhere give the same keys")
  func breakOrder() throws {
    var random = SeededGenerator(seed: 5)
    let (samples, breaks) = Self.motion(&random)
    let fit = try MotionFit()
    let shuffled = [samples.count + 5, -3] + breaks.reversed() + breaks
    #expect(try fit.keys(for: samples, breaks: shuffled) == fit.keys(for: samples, breaks: breaks))
  }

  @Test("Values in another unit are the same keys")
  func units() throws {
    let keys = try MotionFit(tolerance: MotionFit.angles).keys(for: (0...90).map { sine(Double($0) / 9) })
    let degrees = keys.scaled(by: 180 / .pi, plus: 1)
    #expect(degrees.steps == keys.steps)
    #expect((degrees.value(at: 31.5) - (keys.value(at: 31.5) * 180 / .pi + 1)).magnitude < 1e-9)
  }
}
