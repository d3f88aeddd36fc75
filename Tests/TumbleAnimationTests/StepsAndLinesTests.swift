import Testing
import TumbleAnimation

@Suite("Steps and lines, as CSS has them")
struct StepsAndLinesTests {
  @Test(
    "A staircase jumps where its position says, and goes on outside 0...1",
    arguments: [
      (Steps.Position.end, [-0.5, -0.25, 0, 0, 0.25, 0.25, 0.5, 0.75, 1, 1.25]),
      (.start, [-0.25, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 1, 1, 1.5]),
    ])
  func quarters(position: Steps.Position, expected: [Double]) throws {
    let steps = try Steps(4, position)
    let inputs = [-0.5, -0.25, 0, 0.2, 0.25, 0.3, 0.5, 0.75, 1, 1.25]
    // The last of `start`: one above, as the jump at 1.25 belongs to its interval.
    #expect(inputs.map(steps.value(at:)) == expected)
  }

  @Test("`jump-none` rests on both ends, `jump-both` on neither")
  func noneAndBoth() throws {
    let none = try Steps(3, .none)
    #expect([0, 0.3, 0.34, 0.6, 0.67, 1].map(none.value(at:)) == [0, 0, 0.5, 0.5, 1, 1])
    let both = try Steps(3, .both)
    #expect([0, 0.3, 0.34, 0.6, 0.67, 1].map(both.value(at:)) == [0.25, 0.25, 0.5, 0.5, 0.75, 1])
    for (count, position) in [(1, Steps.Position.none), (0, .end), (Int.max, .end)] {
      #expect(throws: AnimationError.self) { try Steps(count, position) }
    }
  }

  @Test("Before its begin a staircase has not jumped yet, by CSS's before flag")
  func beforeFlag() throws {
    let inputs = [0, 0.2, 0.25, 0.5, 1]
    let stairs: [(Steps.Position, [Double])] = [
      (.start, [0, 0.25, 0.25, 0.5, 1]), (.end, [0, 0, 0, 0.25, 0.75]),
      (.both, [0, 0.2, 0.2, 0.4, 0.8]), (.none, [0, 0, 0, 1 / 3, 1]),
    ]
    for (position, expected) in stairs {
      let steps = try Steps(4, position)
      #expect(inputs.map { steps.value(at: $0, isBefore: true) } == expected, "\(position)")
    }
    for (speed, begin, end) in [(1.0, 0.0, 100.0), (-1, 100, 0)] {
      let timing = MediaTiming(beginTime: 1, duration: 1, speed: speed, fillMode: .both)
      let jump = AnimationDefinition(
        .basic(.init(from: .number(0), to: .number(100))), timing: timing,
        timingFunction: .steps(try Steps(1, .start)))
      let sampler = try #require(
        try jump.tracks(of: AnimationTarget("a", .opacity)).map(\.sampler).first)
      #expect(sampler.value(at: 0) == .number(begin), "filled backwards at speed \(speed)")
      #expect(sampler.value(at: 1.5) == .number(100))
      #expect(sampler.value(at: 9) == .number(speed > 0 ? 100 : end), "filled forwards at speed \(speed)")
    }
  }

  @Test(
    "A jump is at the double nearest to its share of the time, whatever its product with the count rounds to")
  func exactJumps() throws {
    for count in 1...400 {
      let steps = try Steps(count)
      for jump in 0..<count {
        let place = Double(jump) / Double(count)
        #expect(steps.value(at: place) == place)
        if jump > 0 { #expect(steps.value(at: place.nextDown) < place) }
      }
    }
  }

  @Test("Open places are spread evenly, and a place never goes back")
  func places() throws {
    let lines = try PiecewiseLinear([.init(0), .init(0.25, at: 0.75), .init(1)])
    #expect(lines.points.map(\.input) == [0, 0.75, 1])
    let spread = try PiecewiseLinear([.init(0), .init(1), .init(2), .init(3, at: 0.6), .init(4)])
    #expect(
      zip(spread.points.map(\.input), [0, 0.2, 0.4, 0.6, 1]).allSatisfy { ($0 - $1).magnitude < 1e-15 })
    let back = try PiecewiseLinear([.init(0, at: 0.5), .init(1, at: 0.2), .init(2)])
    #expect(back.points.map(\.input) == [0.5, 0.5, 1])
    for stops in [[], [PiecewiseLinear.Stop(.nan)]] {
      #expect(throws: AnimationError.self) { try PiecewiseLinear(stops) }
    }
  }

  @Test("Lines go on outside; at a shared place the later point counts")
  func values() throws {
    let lines = try PiecewiseLinear([.init(0), .init(0.25, at: 0.75), .init(1)])
    #expect(lines.value(at: 0.375) == 0.125 && lines.value(at: 0.75) == 0.25 && lines.value(at: 1) == 1)
    #expect(lines.value(at: 2) == 4 && lines.value(at: -0.75) == -0.25)
    let jump = try PiecewiseLinear([.init(0), .init(0.2, at: 0.5), .init(0.8, at: 0.5), .init(1)])
    #expect(jump.value(at: 0.5) == 0.8 && jump.value(at: 0.25) == 0.1)
    let endJump = try PiecewiseLinear([.init(0), .init(0.5, at: 1), .init(1, at: 1)])
    #expect(endJump.value(at: 1) == 1 && endJump.value(at: 2) == 1 && endJump.value(at: 0.5) == 0.25)
    let startJump = try PiecewiseLinear([.init(0, at: 0), .init(0.5, at: 0), .init(1)])
    #expect(startJump.value(at: 0) == 0.5 && startJump.value(at: -1) == 0)
    #expect(try PiecewiseLinear([.init(0.7)]).value(at: 0.1) == 0.7)
  }
}
