import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Values and animations")
struct AnimationTests {
  @Test("Every kind of value is exact at both ends and half-way at the half")
  func interpolation() {
    func check<Value: Interpolatable>(_ a: Value, _ b: Value, half: Value) {
      #expect(a.interpolated(to: b, by: 0) == a && a.interpolated(to: b, by: 1) == b)
      #expect(a.interpolated(to: b, by: 0.5) == half)
    }
    check(0.1, 0.7, half: 0.1 + (0.7 - 0.1) * 0.5)
    check(Vector(0, 8), Vector(4, 0), half: Vector(2, 4))
    check(Size(0, 8), Size(4, 0), half: Size(2, 4))
    check(
      Rect(min: .zero, max: Vector(4, 4)), Rect(min: Vector(2, 2), max: Vector(8, 8)),
      half: Rect(min: Vector(1, 1), max: Vector(6, 6)))
    check(
      Color.black, Color(red: 1, green: 0.5, blue: 0, alpha: 0),
      half: Color(red: 0.5, green: 0.25, blue: 0, alpha: 0.5))
    check("before", "after", half: "after")
    #expect("before".interpolated(to: "after", by: 0.4999) == "before")
    check(AnimatableValue.number(1), .number(3), half: .number(2))
    check(AnimatableValue.number(1), .vector(.zero), half: .vector(.zero))
  }

  @Test("A turning transform keeps its size, and turns the shorter way")
  func transforms() {
    let a = Transform(translation: Vector(10, 0), rotation: 3, scale: Vector(2, 3))
    let b = Transform(translation: Vector(20, 0), rotation: -3, scale: Vector(2, 3))
    let half = a.interpolated(to: b, by: 0.5)
    #expect((half.determinant - 6).magnitude < 1e-12 && half.tx == 15)
    #expect((half.applyToDirection(Vector(1, 0)) - Vector(-2, 0)).length < 1e-12)
    let flat = Transform(scale: Vector(0, 1))
    #expect(flat.interpolated(to: .identity, by: 0.5).a == 0.5)
  }

  @Test(
    "Between any two transforms the way begins at one and ends at the other",
    arguments: Seeds.list(default: 100))
  func transformEnds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func any() -> Transform {
      Transform(
        a: random.double(in: -2...2), b: random.double(in: -2...2), c: random.double(in: -2...2),
        d: random.double(in: -2...2), tx: random.double(in: -9...9), ty: 0)
    }
    let (from, to) = (any(), any())
    #expect(from.interpolated(to: to, by: 1e-9).distance(to: from) < 1e-6)
    #expect(from.interpolated(to: to, by: 1 - 1e-9).distance(to: to) < 1e-6)
  }

  @Test("From, to and by fill each other in, the model value the rest")
  func basic() {
    let model = 5.0
    let cases: [(Double?, Double?, Double?, Double, Double)] = [
      (1, 2, nil, 1, 2), (1, nil, 3, 1, 4), (nil, 2, 3, -1, 2), (1, nil, nil, 1, 5), (nil, 2, nil, 5, 2),
      (nil, nil, 3, 5, 8), (nil, nil, nil, 5, 5),
    ]
    for (from, to, by, start, end) in cases {
      let basic = BasicAnimation(from: from, to: to, by: by)
      #expect(problem(basic.check) == nil && basic.ends(model: model) == (start, end))
    }
    #expect(problem(BasicAnimation(from: 1.0, to: 2, by: 3).check) == "give at most two of from, to and by")
    #expect(BasicAnimation(from: "a").ends(model: "b") == ("a", "b"))
  }

  @Test("Each key's value is exact at its time; a discrete value holds to the next")
  func keyTimes() throws {
    let values = [0.1, 7.3, -2, 5, 5.5]
    let times = [0, 0.15, 0.3, 0.8, 1]
    for mode in [KeyframeAnimation<Double>.Mode.linear, .cubic] {
      let track = try KeyframeTrack(KeyframeAnimation(values: values, keyTimes: times, mode: mode))
      for (value, time) in zip(values, times) { #expect(track.value(at: time) == value) }
      // Beyond them the first and the last segment go on.
      #expect((track.value(at: -1) + 47.9).magnitude < 1e-9 && (track.value(at: 2) - 8).magnitude < 1e-9)
    }
    let even = try KeyframeTrack(KeyframeAnimation(values: values))
    #expect(even.times == [0, 0.25, 0.5, 0.75, 1] && even.value(at: 0.375) == 7.3 + (-2 - 7.3) * 0.5)
    let discrete = try KeyframeTrack(KeyframeAnimation(values: values, mode: .discrete))
    #expect(discrete.times == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect([0, 0.19, 0.2, 0.59, 0.9, 1].map(discrete.value(at:)) == [0.1, 0.1, 7.3, -2, 5.5, 5.5])
    let timed = try KeyframeTrack(
      KeyframeAnimation(values: ["a", "b"], keyTimes: [0, 0.9, 1], mode: .discrete))
    #expect(timed.value(at: 0.89) == "a" && timed.value(at: 0.9) == "b" && timed.value(at: 1) == "b")
    let single = try KeyframeTrack(KeyframeAnimation(values: [3.0]))
    #expect(single.value(at: 0) == 3 && single.value(at: 1) == 3 && single.slope(at: 0.5) == 0)
    let jump = try KeyframeTrack(KeyframeAnimation(values: [0.0, 1, 2, 3], keyTimes: [0, 0.5, 0.5, 1]))
    #expect(jump.value(at: 0.4999) < 1 && jump.value(at: 0.5) == 2)
  }

  @Test("A segment takes its own timing function, or the one that all share")
  func segments() throws {
    let own = try KeyframeTrack(
      KeyframeAnimation(values: [0.0, 10, 20], timing: [.easing(Easing(.quadratic, .in)), .linear]))
    #expect(own.value(at: 0.25) == 2.5 && own.value(at: 0.75) == 15)
    let shared = try KeyframeTrack(
      KeyframeAnimation(values: [0.0, 10, 20], timing: [.easing(Easing(.quadratic, .in))]))
    #expect(shared.value(at: 0.25) == 2.5 && shared.value(at: 0.75) == 12.5)
  }

  @Test("Paced values pass at one speed over the whole way", arguments: Seeds.list(default: 50))
  func paced(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = (0...random.int(in: 1...20)).map { _ in
      Vector(random.double(in: 0...300), random.double(in: 0...300))
    }
    let track = try KeyframeTrack(KeyframeAnimation(values: values, mode: .paced))
    let total = zip(values, values.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    for _ in 0..<20 {
      let p = random.double(in: 0...1)
      #expect((track.slope(at: p).length - total).magnitude < 1e-6 * total)
    }
    #expect(track.value(at: 0) == values.first && track.value(at: 1) == values.last)
  }

  @Test("Paced values that are all the same stay")
  func pacedStill() throws {
    let still = try KeyframeTrack(KeyframeAnimation(values: [1.0, 1, 1], mode: .paced))
    #expect(still.value(at: 0.3) == 1)
  }

  @Test(
    "A cubic track passes its keys without a jump in velocity",
    arguments: Seeds.list(default: 100))
  func cubic(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 2...12)
    let values = (0..<count).map { _ in Vector(random.double(in: 0...300), random.double(in: 0...300)) }
    var times = (0..<count).map { _ in random.double(in: 0...1) }.sorted()
    (times[0], times[count - 1]) = (0, 1)
    guard zip(times, times.dropFirst()).allSatisfy({ $1 - $0 > 1e-3 }) else { return }
    let track = try KeyframeTrack(KeyframeAnimation(values: values, keyTimes: times, mode: .cubic))
    for (value, time) in zip(values, times).dropFirst().dropLast() {
      let (before, after) = (track.slope(at: time.nextDown), track.slope(at: time))
      #expect((before - after).length < 1e-6 * (1 + after.length))
      #expect((track.value(at: time.nextDown) - value).length < 1e-9)
    }
    let p = random.double(in: 0.01...0.99)
    let numeric = (track.value(at: p + 1e-7) - track.value(at: p - 1e-7)) / 2e-7
    let slope = track.slope(at: p)
    #expect((numeric - slope).length < 1e-3 * (1 + slope.length), "at \(p)")
  }

  @Test("A cubic track through keys on a line is that line")
  func cubicLine() throws {
    let line = try KeyframeTrack(KeyframeAnimation(values: [0.0, 1, 2, 3, 4], mode: .cubic))
    for i in 0...100 { #expect((line.value(at: Double(i) / 100) - Double(i) / 25).magnitude < 1e-14) }
  }

  @Test("Keyframes that do not fit together are named")
  func problems() {
    func problem(_ animation: KeyframeAnimation<Double>) -> String? {
      TumbleAnimationTests.problem(animation.check)
    }
    func problem(_ definition: AnimationDefinition, _ target: AnimationTarget?) -> String? {
      TumbleAnimationTests.problem { () throws(AnimationError) in try definition.check(for: target) }
    }
    #expect(problem(.init(values: [])) == "keyframes need at least one value")
    #expect(problem(.init(values: [1, 2], keyTimes: [0])) == "2 values need 2 key times, not 1")
    #expect(
      problem(.init(values: [1, 2], keyTimes: [0, 1], mode: .discrete))?.hasPrefix("2 values need 3") == true)
    #expect(problem(.init(values: [1, 2, 3], keyTimes: [0, 0.9, 0.8])) == "key times must not fall")
    #expect(problem(.init(values: [1, 2], keyTimes: [0.1, 1])) == "the first key time must be 0")
    #expect(problem(.init(values: [1, 2], keyTimes: [0, 0.9])) == "the last key time must be 1")
    #expect(problem(.init(values: [1, 2], keyTimes: [0, .nan])) == "key times must lie in 0...1")
    #expect(problem(.init(values: [1, 2], timing: [.linear, .linear]))?.contains("1 segments") == true)
    let wrongKind = AnimationDefinition(.basic(.init(to: .number(1))))
    #expect(
      problem(wrongKind, AnimationTarget("a", .position)) == "position takes a vector, not a number")
    #expect(
      problem(
        AnimationDefinition(.path(PathAnimation(Path(start: .zero, segments: [])))),
        AnimationTarget("a", .angle)) != nil)
    #expect(problem(AnimationDefinition(.group([])), nil) == "a group needs at least one animation")
    for value in [Double.nan, -.infinity, 1.1e15, -1e300] {
      let animation = AnimationDefinition(.basic(.init(to: .number(value))))
      #expect(problem(animation, AnimationTarget("a", .angle)) == "values must be finite, and at most 1e15")
      let path = Path(start: .zero, segments: [.quadratic(control: Vector(0, value), to: .zero)])
      #expect(TumbleAnimationTests.problem(path.check) == "a path's numbers must be finite, and at most 1e15")
    }
  }
}
